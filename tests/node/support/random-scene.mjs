/** @file Scenes of every kind, as `parseScene` returns them. */
import { DEFAULT_SCENE, VIEWS } from '../../../web/state/scene.js';
import { randomFloats } from './random.mjs';

/** @typedef {() => number} Random 0..1 */

/** @param {number} seed @returns {Random} */
export function shares(seed) {
  const floats = randomFloats(seed);
  return () => Math.min(0.999999, floats(1)[0] + 0.5);
}

const LETTERS = [...'ab c-_=&;:,/%#+"\'<>(){}[]!*~\n\t', 'é', '汉', '😀', '\u200b', 'و'];

/**
 * @param {Random} random
 * @returns {import('../../../web/state/scene.js').Scene}
 */
export function randomScene(random) {
  const steps = many(random, 3, () => ({ caption: text(random), ...changes(random, 0.2) }));
  return {
    ...DEFAULT_SCENE,
    ...changes(random, 0.5),
    ...(random() < 0.2 && {
      model: pick(random, ['https://host.example/m.safetensors', './m?x=1#y', 'm']),
    }),
    theme: pick(random, ['auto', 'light', 'dark']),
    lang: pick(random, ['auto', 'en', 'zh']),
    steps,
    step: whole(random, steps.length),
  };
}

/** @param {Random} random @param {number} share of the fields */
function changes(random, share) {
  const count = 1 + whole(random, 6);
  /** @type {import('../../../web/state/scene-fields.js').StepFields} */
  const all = {
    text: text(random),
    second: text(random),
    view: pick(random, VIEWS),
    layer: whole(random, 199),
    heads: [...new Set([whole(random, 255), whole(random, 255)])],
    lock: pick(random, [
      null,
      { side: /** @type {const} */ ('query'), index: whole(random, 4095) },
      { side: /** @type {const} */ ('key'), index: 0 },
      { cell: /** @type {const} */ ([whole(random, 9), whole(random, 9)]) },
    ]),
    mass: random(),
    layout: pick(random, ['auto', 'columns', 'arcs']),
    side: pick(random, ['query', 'key']),
    stage: pick(random, ['weights', 'scores', 'scaled', 'masked']),
    average: random() < 0.5,
    mask: {
      causal: random() < 0.5,
      padding: pick(random, [null, whole(random, 4095)]),
      window: pick(random, [null, 0, whole(random, 4095)]),
      paint: pick(random, [null, { size: count, hidden: cells(random, count) }]),
    },
    mixer: { place: pick(random, ['before', 'after']), layers: mixed(random) },
    compare: pick(random, [
      null,
      {
        kind: pick(random, ['sentence', 'head', 'mask']),
        other: { layer: whole(random, 199), head: whole(random, 255) },
      },
    ]),
    unfold: pick(random, [
      null,
      {
        ...{ name: pick(random, ['weights', 'ffn-hidden']), query: whole(random, 4095), key: 1 },
        ...{ column: 9, output: whole(random, 65535), model: 0, hidden: whole(random, 1) },
        sentence: pick(random, [0, 7]),
      },
    ]),
    split: pick(random, [
      null,
      { n: 1 + whole(random, 5), heads: 1 + whole(random, 2), dHead: 1, step: 2, head: 0 },
    ]),
    fuse: pick(random, [null, { step: whole(random, 4), role: pick(random, ['key', 'value']) }]),
    cost: pick(random, [null, { dModel: 64, seqLen: pick(random, [16, 128, 1024]) }]),
  };
  return Object.fromEntries(Object.entries(all).filter(() => random() < share));
}

/** @param {Random} random */
function mixed(random) {
  const layers = many(random, 3, () =>
    random() < 0.4
      ? null
      : [
          { gain: random() * 1.49, muted: random() < 0.5, solo: random() < 0.5 },
          { gain: 1, muted: false, solo: false },
        ],
  );
  while (layers.length && layers[layers.length - 1] === null) layers.pop();
  return layers;
}

/** @param {Random} random @param {number} size */
const cells = (random, size) =>
  Array.from(
    { length: size * size },
    (_, i) => /** @type {const} */ ([Math.floor(i / size), i % size]),
  ).filter(() => random() < 0.3);

/** @param {Random} random */
const text = (random) => many(random, 12, () => pick(random, LETTERS)).join('');

/** @param {Random} random @param {number} most */
const whole = (random, most) => Math.floor(random() * (most + 1));

/** @template T @param {Random} random @param {readonly T[]} list @returns {T} */
const pick = (random, list) => list[whole(random, list.length - 1)];

/** @template T @param {Random} random @param {number} most @param {() => T} make */
const many = (random, most, make) => Array.from({ length: whole(random, most) }, make);
