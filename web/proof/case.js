/** @file What a proof is of: attention layers, their exact input and weights, and what was shown of them. */
import { isHidden, namesShown } from './shown.js';

/** At most so many numbers stand in the code itself; more come in a file beside it. */
const MOST_INLINE = 4096;

/**
 * @typedef {import('./npz.js').Tensor} Tensor
 * @typedef {(name: string) => {shape: readonly number[], data: ArrayLike<number>} | undefined} Find
 *
 * @typedef {object} Block what stands around the attention of a layer
 * @property {number} embeddingScale
 * @property {number} epsilon of the norms
 * @property {boolean} first its input is made from embeddings
 * @property {boolean} last a sentence vector is made from its output
 * @property {boolean} lifted its residual path changes the width
 *
 * @typedef {object} Side one layer, computed once
 * @property {string} prefix of its tensors' names; those that both sides share have none
 * @property {number} layer
 * @property {string} text
 * @property {number} seqLen
 * @property {number} dModel
 * @property {number} heads
 * @property {number} dHead
 * @property {number} dOutput
 * @property {readonly number[]} gains one factor per head before W_O
 * @property {readonly number[] | null} outputGains one factor per slice of the output's columns after W_O
 * @property {boolean} biases
 * @property {Readonly<Block> | null} block null: only the attention is computed
 * @property {boolean} contribution each head's contribution is computed too
 * @property {readonly string[]} shown names of the tensors that are asserted, in flow order
 *
 * @typedef {{kind: 'cell', name: string, index: readonly number[], value: number, digits: number,
 *   average?: boolean}} CellClaim a number as it is shown; `average` over the heads
 * @typedef {{kind: 'stack', token: number | null, heads: readonly number[], bias: number,
 *   length: number, digits: number}} StackClaim how far each head's contribution goes along the
 *   output of a token, or of all of them
 * @typedef {{kind: 'difference', heads: readonly [number, number],
 *   pairs: readonly (readonly [number, number])[]}} DifferenceClaim of the weights of two sides on
 *   aligned tokens, asserted against the tensor `shown_difference`
 * @typedef {CellClaim | StackClaim | DifferenceClaim} Claim
 *
 * @typedef {object} Case
 * @property {string} name of its files, without an ending
 * @property {readonly Side[]} sides one, or two that are compared
 * @property {Readonly<Record<string, Tensor>>} tensors per side `x` (what enters the projections) or
 *   what enters the block, `W_Q` … [in, out], `b_Q` …, `allowed` [query, key], and `shown_…`, what the
 *   core computed
 * @property {readonly Claim[]} claims
 * @property {boolean} inline the tensors stand in the code
 */

/**
 * @typedef {object} Given one layer
 * @property {number} layer
 * @property {string} text
 * @property {Find} tensors `norm`, `query`, …
 * @property {Find} weights `query.weight` [in, out], `query.bias`, `norm.scale`, …
 * @property {ArrayLike<number> | null} [gains]
 * @property {ArrayLike<number> | null} [outputGains]
 * @property {Block | null} [block]
 * @property {boolean} [contribution]
 */

/**
 * @param {object} of
 * @param {string} of.name of the part of the page
 * @param {readonly Given[]} of.layers one, or two that are compared
 * @param {readonly Claim[]} of.claims
 * @param {Float32Array} [of.difference] what is shown of a comparison, `[pairs, pairs]`
 * @returns {Case | null} null where a tensor or a weight is missing
 */
export function proofCase({ name, layers, claims, difference }) {
  /** @type {Record<string, Tensor>} */
  const tensors = {};
  /** @type {Side[]} */
  const sides = [];
  for (const [i, given] of layers.entries()) {
    const made = sideOf(given, layers.length > 1 ? 'ab'[i] + '_' : '');
    if (!made) return null;
    sides.push(made.side);
    const { prefix } = made.side;
    const shared = layers.length > 1 && layers.every(({ layer }) => layer === layers[0].layer);
    for (const [tensor, value] of Object.entries(made.tensors)) {
      const weight = shared && !/^(x|allowed|shown_)/.test(tensor);
      tensors[weight ? tensor : prefix + tensor] = value;
    }
  }
  if (difference) {
    const size = Math.sqrt(difference.length);
    tensors.shown_difference = { shape: [size, size], data: difference };
  }
  const count = Object.values(tensors).reduce((sum, { data }) => sum + data.length, 0);
  const numbers = [...new Set(layers.map(({ layer }) => layer))].join('-');
  return {
    name: `headscope-${name}-layer-${numbers}`,
    sides,
    tensors,
    claims,
    inline: count <= MOST_INLINE,
  };
}

/** The weights of the attention and of what stands around it, by their names in the code. */
const ATTENTION = { Q: 'query', K: 'key', V: 'value', O: 'output' };
const AROUND = { 1: 'ffn-hidden', 2: 'ffn-output' };

/** @param {Given} given @param {string} prefix @returns {{side: Side, tensors: Record<string, Tensor>} | null} */
function sideOf(given, prefix) {
  const { layer, text, tensors, weights, gains = null, outputGains = null } = given;
  const { block = null, contribution = false } = given;
  const [query, masked, output] = ['query', 'masked', 'output'].map(tensors);
  const entry = tensors(block ? (block.first ? 'embedding' : 'input') : 'norm');
  if (!entry || !query || !masked || !output) return null;
  const [heads, seqLen, dHead] = query.shape;
  /** @type {Record<string, Tensor | null>} */
  const all = { x: floats(entry) };
  const letters = { ...ATTENTION, ...(block && AROUND) };
  if (block?.lifted) Object.assign(letters, { R: 'residual' });
  if (block?.last) Object.assign(letters, { S: 'sentence' });
  for (const [letter, role] of Object.entries(letters)) {
    const bias = weights(`${role}.bias`);
    all[`W_${letter}`] = floats(weights(`${role}.weight`));
    if (bias) all[`b_${letter}`] = floats(bias);
  }
  for (const norm of block ? ['norm', 'ffn-norm'] : []) {
    all[`${underscored(norm)}_scale`] = floats(weights(`${norm}.scale`));
    all[`${underscored(norm)}_bias`] = floats(weights(`${norm}.bias`));
  }
  const area = seqLen * seqLen;
  const allowed = new Uint8Array(area);
  for (let i = 0; i < area; i++) allowed[i] = Number(!isHidden(masked.data[i]));
  all.allowed = { shape: [seqLen, seqLen], data: allowed };
  const shown = namesShown({ block, contribution });
  for (const name of shown) all[`shown_${underscored(name)}`] = floats(tensors(name));
  /** @type {Record<string, Tensor>} */
  const found = {};
  for (const [name, tensor] of Object.entries(all)) {
    if (!tensor) return null;
    found[name] = tensor;
  }
  const side = {
    prefix,
    layer,
    text,
    seqLen,
    dModel: tensors('input')?.shape[1] ?? entry.shape[1],
    heads,
    dHead,
    dOutput: output.shape[1],
    gains: Array.from({ length: heads }, (_, head) => gains?.[head] ?? 1),
    outputGains: outputGains && Array.from(outputGains),
    biases: 'b_Q' in found,
    block,
    contribution,
    shown: shown.map(underscored),
  };
  return { side, tensors: found };
}

/** @param {ReturnType<Find>} tensor @returns {Tensor | null} */
const floats = (tensor) =>
  tensor
    ? {
        shape: tensor.shape,
        data: tensor.data instanceof Float32Array ? tensor.data : Float32Array.from(tensor.data),
      }
    : null;

/** @param {string} name @returns {string} as a variable */
const underscored = (name) => name.replaceAll('-', '_');
