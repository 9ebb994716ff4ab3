/**
 * @file The page's waits in rounds, by turns. A machine goes slower for seconds at a time: what was
 * measured in one go is either in such a phase or not, and its slowest twentieth with it. Each round
 * measures everything once; before each measure a calculation that is always the same tells the
 * machine's pace.
 *
 * @typedef {{name: string, times: number[], frames?: boolean}} Sample ms; `frames` where each is from
 *   one frame to the next
 * @typedef {() => Promise<Sample[]>} Measure
 * @typedef {{name: string, median: number, p95: number, count: number, rounds?: number[],
 *   missed?: number}} PageRow ms; `median` of all; `rounds` the p95 of each round, in order; `p95` the
 *   median of these; `missed` % of the display's frames in which nothing new was there
 */
import { median, quantile } from './suite/statistics.js';

/** ms from frame to frame in a browser without a display. */
const FRAME = 1000 / 60;

const PACE = 'a calculation that is always the same, for the machine’s pace';
const PACES = 3;

/**
 * @param {readonly Measure[]} measures
 * @param {{rounds: number, pace: () => Promise<number>, log: (line: string) => void}} options
 * @returns {Promise<PageRow[]>} in the order of the measures, the pace last
 */
export async function inRounds(measures, { rounds, pace, log }) {
  /** @type {Map<string, {frames: boolean, byRound: number[][]}>} */
  const all = new Map();
  for (let round = 0; round < rounds; round++) {
    /** @type {number[]} */
    const paces = [];
    for (const measure of measures) {
      for (let i = 0; i < PACES; i++) paces.push(await pace());
      for (const { name, times, frames = false } of await measure()) {
        if (times.length === 0) throw new Error(`page: nothing was measured of "${name}"`);
        const { byRound } = all.get(name) ?? { byRound: [] };
        all.set(name, { frames, byRound: [...byRound, times] });
      }
    }
    const { byRound } = all.get(PACE) ?? { byRound: [] };
    // Anew, so that it stays the last.
    all.delete(PACE);
    all.set(PACE, { frames: false, byRound: [...byRound, paces] });
    const [usual, slow] = [median(paces), quantile(paces, 0.95)].map((ms) => ms.toFixed(1));
    log(`page, round ${round + 1} of ${rounds}; pace ${usual} ms, p95 ${slow}`);
  }
  return [...all].map(([name, { frames, byRound }]) => row(name, byRound, frames));
}

/**
 * @param {string} name
 * @param {readonly number[][]} byRound ms
 * @param {boolean} frames
 * @returns {PageRow}
 */
function row(name, byRound, frames) {
  const times = byRound.flat();
  const rounds = byRound.map((each) => quantile(each, 0.95));
  return {
    name,
    median: median(times),
    p95: median(rounds),
    count: times.length,
    rounds,
    ...(frames && { missed: missedFrames(times) }),
  };
}

/**
 * @param {readonly number[]} intervals ms from frame to frame
 * @returns {number} % of the frames that the display was ready for and that were not there
 */
export function missedFrames(intervals) {
  const due = intervals.map((interval) => Math.max(1, Math.round(interval / FRAME)));
  const all = due.reduce((sum, frames) => sum + frames, 0);
  return (100 * (all - intervals.length)) / all;
}
