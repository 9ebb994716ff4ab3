/**
 * Times several ways to do the same work in turns: round after round each of them takes one
 * sample, so that whatever else the machine does meets all of them alike.
 *
 * @typedef {{name: string, run: () => unknown}} Contender `run` may return a promise
 * @typedef {{wall: () => number, cpu: (() => number) | null}} Clock both in ms; `cpu` is the
 *   process's own time on all its threads, null where it cannot be asked for
 * @typedef {{wall: number[], cpu: number[] | null}} Samples ms per call, one of each round
 * @typedef {{budgetMs: number, minRounds: number, maxRounds: number, sampleMs: number,
 *   warmUpMs: number}} Plan
 */

/** @type {Plan} */
export const FULL_PLAN = {
  budgetMs: 14000,
  minRounds: 7,
  maxRounds: 60,
  sampleMs: 12,
  warmUpMs: 250,
};
/** @type {Plan} */
export const QUICK_PLAN = {
  budgetMs: 1500,
  minRounds: 5,
  maxRounds: 15,
  sampleMs: 6,
  warmUpMs: 120,
};

/** An engine first runs code that it compiled in haste: fewer calls than this time that code. */
const WARM_UP_CALLS = 3;
const MAX_CALLS_PER_SAMPLE = 100000;

/**
 * @param {Contender} contender
 * @param {Clock} clock
 * @param {Plan} plan
 * @returns {Promise<number>} calls that fill one sample
 */
async function warmUp({ run }, clock, { warmUpMs, sampleMs }) {
  const start = clock.wall();
  let fastest = Infinity;
  for (let calls = 0; calls < WARM_UP_CALLS || clock.wall() - start < warmUpMs; ++calls) {
    const before = clock.wall();
    await run();
    const took = clock.wall() - before;
    if (took > 0) fastest = Math.min(fastest, took);
    if (calls > 0 && took > warmUpMs) break;
  }
  return Math.min(MAX_CALLS_PER_SAMPLE, Math.max(1, Math.ceil(sampleMs / fastest)));
}

/**
 * @param {Contender} contender
 * @param {number} calls
 * @param {Clock} clock
 * @returns {Promise<{wall: number, cpu: number | null}>} ms per call
 */
async function sample({ run }, calls, { wall, cpu }) {
  const cpuBefore = cpu?.() ?? 0;
  const wallBefore = wall();
  for (let i = 0; i < calls; ++i) {
    const result = run();
    if (result instanceof Promise) await result;
  }
  const wallTime = wall() - wallBefore;
  return { wall: wallTime / calls, cpu: cpu ? (cpu() - cpuBefore) / calls : null };
}

/**
 * @param {readonly Contender[]} contenders
 * @param {Clock} clock
 * @param {Plan} plan
 * @returns {Promise<Record<string, Samples>>} by the contender's name
 */
export async function interleave(contenders, clock, plan) {
  const calls = [];
  for (const contender of contenders) calls.push(await warmUp(contender, clock, plan));

  /** @type {Record<string, Samples>} */
  const samples = {};
  for (const { name } of contenders) samples[name] = { wall: [], cpu: clock.cpu ? [] : null };

  const start = clock.wall();
  for (let round = 0; round < plan.maxRounds; ++round) {
    if (round >= plan.minRounds && clock.wall() - start > plan.budgetMs) break;
    for (let turn = 0; turn < contenders.length; ++turn) {
      const i = (round + turn) % contenders.length;
      const { wall, cpu } = await sample(contenders[i], calls[i], clock);
      samples[contenders[i].name].wall.push(wall);
      if (cpu !== null) samples[contenders[i].name].cpu?.push(cpu);
    }
  }
  return samples;
}

/**
 * The time that counts: of the processor where it is known, because that of the wall also counts
 * what other programs did meanwhile.
 * @param {Samples} samples
 */
export const timeOf = ({ wall, cpu }) => cpu ?? wall;
