/** @file Numbers unfolded into their arithmetic: on the real model, from the digits that are shown. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { indexOf, placeOf, unfold, UNFOLDABLE, valueAt } from '../../web/draw/arithmetic.js';
import { formatNumber } from '../../web/i18n/index.js';
import { loadHeadscope } from '../../web/node/index.js';
import { randomFloats } from './support/random.mjs';

const kSentence = "The animal didn't cross the street because it was too tired.";
const kCellsPerTensor = 60;

/** @typedef {import('../../web/draw/arithmetic.js').Unfolded} Unfolded */
/** @typedef {import('../../web/draw/arithmetic.js').Place} Place */
/** @typedef {import('../../web/draw/arithmetic.js').Name} Name */

/** @param {string} text as it stands on the page */
const parse = (text) => (text === '−∞' ? -Infinity : Number(text.replace('−', '-')));

/** A number as a reader sees it. @param {number} value @param {number} decimals */
const shown = (value, decimals) => parse(formatNumber(value, decimals));

/** Whether two numbers agree within one of the last digit. @param {number} a @param {number} b @param {number} decimals */
const near = (a, b, decimals) => a === b || Math.abs(a - b) <= 10 ** -decimals * (1 + 1e-6);

/**
 * Works it all out again from what is shown alone.
 * @param {Unfolded} step
 */
function recompute({ kind, terms, bias, factor, decimals, digits, value, largest, total }) {
  const p = decimals;
  const result = shown(value, digits);
  let sum = 0;
  let own = NaN;
  for (const { numbers, running, chosen } of terms) {
    const [a, b, c] = numbers.map((number) => shown(number, p));
    const so = shown(running, p);
    sum += c;
    assert.ok(Math.abs(sum - so) < 10 ** -p / 2, `running sum ${sum}, shown ${so}`);
    if (kind === 'dot') assert.ok(near(a * b, c, p), `${a} × ${b} is not ${c}`);
    if (kind === 'same') assert.equal(a, c);
    if (kind === 'softmax' && a !== -Infinity) {
      assert.ok(Math.abs(a - shown(largest ?? NaN, p) - b) < 10 ** -p / 2);
      assert.ok(near(Math.exp(b), c, p), `e^${b} is not ${c}`);
    }
    if (chosen) own = c;
  }
  if (kind === 'softmax') sum = own / sum;
  if (bias !== null) sum += shown(bias, p);
  if (factor !== null) sum *= shown(factor, p);
  assert.ok(near(sum, result, digits), `the digits come to ${sum}, shown ${result}`);
  assert.ok(near(total, result, digits));
}

describe('unfolding', () => {
  /** @type {import('../../web/headscope.js').Model} */
  let model;
  before(async () => {
    model = await (await loadHeadscope({ module: 'simd' })).loadModel();
  });
  after(() => model.dispose());

  /** @param {number} layer @param {import('../../web/headscope.js').ModelTraceOptions} [options] */
  function layerOf(layer, options) {
    const trace = model.trace(kSentence, options);
    const { tensors } = trace.snapshot();
    trace.dispose();
    const weight = (/** @type {string} */ name) =>
      model.weight(`layers.${layer}.attention.${name}`);
    return {
      tensors: (/** @type {string} */ name) => tensors[`layers.${layer}.attention.${name}`],
      weights: weight,
    };
  }

  /** @param {ReturnType<typeof layerOf>} layer @param {(length: number) => Float32Array} random @returns {Place} */
  function anyPlace({ tensors }, random) {
    const [heads, count, dHead] = tensors('query').shape;
    const below = (/** @type {number} */ end) => Math.floor((random(1)[0] + 0.5) * end);
    return {
      head: below(heads),
      query: below(count),
      key: below(count),
      column: below(dHead),
      output: below(tensors('output').shape[1]),
    };
  }

  for (const layer of [0, 1]) {
    for (const name of UNFOLDABLE) {
      it(`the digits shown of ${name} in layer ${layer} come to it`, () => {
        const real = layerOf(layer);
        const random = randomFloats(17 * layer + name.length);
        for (let i = 0; i < kCellsPerTensor; i++) {
          const place = anyPlace(real, random);
          for (const sorted of [false, true]) {
            const step = unfold(real, name, place, { sorted });
            assert.ok(step);
            const { dHead } = model.info.layers[layer];
            const index = indexOf(name, place, dHead);
            assert.equal(step.value, valueAt(real.tensors(name), index));
            assert.deepEqual({ ...place, ...placeOf(name, index, dHead) }, place);
            assert.ok(step.agrees);
            assert.ok(step.digits >= 2, `${name}[${index}] shows ${step.digits} digits`);
            recompute(step);
          }
        }
      });
    }
  }

  it('under a mask: hidden cells have no arithmetic, the row’s others leave them out', () => {
    const real = layerOf(1, { mask: 'causal' });
    const place = { head: 2, query: 4, key: 9, column: 3, output: 7 };
    const hidden = unfold(real, 'weights', place);
    assert.equal(hidden?.kind, 'hidden');
    assert.equal(hidden?.value, 0);
    assert.equal(unfold(real, 'masked', place)?.kind, 'hidden');
    const open = unfold(real, 'weights', { ...place, key: 3 });
    assert.ok(open);
    assert.equal(open.terms.filter(({ numbers }) => numbers[2] === 0).length, 14 - 5);
    recompute(open);
    const context = unfold(real, 'context', place);
    assert.ok(context);
    recompute(context);
  });

  it('a head’s gain stands between its context and concat', () => {
    const gains = [1, 0.4, 1, 0];
    const real = { ...layerOf(1, { gains: [null, gains] }), gains };
    const place = { head: 1, query: 4, key: 9, column: 3, output: 7 };
    for (const head of [0, 1, 3]) {
      const step = unfold(real, 'concat', { ...place, head });
      assert.equal(step?.kind, head === 0 ? 'same' : 'dot');
      assert.ok(step?.agrees);
      recompute(step);
    }
  });

  it('a gain after W_O stands behind the sum of its slice', () => {
    const outputGains = [1, 0.4, 1, 0];
    const real = { ...layerOf(1, { outputGains: [null, outputGains] }), outputGains };
    const place = { head: 1, query: 4, key: 9, column: 3, output: 7 };
    for (const [output, factor] of [
      [127, null],
      [128, 0.4],
      [511, 0],
    ]) {
      const step = unfold(real, 'output', { ...place, output: Number(output) });
      assert.equal(step?.factor, factor);
      assert.ok(step?.agrees);
      recompute(step);
    }
  });

  it('sorted, the largest product comes first and the sum is the same', () => {
    const real = layerOf(1);
    const place = { head: 2, query: 8, key: 1, column: 0, output: 0 };
    const [plain, sorted] = [false, true].map((by) =>
      unfold(real, 'scores', place, { sorted: by }),
    );
    assert.ok(plain && sorted);
    const sizes = sorted.terms.map(({ at }) => {
      const [q, k] = ['query', 'key'].map((name) => real.tensors(name));
      return Math.abs(valueAt(q, [2, 8, at]) * valueAt(k, [2, 1, at]));
    });
    assert.deepEqual(
      sizes,
      [...sizes].sort((a, b) => b - a),
    );
    assert.equal(sorted.terms.at(-1)?.running, plain.terms.at(-1)?.running);
    assert.equal(sorted.total, plain.total);
  });

  it('without weights what needs them does not unfold, the rest does', () => {
    const { tensors } = layerOf(0);
    const place = { head: 0, query: 0, key: 1, column: 2, output: 3 };
    const missing = UNFOLDABLE.filter((name) => !unfold({ tensors }, name, place));
    assert.deepEqual(missing, ['query', 'key', 'value', 'output']);
  });

  it('a core that computed something else is not agreed with', () => {
    const { tensors, weights } = layerOf(1);
    const scores = tensors('scores');
    const data = scores.data.map((value) => value * 1.01);
    const wrong = (/** @type {string} */ name) =>
      name === 'scores' ? { ...scores, data } : tensors(name);
    const place = { head: 2, query: 8, key: 1, column: 0, output: 0 };
    const step = unfold({ tensors: wrong, weights }, 'scores', place);
    assert.equal(step?.agrees, false);
  });
});
