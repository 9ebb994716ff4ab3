/** Splitting into heads: the right way, the shredding way, and what both do to the weights. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { layoutSplit } from '../../web/draw/split.js';
import { loadHeadscope } from '../../web/node/index.js';
import {
  attentionWeights,
  bothWeights,
  inMemory,
  largestDifference,
  owner,
  shredDifference,
  shredPlace,
  SIZES,
  splitRightly,
  strays,
  tokensInShreds,
} from '../../web/state/split.js';
import { randomFloats, randomWeights } from './support/random.mjs';

/** @typedef {import('../../web/state/split.js').Size} Size */

const sizes = SIZES.n.flatMap((n) =>
  SIZES.heads.flatMap((heads) => SIZES.dHead.map((dHead) => ({ n, heads, dHead }))),
);
const count = (/** @type {Size} */ { n, heads, dHead }) => n * heads * dHead;

/** Nested arrays, as a library's view makes them. @param {number[]} flat @param {number[]} shape @returns {any[]} */
const view = (flat, [first, ...rest]) =>
  rest.length
    ? Array.from({ length: first }, (_, i) =>
        view(flat.slice((i * flat.length) / first, ((i + 1) * flat.length) / first), rest),
      )
    : flat;

/** Of the first two axes. @param {any[][]} nested */
const transpose = (nested) => nested[0].map((_, i) => nested.map((row) => row[i]));

describe('where numbers go', () => {
  test('is where view and transpose bring them', () => {
    for (const size of sizes) {
      const { n, heads, dHead } = size;
      const flat = Array.from({ length: count(size) }, (_, i) => i);
      const right = transpose(view(flat, [n, heads, dHead]));
      const wrong = view(flat, [heads, n, dHead]);
      for (const index of flat) {
        const { head, row, column, token } = owner(index, size);
        assert.equal(right[head][row][column], index);
        assert.equal(row, token);
        const there = shredPlace(index, size);
        assert.equal(wrong[there.head][there.row][there.column], index);
      }
      assert.deepEqual([...splitRightly(flat, size)], right.flat(2));
      const headOf = (/** @type {any[][]} */ nested, /** @type {number} */ index) =>
        nested.findIndex((head) => head.flat().includes(index));
      assert.deepEqual(
        strays(size),
        flat.filter((index) => headOf(right, index) !== headOf(wrong, index)),
      );
      const tokens = wrong.map((head) =>
        Array.from(
          { length: n },
          (_, token) =>
            head.flat().filter((/** @type {number} */ i) => Math.floor(i / heads / dHead) === token)
              .length,
        ),
      );
      assert.deepEqual(tokensInShreds(size), tokens);
    }
  });

  test('one head is never shredded; three quarters are where heads divide the tokens by four', () => {
    assert.deepEqual(strays({ n: 5, heads: 1, dHead: 3 }), []);
    assert.equal(strays({ n: 4, heads: 4, dHead: 8 }).length, 0.75 * 4 * 4 * 8);
  });
});

describe('weights', () => {
  test('of the right split are those of the core, masked or not', async () => {
    const headscope = await loadHeadscope();
    const random = randomFloats(11);
    const config = { dModel: 24, heads: 3, dHead: 8 };
    const layer = headscope.createAttention(config, randomWeights(random, config));
    const x = random(7 * 24).map((value) => 4 * value);
    for (const mask of /** @type {const} */ (['none', 'causal'])) {
      const trace = layer.trace(x, { seqLen: 7, mask });
      const tensor = (/** @type {string} */ name) => ({
        name,
        shape: [...trace.get(name).shape],
        axes: [],
        data: trace.get(name).copy(),
      });
      const size = { n: 7, heads: 3, dHead: 8 };
      const [query, key] = [tensor('query'), tensor('key')].map((each) => inMemory(each, size));
      const masked = tensor('masked');
      const core = tensor('weights');
      const right = attentionWeights({
        ...{ query: splitRightly(query, size), key: splitRightly(key, size), size },
        masked: masked.data,
      });
      assert.ok(largestDifference(right, core.data) < 1e-6);
      const wrong = attentionWeights({ query, key, size, masked: masked.data });
      if (mask === 'none') assert.deepEqual(bothWeights({ query, key, size }), { right, wrong });
      const whole = { query: tensor('query'), key: tensor('key'), weights: core, masked };
      const difference = shredDifference(whole);
      assert.ok(difference > 0.05, `${difference}`);
      assert.equal(difference, largestDifference(wrong, core.data));
      // What the trace holds is what counts, not what could be computed again from its parts.
      const zeros = { ...core, data: new Float32Array(core.data.length) };
      assert.equal(shredDifference({ ...whole, weights: zeros }), Math.max(...wrong));
      trace.dispose();
    }
    layer.dispose();
  });

  test('of a row that may look nowhere are 0; all others sum to 1', () => {
    const size = { n: 3, heads: 1, dHead: 2 };
    const masked = [0, 0, 0, -Infinity, -Infinity, -Infinity, 0, -Infinity, 0];
    const numbers = [1, -2, 0.5, 3, -1, 1];
    const weights = attentionWeights({ query: numbers, key: numbers, size, masked });
    const sums = [0, 1, 2].map((row) =>
      weights.slice(3 * row, 3 * row + 3).reduce((a, b) => a + b),
    );
    assert.ok(Math.abs(sums[0] - 1) < 1e-12 && sums[1] === 0 && Math.abs(sums[2] - 1) < 1e-12);
    assert.equal(weights[7], 0);
  });

  test('a slice keeps each number with its token and its head', () => {
    const [heads, rows, width] = [4, 5, 6];
    const data = Float32Array.from({ length: heads * rows * width }, (_, i) => i);
    const size = { n: 3, heads: 2, dHead: 2 };
    const memory = inMemory({ name: 'query', shape: [heads, rows, width], axes: [], data }, size);
    assert.deepEqual([...memory.subarray(4, 8)], [6, 7, 36, 37], 'token 1: head 0, head 1');
  });
});

describe('the picture of a split', () => {
  test('keeps all numbers apart and inside, at every step and width', () => {
    for (const size of sizes) {
      for (const width of [300, 366, 580, 900]) {
        for (const side of /** @type {const} */ (['right', 'wrong'])) {
          for (const step of [0, 1, 2]) {
            const layout = layoutSplit({ size, side, step, width });
            const seen = new Set(layout.cells.map(([x, y]) => `${x} ${y}`));
            assert.equal(seen.size, count(size));
            for (const [x, y] of layout.cells) {
              assert.ok(x >= 0 && x + layout.cell <= layout.width + 0.5, `${x} of ${layout.width}`);
              assert.ok(y >= 0 && y + layout.cell <= layout.height + 0.5);
            }
            assert.ok(
              layout.width <= width,
              `${layout.width} of ${width}: ${JSON.stringify(size)}`,
            );
            if (step === 2) {
              layout.cells.forEach(([x, y], index) => {
                const { head } = side === 'right' ? owner(index, size) : shredPlace(index, size);
                const frame = layout.frames[head];
                assert.ok(x >= frame.x && x + layout.cell <= frame.x + frame.width);
                assert.ok(y >= frame.y && y + layout.cell <= frame.y + frame.height);
              });
            }
          }
        }
      }
    }
  });
});
