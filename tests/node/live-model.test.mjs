/** Another model takes over while the one before still answers: its answers count no more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLiveContributions } from '../../web/live-contributions.js';
import { createLiveFuse } from '../../web/live-fuse.js';
import { createLiveWeights } from '../../web/live-weights.js';
import { FIRST_FUSE } from '../../web/state/fuse.js';
import { createStore } from '../../web/state/store.js';

const layers = [{ dModel: 4, heads: 2, dHead: 2, dOutput: 4, dFfn: 8 }];
const token = { id: 1, piece: 'a', text: 'a', start: 0, end: 1, known: true, score: 0 };

/** A sentence as a model of that name draws it. @param {string} name */
function drawnBy(name) {
  const about = { name, title: name, licence: 'MIT', source: '', maxTokens: 9, dtype: 'F32' };
  const tensor = (/** @type {number[]} */ ...shape) => {
    const data = new Float32Array(shape.reduce((a, b) => a * b));
    return { name: '', shape, axes: [], data };
  };
  return {
    ...{ text: 'a', tokens: [token], cut: null, model: { ...about, layers } },
    tensors: {
      'layers.0.input': tensor(1, 4),
      'layers.0.attention.query': tensor(2, 1, 2),
    },
  };
}

/**
 * An engine that answers when it is told to, with numbers that say whose they are.
 * @param {import('../../web/state/store.js').Store} store
 */
function slowEngine(store) {
  /** @type {(() => void)[]} */
  const waiting = [];
  let asked = 0;
  const later = (/** @type {unknown} */ answer) =>
    new Promise((resolve) => {
      asked++;
      waiting.push(() => resolve(answer));
    });
  const weight = (/** @type {string} */ name) => {
    const data = new Float32Array(16).fill(store.state.models);
    return later({ name, shape: name.endsWith('bias') ? [4] : [4, 4], data });
  };
  const trace = (/** @type {string} */ text) =>
    later({ ...drawnBy(`model ${store.state.models}`), text });
  return {
    engine: /** @type {any} */ ({ weight, trace, measure: () => later(null) }),
    get asked() {
      return asked;
    },
    async answer() {
      while (waiting.length) {
        for (const give of waiting.splice(0)) give();
        for (let i = 0; i < 20; i++) await null;
      }
    },
  };
}

/** A page on which somebody looks at weights, contributions and the fused layer. */
function page() {
  const store = createStore();
  const { actions } = store;
  const slow = slowEngine(store);
  actions.setLoad({ phase: 'ready' });
  actions.setFuse(FIRST_FUSE);
  for (const create of [createLiveFuse, createLiveWeights, createLiveContributions]) {
    create({ store, engine: slow.engine });
  }
  for (const section of /** @type {const} */ (['fuse', 'trace', 'contributions'])) {
    actions.setOnScreen({ section, seen: true });
  }
  actions.setSnapshot({ snapshot: drawnBy('model 0') });
  return { store, actions, slow };
}

/** Whose numbers the page shows. @param {Readonly<import('../../web/state/store.js').State>} state */
const shown = ({ layerWeights, outputWeights, contributions, fuse }) => ({
  weights: layerWeights[0]?.weights['query.weight'].data[0] ?? null,
  output: outputWeights?.[0].weight.data[0] ?? null,
  contributions: contributions?.snapshot.model?.name ?? null,
  fuse: fuse?.weights?.projections.query.weight.data[0] ?? null,
});
const nothing = { weights: null, output: null, contributions: null, fuse: null };

test('what was asked of the model before is dropped, and asked of the new one', async () => {
  const { store, actions, slow } = page();
  assert.ok(slow.asked > 0, 'something is on its way');
  actions.setModel({ text: 'b' });
  await slow.answer();
  assert.deepEqual(shown(store.state), nothing);
  actions.setSnapshot({ snapshot: { ...drawnBy('model 1'), text: 'b' } });
  await slow.answer();
  assert.deepEqual(shown(store.state), {
    ...{ weights: 1, output: 1, contributions: 'model 1', fuse: 1 },
  });
});

test('what was there of the model before is gone, and nobody asks by the old picture', async () => {
  const { store, actions, slow } = page();
  await slow.answer();
  assert.equal(store.state.fuse?.weights?.projections.query.weight.data[0], 0);
  actions.setFuse({ step: 2 });
  const { asked } = slow;
  actions.setModel({ text: 'b' });
  assert.deepEqual(shown(store.state), nothing);
  assert.equal(store.state.fuse?.step, 2, 'what the reader chose stays');
  await slow.answer();
  assert.equal(slow.asked, asked);
});
