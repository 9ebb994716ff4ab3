/**
 * One size of self-attention with random weights, the same for every contender.
 *
 * @typedef {{dModel: number, heads: number, seqLen: number}} Size
 * @typedef {{query: Float32Array, key: Float32Array, value: Float32Array, output: Float32Array,
 *   queryBias: Float32Array, keyBias: Float32Array, valueBias: Float32Array,
 *   outputBias: Float32Array}} Weights matrices [dModel, dModel], biases [dModel]
 * @typedef {Size & {dHead: number, weights: Weights, x: Float32Array}} Problem `x` is
 *   [seqLen, dModel]
 */

/** @type {readonly Size[]} */
export const SIZES = [
  ...[16, 64, 128, 256, 512, 1024, 2048].map((seqLen) => ({ dModel: 512, heads: 8, seqLen })),
  { dModel: 768, heads: 12, seqLen: 128 },
];
/** @type {readonly Size[]} */
export const QUICK_SIZES = SIZES.filter(({ dModel, seqLen }) => dModel === 512 && seqLen <= 512);

/** @param {Size} size */
export const sizeName = ({ dModel, seqLen }) => `n=${seqLen} d=${dModel}`;

/**
 * Multiplications and additions of the six matrix products; softmax is not counted, so that a
 * rate is never flattered.
 * @param {Size} size
 */
export const operations = ({ dModel, seqLen }) =>
  8 * seqLen * dModel ** 2 + 4 * seqLen ** 2 * dModel;

/**
 * Uniform in [0, 1), the same sequence for the same seed.
 * @param {number} seed
 */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Uniform with the given standard deviation.
 * @param {number} count
 * @param {number} deviation
 * @param {number} seed
 */
function noise(count, deviation, seed) {
  const next = random(seed);
  const half = deviation * Math.sqrt(3);
  return Float32Array.from({ length: count }, () => (2 * next() - 1) * half);
}

/**
 * Weights keep the variance of what they multiply, so that scores and weights look like those of a
 * freshly initialised layer.
 * @param {Size} size
 * @returns {Problem}
 */
export function makeProblem({ dModel, heads, seqLen }) {
  const matrix = (/** @type {number} */ seed) => noise(dModel ** 2, dModel ** -0.5, seed);
  const bias = (/** @type {number} */ seed) => noise(dModel, 0.1, seed);
  return {
    ...{ dModel, heads, seqLen, dHead: dModel / heads },
    weights: {
      ...{ query: matrix(1), key: matrix(2), value: matrix(3), output: matrix(4) },
      ...{ queryBias: bias(5), keyBias: bias(6), valueBias: bias(7), outputBias: bias(8) },
    },
    x: noise(seqLen * dModel, 1, 9),
  };
}

/**
 * Three matrices side by side: [rows, columns] each to [rows, 3 * columns].
 * @param {readonly Float32Array[]} matrices
 * @param {number} rows
 */
export function beside(matrices, rows) {
  const columns = matrices[0].length / rows;
  const joined = new Float32Array(matrices[0].length * matrices.length);
  for (let row = 0; row < rows; ++row) {
    for (const [i, matrix] of matrices.entries()) {
      const from = matrix.subarray(row * columns, (row + 1) * columns);
      joined.set(from, (row * matrices.length + i) * columns);
    }
  }
  return joined;
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function maxDifference(a, b) {
  if (a.length !== b.length) return Infinity;
  let worst = 0;
  for (let i = 0; i < a.length; ++i) {
    const difference = Math.abs(a[i] - b[i]);
    if (!(difference <= worst)) worst = difference;
  }
  return worst;
}
