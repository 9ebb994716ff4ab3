/**
 * Wrapper and fused: the same weights as h small layers of one head each, and as one layer whose wide
 * matrices are split. Both are layers of the core; this only cuts, widens and counts.
 *
 * @typedef {{shape: readonly number[], data: Float32Array}} Matrix row-major
 * @typedef {{weight: Matrix, bias: Matrix}} Projection
 * @typedef {'query' | 'key' | 'value'} Role
 * @typedef {Record<Role | 'output', Projection>} LayerProjections
 * @typedef {{dModel: number, heads: number, dHead: number}} Width
 * @typedef {import('./samples.js').Timing<'wrapper' | 'fused'>} FuseTiming
 * @typedef {object} Fuse
 * @property {number} step 0 … STEPS.length - 1
 * @property {Role} role whose matrix is on show
 * @property {{layer: number, projections: LayerProjections} | null} weights of the layer on show
 * @property {{layer: number, text: string, difference: number, largest: number} | null} check both
 *   sides, computed: the largest difference of a number of concat, and concat's largest magnitude
 * @property {string | null} failed why there is no check
 * @property {FuseTiming} timing
 */
import { UNFUSED } from './unfused.js';

export const STEPS = Object.freeze(
  /** @type {const} */ (['apart', 'together', 'multiply', 'split', 'attend']),
);

/** @type {readonly Role[]} */
export const ROLES = Object.freeze(['query', 'key', 'value']);

/** @type {Readonly<Fuse>} */
export const FIRST_FUSE = Object.freeze({
  step: 0,
  role: /** @type {Role} */ ('query'),
  ...UNFUSED,
});

/**
 * @param {Matrix} matrix `[rows, columns]`, or a vector
 * @param {number} from column
 * @param {number} count columns
 * @returns {Float32Array} `[rows, count]`
 */
export function columnsOf({ shape, data }, from, count) {
  const columns = shape[shape.length - 1];
  const rows = data.length / columns;
  const out = new Float32Array(rows * count);
  for (let row = 0; row < rows; row++) {
    const start = row * columns + from;
    out.set(data.subarray(start, start + count), row * count);
  }
  return out;
}

/** @param {number} size @returns {Float32Array} `[size, size]`; a product with it changes no bit */
export function identity(size) {
  const out = new Float32Array(size * size);
  for (let i = 0; i < size; i++) out[i * size + i] = 1;
  return out;
}

/**
 * The layers of both sides. With `concat` what comes out is the heads' outputs, side by side, as the
 * wrapper's `torch.cat` has them: W_O is the identity. Without it each side multiplies by W_O, the
 * small layers by the slab of it that is theirs, so that both do the same products.
 * @param {LayerProjections} projections
 * @param {Width} width
 * @param {{concat: boolean}} options
 */
export function bothSides(projections, { dModel, heads, dHead }, { concat }) {
  const inner = heads * dHead;
  const { query, key, value, output } = projections;
  const dOutput = output.weight.shape[1];
  const wrapper = Array.from({ length: heads }, (_, head) => {
    const cut = (/** @type {Matrix} */ matrix) => columnsOf(matrix, head * dHead, dHead);
    const slab = output.weight.data.slice(head * dHead * dOutput, (head + 1) * dHead * dOutput);
    return {
      config: { dModel, heads: 1, dHead, dOutput: concat ? dHead : dOutput },
      weights: {
        query: cut(query.weight),
        key: cut(key.weight),
        value: cut(value.weight),
        queryBias: cut(query.bias),
        keyBias: cut(key.bias),
        valueBias: cut(value.bias),
        output: concat ? identity(dHead) : slab,
      },
    };
  });
  const fused = {
    config: { dModel, heads, dHead, dOutput: concat ? inner : dOutput },
    weights: {
      query: query.weight.data,
      key: key.weight.data,
      value: value.weight.data,
      queryBias: query.bias.data,
      keyBias: key.bias.data,
      valueBias: value.bias.data,
      output: concat ? identity(inner) : output.weight.data,
    },
  };
  return [{ layers: wrapper }, { layers: [fused] }];
}

/**
 * @param {readonly Float32Array[]} wrapper per head `[n, dHead]`
 * @param {Float32Array} fused `[n, heads * dHead]`
 * @param {Width} width
 * @returns {{difference: number, largest: number}} of concat: the largest difference of two numbers
 *   in the same place, and the largest magnitude
 */
export function compareConcat(wrapper, fused, { heads, dHead }) {
  let [difference, largest] = [0, 0];
  for (let i = 0; i < fused.length; i++) {
    const [row, column] = [Math.floor(i / (heads * dHead)), i % (heads * dHead)];
    const other = wrapper[Math.floor(column / dHead)][row * dHead + (column % dHead)];
    difference = Math.max(difference, Math.abs(fused[i] - other));
    largest = Math.max(largest, Math.abs(fused[i]));
  }
  return { difference, largest };
}

/**
 * Matrix products as the two codes write them, W_O included, and multiply-adds, which are the same.
 * @param {Width & {dOutput: number, n: number}} size
 * @returns {{wrapper: number, fused: number, multiplyAdds: number}}
 */
export function countProducts({ dModel, heads, dHead, dOutput, n }) {
  const inner = heads * dHead;
  return {
    // Q, K, V, scores, context of every head, and W_O.
    wrapper: 5 * heads + 1,
    // Q, K, V; scores and context of all heads at once; W_O.
    fused: 6,
    multiplyAdds: 3 * n * dModel * inner + 2 * n * n * inner + n * inner * dOutput,
  };
}
