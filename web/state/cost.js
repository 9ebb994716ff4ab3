/**
 * What attention costs, counted from its shapes: h heads that share d_model, against h heads that
 * are each as wide as d_model. Weights and numbers are float32; biases are left out.
 *
 * @typedef {{dModel: number, heads: number, dHead: number}} Width
 * @typedef {'split' | 'full'} Kind
 * @typedef {import('./samples.js').Timing<string>} CostTiming samples by `idOf`
 * @typedef {object} Cost
 * @property {number} dModel
 * @property {number} seqLen
 * @property {CostTiming} timing
 */
import { NO_TIMING } from './samples.js';

export const HEADS = Object.freeze([1, 2, 4, 8, 16]);
export const D_MODELS = Object.freeze([64, 128, 256, 512, 1024]);
export const SEQ_LENS = Object.freeze([16, 64, 128, 256, 512, 1024]);

/** @type {readonly Kind[]} */
export const KINDS = Object.freeze(['split', 'full']);

/** @type {Readonly<Cost>} */
export const FIRST_COST = Object.freeze({ dModel: 512, seqLen: 128, timing: NO_TIMING });

/** @param {Kind} kind @param {number} heads */
export const idOf = (kind, heads) => `${kind} ${heads}`;

/** @param {Kind} kind @param {number} dModel @param {number} heads @returns {Width} */
export const widthOf = (kind, dModel, heads) => ({
  dModel,
  heads,
  dHead: kind === 'split' ? dModel / heads : dModel,
});

/** W_Q, W_K, W_V and W_O. @param {Width} width */
export const parameters = ({ dModel, heads, dHead }) => 4 * dModel * heads * dHead;

/**
 * Multiplications and additions of the six matrix products; softmax is not counted.
 * @param {Width} width @param {number} seqLen
 */
export const flops = ({ dModel, heads, dHead }, seqLen) =>
  2 * (4 * seqLen * dModel + 2 * seqLen * seqLen) * heads * dHead;

/** All heads' weights, `[heads, seq_len, seq_len]`. @param {number} heads @param {number} seqLen */
export const weightsBytes = (heads, seqLen) => 4 * heads * seqLen * seqLen;

/**
 * Floats of packed rows of length 1. As many as share a tile take the room of 6: in the `simd` module
 * 5, in the `relaxed` one 6.
 * @param {number} rows
 */
const packedRows = (rows) => 6 * Math.ceil(rows / 5);

/** Rows that a product packs at a time: up to 132, which whole tiles of 5 make 135. */
const MOST_ROWS = 135;

/**
 * What one fused forward pass takes besides the weights: Q, in whose place concat comes, K, V and
 * output of all tokens, the keys and values of one head packed, and the products' workspace. It grows
 * with seq_len, not with its square. At most: the core's own count is smaller where seq_len is short,
 * and in the `relaxed` module.
 * @param {Width} width @param {number} seqLen
 */
export function forwardBytes({ dModel, heads, dHead }, seqLen) {
  const inner = heads * dHead;
  const tensors = seqLen * (3 * inner + dModel);
  const packed = packedRows(seqLen) * dHead + packedRows(dHead) * seqLen;
  const workspace = Math.max(packedRows(MOST_ROWS) * Math.max(dModel, inner), 8 * (dHead + seqLen));
  return 4 * (tensors + packed + workspace);
}

/** Larger layers are counted, not timed: a browser tab is no place for them. */
export const MOST_BYTES = 40e6;

/**
 * What is timed, in the order of the table.
 * @param {{dModel: number}} cost
 * @returns {{kind: Kind, heads: number, width: Width, timed: boolean}[]}
 */
export function contendersOf({ dModel }) {
  return KINDS.flatMap((kind) =>
    HEADS.filter((heads) => kind === 'split' || heads > 1).map((heads) => {
      const width = widthOf(kind, dModel, heads);
      return { kind, heads, width, timed: 4 * parameters(width) <= MOST_BYTES };
    }),
  );
}
