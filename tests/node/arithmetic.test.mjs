/** @file Numbers unfolded into their arithmetic: on the real model, from the digits that are shown. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readFileSync } from 'node:fs';
import {
  indexOf,
  placeOf,
  stepsOf,
  traceName,
  unfold,
  UNFOLDABLE,
  valueAt,
} from '../../web/draw/arithmetic.js';
import { projectedOf } from '../../web/draw/arithmetic-block.js';
import { formatNumber } from '../../web/i18n/index.js';
import { defaultModelUrl } from '../../web/models/registry.js';
import { readSafetensors } from '../../web/models/safetensors.js';
import { loadHeadscope } from '../../web/node/index.js';
import { cellFormula } from '../../web/views/arithmetic-formulas.js';
import { randomFloats } from './support/random.mjs';

const kSentence = "The animal didn't cross the street because it was too tired.";
const kCellsPerTensor = 60;

/** @typedef {import('../../web/draw/arithmetic.js').Unfolded} Unfolded */
/** @typedef {import('../../web/draw/arithmetic.js').Place} Place */
/** @typedef {import('../../web/draw/arithmetic.js').Tensor} Tensor */

/** @param {string} text as it stands on the page */
const parse = (text) => (text === '−∞' ? -Infinity : Number(text.replace('−', '-')));

/** A number as a reader sees it. @param {number} value @param {number} decimals */
const shown = (value, decimals) => parse(formatNumber(value, decimals));

/** Whether two numbers agree within one of the last digit. @param {number} a @param {number} b @param {number} decimals */
const near = (a, b, decimals) => a === b || Math.abs(a - b) <= 10 ** -decimals * (1 + 1e-6);

/**
 * What is done to a number, again, from the digits shown; a division by a count of rows is exact.
 * @param {number} start
 * @param {readonly import('../../web/draw/arithmetic.js').Done[]} steps
 * @param {number} p decimals
 */
function again(start, steps, p) {
  let now = start;
  for (const { op, number, result } of steps) {
    const operand = number === null ? NaN : shown(number, p);
    const exact = {
      plus: now + operand,
      times: now * operand,
      over: now / operand,
      root: Math.sqrt(now),
      relu: Math.max(0, now),
      tanh: Math.tanh(now),
    }[op];
    assert.ok(near(exact, shown(result, p), p), `${op} ${operand}: ${exact}, shown ${result}`);
    now = result;
  }
  return now;
}

/**
 * Works it all out again from what is shown alone.
 * @param {Unfolded} step
 */
function recompute({ kind, terms, then, own, mean, decimals, digits, value, largest, total }) {
  const p = decimals;
  const result = shown(value, digits);
  let [sum, plain, chosenNumber] = [0, 0, NaN];
  for (const { numbers, running, chosen, right } of terms) {
    const [a, b, c] = numbers.map((number) => shown(number, p));
    const so = shown(running, p);
    sum += c;
    plain += a;
    assert.ok(Math.abs(sum - so) < 10 ** -p / 2, `running sum ${sum}, shown ${so}`);
    if (kind === 'dot' && right) assert.ok(near(a * b, c, p), `${a} × ${b} is not ${c}`);
    if (kind === 'same' || kind === 'sum' || (kind === 'dot' && !right)) assert.equal(a, c);
    if (kind === 'softmax' && a !== -Infinity) {
      assert.ok(Math.abs(a - shown(largest ?? NaN, p) - b) < 10 ** -p / 2);
      assert.ok(near(Math.exp(b), c, p), `e^${b} is not ${c}`);
    }
    if (kind === 'norm') assert.ok(Math.abs(a - shown(mean?.result ?? NaN, p) - b) < 10 ** -p / 2);
    if (kind === 'unit') assert.ok(near(Math.tanh(a), b, p), `tanh ${a} is not ${b}`);
    if (kind === 'norm' || kind === 'unit') assert.ok(near(b * b, c, p), `${b}² is not ${c}`);
    if (chosen) chosenNumber = kind === 'softmax' ? c : b;
  }
  if (mean) {
    assert.ok(Math.abs(plain - shown(mean.sum, p)) < 10 ** -p / 2, 'the sum of the row');
    assert.ok(near(mean.sum / mean.count, shown(mean.result, p), p), 'its mean');
  }
  let end = again(sum, then, p);
  if (own) {
    assert.equal(shown(own.number, p), chosenNumber);
    const [first] = own.then;
    if (first.number !== null) assert.equal(shown(first.number, p), shown(end, p));
    end = again(chosenNumber, own.then, p);
  }
  assert.ok(near(end, result, digits), `the digits come to ${end}, shown ${result}`);
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
    const trace = model.trace(kSentence, { contribution: true, ...options });
    const { tensors, tokens } = trace.snapshot();
    trace.dispose();
    const { embedding_scale: embeddingScale = 1, blocks } = model.info.encoder;
    const { norm_epsilon: epsilon = NaN, activation = '' } = blocks[layer];
    const weights = (/** @type {string} */ name) => weightOf(traceName(name, layer));
    const sentence = ['sentence.weight', 'sentence.bias'].map(weightOf);
    const [weight, bias] = /** @type {[Tensor, Tensor]} */ (sentence);
    const projected = projectedOf(tensors.pooled, weight, bias);
    return {
      tensors: (/** @type {string} */ name) =>
        name === 'projected' ? projected : tensors[traceName(name, layer)],
      below: (/** @type {string} */ name) => tensors[traceName(name, layer - 1)],
      weights,
      names: trace.tensors.map(({ name }) => name),
      block: { layer, epsilon, activation, embeddingScale, ids: tokens.map(({ id }) => id) },
    };
  }

  /** @type {Map<string, Tensor | undefined>} */
  const kept = new Map();
  /** @param {string} name */
  function weightOf(name) {
    if (!kept.has(name)) {
      try {
        kept.set(name, model.weight(name));
      } catch {
        kept.set(name, undefined);
      }
    }
    return kept.get(name);
  }

  /** @param {ReturnType<typeof layerOf>} layer @param {(length: number) => Float32Array} random */
  function anyPlace({ tensors }, random) {
    const [heads, count, dHead] = tensors('query').shape;
    const below = (/** @type {number} */ end) => Math.floor((random(1)[0] + 0.5) * end);
    return {
      head: below(heads),
      query: below(count),
      key: below(count),
      column: below(dHead),
      output: below(tensors('output').shape[1]),
      model: below(tensors('input').shape[1]),
      hidden: below(tensors('ffn-hidden').shape[1]),
      sentence: below(tensors('sentence').shape[0]),
    };
  }

  it('reaches every tensor that a trace of the model holds', () => {
    const layers = model.info.layers.length;
    const unfolded = model.info.layers.flatMap((_, layer) =>
      stepsOf({ first: layer === 0, last: layer === layers - 1 }).map((name) =>
        traceName(name, layer),
      ),
    );
    const reached = unfolded.filter((name) => name !== 'projected');
    assert.deepEqual(reached.sort(), [...layerOf(0).names].sort());
  });

  for (const layer of [0, 1]) {
    for (const name of stepsOf({ first: layer === 0, last: layer === 1 })) {
      it(`the digits shown of ${name} in layer ${layer} come to it`, () => {
        const real = layerOf(layer);
        const random = randomFloats(17 * layer + name.length);
        const large = ['norm', 'ffn-norm', 'ffn-output', 'sentence'].includes(name);
        for (let i = 0; i < (large ? 20 : kCellsPerTensor); i++) {
          const place = anyPlace(real, random);
          for (const sorted of [false, true]) {
            const step = unfold(real, name, place, { sorted });
            assert.ok(step);
            const { dHead } = model.info.layers[layer];
            const index = indexOf(name, place, dHead);
            assert.equal(step.value, valueAt(real.tensors(name), index));
            assert.deepEqual({ ...place, ...placeOf(name, index, dHead) }, place);
            // The core keeps no sum to compare these with.
            const agrees = ['embedding', 'projected'].includes(name) ? null : true;
            assert.equal(step.agrees, agrees, `${name}[${index}]`);
            assert.ok(step.digits >= 2, `${name}[${index}] shows ${step.digits} digits`);
            recompute(step);
          }
        }
      });
    }
  }

  it('an embedding is its row of the table, as the checkpoint has it', () => {
    const { tensors } = readSafetensors(readFileSync(defaultModelUrl));
    const real = layerOf(0);
    for (const [query, column] of [
      [0, 0],
      [5, 200],
      [13, 255],
    ]) {
      const place = { head: 0, query, key: 0, column: 0, output: 0, model: column };
      const step = unfold(real, 'embedding', place);
      assert.equal(step?.kind, 'same');
      const { name, index } = step.terms[0].left ?? { name: '', index: [] };
      assert.equal(name, 'W.embedding');
      assert.equal(valueAt(tensors['embedding.weight'], index), step.value);
    }
  });

  it('the input of a layer is the output of the one before', () => {
    const real = layerOf(1);
    const place = { head: 0, query: 3, key: 0, column: 0, output: 0, model: 77 };
    const step = unfold(real, 'input', place);
    assert.deepEqual(step?.terms[0].left, { name: 'layer-output', index: [3, 77], layer: 0 });
    assert.equal(layerOf(0).tensors('layer-output').data[3 * 512 + 77], step.value);
  });

  it('a layer that starts elsewhere than the one before ended is not agreed with', () => {
    const real = layerOf(1);
    const below = (/** @type {string} */ name) => {
      const tensor = real.below(name);
      return tensor && { ...tensor, data: Float32Array.from(tensor.data, (value) => value + 1) };
    };
    const place = { head: 0, query: 3, key: 0, column: 0, output: 0, model: 77 };
    assert.equal(unfold({ ...real, below }, 'input', place)?.agrees, false);
    assert.equal(unfold({ ...real, below: () => undefined }, 'input', place), null);
  });

  it('the formula of the first input has the scale of the embeddings', () => {
    const { embedding_scale: scale = 1 } = model.info.encoder;
    const terms = cellFormula('input', { first: true, lifted: false, scale });
    assert.equal(terms[2], String(scale));
    assert.equal(cellFormula('input', { first: true, lifted: false, scale: 22.5 })[2], '22.5');
  });

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
      const factors = step?.then.filter(({ op }) => op === 'times').map(({ number }) => number);
      assert.deepEqual(factors, factor === null ? [] : [factor]);
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
    const { tensors, block } = layerOf(0);
    const place = { head: 0, query: 0, key: 1, column: 2, output: 3 };
    const missing = UNFOLDABLE.filter((name) => !unfold({ tensors, block }, name, place));
    assert.deepEqual(missing, [
      'norm',
      'query',
      'key',
      'value',
      'contribution',
      'output',
      'residual',
      'ffn-norm',
      'ffn-hidden',
      'ffn-output',
      'projected',
    ]);
  });

  it('a core that computed something else is not agreed with', () => {
    const { tensors, weights } = layerOf(1);
    const scores = tensors('scores');
    const data = Float32Array.from(scores.data, (value) => value * 1.01);
    const wrong = (/** @type {string} */ name) =>
      name === 'scores' ? { ...scores, data } : tensors(name);
    const place = { head: 2, query: 8, key: 1, column: 0, output: 0 };
    const step = unfold({ tensors: wrong, weights }, 'scores', place);
    assert.equal(step?.agrees, false);
  });
});
