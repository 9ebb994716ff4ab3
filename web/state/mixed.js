/** What a mix changed, and the sweep of mixes with one head muted. Pure functions. */
import { NO_MIXER, withChannel } from './mixer.js';

/** @typedef {import('./mixer.js').HeadId} HeadId */
/** @typedef {import('./mixer.js').Sweep} Sweep */

/**
 * Everything open but one head.
 * @param {readonly {heads: number}[]} layers of the model
 * @param {HeadId} head
 */
export const withOneMuted = (layers, { layer, head }) =>
  withChannel(NO_MIXER, layers, { layer, head, change: { muted: true } });

/**
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b of the same length
 * @returns {number} NaN where one of them is zero
 */
export function cosine(a, b) {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  // Rounding must not show a sentence as more like itself than it is.
  return Math.max(-1, Math.min(1, dot / Math.sqrt(aa * bb)));
}

/**
 * @param {Readonly<Sweep>} sweep
 * @returns {(HeadId & {cosine: number, change: number})[]} largest change of the cosine first: the
 *   head whose muting brings the sentences closest leads
 */
export const rankedSweep = ({ base, results }) =>
  results
    .map((result) => ({ ...result, change: result.cosine - base }))
    .sort((a, b) => b.change - a.change);

/**
 * How much of each query's attention lies elsewhere after the mix, on average: half the summed
 * differences of its row.
 * @param {ArrayLike<number>} before `[heads, count, count]` weights
 * @param {ArrayLike<number>} after
 * @param {number} head
 * @param {number} count
 * @returns {number} 0..1
 */
export function movedAttention(before, after, head, count) {
  let sum = 0;
  const start = head * count * count;
  for (let i = start; i < start + count * count; i++) sum += Math.abs(after[i] - before[i]);
  return count ? sum / 2 / count : 0;
}
