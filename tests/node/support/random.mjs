/** @file Repeatable numbers for tests. */

/**
 * Uniform in [-0.5, 0.5), the same for the same seed (Mulberry32).
 * @param {number} seed
 * @returns {(length: number) => Float32Array}
 */
export function randomFloats(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32 - 0.5;
  };
  return (length) => Float32Array.from({ length }, next);
}

/**
 * Weights of every kind for one attention layer.
 * @param {(length: number) => Float32Array} random
 * @param {{dModel: number, heads: number, dHead: number, dMemory?: number, dOutput?: number}} config
 * @param {{biases?: boolean}} [options]
 */
export function randomWeights(random, config, { biases = true } = {}) {
  const { dModel, heads, dHead, dMemory = dModel, dOutput = dModel } = config;
  const inner = heads * dHead;
  return {
    query: random(dModel * inner),
    key: random(dMemory * inner),
    value: random(dMemory * inner),
    output: random(inner * dOutput),
    ...(biases && {
      queryBias: random(inner),
      keyBias: random(inner),
      valueBias: random(inner),
      outputBias: random(dOutput),
    }),
  };
}
