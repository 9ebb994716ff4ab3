/**
 * Attention of any shape: what is chosen, what was computed, and where it stops. The numbers come
 * from a seed; web/core/seeded.js says how.
 *
 * @typedef {object} Config
 * @property {number} seqLen
 * @property {number} dModel
 * @property {number} heads
 * @property {number} seed
 * @property {'none' | 'causal'} mask
 *
 * @typedef {import('./store.js').Tensor} Tensor
 * @typedef {object} Result
 * @property {Readonly<Config>} config what was computed
 * @property {import('./store.js').Snapshot | null} snapshot of a model of one layer without a text;
 *   where the heads do not divide d_model it ends at the query, [seq_len, d_model] and not yet cut;
 *   null where the core refused
 * @property {Readonly<Record<string, Tensor>>} weights by `query.weight`, …, [in, out]
 * @property {string | null} refused what the core said
 *
 * @typedef {object} Shapes
 * @property {boolean} on the dimension trace shows this instead of the model
 * @property {Readonly<Config>} config
 * @property {number} head the chosen one
 * @property {Readonly<Result> | null} result null before the first
 */

export const LIMITS = Object.freeze({ seqLen: 512, dModel: 1024, seed: 2 ** 32 - 1 });

/** Most bytes of one trace: 16 heads over 512 tokens take 70 MB, 32 take 137 MB. */
export const BYTE_BUDGET = 192 * 2 ** 20;

/** Heads that are drawn at once. */
export const HEADS_SHOWN = 32;

/** @type {Readonly<Record<string, Readonly<Pick<Config, 'seqLen' | 'dModel' | 'heads'>>>>} */
export const PRESETS = Object.freeze({
  lesson: Object.freeze({ seqLen: 13, dModel: 512, heads: 8 }),
  big: Object.freeze({ seqLen: 64, dModel: 1024, heads: 16 }),
  tiny: Object.freeze({ seqLen: 4, dModel: 8, heads: 2 }),
  indivisible: Object.freeze({ seqLen: 13, dModel: 512, heads: 3 }),
});

/** @type {Readonly<Shapes>} */
export const START = Object.freeze({
  on: false,
  config: Object.freeze({ ...PRESETS.lesson, seed: 1, mask: /** @type {const} */ ('none') }),
  head: 0,
  result: null,
});

/** @param {number} value @param {number} least @param {number} most */
const whole = (value, least, most) =>
  Number.isNaN(value) ? least : Math.round(Math.min(most, Math.max(least, value)));

/**
 * Another choice, kept within the limits; there are never more heads than columns.
 * @param {Readonly<Config>} config
 * @param {Partial<Config>} changes
 * @returns {Readonly<Config>}
 */
export function withConfig(config, changes) {
  const { seqLen, dModel, heads, seed, mask } = { ...config, ...changes };
  const width = whole(dModel, 1, LIMITS.dModel);
  return Object.freeze({
    seqLen: whole(seqLen, 1, LIMITS.seqLen),
    dModel: width,
    heads: whole(heads, 1, width),
    seed: whole(seed, 0, LIMITS.seed),
    mask,
  });
}

/** @param {Readonly<Config>} config */
export const divides = ({ dModel, heads }) => dModel % heads === 0;

/**
 * The nearest head counts that divide d_model, at most one below and one above.
 * @param {Readonly<Config>} config
 * @returns {number[]}
 */
export function nearestHeads({ dModel, heads }) {
  const found = [];
  for (let below = heads; below >= 1; below -= 1) {
    if (dModel % below === 0) {
      found.push(below);
      break;
    }
  }
  for (let above = heads + 1; above <= dModel; above += 1) {
    if (dModel % above === 0) {
      found.push(above);
      break;
    }
  }
  return found;
}

/**
 * What the engine is asked for. Where the heads do not divide d_model only the projection can be
 * computed: that of one head of the whole width is the same numbers.
 * @param {Readonly<Config>} config
 */
export function requestOf(config) {
  const { seqLen, dModel, seed, mask } = config;
  const whole = divides(config);
  const heads = whole ? config.heads : 1;
  return {
    ...{ seed, seqLen, dModel, heads, mask, byteBudget: BYTE_BUDGET },
    dHead: dModel / heads,
    ...(!whole && { names: ['query'] }),
  };
}

/**
 * @param {Readonly<Config>} config
 * @param {{x: Tensor, weights: Record<string, Tensor>, tensors: Record<string, Tensor>}} answer
 * @returns {Readonly<Result>}
 */
export function resultOf(config, { x, weights, tensors }) {
  const { seqLen, dModel, heads } = config;
  /** @type {Record<string, Tensor>} */
  const named = { 'layers.0.input': { ...x, name: 'layers.0.input' } };
  for (const tensor of Object.values(tensors)) {
    const name = `layers.0.attention.${tensor.name}`;
    named[name] = divides(config)
      ? { ...tensor, name }
      : { name, shape: [seqLen, dModel], axes: ['seq_len', 'd_model'], data: tensor.data };
  }
  const layer = { dModel, heads, dHead: dModel / heads, dOutput: dModel, dFfn: 0 };
  const model = {
    ...{ name: 'seeded', title: '', licence: '', source: '', maxTokens: LIMITS.seqLen },
    dtype: 'F32',
    layers: [layer],
  };
  const snapshot = { text: '', tokens: [], cut: null, model, tensors: named };
  return Object.freeze({ config, snapshot, weights, refused: null });
}

/** @param {Readonly<Config>} config @param {string} refused @returns {Readonly<Result>} */
export const refusal = (config, refused) =>
  Object.freeze({ config, snapshot: null, weights: Object.freeze({}), refused });
