/** @file The engine's measurements: real passes, by turns, that end when asked to and leave nothing. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, describe, it } from 'node:test';
import { MessageChannel, Worker } from 'node:worker_threads';
import { createEngine } from '../../web/engine.js';
import { measureAttention } from '../../web/engine/measure.js';
import { createRemoteHost } from '../../web/engine/remote.js';
import { loadHeadscope } from '../../web/node/index.js';
import { assertRejects } from './support/assertions.mjs';
import { randomFloats, randomWeights } from './support/random.mjs';

const wasmBinary = await readFile(new URL('../../web/core/built/headscope.wasm', import.meta.url));
const headscope = await loadHeadscope({ wasmBinary });
const kSeqLen = 5;
const config = { dModel: 12, heads: 3, dHead: 4 };
const random = randomFloats(5);
const weights = randomWeights(random, config);
const x = random(kSeqLen * config.dModel);
const seeded = { layers: [{ config, weights: { seed: 1 } }] };

describe('a measurement', () => {
  it('hands out what each layer computed, and as many samples as there are rounds', async () => {
    const layer = headscope.createAttention(config, weights);
    const expected = layer.forward(x, { seqLen: kSeqLen, mask: 'causal' });
    layer.dispose();
    const [own, other] = await measureAttention(headscope, {
      contenders: [{ layers: [{ config, weights }] }, seeded],
      x,
      seqLen: kSeqLen,
      mask: 'causal',
      rounds: 3,
      outputs: true,
    });
    assert.deepEqual(own.outputs, [expected]);
    assert.equal(other.outputs[0].length, expected.length);
    assert.notDeepEqual(other.outputs[0], expected);
    for (const { samples } of [own, other]) {
      assert.equal(samples.length, 3);
      assert.ok(samples.every((ms) => ms > 0 && ms < 1000));
    }
    assert.equal(headscope.liveHandles, 0);
  });

  it('makes the same numbers from the same seed, none of them out of range', async () => {
    const spec = { contenders: [seeded, seeded], x: { seed: 3 }, seqLen: kSeqLen, rounds: 0 };
    const [a, b] = await measureAttention(headscope, { ...spec, outputs: true });
    assert.deepEqual(a, b);
    assert.deepEqual(a.samples, []);
    assert.ok(a.outputs[0].some((value) => value !== 0));
  });

  it('ends between two samples, and tells of its progress until then', async () => {
    const controller = new AbortController();
    /** @type {{loaded: number, total: number}[]} */
    const steps = [];
    const onProgress = (/** @type {typeof steps[number]} */ step) => {
      steps.push(step);
      if (step.loaded === 4) controller.abort();
    };
    const spec = { contenders: [seeded, seeded], x: { seed: 3 }, seqLen: kSeqLen, rounds: 50 };
    const run = measureAttention(headscope, spec, { onProgress, signal: controller.signal });
    await assertRejects(run, 'Aborted', ['[Engine.measure]']);
    assert.deepEqual(steps.at(-1), { loaded: 4, total: 102 });
    assert.equal(headscope.liveHandles, 0);
  });

  it('says what the core says, and leaves nothing behind', async () => {
    const wide = { config: { ...config, byteBudget: 100 }, weights: { seed: 1 } };
    const contenders = [seeded, { layers: [...seeded.layers, wide] }];
    const spec = { contenders, x: { seed: 3 }, seqLen: kSeqLen, rounds: 1 };
    const run = measureAttention(headscope, spec);
    await assertRejects(run, 'TooLarge', ['[MultiHeadAttention]', 'byte_budget is 100']);
    assert.equal(headscope.liveHandles, 0);
  });
});

describe('a measurement by the engine', () => {
  const engine = createEngine({ worker: false, wasmBinary });
  after(() => engine.dispose());
  const spec = { contenders: [seeded], x: { seed: 3 }, seqLen: kSeqLen, rounds: 2 };

  it('needs no model; of many in a row the first and the last are done', async () => {
    const runs = [1, 2, 3, 4].map(() => engine.measure(spec));
    const fates = await Promise.allSettled(runs);
    assert.deepEqual(
      fates.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
  });

  it('ends with the engine', async () => {
    const short = createEngine({ worker: false, wasmBinary });
    const run = assertRejects(short.measure({ ...spec, rounds: 10_000 }), 'Aborted');
    await new Promise((resolve) => setTimeout(resolve, 20));
    short.dispose();
    await run;
    await assertRejects(short.measure(spec), 'Disposed', ['[Engine.measure]']);
  });
});

describe('a measurement in a thread', () => {
  it('answers, tells of its progress, lets other calls pass and can be ended', async () => {
    const { port1, port2 } = new MessageChannel();
    const thread = new Worker(new URL('./support/engine-thread.mjs', import.meta.url), {
      workerData: { port: port2 },
      transferList: [port2],
    });
    port1.start();
    const worker = {
      postMessage: (/** @type {unknown} */ message) => port1.postMessage(message),
      addEventListener: (/** @type {string} */ type, /** @type {any} */ listener) =>
        /** @type {any} */ (port1).addEventListener(type, listener),
      terminate: () => {
        port1.close();
        thread.terminate();
      },
    };
    const host = await createRemoteHost(worker, { wasmBinary });
    const spec = { contenders: [seeded], x, seqLen: kSeqLen, rounds: 2, outputs: true };
    /** @type {number[]} */
    const steps = [];
    const onProgress = (/** @type {{loaded: number}} */ { loaded }) => steps.push(loaded);
    const [there] = await host.measure(spec, { onProgress });
    const [here] = await measureAttention(headscope, spec);
    assert.deepEqual(there.outputs, here.outputs);
    assert.deepEqual(steps, [0, 1, 2]);

    const controller = new AbortController();
    const long = host.measure({ ...spec, rounds: 100_000 }, { signal: controller.signal });
    await assertRejects(host.trace('text', {}), 'BadArgument', ['no model']);
    controller.abort();
    await assertRejects(long, 'Aborted', ['[Engine.measure]']);
    assert.equal((await host.measure(spec, {}))[0].samples.length, 2);
    host.dispose();
  });
});
