/**
 * What a call from JavaScript into the module costs before it computes anything.
 *
 * @typedef {import('./bench.js').Bench} Bench
 * @typedef {{flavour: import('./bench.js').Flavour, getterNs: number, smallestForwardUs: number}} CallRow
 */
import { headscopeAttention } from '../contenders/headscope.js';
import { interleave, timeOf } from './interleave.js';
import { makeProblem } from './problem.js';
import { median } from './statistics.js';

const CALLS = 10000;

/**
 * @param {Bench} bench
 * @returns {Promise<CallRow[]>}
 */
export async function benchCalls({ modules, clock, plan }) {
  const rows = [];
  for (const { flavour, headscope } of modules) {
    const layer = headscopeAttention(headscope, makeProblem({ dModel: 1, heads: 1, seqLen: 1 }));
    let handles = 0;
    const contenders = [
      {
        name: 'getter',
        run() {
          for (let i = 0; i < CALLS; ++i) handles += headscope.liveHandles;
        },
      },
      { name: 'forward', run: layer.forward },
    ];
    const samples = await interleave(contenders, clock, { ...plan, budgetMs: plan.budgetMs / 10 });
    layer.dispose();
    if (handles === 0) throw new Error('no live handles while a layer lives');
    rows.push({
      flavour,
      getterNs: (median(timeOf(samples.getter)) / CALLS) * 1e6,
      smallestForwardUs: median(timeOf(samples.forward)) * 1e3,
    });
  }
  return rows;
}
