/** @file What the page says of heads in training, computed as the page computes it: by its host, from its recipes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { createTrainHost } from '../../web/engine/train-host.js';
import {
  configOf,
  FIRST_TRAIN,
  HEAD_COUNTS,
  PLACES,
  RECIPES,
  spareHeads,
  withRecipe,
} from '../../web/state/train.js';

const file = new URL('../../web/core/built/headscope-train.wasm', import.meta.url);

/** @typedef {Partial<import('../../web/state/train.js').Recipe>} Changes */

/** @type {import('../../web/engine/training.d.ts').TrainHost} */
let host;
before(async () => {
  host = await createTrainHost({ wasmBinary: await readFile(file) });
});

/** What the page trains for a reader who chose that. @param {Changes} changes @param {number} heads */
const config = (changes, heads) => configOf({ ...FIRST_TRAIN, ...withRecipe(changes) }, heads);

describe('numbers of heads', () => {
  it('are compared at the same number of parameters, in every recipe the page offers', async () => {
    for (const task of /** @type {const} */ (['tiles', 'english'])) {
      for (const dModel of RECIPES[task].dModels) {
        for (const places of task === 'tiles' ? PLACES : [4]) {
          const counts = [];
          for (const heads of HEAD_COUNTS) {
            const made = { ...config({ task, dModel, places }, heads), trainSentences: 64 };
            counts.push((await host.open({ config: made, heads: [heads] })).parameters);
          }
          assert.equal(new Set(counts).size, 1, `${task}, ${dModel}, ${places}: ${counts}`);
        }
      }
    }
    const { parameters } = await host.open({ config: config({}, 1), heads: [1] });
    assert.equal(parameters, 2672, 'as the tiles need');
  });

  it('beyond what a task needs leave spare heads, whose muting costs nothing', async () => {
    const made = config({ task: 'english' }, 8);
    await host.open({ config: made, heads: [2, 8] });
    await host.advance({ batches: made.steps ?? 0, stride: made.steps ?? 0, budget: Infinity });
    const [two, eight] = [await host.muteCosts({ heads: 2 }), await host.muteCosts({ heads: 8 })];
    assert.ok(two.all.allRight >= 0.98 && eight.all.allRight >= 0.98);
    assert.deepEqual(spareHeads(two), []);
    const spare = spareHeads(eight);
    assert.ok(spare.length >= 2 && spare.length < 7, `spare: ${spare}`);
    // Without all others they do not do.
    const gains = Array.from({ length: 8 }, (_, head) => (spare.includes(head) ? 1 : 0));
    const { allRight } = await host.evaluate({ heads: 8, gains });
    assert.ok(allRight < 0.9, `${allRight} with the spare ones alone`);
  });

  it('one head cheats where d_model leaves room for it', async () => {
    /** @param {Changes} changes */
    async function sharesRight(changes) {
      const shares = [];
      for (const seed of [1, 2, 3]) {
        const made = config({ task: 'tiles', places: 3, seed, ...changes }, 1);
        shares.push((await host.runThrough({ config: made })).allRight);
      }
      return shares;
    }
    const wide = await sharesRight({ dModel: 32 });
    const narrow = await sharesRight({});
    const mean = (/** @type {number[]} */ shares) => shares.reduce((a, b) => a + b) / shares.length;
    assert.ok(Math.min(...wide) >= 0.6, `d_model 32: ${wide}`);
    assert.ok(mean(narrow) <= 0.5 && Math.min(...narrow) <= 0.25, `d_model 16: ${narrow}`);
  });
});
