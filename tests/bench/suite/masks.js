/**
 * What masks cost and save: a forward pass with each of them over one without, in turns.
 *
 * @typedef {import('./bench.js').Bench} Bench
 * @typedef {import('./bench.js').Flavour} Flavour
 * @typedef {import('../../../web/headscope.js').MaskSpec} MaskSpec
 * @typedef {{name: string, ratios: Partial<Record<Flavour, number>>}} MaskRow time over that without
 *   a mask
 */
import { headscopeAttention } from '../contenders/headscope.js';
import { interleave, timeOf } from './interleave.js';
import { makeProblem, random } from './problem.js';
import { medianRatio } from './statistics.js';

const SEQ_LEN = 512;

/** @param {(query: number, key: number) => boolean} may */
const bits = (may) =>
  Uint8Array.from({ length: SEQ_LEN ** 2 }, (_, i) =>
    Number(may(Math.floor(i / SEQ_LEN), i % SEQ_LEN)),
  );

/** @returns {{name: string, mask: MaskSpec}[]} */
function masks() {
  const next = random(1);
  return [
    { name: 'causal', mask: 'causal' },
    { name: 'padding: the second half', mask: { padding: SEQ_LEN / 2 } },
    { name: 'window of 32 to each side', mask: { window: 32 } },
    {
      name: 'bits: causal',
      mask: { allow: bits((query, key) => key <= query) },
    },
    {
      name: 'bits: four texts, each to itself',
      mask: { allow: bits((query, key) => query >> 7 === key >> 7) },
    },
    { name: 'bits: all allowed', mask: { allow: bits(() => true) } },
    { name: 'bits: half of them, at random', mask: { allow: bits(() => next() < 0.5) } },
  ];
}

/**
 * @param {Bench} bench
 * @returns {Promise<MaskRow[]>}
 */
export async function benchMasks({ modules, clock, plan }) {
  const problem = makeProblem({ dModel: 512, heads: 8, seqLen: SEQ_LEN });
  const kinds = masks();
  const layers = modules.map(({ flavour, headscope }) => ({
    flavour,
    layer: headscopeAttention(headscope, problem),
  }));
  const contenders = layers.flatMap(({ flavour, layer }) => [
    { name: flavour, run: layer.kept },
    ...kinds.map(({ name, mask }) => ({
      name: `${flavour} ${name}`,
      run: () => layer.masked(mask),
    })),
  ]);
  const samples = await interleave(contenders, clock, plan);
  for (const { layer } of layers) layer.dispose();
  return kinds.map(({ name }) => ({
    name,
    ratios: Object.fromEntries(
      layers.map(({ flavour }) => [
        flavour,
        medianRatio(timeOf(samples[`${flavour} ${name}`]), timeOf(samples[flavour])),
      ]),
    ),
  }));
}
