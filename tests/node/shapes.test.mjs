/** @file The free shapes: what can be chosen, what is asked of the engine, what becomes of its answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  divides,
  LIMITS,
  nearestHeads,
  PRESETS,
  refusal,
  requestOf,
  resultOf,
  START,
  withConfig,
} from '../../web/state/shapes.js';
import { createStore } from '../../web/state/store.js';
import { bandsOf } from '../../web/views/dimension-trace-bands.js';
import { byHead } from '../../web/views/dimension-trace-by-head.js';

const { config } = START;

/** @param {string} name @param {number[]} shape @param {string[]} axes */
const tensor = (name, shape, axes) => ({
  name,
  shape,
  axes,
  data: new Float32Array(shape.reduce((product, size) => product * size, 1)),
});

test('it begins with the lesson: 512 = 8 × 64, 13 tokens', () => {
  assert.deepEqual([config.seqLen, config.dModel, config.heads], [13, 512, 8]);
  assert.deepEqual(requestOf(config), {
    ...{ seed: 1, seqLen: 13, dModel: 512, heads: 8, dHead: 64, mask: 'none' },
    byteBudget: 192 * 2 ** 20,
  });
  for (const [name, sizes] of Object.entries(PRESETS)) {
    assert.equal(divides(withConfig(config, sizes)), name !== 'indivisible', name);
  }
});

test('choices stay within the limits, and there are never more heads than columns', () => {
  const at = (/** @type {Partial<typeof config>} */ changes) => withConfig(config, changes);
  assert.equal(at({ seqLen: 0 }).seqLen, 1);
  assert.equal(at({ seqLen: 513 }).seqLen, LIMITS.seqLen);
  assert.equal(at({ seqLen: NaN }).seqLen, 1);
  assert.equal(at({ dModel: 5000 }).dModel, 1024);
  assert.equal(at({ heads: 5000 }).heads, 512);
  assert.equal(at({ heads: -3 }).heads, 1);
  assert.equal(at({ dModel: 4 }).heads, 4);
  assert.equal(at({ seed: 2 ** 40 }).seed, 2 ** 32 - 1);
  assert.equal(at({ heads: 2.6 }).heads, 3);
  assert.ok(Object.isFrozen(at({})));
});

test('where heads do not divide d_model, only the projection is asked for', () => {
  const three = withConfig(config, { heads: 3 });
  assert.ok(!divides(three));
  const { heads, dHead, names } = requestOf(three);
  assert.deepEqual([heads, dHead, names], [1, 512, ['query']]);
  assert.deepEqual(nearestHeads(three), [2, 4]);
  assert.deepEqual(nearestHeads(withConfig(config, { dModel: 7, heads: 5 })), [1, 7]);
  const { snapshot } = resultOf(three, {
    x: tensor('x', [13, 512], ['seq_len', 'd_model']),
    weights: {},
    tensors: { query: tensor('query', [1, 13, 512], ['heads', 'seq_len', 'd_head']) },
  });
  const query = snapshot?.tensors['layers.0.attention.query'];
  assert.deepEqual(
    [query?.shape, query?.axes],
    [
      [13, 512],
      ['seq_len', 'd_model'],
    ],
  );
  assert.deepEqual(Object.keys(snapshot?.tensors ?? {}), [
    'layers.0.input',
    'layers.0.attention.query',
  ]);
});

test('an answer becomes a snapshot of a model of one layer', () => {
  const { snapshot, refused } = resultOf(config, {
    x: tensor('x', [13, 512], ['seq_len', 'd_model']),
    weights: {},
    tensors: { scores: tensor('scores', [8, 13, 13], ['heads', 'query', 'key']) },
  });
  assert.equal(refused, null);
  assert.equal(snapshot?.model?.layers[0].dHead, 64);
  assert.deepEqual(snapshot?.tensors['layers.0.attention.scores'].shape, [8, 13, 13]);
  assert.equal(refusal(config, 'too large').snapshot, null);
});

test('the store holds them once the section is there', () => {
  const { state, actions } = createStore();
  assert.equal(state.shapes, null);
  const store = createStore();
  store.actions.setShapes(START);
  store.actions.setShapes({ on: true });
  assert.deepEqual(store.state.shapes, { ...START, on: true });
  assert.ok(actions);
});

test('a fused matrix is read head by head: columns of W_Q, rows of W_O', () => {
  const wide = byHead(tensor('query.weight', [6, 8], ['d_model', 'heads*d_head']), 2);
  assert.deepEqual(
    [wide.shape, wide.strides, wide.axes],
    [
      [2, 6, 4],
      [4, 8],
      ['heads', 'd_model', 'd_head'],
    ],
  );
  const tall = byHead(tensor('output.weight', [8, 6], ['heads*d_head', 'd_output']), 2);
  assert.deepEqual(
    [tall.shape, tall.strides, tall.axes],
    [[2, 4, 6], undefined, ['heads', 'd_head', 'd_output']],
  );
});

test('tokens in focus are rows of what is theirs', () => {
  const query = { side: /** @type {const} */ ('query'), index: 3 };
  const cell = { cell: /** @type {[number, number]} */ ([3, 5]) };
  const pairs = ['heads', 'query', 'key'];
  const rows = ['heads', 'seq_len', 'd_head'];
  assert.deepEqual(bandsOf(pairs, undefined, query), { rows: [3], columns: [] });
  assert.deepEqual(bandsOf(pairs, undefined, cell), { rows: [3], columns: [5] });
  assert.deepEqual(bandsOf(rows, 'query', query), { rows: [3], columns: [] });
  assert.deepEqual(bandsOf(rows, 'key', query), { rows: [], columns: [] });
  assert.deepEqual(bandsOf(rows, 'key', cell), { rows: [5], columns: [] });
  assert.deepEqual(bandsOf(['seq_len', 'd_model'], undefined, cell), { rows: [3, 5], columns: [] });
  assert.deepEqual(bandsOf(['d_model', 'heads*d_head'], undefined, cell), {
    rows: [],
    columns: [],
  });
  assert.deepEqual(bandsOf(pairs, undefined, null), { rows: [], columns: [] });
});
