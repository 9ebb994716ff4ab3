/**
 * What kind of head it looks like: measures of one head's weights, each beside what a head that
 * looks everywhere alike would have. Arrays in, numbers out. Rows that attend to nothing, because a
 * mask hides every key, are left out of every mean.
 */
import { isMasked } from './matrix.js';

/** Shares of attention by where the key stands, in the order in which a tie is decided. */
export const SHARES = Object.freeze(
  /** @type {const} */ (['previous', 'next', 'itself', 'punctuation', 'first']),
);

/**
 * A head is named after a share when at least this part of what an even head leaves to others goes
 * there: (share − even) / (1 − even), 0 for an even head and 1 for one that looks nowhere else.
 */
export const NOTABLE_EXCESS = 0.25;

/** Under this part of an even head's mean distance a head counts as looking nearby. */
export const NEARBY = 0.5;

/** Under this part of an even head's effective tokens a head counts as picking a few words. */
export const PICKS = 0.5;

/**
 * @typedef {typeof SHARES[number]} Share
 * @typedef {Share | 'nearby' | 'few' | 'around' | 'single' | 'none'} Kind
 *   `around`: none of the others; `single`: there is one token only; `none`: no row attends
 * @typedef {{value: number, even: number}} Measure a mean over queries, and an even head's
 * @typedef {object} WeightsOfLayer
 * @property {ArrayLike<number>} weights `[heads, count, count]`
 * @property {ArrayLike<number>} [masked] `[heads, count, count]`; an even head looks only where the
 *   mask lets it
 * @property {number} count tokens
 */

/**
 * @param {WeightsOfLayer & {head: number, punctuation: readonly boolean[]}} input `punctuation`
 *   tells which tokens are nothing else
 * @returns {{shares: Record<Share, Measure | null>, distance: Measure | null,
 *   tokens: Measure | null, kinds: Kind[]}} null where no query could show it: no token before the
 *   first one, no punctuation in the text. The first token is not counted from itself nor from the
 *   second, where it is another share already. `distance` in tokens; `tokens` is exp(entropy in nats);
 *   `kinds` are one, or the two strongest shares
 */
export function headMeasures({ weights, masked, count, head, punctuation }) {
  const marks = punctuation.flatMap((is, key) => (is ? [key] : []));
  const shareMeans = SHARES.map(() => new Mean());
  const [distance, tokens] = [new Mean(), new Mean()];
  for (let query = 0; query < count; query++) {
    const start = (head * count + query) * count;
    if (!attends(weights, start, count)) continue;
    /** @param {number} key */
    const allowed = (key) => key >= 0 && key < count && !(masked && isMasked(masked[start + key]));
    let [keys, away, evenAway, entropy] = [0, 0, 0, 0];
    for (let key = 0; key < count; key++) {
      if (!allowed(key)) continue;
      const weight = weights[start + key];
      keys++;
      evenAway += Math.abs(query - key);
      away += weight * Math.abs(query - key);
      if (weight > 0) entropy -= weight * Math.log(weight);
    }
    distance.add(away, evenAway / keys);
    tokens.add(Math.exp(entropy), keys);
    [[query - 1], [query + 1], [query], marks, query > 1 ? [0] : []].forEach((places, share) => {
      const there = places.filter(allowed);
      const value = there.reduce((sum, key) => sum + weights[start + key], 0);
      if (there.length) shareMeans[share].add(value, there.length / keys);
    });
  }
  const shares = /** @type {Record<Share, Measure | null>} */ (
    Object.fromEntries(SHARES.map((share, i) => [share, shareMeans[i].measure]))
  );
  const measures = { shares, distance: distance.measure, tokens: tokens.measure };
  return { ...measures, kinds: kindsOf(measures, count) };
}

/** A mean over queries, and the mean an even head would have. */
class Mean {
  #value = 0;
  #even = 0;
  #rows = 0;

  /** @param {number} value @param {number} even */
  add(value, even) {
    this.#value += value;
    this.#even += even;
    this.#rows++;
  }

  /** @returns {Measure | null} */
  get measure() {
    if (!this.#rows) return null;
    return { value: this.#value / this.#rows, even: this.#even / this.#rows };
  }
}

/**
 * @param {{shares: Record<Share, Measure | null>, distance: Measure | null, tokens: Measure | null}} measures
 * @param {number} count
 * @returns {Kind[]}
 */
function kindsOf({ shares, distance, tokens }, count) {
  if (!distance || !tokens) return ['none'];
  if (count === 1) return ['single'];
  const notable = SHARES.map((share) => ({ share, excess: excessOf(shares[share]) }))
    .filter(({ excess }) => excess >= NOTABLE_EXCESS)
    .sort((a, b) => b.excess - a.excess);
  if (notable.length) return notable.slice(0, 2).map(({ share }) => share);
  if (distance.value < NEARBY * distance.even) return ['nearby'];
  return tokens.value < PICKS * tokens.even ? ['few'] : ['around'];
}

/** @param {Measure | null} share */
const excessOf = (share) =>
  share && share.even < 1 ? (share.value - share.even) / (1 - share.even) : 0;

/**
 * How unlike the layer's other heads a head is: the Jensen–Shannon distance, √(H(½(p + q)) − ½H(p) −
 * ½H(q)) in bits (Lin 1991; a metric by Endres and Schindelin 2003), between its row and another
 * head's row of the same query, averaged over queries and other heads.
 * @param {WeightsOfLayer & {head: number, heads: number}} input
 * @returns {number | null} 0, the same everywhere, to 1, never a key in common; null when there is
 *   no other head or no row that attends
 */
export function disagreement({ weights, count, head, heads }) {
  let [sum, pairs] = [0, 0];
  for (let other = 0; other < heads; other++) {
    if (other === head) continue;
    for (let query = 0; query < count; query++) {
      const [p, q] = [head, other].map((h) => (h * count + query) * count);
      if (!attends(weights, p, count) || !attends(weights, q, count)) continue;
      sum += Math.sqrt(divergence(weights, p, q, count));
      pairs++;
    }
  }
  return pairs ? sum / pairs : null;
}

/** @param {ArrayLike<number>} weights @param {number} start @param {number} count */
function attends(weights, start, count) {
  for (let key = 0; key < count; key++) if (weights[start + key] > 0) return true;
  return false;
}

/** Jensen–Shannon divergence in bits. @param {ArrayLike<number>} weights @param {number} p @param {number} q @param {number} count */
function divergence(weights, p, q, count) {
  let bits = 0;
  for (let key = 0; key < count; key++) {
    const [a, b] = [weights[p + key], weights[q + key]];
    const middle = (a + b) / 2;
    if (a > 0) bits += (a / 2) * Math.log2(a / middle);
    if (b > 0) bits += (b / 2) * Math.log2(b / middle);
  }
  return Math.min(1, Math.max(0, bits));
}

/**
 * The average over a layer's heads, what many libraries return, beside what it hides.
 * @param {WeightsOfLayer & {heads: number}} input
 * @returns {{weights: Float32Array, strongest: Uint16Array}} `[count, count]` each: the mean weight,
 *   and the head that gives the cell most
 */
export function averageHeads({ weights, count, heads }) {
  const area = count * count;
  const average = new Float32Array(area);
  const strongest = new Uint16Array(area);
  for (let cell = 0; cell < area; cell++) {
    let sum = 0;
    for (let head = 0; head < heads; head++) {
      sum += weights[head * area + cell];
      if (weights[head * area + cell] > weights[strongest[cell] * area + cell]) {
        strongest[cell] = head;
      }
    }
    average[cell] = heads ? sum / heads : 0;
  }
  return { weights: average, strongest };
}

/**
 * How many tokens one query looks at: exp of the entropy of its weights.
 * @param {ArrayLike<number>} weights
 * @param {number} start of the row
 * @param {number} count
 * @returns {number} 1 to `count`; 0 for a row that attends to nothing
 */
export function effectiveTokens(weights, start, count) {
  let [entropy, total] = [0, 0];
  for (let key = 0; key < count; key++) {
    const weight = weights[start + key];
    total += weight;
    if (weight > 0) entropy -= weight * Math.log(weight);
  }
  return total > 0 ? Math.exp(entropy) : 0;
}

/** @param {ArrayLike<number>} weights @param {number} start @param {number} count */
export function rowSum(weights, start, count) {
  let sum = 0;
  for (let key = 0; key < count; key++) sum += weights[start + key];
  return sum;
}
