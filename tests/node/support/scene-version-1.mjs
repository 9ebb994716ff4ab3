/**
 * @file Scenes of version 1 as they were written when it was new. They stand in course pages now:
 * never change them; a later version has its own file beside this one.
 */
import { DEFAULT_SCENE } from '../../../web/state/scene.js';

const nowhere = { query: 0, key: 0, column: 0, output: 0, model: 0, hidden: 0, sentence: 0 };
const open = { muted: false, solo: false };

/** @type {readonly {hash: string, json: object, scene: Partial<import('../../../web/state/scene.js').Scene>}[]} */
export const versionOne = [
  {
    hash: '#v=1&text=She+sat+on+the+river+bank.&view=graph&layer=1&heads=3&lock=query:5',
    json: {
      v: 1,
      text: 'She sat on the river bank.',
      view: 'graph',
      layer: 1,
      heads: [3],
      lock: { side: 'query', index: 5 },
    },
    scene: {
      ...DEFAULT_SCENE,
      text: 'She sat on the river bank.',
      view: 'graph',
      layer: 1,
      heads: [3],
      lock: { side: 'query', index: 5 },
    },
  },
  {
    hash:
      '#v=1&model=https:%2F%2Fhost.example%2Fmodel.safetensors&text=a%26b&second=It%27s&view=matrix' +
      '&layer=1&heads=2,1&lock=cell:8,1&mass=0.75&layout=arcs&side=key&stage=masked&average=true' +
      '&mask=causal,padding:9,window:2,paint:3:Rg&mixer=after/1:1,0.5,1m,1.5s&compare=head:1:3' +
      '&unfold=context:8:1:5:0&theme=dark&lang=zh&steps=caption%3DOne%2520head%26heads%3D1%3Bcaption%3D' +
      '%26mask%3Dnone%26lock%3Dnone&step=2',
    json: {
      v: 1,
      model: 'https://host.example/model.safetensors',
      text: 'a&b',
      second: "It's",
      view: 'matrix',
      layer: 1,
      heads: [2, 1],
      lock: { cell: [8, 1] },
      mass: 0.75,
      layout: 'arcs',
      side: 'key',
      stage: 'masked',
      average: true,
      mask: {
        causal: true,
        padding: 9,
        window: 2,
        paint: {
          size: 3,
          hidden: [
            [0, 1],
            [1, 2],
            [2, 0],
          ],
        },
      },
      mixer: {
        place: 'after',
        layers: [null, [1, 0.5, { muted: true }, { gain: 1.5, solo: true }]],
      },
      compare: { kind: 'head', other: { layer: 1, head: 3 } },
      unfold: { name: 'context', query: 8, key: 1, column: 5 },
      theme: 'dark',
      lang: 'zh',
      steps: [
        { caption: 'One head', heads: '1' },
        { mask: 'none', lock: null },
      ],
      step: 2,
    },
    scene: {
      v: 1,
      model: 'https://host.example/model.safetensors',
      text: 'a&b',
      second: "It's",
      view: 'matrix',
      layer: 1,
      heads: [2, 1],
      lock: { cell: [8, 1] },
      mass: 0.75,
      layout: 'arcs',
      side: 'key',
      stage: 'masked',
      average: true,
      mask: {
        causal: true,
        padding: 9,
        window: 2,
        paint: {
          size: 3,
          hidden: [
            [0, 1],
            [1, 2],
            [2, 0],
          ],
        },
      },
      mixer: {
        place: 'after',
        layers: [
          null,
          [
            { gain: 1, ...open },
            { gain: 0.5, ...open },
            { gain: 1, muted: true, solo: false },
            { gain: 1.5, muted: false, solo: true },
          ],
        ],
      },
      compare: { kind: 'head', other: { layer: 1, head: 3 } },
      unfold: { ...nowhere, name: 'context', query: 8, key: 1, column: 5 },
      theme: 'dark',
      lang: 'zh',
      steps: [
        { caption: 'One head', heads: [1] },
        { caption: '', mask: DEFAULT_SCENE.mask, lock: null },
      ],
      step: 2,
    },
  },
];
