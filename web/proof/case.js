/** @file What a proof is of: one attention layer, its exact input and weights, and what was shown of it. */

/** Every tensor the page shows of an attention layer, in flow order. */
export const SHOWN = Object.freeze([
  'query',
  'key',
  'value',
  'scores',
  'scaled',
  'masked',
  'weights',
  'context',
  'concat',
  'output',
]);

/** At most so many numbers stand in the code itself; more come in a file beside it. */
const MOST_INLINE = 4096;

/** Below this a score is a mask. */
const HIDDEN = -1e8;

/**
 * @typedef {import('./npz.js').Tensor} Tensor
 * @typedef {{name: string, index: readonly number[], value: number, digits: number}} ShownCell
 *
 * @typedef {object} Case
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
 * @property {Readonly<Record<string, Tensor>>} tensors `x` (what enters the projections), `W_Q` …
 *   [in, out], `b_Q` …, `allowed` [query, key], and `shown_…`, what the core computed
 * @property {boolean} inline the tensors stand in the code
 * @property {ShownCell} cell the number that is looked at, as it is shown
 */

/**
 * @param {object} of
 * @param {number} of.layer
 * @param {string} of.text
 * @param {(name: string) => Tensor | undefined} of.tensors the layer's own names: `norm`, `query`, …
 * @param {(name: string) => Tensor | undefined} of.weights `query.weight` [in, out], `query.bias`, …
 * @param {ArrayLike<number> | null} [of.gains]
 * @param {ArrayLike<number> | null} [of.outputGains]
 * @param {ShownCell} of.cell
 * @returns {Case | null} null where a tensor or a weight is missing
 */
export function proofCase(of) {
  const { layer, text, tensors, weights, gains = null, outputGains = null, cell } = of;
  const [x, query, masked, output] = ['norm', 'query', 'masked', 'output'].map(tensors);
  if (!x || !query || !masked || !output) return null;
  const [heads, seqLen, dHead] = query.shape;
  /** @type {Record<string, Tensor>} */
  const all = { x };
  for (const [letter, role] of [
    ['Q', 'query'],
    ['K', 'key'],
    ['V', 'value'],
    ['O', 'output'],
  ]) {
    const weight = weights(`${role}.weight`);
    const bias = weights(`${role}.bias`);
    if (!weight) return null;
    all[`W_${letter}`] = weight;
    if (bias) all[`b_${letter}`] = bias;
  }
  const area = seqLen * seqLen;
  const allowed = Uint8Array.from(masked.data.subarray(0, area), (score) => Number(score > HIDDEN));
  all.allowed = { shape: [seqLen, seqLen], data: allowed };
  for (const name of SHOWN) {
    const tensor = tensors(name);
    if (!tensor) return null;
    all[`shown_${name}`] = { shape: tensor.shape, data: tensor.data };
  }
  const count = Object.values(all).reduce((sum, { data }) => sum + data.length, 0);
  return {
    layer,
    text,
    seqLen,
    dModel: x.shape[1],
    heads,
    dHead,
    dOutput: output.shape[1],
    gains: Array.from({ length: heads }, (_, head) => gains?.[head] ?? 1),
    outputGains: outputGains && Array.from(outputGains),
    biases: 'b_Q' in all,
    tensors: all,
    inline: count <= MOST_INLINE,
    cell,
  };
}

/** @param {Case} proof @returns {string} of its files, without an ending */
export const nameOf = ({ layer }) => `headscope-layer-${layer}`;

/** @param {ShownCell} cell @returns {string} such as `weights[2, 8, 1]` */
export const cellName = ({ name, index }) => `${name}[${index.join(', ')}]`;

/** @param {number} value a float32 @returns {string} the shortest decimal that reads back as it */
export function shortest(value) {
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}
