/** @file Seeded attention: the generator against its published numbers, the layer against the textbook, its limits. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, describe, it } from 'node:test';
import { MessageChannel, Worker } from 'node:worker_threads';
import { Pcg32 } from '../../web/core/pcg32.js';
import { seededLayer, xavierBound } from '../../web/core/seeded.js';
import { createEngine } from '../../web/engine.js';
import { traceSeeded } from '../../web/engine/attention.js';
import { createRemoteHost } from '../../web/engine/remote.js';
import { loadHeadscope } from '../../web/node/index.js';
import { assertClose, assertError, assertRejects } from './support/assertions.mjs';
import { attend } from './support/attention-oracle.mjs';

const wasmBinary = await readFile(new URL('../../web/core/built/headscope.wasm', import.meta.url));

describe('PCG32', () => {
  it('gives the numbers of the reference implementation’s own demonstration', () => {
    const generator = new Pcg32(42, 54);
    assert.deepEqual(
      Array.from({ length: 6 }, () => generator.next()),
      [0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e],
    );
  });

  it('is 64-bit arithmetic, also where halves carry', () => {
    const mask = 2n ** 64n - 1n;
    for (const [seed, stream] of [
      [0, 54],
      [1, 0],
      [2 ** 32 - 1, 2 ** 31 - 1],
    ]) {
      const increment = 2n * BigInt(stream) + 1n;
      let state = 0n;
      const step = () => {
        const old = state;
        state = (old * 6364136223846793005n + increment) & mask;
        const word = Number((((old >> 18n) ^ old) >> 27n) & 0xffffffffn);
        const turn = Number(old >> 59n);
        return ((word >>> turn) | (word << (-turn & 31))) >>> 0;
      };
      step();
      state = (state + BigInt(seed)) & mask;
      step();
      const generator = new Pcg32(seed, stream);
      for (let i = 0; i < 5000; i++) assert.equal(generator.next(), step(), `${seed} ${i}`);
    }
  });

  it('has uniform numbers that a float32 holds', () => {
    const generator = new Pcg32(7);
    let sum = 0;
    for (let i = 0; i < 20000; i++) {
      const u = generator.uniform();
      assert.ok(u >= 0 && u < 1 && Math.fround(u) === u);
      sum += u;
    }
    assert.ok(Math.abs(sum / 20000 - 0.5) < 0.01);
  });
});

describe('a seeded layer', () => {
  const layer = seededLayer({ dModel: 64, inner: 64, seqLen: 40, seed: 3 });

  it('has Xavier’s weights: within the bound, up to it, of its variance', () => {
    const bound = xavierBound(64, 64);
    assert.equal(bound, Math.sqrt(6 / 128));
    for (const weight of /** @type {Float32Array[]} */ (Object.values(layer.weights))) {
      const most = weight.reduce((top, value) => Math.max(top, Math.abs(value)), 0);
      assert.ok(most <= bound && most > 0.99 * bound);
      const variance = weight.reduce((sum, value) => sum + value * value, 0) / weight.length;
      assert.ok(Math.abs(variance / (bound ** 2 / 3) - 1) < 0.05);
    }
    assert.notDeepEqual(layer.weights.query, layer.weights.key);
  });

  it('has a standard normal input', () => {
    const { x } = layer;
    const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
    const variance = x.reduce((sum, value) => sum + value * value, 0) / x.length;
    const within = x.filter((value) => Math.abs(value) < 1).length / x.length;
    assert.ok(Math.abs(mean) < 0.06 && Math.abs(variance - 1) < 0.08, `${mean} ${variance}`);
    assert.ok(Math.abs(within - 0.6827) < 0.03);
  });

  it('is the same for the same seed; more tokens change nothing that was there', () => {
    const shorter = seededLayer({ dModel: 64, inner: 64, seqLen: 13, seed: 3 });
    assert.deepEqual(shorter.weights, layer.weights);
    assert.deepEqual(shorter.x, layer.x.slice(0, 13 * 64));
    assert.notDeepEqual(seededLayer({ dModel: 64, inner: 64, seqLen: 1, seed: 4 }).x, shorter.x);
    const odd = seededLayer({ dModel: 3, inner: 3, seqLen: 1, seed: 3 }).x;
    assert.ok(odd.length === 3 && odd.every((value) => value !== 0));
  });
});

describe('the engine’s seeded attention', () => {
  const engine = createEngine({ worker: false, wasmBinary });
  after(() => engine.dispose());
  const byteBudget = 192 * 2 ** 20;

  it('needs no model and computes what the formulas say', async () => {
    const config = { dModel: 24, heads: 3, dHead: 8 };
    const { x, weights, tensors } = await engine.attention({
      ...config,
      seed: 5,
      seqLen: 7,
      mask: 'causal',
    });
    const plain = Object.fromEntries(
      ['query', 'key', 'value', 'output'].map((role) => [role, weights[`${role}.weight`].data]),
    );
    const oracle = attend({
      config,
      weights: plain,
      x: x.data,
      allows: (query, key) => key <= query,
    });
    const names = Object.keys(tensors);
    assert.deepEqual(names, [
      ...['query', 'key', 'value', 'scores', 'scaled', 'masked', 'weights'],
      ...['context', 'concat', 'output'],
    ]);
    for (const name of names) assertClose(tensors[name].data, oracle[name], 2e-5, name);
    assert.deepEqual(weights['output.weight'].axes, ['heads*d_head', 'd_model']);
  });

  it('cuts the same numbers another way when only the heads change', async () => {
    const same = { dModel: 24, seed: 5, seqLen: 4 };
    const [three, one] = await Promise.all([
      engine.attention({ ...same, heads: 3, dHead: 8, lane: 'three' }),
      engine.attention({ ...same, heads: 1, dHead: 24, names: ['query'], lane: 'one' }),
    ]);
    assert.deepEqual(three.weights, one.weights);
    assert.deepEqual(Object.keys(one.tensors), ['query']);
    const [cut, fused] = [three.tensors.query.data, one.tensors.query.data];
    for (let head = 0; head < 3; head++) {
      for (let row = 0; row < 4; row++) {
        const from = (head * 4 + row) * 8;
        const expected = fused.slice(row * 24 + head * 8, row * 24 + head * 8 + 8);
        assertClose(cut.slice(from, from + 8), expected, 2e-6, `head ${head}, row ${row}`);
      }
    }
  });

  for (const [seqLen, dModel, heads] of [
    [1, 1, 1],
    [512, 1, 1],
    [1, 1024, 1],
    [1, 1024, 1024],
    [512, 1024, 16],
  ]) {
    it(`works at ${seqLen} × ${dModel}, ${heads} heads`, async () => {
      const dHead = dModel / heads;
      const { x, tensors } = await engine.attention({
        seed: 1,
        seqLen,
        dModel,
        heads,
        dHead,
        byteBudget,
      });
      assert.deepEqual(x.shape, [seqLen, dModel]);
      assert.deepEqual(tensors.query.shape, [heads, seqLen, dHead]);
      assert.deepEqual(tensors.weights.shape, [heads, seqLen, seqLen]);
      const { data } = tensors.weights;
      for (const row of [0, heads * seqLen - 1]) {
        const sum = data.slice(row * seqLen, (row + 1) * seqLen).reduce((a, b) => a + b, 0);
        assert.ok(Math.abs(sum - 1) < 1e-5, `row ${row} sums to ${sum}`);
      }
      assert.ok(tensors.output.data.every(Number.isFinite));
    });
  }

  it('passes on what the core says of sizes that do not fit, and works on', async () => {
    const large = { seed: 1, seqLen: 512, dModel: 1024, heads: 1024, dHead: 1, byteBudget };
    await assertRejects(engine.attention(large), 'TooLarge', ['byte_budget is 201326592']);
    const wrong = { seed: 1, seqLen: 2, dModel: 4, heads: 0, dHead: 4 };
    await assertRejects(engine.attention(wrong), 'BadConfig', ['heads']);
    const fine = await engine.attention({ ...wrong, heads: 1 });
    assert.equal(fine.tensors.output.data.length, 8);
  });

  it('computes and holds no more than what is asked for', async () => {
    const size = { seed: 1, seqLen: 64, dModel: 8, heads: 2, dHead: 4, byteBudget: 65536 };
    await assertRejects(engine.attention(size), 'TooLarge', ['byte_budget is 65536']);
    const { tensors } = await engine.attention({ ...size, names: ['key', 'query'] });
    assert.deepEqual(Object.keys(tensors), ['key', 'query']);
  });

  it('of many calls in a row does the first and the last', async () => {
    const fates = await Promise.allSettled(
      [1, 2, 3, 4].map((seqLen) =>
        engine.attention({ seed: 1, seqLen, dModel: 4, heads: 2, dHead: 2 }),
      ),
    );
    assert.deepEqual(
      fates.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    for (const fate of fates) {
      if (fate.status === 'rejected') assertError(fate.reason, 'Aborted', ['newer call']);
    }
  });

  it('leaves no handle behind, whatever happens', async () => {
    const headscope = await loadHeadscope({ wasmBinary });
    const fine = { seed: 1, seqLen: 3, dModel: 8, heads: 2, dHead: 4 };
    const before = traceSeeded(headscope, fine);
    assert.throws(() => traceSeeded(headscope, { ...fine, byteBudget: 64 }));
    assert.throws(() => traceSeeded(headscope, { ...fine, names: ['nothing'] }));
    assert.equal(headscope.liveHandles, 0);
    assert.deepEqual(traceSeeded(headscope, fine), before);
  });

  it('comes from a worker’s thread just so', async () => {
    const { port1, port2 } = new MessageChannel();
    const thread = new Worker(new URL('./support/engine-thread.mjs', import.meta.url), {
      workerData: { port: port2 },
      transferList: [port2],
    });
    port1.start();
    const host = await createRemoteHost(
      {
        postMessage: (message, transfer) =>
          port1.postMessage(message, /** @type {any} */ (transfer)),
        addEventListener: (type, listener) =>
          /** @type {any} */ (port1).addEventListener(type, listener),
        terminate: () => {
          port1.close();
          thread.terminate();
        },
      },
      { wasmBinary },
    );
    const spec = { seed: 9, seqLen: 3, dModel: 8, heads: 2, dHead: 4 };
    assert.deepEqual(await host.attention(spec), await engine.attention(spec));
    await assertRejects(host.attention({ ...spec, byteBudget: 64 }), 'TooLarge');
    host.dispose();
  });
});
