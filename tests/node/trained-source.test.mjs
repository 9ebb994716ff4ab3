/** @file A trained model as the lab asks for it: through the host that trains it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { createTrainHost } from '../../web/engine/train-host.js';
import { trainedFromBytes } from '../../web/node/training.js';
import { trainedSource } from '../../web/trained-source.js';
import { assertRejects } from './support/assertions.mjs';

/** @typedef {import('../../web/engine/training.js').TrainHost} TrainHost */

const kText = 'the cat chased the dogs';
const kOutput = 'layers.0.attention.output';

/** @type {TrainHost} */
let host;
before(async () => {
  const file = new URL('../../web/core/built/headscope-train.wasm', import.meta.url);
  host = await createTrainHost({ wasmBinary: await readFile(file) });
});

/** @param {Partial<import('../../web/training.js').TrainConfig>} [config] */
async function sourceOf(config) {
  const common = { task: /** @type {const} */ ('english'), trainSentences: 500, testSentences: 50 };
  await host.open({ config: { ...common, heads: 4, ...config }, heads: [4] });
  await host.advance({ batches: 20, stride: 10, budget: 60_000 });
  return trainedSource(/** @type {any} */ (host), 4);
}

describe('a trained model in the lab', () => {
  it('is mixed after W_O by slices of its output, and before it by heads', async () => {
    const source = await sourceOf();
    const output = async (/** @type {Parameters<typeof source.trace>[1]} */ options) =>
      (await source.trace(kText, options)).tensors[kOutput].data;
    const plain = await output({});
    const gains = [[1, 0, 1, 1]];
    const sliced = await output({ outputGains: gains });
    assert.deepEqual(
      sliced,
      plain.map((value, i) => (Math.floor((i % 64) / 16) === 1 ? 0 : value)),
    );
    assert.notDeepEqual(await output({ gains }), sliced);
    assert.notDeepEqual(await output({ gains }), plain);
  });

  it('has the biases that it learned, and zeros where it has none', async () => {
    const name = 'layers.0.attention.value.bias';
    const learned = await (await sourceOf({ attentionBias: true })).weight(name);
    assert.deepEqual([learned.name, learned.shape], [name, [64]]);
    assert.ok(learned.data.some((value) => value !== 0));
    const { weights } = trainedFromBytes(await host.toFile({ heads: 4 }));
    assert.deepEqual(learned.data, weights[name].data);
    const none = await (await sourceOf()).weight(name);
    assert.deepEqual([none.name, none.shape], [name, [64]]);
    assert.ok(none.data.every((value) => value === 0));
  });

  it('says which weight it lacks', async () => {
    const source = await sourceOf();
    await assertRejects(source.weight('layers.3.ffn.bias'), 'BadArgument', ['layers.3.ffn.bias']);
  });
});

describe('a file', () => {
  it('brings back how far its model had learned', async () => {
    await sourceOf();
    const bytes = await host.toFile({ heads: 4 });
    const { steps } = await host.fromFile({ bytes });
    assert.equal(steps, 20);
    const look = await host.look({ heads: 4, text: kText, gains: null });
    assert.equal(look.step, 20);
    assert.deepEqual(await host.toFile({ heads: 4 }), bytes);
    const [moved] = await host.advance({ batches: 10, stride: 10, budget: 0 });
    assert.equal(moved.step, 30);
  });
});
