/** @file Scenes: three ways to write one, versions, what is ignored, and anything a link can hold. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  DEFAULT_SCENE,
  formatScene,
  parseScene,
  SCENE_FIELDS,
  sceneAtStep,
  sceneShowing,
  sceneToAttributes,
  sceneToJson,
  VIEWS,
} from '../../web/state/scene.js';
import * as door from '../../web/scene.js';
import { fitScene, sceneOfState, stateOfScene } from '../../web/state/scene-state.js';
import { createStore } from '../../web/state/store.js';
import { randomScene, shares } from './support/random-scene.mjs';

import { versionOne } from './support/scene-version-1.mjs';

/** @type {import('../../web/state/scene-parts.js').SceneUnfold} */
const nowhere = {
  ...{ name: 'weights', query: 0, key: 0, column: 0, output: 0, model: 0, hidden: 0, sentence: 0 },
};

/** @param {unknown} source */
const messages = (source) => parseScene(source).ignored.map(({ message }) => message);

describe('a scene', () => {
  test('of nothing is the default scene', () => {
    for (const source of ['', '#', '{}', {}]) {
      assert.deepEqual(parseScene(source), { scene: DEFAULT_SCENE, ignored: [] });
    }
    assert.equal(formatScene(DEFAULT_SCENE), '#v=1');
  });

  test('of version 1 opens for ever, as it was written then', () => {
    for (const { hash, json, scene: written } of versionOne) {
      // Fields that came later are as on the page itself.
      const scene = { ...DEFAULT_SCENE, ...written };
      assert.deepEqual(parseScene(hash), { scene, ignored: [] });
      assert.deepEqual(parseScene(JSON.stringify(json)), { scene, ignored: [] });
    }
  });

  test('of a later version is read as far as it is known, and says so', () => {
    const { scene, ignored } = parseScene('#v=2&text=Hi&layer=1&sparkle=yes');
    assert.equal(scene.text, 'Hi');
    assert.equal(scene.layer, 1);
    assert.deepEqual(
      ignored.map(({ why, field }) => [why, field]),
      [
        ['newerVersion', 'v'],
        ['unknownField', 'sparkle'],
      ],
    );
  });

  test('survives link, JSON and attributes, whatever it holds', () => {
    const random = shares(6);
    for (let i = 0; i < 500; i++) {
      const scene = randomScene(random);
      for (const source of [
        formatScene(scene),
        JSON.stringify(sceneToJson(scene)),
        sceneToJson(scene),
        sceneToAttributes(scene),
      ]) {
        assert.deepEqual(parseScene(source), { scene, ignored: [] });
      }
    }
  });

  test('as a link stands in Markdown, HTML and an address without more escaping', () => {
    const random = shares(7);
    for (let i = 0; i < 200; i++) {
      assert.match(formatScene(randomScene(random)), /^#[\w=&+%,:./;-]*$/);
    }
  });

  test('of a link that carries a picture is the scene alone', () => {
    const { scene, ignored } = parseScene('#v=1&text=Hi&snapshot=AbC-_&layer=1');
    assert.deepEqual([scene.text, scene.layer, ignored], ['Hi', 1, []]);
  });

  test('has attributes of the same names', () => {
    const attributes = sceneToAttributes(parseScene('#heads=2,1&mask=causal&average').scene);
    assert.deepEqual(attributes, { v: '1', heads: '2,1', average: 'true', mask: 'causal' });
    assert.ok(SCENE_FIELDS.every((name) => name === name.toLowerCase()));
  });
});

describe('what cannot be taken', () => {
  /** @type {[string, Partial<import('../../web/state/scene.js').Scene>, RegExp][]} */
  const cases = [
    ['layer=-1', { layer: 0 }, /^layer is -1; expected a whole number from 0 to 199$/],
    ['layer=1.6', { layer: 2 }, /^layer is 1.6; expected a whole number/],
    ['layer=two', { layer: 0 }, /^layer is two; expected/],
    ['mass=7', { mass: 1 }, /^mass is 7; expected a number from 0 to 1$/],
    ['heads=2,2,x', { heads: [2] }, /^heads is 2,2,x; expected different whole numbers/],
    ['heads=', { heads: [0] }, /^heads is ""; expected/],
    ['view=graf', { view: 'lab' }, /^view is graf; expected one of lab, heads, graph,/],
    ['lang=zh-CN', { lang: 'zh' }, /^$/],
    ['lang=fr', { lang: 'auto' }, /^lang is fr; expected one of auto, en, zh$/],
    ['lock=query:x', { lock: null }, /^lock is query:x; expected a token such as query:8/],
    ['lock=cell:NaN,-1', { lock: null }, /^lock is cell:NaN,-1; expected/],
    [
      'mask=causal,hole:3',
      { mask: { ...DEFAULT_SCENE.mask, causal: true } },
      /^unknown field mask.hole/,
    ],
    ['mask=window:-2', { mask: { ...DEFAULT_SCENE.mask, window: 0 } }, /^mask.window is -2/],
    ['mask=paint:3:_-_-_-', { mask: DEFAULT_SCENE.mask }, /^mask.paint is .*; expected/],
    [
      'mixer=1:3',
      { mixer: { place: 'before', layers: [null, [{ gain: 1.5, muted: false, solo: false }]] } },
      /^mixer.layers\[1\] is 3; expected a number from 0 to 1.5$/,
    ],
    ['mixer=what', { mixer: DEFAULT_SCENE.mixer }, /^mixer.place is what/],
    [
      'compare=twin',
      { compare: { kind: 'sentence', other: { layer: 0, head: 0 } } },
      /^compare.kind is twin/,
    ],
    ['unfold=softmax:1:1', { unfold: { ...nowhere, query: 1, key: 1 } }, /^unfold.name is softmax/],
    [
      'split=9:4:2:1',
      { split: { n: 6, heads: 4, dHead: 2, step: 1, head: 0 } },
      /^split.n is 9; expected a whole number from 1 to 6$/,
    ],
    ['split=x', { split: null }, /^split.n is x; expected a whole number/],
    ['fuse=9:key', { fuse: { step: 4, role: 'key' } }, /^fuse.step is 9; expected a whole number/],
    ['fuse=0:output', { fuse: null }, /^fuse.role is output; expected one of query, key, value$/],
    [
      'cost=70:999',
      { cost: { dModel: 64, seqLen: 1024 } },
      /^cost.dModel is 70; expected one of 64,/,
    ],
    [
      'model=javascript:alert(1)',
      { model: '' },
      /^model is javascript:alert\(1\); expected an http/,
    ],
    ['model=data:,x', { model: '' }, /^model is data:,x; expected/],
    ['step=3', { step: 0 }, /^step is 3; expected a step from 0 to 0$/],
    ['steps=layer%3Dx', { steps: [{ caption: '', layer: 0 }] }, /^steps\[0\].layer is x; expected/],
    ['__proto__=1', {}, /^unknown field __proto__; expected one of model/],
    ['text=%F0%9F', { text: '\ufffd' }, /^$/],
    ['v=x', {}, /^v is x; expected version 1$/],
  ];
  for (const [hash, expected, message] of cases) {
    test(`${hash}: the nearest good one, and a reason`, () => {
      const { scene } = parseScene(`#${hash}`);
      assert.deepEqual(scene, { ...DEFAULT_SCENE, ...expected });
      assert.match(messages(`#${hash}`).join('\n'), message);
    });
  }

  test('of JSON that is none: the default scene', () => {
    for (const source of ['{"layer":', '[1]', null, 7, 'x'.repeat(2_000_000)]) {
      const { scene, ignored } = parseScene(source);
      assert.deepEqual(scene, DEFAULT_SCENE);
      assert.equal(ignored[0].why, 'notAScene');
    }
  });

  test('a text with half a letter has a link, and the sign for what is lost in it', () => {
    const { scene } = parseScene({ text: 'a \ud83d b \ude00' });
    const hash = formatScene(scene);
    assert.equal(hash, '#v=1&text=a+%EF%BF%BD+b+%EF%BF%BD');
    assert.equal(parseScene(hash).scene.text, 'a \ufffd b \ufffd');
  });

  test('a text that is too long is cut, not dropped, and never within a letter', () => {
    const { scene, ignored } = parseScene({ text: `a${'😀'.repeat(4000)}` });
    assert.equal(scene.text.length, 5000);
    assert.equal(scene.text.codePointAt(4999), 0xfffd);
    assert.equal(ignored.length, 1);
  });

  test('nothing that a link or a file can hold makes it throw or leaves a scene that is none', () => {
    const random = shares(66);
    for (let i = 0; i < 3000; i++) {
      const broken = damaged(
        random,
        i % 2 ? formatScene(randomScene(random)) : JSON.stringify(sceneToJson(randomScene(random))),
      );
      const { scene, ignored } = parseScene(broken);
      assert.ok(Object.isFrozen(scene) && Array.isArray(ignored));
      assert.deepEqual(parseScene(formatScene(scene)), { scene, ignored: [] }, broken);
    }
    for (const value of [undefined, 1n, Symbol('x'), () => 1, [], [[]], { a: 1 }, NaN, -0, '💥']) {
      for (const field of SCENE_FIELDS) {
        const { scene } = parseScene({ [field]: value });
        assert.deepEqual(parseScene(formatScene(scene)), { scene, ignored: [] });
      }
    }
  });
});

/** A few bytes changed, dropped or doubled. @param {ReturnType<typeof shares>} random @param {string} text */
function damaged(random, text) {
  const letters = [...text];
  for (let change = 0; change < 4; change++) {
    const at = Math.floor(random() * letters.length);
    const with_ = [...'"{}[],:=&%;#0x-ms/', '\u0000', '\ud800', '999999'][
      Math.floor(random() * 21)
    ];
    letters.splice(at, Math.floor(random() * 3), ...(random() < 0.7 ? [with_] : []));
  }
  return letters.join('');
}

describe('steps', () => {
  const { scene } = parseScene(
    '#text=Hi&layer=1&steps=caption%3DOne%26heads%3D2;caption%3DTwo%26layer%3D0&step=1',
  );

  test('each differs from the scene itself, not from the one before', () => {
    assert.deepEqual(sceneAtStep(scene).heads, [2]);
    assert.equal(sceneAtStep(scene).layer, 1);
    assert.deepEqual(sceneAtStep(scene, 2).heads, [0]);
    assert.equal(sceneAtStep(scene, 2).layer, 0);
    assert.deepEqual(sceneAtStep(scene, 0), { ...scene, step: 0 });
    assert.equal(sceneAtStep(scene, 9).step, 2);
  });

  test('one that a reader changed opens as it was left, and the others as they were', () => {
    const random = shares(11);
    for (let i = 0; i < 100; i++) {
      const scene = randomScene(random);
      const { model, steps, step } = scene;
      const shown = { ...randomScene(random), model, steps, step };
      const left = parseScene(formatScene(sceneShowing(scene, shown)));
      assert.deepEqual(left.ignored, []);
      const reopened = sceneAtStep(left.scene);
      const { steps: now } = reopened;
      assert.deepEqual({ ...reopened, steps, step }, shown);
      for (const [at, other] of step ? steps.entries() : []) {
        if (at !== step - 1) assert.deepEqual(now[at], other);
        else assert.equal(now[at].caption, other.caption);
      }
    }
    assert.equal(sceneShowing(scene, sceneAtStep(scene)), scene);
  });
});

describe('state and scene', () => {
  const layers = [
    { dModel: 256, heads: 4, dHead: 64, dOutput: 512, dFfn: 1536 },
    { dModel: 512, heads: 4, dHead: 128, dOutput: 512, dFfn: 1536 },
  ];

  test('a state becomes a scene and the same state again', () => {
    const hash =
      '#text=Hi&second=Ho&layer=1&heads=2,0&lock=cell:1,0&mass=0.8&layout=arcs&side=key&stage=scaled' +
      '&mask=causal,paint:3:gA&mixer=after/1:1,0.5,1m,1s&compare=sentence:1:2&unfold=context:1:0:5';
    const { scene } = parseScene(hash);
    const { state } = createStore(stateOfScene(scene, createStore().state));
    assert.deepEqual(sceneOfState(state, DEFAULT_SCENE), scene);
  });

  test('every kind of scene does', () => {
    const random = shares(8);
    for (let i = 0; i < 200; i++) {
      const scene = { ...randomScene(random), text: 'x' };
      const { state } = createStore(stateOfScene(scene, createStore().state));
      assert.deepEqual(sceneOfState(state, scene), scene);
    }
  });

  test('a scene without sentences keeps those of the page', () => {
    const { state } = createStore({ text: 'here' });
    assert.equal(stateOfScene(DEFAULT_SCENE, state).text, 'here');
  });

  test('what the model or the sentence lacks becomes the nearest, and is told of', () => {
    const { scene } = parseScene(
      '#text=Hi&layer=7&heads=5,1&lock=key:9&compare=head:3:9&mixer=1:0.5/3:1,0&unfold=weights:9:9:500',
    );
    const fitted = fitScene(scene, { layers, tokens: 3 });
    const { layer, heads, lock, compare, mixer, unfold } = fitted.scene;
    assert.deepEqual({ layer, heads, lock }, { layer: 1, heads: [1], lock: null });
    assert.deepEqual(compare?.other, { layer: 1, head: 3 });
    assert.deepEqual(
      mixer.layers[1]?.map(({ gain }) => gain),
      [0.5, 1, 1, 1],
    );
    assert.deepEqual(unfold, { ...nowhere, query: 2, key: 2, column: 127 });
    assert.deepEqual(
      fitted.ignored.map(({ field }) => field),
      [
        'layer',
        'heads',
        'lock',
        'compare.other.layer',
        'compare.other.head',
        'mixer',
        'mixer.layers[1]',
        'unfold.query',
        'unfold.key',
        'unfold.column',
      ],
    );
  });

  test('what fits stays as it is', () => {
    const { scene } = parseScene('#text=Hi&layer=1&heads=3&lock=key:2&mixer=1:1,0,1,1');
    assert.deepEqual(fitScene(scene, { layers, tokens: 3 }), { scene, ignored: [] });
  });
});

test('every view has a name of its own', () => assert.equal(new Set(VIEWS).size, VIEWS.length));

describe('what the package exports', () => {
  const { scene } = parseScene('#text=Hi&heads=1,2&mask=causal,padding:2&steps=caption=a&step=1');
  const there = { layers: [{ heads: 4 }], tokens: 2 };
  /** @type {[string, (scene: any) => unknown][]} */
  const calls = [
    ['fitScene', (given) => door.fitScene(given, /** @type {any} */ (there))],
    ['formatScene', (given) => door.formatScene(given)],
    ['sceneAtStep', (given) => door.sceneAtStep(given)],
    ['sceneShowing', (given) => door.sceneShowing(scene, given)],
    ['sceneShowing', (given) => door.sceneShowing(given, scene)],
    ['sceneToAttributes', (given) => door.sceneToAttributes(given)],
    ['sceneToJson', (given) => door.sceneToJson(given)],
  ];

  test('takes every scene that there is', () => {
    const random = shares(9);
    for (let i = 0; i < 300; i++) {
      const given = randomScene(random);
      for (const [, call] of calls) call(given);
    }
    for (const { hash } of versionOne) {
      for (const [, call] of calls) call(parseScene(hash).scene);
    }
  });

  test('names what is no scene, whichever part of it', () => {
    const odd = [undefined, null, 5, NaN, '', [], [null], {}, { cell: 5 }, new Map()];
    for (const [name, call] of calls) {
      const refused = { code: 'BadArgument', message: new RegExp(`^\\[${name}\\] (scene|shown)`) };
      for (const given of odd) assert.throws(() => call(given), refused);
      for (const field of SCENE_FIELDS) {
        assert.throws(() => call({ ...scene, [field]: undefined }), refused);
        for (const value of odd) {
          try {
            call({ ...scene, [field]: value });
          } catch (error) {
            assert.equal(
              /** @type {any} */ (error).code,
              'BadArgument',
              `${name}, ${field}: ${error}`,
            );
          }
        }
      }
      for (const step of [5, { heads: null }, { nope: 1 }, { caption: 5 }]) {
        assert.throws(() => call({ ...scene, steps: [step] }), refused);
      }
    }
  });

  test('names the other arguments too', () => {
    const fit = /** @type {any} */ (door.fitScene);
    assert.throws(() => fit(scene), {
      message: /^\[fitScene\] there is undefined; expected an object/,
    });
    assert.throws(() => fit(scene, { layers: [5], tokens: 1 }), {
      message: /there.layers\[0\] is 5/,
    });
    assert.throws(() => fit(scene, { layers: [], tokens: 'a' }), {
      message: /there.tokens is "a"/,
    });
    assert.throws(() => door.sceneAtStep(scene, 0.5), { message: /step is 0.5; expected a whole/ });
    assert.deepEqual(door.sceneAtStep(scene, 9), sceneAtStep(scene, 1));
  });
});
