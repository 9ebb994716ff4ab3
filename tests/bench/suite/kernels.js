/**
 * The bare products against the limit.
 *
 * @typedef {import('./bench.js').Bench} Bench
 * @typedef {{flavour: import('./bench.js').Flavour, peakRate: number,
 *   products: {name: string, rate: number, percentOfPeak: number}[]}} KernelRow rates in 10^9
 *   operations a second
 */
import { interleave, timeOf } from './interleave.js';
import { median, medianRatio } from './statistics.js';

/**
 * @param {Bench} bench
 * @returns {Promise<KernelRow[]>}
 */
export async function benchKernels({ modules, clock, plan }) {
  const works = modules.flatMap(({ flavour, limit }) =>
    [limit.peak, ...limit.kernels].map((work) => ({ ...work, name: `${flavour} ${work.name}` })),
  );
  const samples = await interleave(works, clock, { ...plan, budgetMs: plan.budgetMs / 2 });
  return modules.map(({ flavour, limit }) => {
    const peak = timeOf(samples[`${flavour} peak`]);
    return {
      flavour,
      peakRate: limit.peak.operations / median(peak) / 1e6,
      products: limit.kernels.map(({ name, operations }) => {
        const times = timeOf(samples[`${flavour} ${name}`]);
        const share = operations / limit.peak.operations;
        return {
          name,
          rate: operations / median(times) / 1e6,
          percentOfPeak: 100 * share * medianRatio(peak, times),
        };
      }),
    };
  });
}
