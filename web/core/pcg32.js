/**
 * PCG32, the XSH-RR variant with 64 bits of state (Melissa E. O'Neill, "PCG: A Family of Simple Fast
 * Space-Efficient Statistically Good Algorithms for Random Number Generation", 2014): the same
 * numbers from the same seed on every machine. JavaScript has no fast 64-bit integers, so the state
 * is two halves of 32 bits.
 *
 *     state <- state * 6364136223846793005 + increment      (modulo 2^64)
 *     output = rotate_right32(((state >> 18) ^ state) >> 27, state >> 59)   of the state before
 */

/** 6364136223846793005 in two halves. */
const FACTOR_HIGH = 0x5851f42d;
const FACTOR_LOW = 0x4c957f2d;

/** The sequence that is used wherever none is named; the increment is `2 * STREAM + 1`. */
export const STREAM = 54;

export class Pcg32 {
  #high = 0;
  #low = 0;
  #increment;

  /**
   * Seeded as the reference implementation's `pcg32_srandom(seed, stream)`.
   * @param {number} seed 0 … 2^32 − 1
   * @param {number} [stream] 0 … 2^31 − 1
   */
  constructor(seed, stream = STREAM) {
    this.#increment = (2 * stream + 1) >>> 0;
    this.#step();
    const low = this.#low + (seed >>> 0);
    this.#high = (this.#high + (low > 0xffffffff ? 1 : 0)) >>> 0;
    this.#low = low >>> 0;
    this.#step();
  }

  #step() {
    const [high, low] = [this.#high, this.#low];
    // The low half's product needs all its 64 bits: four products of 16 by 16 bits.
    const [a, b] = [low & 0xffff, low >>> 16];
    const [c, d] = [FACTOR_LOW & 0xffff, FACTOR_LOW >>> 16];
    const ad = a * d + ((a * c) >>> 16);
    const bc = b * c + (ad % 0x10000);
    const carry = b * d + Math.floor(ad / 0x10000) + Math.floor(bc / 0x10000);
    const sum = (Math.imul(low, FACTOR_LOW) >>> 0) + this.#increment;
    this.#low = sum >>> 0;
    this.#high =
      (Math.imul(high, FACTOR_LOW) +
        Math.imul(low, FACTOR_HIGH) +
        (carry >>> 0) +
        (sum > 0xffffffff ? 1 : 0)) >>>
      0;
  }

  /** @returns {number} 0 … 2^32 − 1 */
  next() {
    const [high, low] = [this.#high, this.#low];
    this.#step();
    // ((state >> 18) ^ state) >> 27, its lower 32 bits.
    const mixedHigh = (high >>> 18) ^ high;
    const mixedLow = ((high << 14) | (low >>> 18)) ^ low;
    const word = (mixedHigh << 5) | (mixedLow >>> 27);
    const turn = high >>> 27;
    return ((word >>> turn) | (word << (-turn & 31))) >>> 0;
  }

  /** @returns {number} 0 ≤ u < 1, one of 2^24 numbers that a float32 holds exactly */
  uniform() {
    return (this.next() >>> 8) * 2 ** -24;
  }
}
