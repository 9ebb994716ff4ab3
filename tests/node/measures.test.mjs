/** Measures of a head, against matrices small enough to check by hand. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  averageHeads,
  disagreement,
  effectiveTokens,
  headMeasures,
  rowSum,
} from '../../web/draw/measures.js';

/** @param {number} count @param {(query: number, key: number) => number} weight */
const matrix = (count, weight) =>
  Float32Array.from({ length: count ** 2 }, (_, i) => weight(Math.floor(i / count), i % count));

/** @param {Float32Array} weights @param {number} count @param {object} [more] */
const measure = (weights, count, more = {}) =>
  headMeasures({ weights, count, head: 0, punctuation: Array(count).fill(false), ...more });

/** @param {number | undefined} value @param {number} expected */
const near = (value, expected) =>
  assert.ok(value !== undefined && Math.abs(value - expected) < 1e-6, `${value}, not ${expected}`);

describe('a head’s measures', () => {
  test('an even head equals its own baseline everywhere and looks around', () => {
    const { shares, distance, tokens, kinds } = measure(
      matrix(4, () => 0.25),
      4,
      { punctuation: [false, false, false, true] },
    );
    for (const share of Object.values(shares)) {
      near(share?.value, 0.25);
      near(share?.even, 0.25);
    }
    near(tokens?.value, 4);
    near(tokens?.even, 4);
    // |i - j| over a 4 by 4 grid: (0+1+2+3 + 1+0+1+2 + 2+1+0+1 + 3+2+1+0) / 16
    near(distance?.value, 20 / 16);
    near(distance?.even, 20 / 16);
    assert.deepEqual(kinds, ['around']);
  });

  test('the identity looks at itself: one token, no distance', () => {
    const { shares, distance, tokens, kinds } = measure(
      matrix(5, (query, key) => Number(query === key)),
      5,
    );
    near(shares.itself?.value, 1);
    near(shares.previous?.value, 0);
    near(shares.first?.value, 0);
    near(distance?.value, 0);
    near(tokens?.value, 1);
    assert.deepEqual(kinds, ['itself']);
    assert.equal(shares.punctuation, null, 'without punctuation there is no share of it');
  });

  test('shifted by one: the previous or the next token, from the queries that have one', () => {
    const back = measure(
      matrix(5, (query, key) => Number(key === Math.max(0, query - 1))),
      5,
    );
    near(back.shares.previous?.value, 1);
    near(back.shares.next?.value, 0);
    near(back.distance?.value, 4 / 5);
    assert.deepEqual(back.kinds, ['previous']);
    const on = measure(
      matrix(5, (query, key) => Number(key === Math.min(4, query + 1))),
      5,
    );
    near(on.shares.next?.value, 1);
    assert.deepEqual(on.kinds, ['next']);
  });

  test('half itself, half the next one: both are named, the stronger first', () => {
    const weights = matrix(6, (query, key) => {
      if (key === query) return query === 5 ? 1 : 0.6;
      return key === query + 1 ? 0.4 : 0;
    });
    const { shares, tokens, kinds } = measure(weights, 6);
    near(shares.itself?.value, (5 * 0.6 + 1) / 6);
    near(shares.next?.value, 0.4);
    const two = Math.exp(-0.6 * Math.log(0.6) - 0.4 * Math.log(0.4));
    near(tokens?.value, (5 * two + 1) / 6);
    assert.deepEqual(kinds, ['itself', 'next']);
  });

  test('the first token, punctuation, a few words far away, words nearby', () => {
    const first = matrix(6, (_, key) => Number(key === 0));
    assert.deepEqual(measure(first, 6).kinds, ['first']);
    const marks = { punctuation: [false, false, true, false, false, true] };
    const comma = matrix(6, (_, key) => (key === 2 || key === 5 ? 0.5 : 0));
    const punctuation = measure(comma, 6, marks);
    near(punctuation.shares.punctuation?.value, 1);
    near(punctuation.shares.punctuation?.even, 1 / 3);
    assert.deepEqual(punctuation.kinds, ['punctuation']);
    const far = matrix(12, (query, key) => Number(key === (query + 6) % 12));
    assert.deepEqual(measure(far, 12).kinds, ['few']);
    const close = matrix(16, (query, key) => {
      const away = Math.abs(query - key);
      const ways = [-3, -2, 2, 3].filter((step) => query + step >= 0 && query + step < 16);
      return away === 2 || away === 3 ? 1 / ways.length : 0;
    });
    assert.deepEqual(measure(close, 16).kinds, ['nearby']);
  });

  test('rows that a mask leaves nothing are left out; an even head keeps to the mask', () => {
    const causal = matrix(4, (query, key) => (key <= query ? 0 : -Infinity));
    const even = matrix(4, (query, key) => (key <= query ? 1 / (query + 1) : 0));
    const masked = measure(even, 4, { masked: causal });
    near(masked.shares.itself?.value, (1 + 1 / 2 + 1 / 3 + 1 / 4) / 4);
    near(masked.shares.itself?.even, (1 + 1 / 2 + 1 / 3 + 1 / 4) / 4);
    near(masked.tokens?.even, 2.5);
    assert.equal(masked.shares.next, null, 'no query may look ahead');
    assert.deepEqual(masked.kinds, ['around']);

    const half = Float32Array.of(0, 0, 0, 1);
    const two = measure(half, 2, { masked: Float32Array.of(-Infinity, -Infinity, 0, 0) });
    near(two.shares.itself?.value, 1);
    near(two.tokens?.value, 1);
    assert.deepEqual(measure(new Float32Array(9), 3).kinds, ['none']);
  });

  test('no token and one token are safe', () => {
    assert.deepEqual(measure(new Float32Array(0), 0).kinds, ['none']);
    const one = measure(Float32Array.of(1), 1);
    assert.deepEqual(one.kinds, ['single']);
    near(one.tokens?.value, 1);
    assert.equal(disagreement({ weights: new Float32Array(0), count: 0, head: 0, heads: 2 }), null);
  });
});

describe('disagreement', () => {
  const identity = matrix(3, (query, key) => Number(query === key));
  const shifted = matrix(3, (query, key) => Number(key === (query + 1) % 3));
  /** @param {Float32Array[]} heads @param {number} head */
  const between = (heads, head = 0) => {
    const weights = Float32Array.from(heads.flatMap((values) => [...values]));
    return disagreement({ weights, count: 3, head, heads: heads.length }) ?? NaN;
  };

  test('0 for equal heads, 1 for heads without a key in common, the mean over the others', () => {
    near(between([identity, identity]), 0);
    near(between([identity, shifted]), 1);
    near(between([identity, shifted, identity]), 0.5);
    near(between([identity, shifted, identity], 1), 1);
    assert.ok(Number.isNaN(between([identity])), 'one head has nobody to disagree with');
  });

  test('one row by hand: (1, 0) and (½, ½) are √(H(¾, ¼) − ½) apart', () => {
    const weights = Float32Array.of(1, 0, 0, 0, 0.5, 0.5, 0, 0);
    const bits = -0.75 * Math.log2(0.75) - 0.25 * Math.log2(0.25);
    const distance = disagreement({ weights, count: 2, head: 0, heads: 2 });
    near(distance ?? NaN, Math.sqrt(bits - 0.5));
  });
});

describe('the averaging trap', () => {
  test('two heads that each pick one word average to two words', () => {
    const weights = Float32Array.of(1, 0, 0, 1, 0, 1, 1, 0);
    const average = averageHeads({ weights, count: 2, heads: 2 });
    assert.deepEqual([...average.weights], [0.5, 0.5, 0.5, 0.5]);
    assert.deepEqual([...average.strongest], [0, 1, 1, 0]);
    near(effectiveTokens(weights, 0, 2), 1);
    near(effectiveTokens(average.weights, 0, 2), 2);
    near(rowSum(average.weights, 2, 2), 1);
  });

  test('a masked row stays zero: no token, no sum, no name', () => {
    const { weights } = averageHeads({ weights: new Float32Array(8), count: 2, heads: 2 });
    assert.equal(effectiveTokens(weights, 0, 2), 0);
    assert.equal(rowSum(weights, 0, 2), 0);
    assert.equal(averageHeads({ weights: [], count: 0, heads: 4 }).weights.length, 0);
  });
});
