/** @file What trains, on this thread: what it holds, and what becomes of an error. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, it } from 'node:test';
import { Trainer } from '../../web/core/trainer.js';
import { createTrainHost } from '../../web/engine/train-host.js';
import { assertRejects } from './support/assertions.mjs';

const file = new URL('../../web/core/built/headscope-train.wasm', import.meta.url);
const wasmBinary = await readFile(file);
/** @type {import('../../web/training.js').TrainConfig} */
const config = { task: 'english', heads: 2, steps: 60, trainSentences: 200, testSentences: 50 };
/** So often, 14 kB that one of them lost would not fit the memory. */
const kTrainings = 1000;
const some = { batches: 2, stride: 1, budget: 1000 };
const trap = () => {
  throw new WebAssembly.RuntimeError('unreachable');
};

/** @type {import('../../web/engine/training.d.ts').TrainHost} */
let host;
beforeEach(async () => {
  host = await createTrainHost({ wasmBinary });
});

describe('the host of training', () => {
  it('keeps what went wrong with one model, but not that the module trapped', async (t) => {
    await host.open({ config: { ...config, learningRate: 1e37, warmup: 0 }, heads: [2] });
    const [{ failed }] = await host.advance({ ...some, batches: 50 });
    assert.match(failed ?? '', /loss|gradient|weight/);
    const look = await host.look({ heads: 2, text: 'the unicorn', gains: null });
    assert.match(look.failed ?? '', /unicorn/);

    await host.open({ config, heads: [2] });
    t.mock.method(Trainer.prototype, 'step', trap);
    await assert.rejects(host.advance(some), /unreachable/);
    t.mock.method(Trainer.prototype, 'trace', trap);
    await assert.rejects(host.look({ heads: 2, text: 'the cat', gains: null }), /unreachable/);
  });

  it('holds no model after a restore that failed', async (t) => {
    await host.open({ config, heads: [1, 2] });
    const [one, two] = await host.states();
    const disposals = t.mock.method(Trainer.prototype, 'dispose');
    const states = [one, { ...two, weights: new Float32Array(3) }];
    await assertRejects(host.restore({ states }), 'BadShape', ['[Trainer::restore]']);
    assert.equal(disposals.mock.callCount(), 4, 'both that were there and both that were made');
    assert.deepEqual(await host.states(), []);
    await host.restore({ states: [one, two] });
    assert.equal((await host.states()).length, 2);
  });

  it(`trains ${kTrainings} times in the memory that it begins with`, async (t) => {
    const instantiations = t.mock.method(WebAssembly, 'instantiate');
    host = await createTrainHost({ wasmBinary });
    const instance = await instantiations.mock.calls[0].result;
    const memory = Object.values(/** @type {any} */ (instance).exports).find(
      (each) => each instanceof WebAssembly.Memory,
    );
    assert.ok(memory);
    const bytes = memory.buffer.byteLength;
    const heads = [1, 2];
    const small = { ...config, trainSentences: 50, testSentences: 10, dModel: 8, dFfn: 8 };
    for (let i = 0; i < kTrainings; i++) {
      const { samples } = await host.open({ config: small, heads });
      for (const count of heads) {
        await host.advance(some);
        await host.look({ heads: count, text: samples[i % 10].text, gains: null });
        await host.states();
      }
      for (const count of heads) {
        await host.evaluate({ heads: count });
        await host.muteCosts({ heads: count });
      }
    }
    assert.equal(memory.buffer.byteLength, bytes);
  });
});
