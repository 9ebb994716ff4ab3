/** The mixer's arithmetic, and what the contributions add up to on the real model. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  hardestLook,
  looksHardAddsLittle,
  ranking,
  slabSpread,
  stackOf,
  sumOfStacks,
} from '../../web/state/contributions.js';
import {
  channelsOf,
  gainsOf,
  isMixed,
  mixedLayers,
  mixerOptions,
  NO_MIXER,
  withChannel,
} from '../../web/state/mixer.js';
import { cosine, movedAttention, rankedSweep, withOneMuted } from '../../web/state/mixed.js';
import { createStore } from '../../web/state/store.js';
import { loadHeadscope } from '../../web/node/index.js';
import { randomFloats, randomWeights } from './support/random.mjs';

const LAYERS = [{ heads: 2 }, { heads: 3 }];

describe('the mixer', () => {
  test('a mute beats a solo, a solo silences the others, their faders are kept', () => {
    const set = (
      /** @type {any} */ mixer,
      /** @type {number} */ head,
      /** @type {object} */ change,
    ) => withChannel(mixer, LAYERS, { layer: 1, head, change });
    let mixer = set(NO_MIXER, 0, { gain: 1.5 });
    assert.deepEqual(gainsOf(channelsOf(mixer, 1, 3)), [1.5, 1, 1]);
    mixer = set(mixer, 1, { solo: true });
    assert.deepEqual(gainsOf(channelsOf(mixer, 1, 3)), [0, 1, 0]);
    mixer = set(mixer, 0, { solo: true });
    assert.deepEqual(gainsOf(channelsOf(mixer, 1, 3)), [1.5, 1, 0]);
    mixer = set(mixer, 1, { muted: true });
    assert.deepEqual(gainsOf(channelsOf(mixer, 1, 3)), [1.5, 0, 0]);
    assert.deepEqual(mixedLayers(mixer), [{ layer: 1, gains: [1.5, 0, 0] }]);
    assert.deepEqual(mixerOptions(mixer, LAYERS), { gains: [null, [1.5, 0, 0]] });
    assert.deepEqual(mixerOptions({ ...mixer, place: 'after' }, LAYERS), {
      outputGains: [null, [1.5, 0, 0]],
    });
  });

  test('what a link says is fitted to the layers and heads that there are', () => {
    const [open, muted, alone] = [
      { gain: 1, muted: false, solo: false },
      { gain: 1, muted: true, solo: false },
      { gain: 1, muted: false, solo: true },
    ];
    /** @param {(typeof open)[][]} layers */
    const gains = (...layers) => mixerOptions({ ...NO_MIXER, layers }, LAYERS).gains;
    assert.deepEqual(gains([muted, open]), [[0, 1], null], 'fewer layers');
    assert.deepEqual(
      gains([muted, open], [open], [open, muted]),
      [
        [0, 1],
        [1, 1, 1],
      ],
      'more layers',
    );
    assert.deepEqual(
      gains([], [open, muted]),
      [
        [1, 1],
        [1, 0, 1],
      ],
      'fewer heads',
    );
    assert.equal(gains([open, open, muted]), undefined, 'a head that is not there');
    assert.deepEqual(gains([alone]), [[1, 0], null], 'the head that is missing is silenced too');
  });

  test('set back by hand it is no mixer, and asks for nothing', () => {
    const muted = withOneMuted(LAYERS, { layer: 0, head: 1 });
    assert.equal(isMixed(muted), true);
    const back = withChannel(muted, LAYERS, { layer: 0, head: 1, change: { muted: false } });
    assert.equal(isMixed(back), false);
    assert.deepEqual(back.layers, [null, null]);
    assert.deepEqual(mixerOptions(back, LAYERS), {});
    assert.equal(isMixed(NO_MIXER), false);
    const allSolo = [0, 1].reduce(
      (mixer, head) => withChannel(mixer, LAYERS, { layer: 0, head, change: { solo: true } }),
      NO_MIXER,
    );
    assert.deepEqual(mixerOptions(allSolo, LAYERS), {}, 'all alone is all of them');
  });

  test('the store sets channels only where there is a model, and resets keep the place', () => {
    const store = createStore();
    store.actions.setChannel({ layer: 0, head: 0, change: { muted: true } });
    assert.equal(store.state.mixer, NO_MIXER);
    const model = /** @type {any} */ ({ layers: LAYERS });
    const snapshot = { text: 'a', tokens: [], cut: null, model, tensors: {} };
    store.actions.setSnapshot({ snapshot });
    store.actions.setMixer({ ...NO_MIXER, place: 'after' });
    store.actions.setChannel({ layer: 1, head: 2, change: { gain: 0.5 } });
    assert.deepEqual(mixedLayers(store.state.mixer), [{ layer: 1, gains: [1, 1, 0.5] }]);
    store.actions.resetMixer();
    assert.equal(isMixed(store.state.mixer), false);
    assert.equal(store.state.mixer.place, 'after');
    const { state } = store;
    store.actions.setOnScreen({ section: 'mixer', seen: false });
    assert.equal(store.state, state);
  });

  test('cosines, moved attention and the order of a sweep', () => {
    assert.equal(cosine([3, 0], [5, 0]), 1);
    assert.equal(cosine([1, 0], [0, 1]), 0);
    assert.ok(Number.isNaN(cosine([0, 0], [0, 1])));
    const before = [1, 0, 0.5, 0.5, 1, 0, 0, 1];
    const after = [1, 0, 0.5, 0.5, 0, 1, 0.5, 0.5];
    assert.equal(movedAttention(before, after, 0, 2), 0);
    assert.equal(movedAttention(before, after, 1, 2), 0.75);
    const sweep = { phase: 'done', done: 3, total: 3, message: '', base: 0.5, results: [] };
    const results = [0.4, 0.9, 0.6].map((value, head) => ({ layer: 0, head, cosine: value }));
    const ranked = rankedSweep(/** @type {any} */ ({ ...sweep, results }));
    assert.deepEqual(
      ranked.map(({ head }) => head),
      [1, 2, 0],
    );
    assert.ok(Math.abs(ranked[2].change + 0.1) < 1e-12);
  });
});

describe('contributions', () => {
  /** @type {import('../../web/headscope.js').Headscope} */
  let headscope;
  /** @type {import('../../web/headscope.js').Model} */
  let model;
  before(async () => {
    headscope = await loadHeadscope();
    model = await headscope.loadModel();
  });
  after(() => {
    model.dispose();
    assert.equal(headscope.liveHandles, 0);
  });

  test('and the bias are the output, and their projections its length, on random shapes', () => {
    const random = randomFloats(11);
    for (const [dModel, heads, dHead, n] of [
      [8, 1, 8, 3],
      [12, 3, 4, 1],
      [10, 5, 7, 6],
      [64, 8, 8, 9],
    ]) {
      const config = { dModel, heads, dHead };
      const weights = randomWeights(random, config);
      const layer = headscope.createAttention(config, weights);
      const gains = Array.from({ length: heads }, (_, head) => 1.5 - head / heads);
      const trace = layer.trace(random(n * dModel), { seqLen: n, contribution: true, gains });
      const { contribution, output } = trace.snapshot(['contribution', 'output']).tensors;
      trace.dispose();
      layer.dispose();
      const bias = /** @type {Float32Array} */ (weights.outputBias);
      assertSums(contribution.data, output.data, bias, { heads, count: n, width: dModel });
    }
  });

  test('the same on the real model, mixed before and after W_O', () => {
    const text = "The animal didn't cross the street because it was too tired.";
    const slices = [1, 0, 0.5, 1.5];
    for (const [options, sliceGains] of /** @type {const} */ ([
      [{}, null],
      [{ gains: [[0, 1.5, 1, 1], slices] }, null],
      [{ outputGains: [slices, slices] }, slices],
    ])) {
      const trace = model.trace(text, { ...options, contribution: true });
      for (const layer of [0, 1]) {
        const name = `layers.${layer}.attention`;
        const { data: bias } = model.weight(`${name}.output.bias`);
        const count = /** @type {any} */ (trace.tokens).length;
        const size = { heads: 4, count, width: 512 };
        const [contribution, output] = ['contribution', 'output'].map((part) =>
          trace.get(`${name}.${part}`).copy(),
        );
        assertSums(contribution, output, bias, { ...size, sliceGains });
      }
      trace.dispose();
    }
  });

  test('a head that looks hard and adds little exists, and is what it is said to be', () => {
    const text = "The animal didn't cross the street because it was too tired.";
    const trace = model.trace(text, { contribution: true });
    const layers = [0, 1].map((layer) => {
      const name = `layers.${layer}.attention`;
      const bias = model.weight(`${name}.output.bias`).data;
      const [weights, contribution, output] = ['weights', 'contribution', 'output'].map((part) =>
        trace.get(`${name}.${part}`).copy(),
      );
      const count = /** @type {any} */ (trace.tokens).length;
      const sums = { contribution, output, bias, heads: 4, count, width: 512, sliceGains: null };
      return { weights, sums };
    });
    trace.dispose();
    const found = looksHardAddsLittle(layers);
    assert.ok(found);
    const { layer, head, token, key, weight, share } = found;
    const { weights, sums } = layers[layer];
    assert.ok(weight > 0.5 && Math.abs(share) < 0.25, JSON.stringify(found));
    assert.equal(weights[(head * sums.count + token) * sums.count + key], weight);
    assert.deepEqual(hardestLook(weights, { head, token, count: sums.count }), { key, weight });
    const stack = stackOf(sums, token);
    assert.equal(stack.heads[head] / stack.length, share);
    const even = looksHardAddsLittle([
      {
        weights: [1],
        sums: { ...sums, contribution: [1], output: [1], bias: [0], heads: 1, count: 1, width: 1 },
      },
    ]);
    assert.equal(even, null);
  });

  test('a slab writes into every slice of the output', () => {
    const weight = model.weight('layers.1.attention.output.weight');
    for (const head of [0, 1, 2, 3]) {
      const spread = slabSpread(weight, head, 4);
      assert.ok(Math.abs(spread.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
      assert.ok(
        spread.every((share) => share > 0.1),
        String(spread),
      );
    }
    const own = { name: 'w', shape: [2, 2], data: Float32Array.of(3, 0, 0, 5) };
    assert.deepEqual(slabSpread(own, 1, 2), [0, 1]);
  });
});

/**
 * @param {Float32Array} contribution
 * @param {Float32Array} output
 * @param {Float32Array} bias
 * @param {{heads: number, count: number, width: number, sliceGains?: readonly number[] | null}} size
 */
function assertSums(contribution, output, bias, { heads, count, width, sliceGains = null }) {
  const gain = (/** @type {number} */ i) =>
    sliceGains ? sliceGains[Math.floor((i * sliceGains.length) / width)] : 1;
  const largest = output.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // What the mixer amplifies has numbers of 50: there 1e-5 is less than rounding allows.
  const tolerance = Math.max(1e-5, 5e-7 * largest);
  for (let i = 0; i < count * width; i++) {
    let sum = bias[i % width];
    for (let head = 0; head < heads; head++) sum += contribution[head * count * width + i];
    const error = Math.abs(gain(i % width) * sum - output[i]);
    assert.ok(error <= tolerance, `off by ${error} at ${i}`);
  }
  const sums = { contribution, output, bias, heads, count, width, sliceGains };
  const stacks = Array.from({ length: count }, (_, token) => stackOf(sums, token));
  const whole = sumOfStacks(stacks);
  for (const stack of [...stacks, whole]) {
    assert.ok(Math.abs(stack.sum - stack.length) <= 1e-5 * Math.max(1, stack.length));
    assert.ok(stack.heads.every((along, head) => Math.abs(along) <= stack.norms[head] + 1e-6));
    const order = ranking(stack);
    assert.deepEqual(
      [...order].sort(),
      Array.from({ length: heads }, (_, head) => head),
    );
    for (let i = 1; i < heads; i++) {
      assert.ok(stack.heads[order[i - 1]] >= stack.heads[order[i]]);
    }
  }
}
