/** @file Attention through the built modules, number by number against the textbook in double. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertClose, assertThrows } from './support/assertions.mjs';
import { attend } from './support/attention-oracle.mjs';
import { bothModules } from './support/modules.mjs';
import { randomFloats, randomWeights } from './support/random.mjs';

const kNames = [
  'query',
  'key',
  'value',
  'scores',
  'scaled',
  'masked',
  'weights',
  'context',
  'concat',
  'contribution',
  'output',
];
const kTolerance = 2e-5; // float32 sums of at most 48 products of size about 1

const kCases = [
  { name: 'the plain layer', config: { dModel: 16, heads: 4, dHead: 4 }, n: 7 },
  { name: 'one head, one token', config: { dModel: 5, heads: 1, dHead: 3 }, n: 1 },
  { name: 'odd sizes', config: { dModel: 13, heads: 3, dHead: 7, dOutput: 11 }, n: 9 },
  { name: 'no biases', config: { dModel: 16, heads: 2, dHead: 8 }, n: 6, biases: false },
  { name: 'a scale of its own', config: { dModel: 12, heads: 2, dHead: 5, scale: 0.75 }, n: 5 },
  { name: 'cross-attention', config: { dModel: 12, heads: 3, dHead: 4, dMemory: 20 }, n: 5, m: 8 },
  { name: 'causal', config: { dModel: 16, heads: 2, dHead: 8 }, n: 9, mask: 'causal' },
  { name: 'padding', config: { dModel: 16, heads: 2, dHead: 8 }, n: 9, mask: { padding: 4 } },
  { name: 'window', config: { dModel: 16, heads: 2, dHead: 8 }, n: 9, mask: { window: 2 } },
  {
    name: 'parts of a mask combined',
    config: { dModel: 16, heads: 2, dHead: 8 },
    n: 9,
    mask: { causal: true, padding: 7, window: 3 },
  },
  {
    name: 'a painted mask with a row that sees nothing',
    config: { dModel: 8, heads: 2, dHead: 4 },
    n: 4,
    mask: { allow: Uint8Array.of(1, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1) },
  },
  {
    name: 'a painted mask over cross-attention',
    config: { dModel: 8, heads: 2, dHead: 4, dMemory: 6 },
    n: 2,
    m: 3,
    mask: { allow: Uint8Array.of(1, 0, 1, 0, 1, 0) },
  },
  { name: 'gains', config: { dModel: 12, heads: 3, dHead: 4 }, n: 5, gains: [1, 0, -1.5] },
];

/**
 * The same mask, said another way.
 * @param {any} mask
 * @param {number} keys
 */
function allowsOf(mask, keys) {
  if (mask === undefined) return () => true;
  const { causal, padding, window, allow } = mask === 'causal' ? { causal: true } : mask;
  return (/** @type {number} */ i, /** @type {number} */ j) =>
    (!causal || j <= i) &&
    (padding === undefined || j < padding) &&
    (window === undefined || Math.abs(i - j) <= window) &&
    (allow === undefined || allow[i * keys + j] !== 0);
}

const modules = await bothModules();

for (const headscope of modules) {
  describe(`attention, module ${headscope.module}`, () => {
    after(() => assert.equal(headscope.liveHandles, 0));

    for (const { name, config, n, m, mask, gains, biases } of kCases) {
      it(name, () => {
        const random = randomFloats(name.length);
        const weights = randomWeights(random, config, { biases });
        const x = random(n * config.dModel);
        const memory = m === undefined ? undefined : random(m * (config.dMemory ?? config.dModel));
        const expected = attend({
          config,
          weights,
          x,
          memory,
          gains,
          allows: allowsOf(mask, m ?? n),
        });
        const layer = headscope.createAttention(config, weights);
        const options = /** @type {any} */ ({ seqLen: n, memory, memoryLen: m, mask, gains });
        const trace = layer.trace(x, { ...options, contribution: true });
        const lean = layer.trace(x, options);
        try {
          assert.deepEqual(
            trace.tensors.map((tensor) => tensor.name),
            kNames,
          );
          assert.deepEqual(
            lean.tensors.map((tensor) => tensor.name),
            kNames.filter((tensor) => tensor !== 'contribution'),
          );
          for (const tensor of kNames) {
            assertClose(trace.get(tensor).data, expected[tensor], kTolerance, tensor);
          }
          assertClose(layer.forward(x, options), expected.output, kTolerance, 'forward');
        } finally {
          lean.dispose();
          trace.dispose();
          layer.dispose();
        }
      });
    }

    it('shapes and axes speak the common vocabulary', () => {
      const config = { dModel: 12, heads: 3, dHead: 4, dMemory: 20, dOutput: 10 };
      const random = randomFloats(1);
      const layer = headscope.createAttention(config, randomWeights(random, config));
      const trace = layer.trace(random(5 * 12), {
        seqLen: 5,
        memory: random(8 * 20),
        memoryLen: 8,
      });
      const shapes = Object.fromEntries(trace.tensors.map(({ name, shape }) => [name, shape]));
      trace.dispose();
      layer.dispose();
      assert.deepEqual(shapes, {
        query: [3, 5, 4],
        key: [3, 8, 4],
        value: [3, 8, 4],
        scores: [3, 5, 8],
        scaled: [3, 5, 8],
        masked: [3, 5, 8],
        weights: [3, 5, 8],
        context: [3, 5, 4],
        concat: [5, 12],
        output: [5, 10],
      });
    });

    it('a trace of some names keeps these alone, with the same bits', () => {
      const config = { dModel: 24, heads: 3, dHead: 8 };
      const random = randomFloats(5);
      const layer = headscope.createAttention(config, randomWeights(random, config));
      const x = random(13 * 24);
      /** @type {import('../../web/core/core.d.ts').AttentionOptions} */
      const options = { seqLen: 13, mask: 'causal', gains: [1, 0.5, 0] };
      const whole = layer.trace(x, { ...options, contribution: true });
      const full = whole.snapshot().tensors;
      for (const names of [['weights', 'output'], ['output'], ['contribution'], kNames]) {
        const trace = layer.trace(x, { ...options, names });
        const { tensors } = trace.snapshot();
        assert.deepEqual(Object.keys(tensors), names);
        for (const name of names) assert.deepEqual(tensors[name], full[name], name);
        if (!names.includes('scaled')) {
          assertThrows(() => trace.get('scaled'), 'UnknownTensor', ['"scaled"', names.join(', ')]);
        }
        trace.dispose();
      }
      whole.dispose();
      layer.dispose();
    });

    it('rows that see nothing are exactly zero', () => {
      const config = { dModel: 8, heads: 2, dHead: 4 };
      const random = randomFloats(2);
      const layer = headscope.createAttention(config, randomWeights(random, config));
      const trace = layer.trace(random(3 * 8), { seqLen: 3, mask: { padding: 0 } });
      assert.ok(trace.get('weights').data.every((weight) => Object.is(weight, 0)));
      assert.ok(trace.get('context').data.every((value) => Object.is(value, 0)));
      trace.dispose();
      layer.dispose();
    });

    it('a gain of one changes no bit', () => {
      const config = { dModel: 16, heads: 4, dHead: 4 };
      const random = randomFloats(3);
      const layer = headscope.createAttention(config, randomWeights(random, config));
      const x = random(6 * 16);
      const plain = layer.forward(x, { seqLen: 6 });
      const ones = layer.forward(x, { seqLen: 6, gains: new Float64Array(4).fill(1) });
      layer.dispose();
      assert.deepEqual(ones, plain);
    });

    it('tells what it was made with', () => {
      const config = { dModel: 6, heads: 2, dHead: 4 };
      const layer = headscope.createAttention(config, randomWeights(randomFloats(4), config));
      assert.deepEqual(
        { ...layer.config },
        { ...config, dMemory: 6, dOutput: 6, scale: 0.5, byteBudget: 2 ** 30 },
      );
      layer.dispose();
    });
  });
}
