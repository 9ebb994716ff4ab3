/**
 * An attention layer and its input from a seed: what Headscope computes with where there is no
 * trained model. One generator draws everything, in this order: W_Q, W_K, W_V, W_O, then x, each row
 * by row. So the weights depend on the seed and d_model alone, not on how many heads share them, and
 * a longer input begins with the shorter one.
 */
import { Pcg32 } from './pcg32.js';

/**
 * Xavier (Glorot) uniform: ±√(6 / (fan_in + fan_out)), the fans being those of the whole matrix.
 * @param {number} fanIn
 * @param {number} fanOut
 */
export const xavierBound = (fanIn, fanOut) => Math.sqrt(6 / (fanIn + fanOut));

/**
 * @param {Pcg32} generator
 * @param {number} rows fan in
 * @param {number} columns fan out
 * @returns {Float32Array} [rows, columns], (2u − 1) · bound
 */
function xavier(generator, rows, columns) {
  const bound = xavierBound(rows, columns);
  const matrix = new Float32Array(rows * columns);
  for (let i = 0; i < matrix.length; i += 1) matrix[i] = (2 * generator.uniform() - 1) * bound;
  return matrix;
}

/**
 * Standard normal numbers by Box and Muller: of each pair u, v the radius √(−2 ln(1 − u)) times the
 * cosine, then the sine, of 2πv.
 * @param {Pcg32} generator
 * @param {number} count
 */
function normal(generator, count) {
  const numbers = new Float32Array(count);
  for (let i = 0; i < count; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - generator.uniform()));
    const angle = 2 * Math.PI * generator.uniform();
    numbers[i] = radius * Math.cos(angle);
    if (i + 1 < count) numbers[i + 1] = radius * Math.sin(angle);
  }
  return numbers;
}

/**
 * @param {object} of
 * @param {number} of.dModel
 * @param {number} of.inner heads times the width of one head
 * @param {number} of.seqLen
 * @param {number} of.seed
 * @returns {{x: Float32Array, weights: import('./core.d.ts').AttentionWeights}} x [seqLen, dModel];
 *   no biases
 */
export function seededLayer({ dModel, inner, seqLen, seed }) {
  const generator = new Pcg32(seed);
  const weights = {
    query: xavier(generator, dModel, inner),
    key: xavier(generator, dModel, inner),
    value: xavier(generator, dModel, inner),
    output: xavier(generator, inner, dModel),
  };
  return { x: normal(generator, seqLen * dModel), weights };
}
