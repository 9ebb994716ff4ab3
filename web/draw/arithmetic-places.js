/**
 * The numbers that can be unfolded: their names, in flow order, where each stands in a model's trace,
 * and which cell of it a chain of arithmetic runs through.
 */

/** The tensors that can be unfolded, in flow order. */
export const UNFOLDABLE = Object.freeze(
  /** @type {const} */ ([
    'embedding',
    'input',
    'norm',
    'query',
    'key',
    'value',
    'scores',
    'scaled',
    'masked',
    'weights',
    'context',
    'concat',
    'contribution',
    'output',
    'residual',
    'ffn-norm',
    'ffn-hidden',
    'ffn-output',
    'layer-output',
    'pooled',
    'projected',
    'sentence',
  ]),
);

/**
 * @typedef {(typeof UNFOLDABLE)[number]} Name
 *
 * @typedef {object} Place which cell of every tensor the chain runs through
 * @property {number} head
 * @property {number} query row of the query token, and of every tensor that has one row a token
 * @property {number} key row of the key token
 * @property {number} column of the head, 0 … d_head
 * @property {number} output column of the layer's output, 0 … d_output
 * @property {number} [model] column of the layer's input, 0 … d_model
 * @property {number} [hidden] column of the feed-forward layer, 0 … d_ffn
 * @property {number} [sentence] column of the sentence vector
 */

/** Of the attention, where a name is not the trace's own. @type {Readonly<Record<string, string>>} */
const ELSEWHERE = {
  input: 'input',
  'ffn-norm': 'ffn.norm',
  'ffn-hidden': 'ffn.hidden',
  'ffn-output': 'ffn.output',
  'layer-output': 'output',
};

/** Of the whole model, not of a layer. `projected` is the sentence before tanh, which no trace keeps. */
const WHOLE = ['embedding', 'pooled', 'projected', 'sentence'];

/**
 * What a model's trace calls a tensor of a layer; with `.weight`, `.scale` or `.bias` behind it, what
 * the model calls a weight.
 * @param {string} name one of UNFOLDABLE, or of its weights: `query.weight`, `norm.scale`, …
 * @param {number} layer
 */
export function traceName(name, layer) {
  const [step, part] = name.split('.');
  const end = part ? `.${part}` : '';
  if (WHOLE.includes(step)) return step + end;
  return `layers.${layer}.${ELSEWHERE[step] ?? `attention.${step}`}${end}`;
}

/**
 * The steps of one layer: the first also embeds, the last also pools.
 * @param {{first: boolean, last: boolean}} layer
 * @returns {readonly Name[]}
 */
export const stepsOf = ({ first, last }) =>
  UNFOLDABLE.filter((name) => (name === 'embedding' ? first : last || !WHOLE.includes(name)));

/**
 * Where the cell of a tensor lies that a chain through `place` passes.
 * @param {Name} name
 * @param {Place} place
 * @param {number} dHead
 * @returns {number[]}
 */
export function indexOf(name, place, dHead) {
  const { head, query, key, column, output, model = 0, hidden = 0, sentence = 0 } = place;
  switch (name) {
    case 'embedding':
    case 'input':
    case 'norm':
      return [query, model];
    case 'query':
    case 'context':
      return [head, query, column];
    case 'key':
    case 'value':
      return [head, key, column];
    case 'scores':
    case 'scaled':
    case 'masked':
    case 'weights':
      return [head, query, key];
    case 'concat':
      return [query, head * dHead + column];
    case 'contribution':
      return [head, query, output];
    case 'ffn-hidden':
      return [query, hidden];
    case 'pooled':
      return [output];
    case 'projected':
    case 'sentence':
      return [sentence];
    default:
      return [query, output];
  }
}

/**
 * The place of a chain that passes through one cell; what the cell leaves open stays as it was.
 * @param {Name} name
 * @param {readonly number[]} index
 * @param {number} dHead
 * @returns {Partial<Place>}
 */
export function placeOf(name, index, dHead) {
  const [first, second, third] = index;
  switch (name) {
    case 'embedding':
    case 'input':
    case 'norm':
      return { query: first, model: second };
    case 'query':
    case 'context':
      return { head: first, query: second, column: third };
    case 'key':
    case 'value':
      return { head: first, key: second, column: third };
    case 'scores':
    case 'scaled':
    case 'masked':
    case 'weights':
      return { head: first, query: second, key: third };
    case 'concat':
      return { head: Math.floor(second / dHead), query: first, column: second % dHead };
    case 'contribution':
      return { head: first, query: second, output: third };
    case 'ffn-hidden':
      return { query: first, hidden: second };
    case 'pooled':
      return { output: first };
    case 'projected':
    case 'sentence':
      return { sentence: first };
    default:
      return { query: first, output: second };
  }
}

/**
 * What a model holds of a layer; of the last one also what makes the sentence.
 * @param {{model: {layers: readonly unknown[], encoder?: {d_sentence?: number,
 *   blocks: readonly {project_residual?: boolean}[]}} | null,
 *   tensors: Readonly<Record<string, unknown>>} | null} snapshot
 * @param {number} layer
 * @returns {string[]} names of `traceName`
 */
export function weightNames(snapshot, layer) {
  const { layers = [], encoder } = snapshot?.model ?? {};
  const dense = ['query', 'key', 'value', 'output', 'ffn-hidden', 'ffn-output'];
  if (encoder?.blocks[layer]?.project_residual) dense.push('residual');
  if (layer === layers.length - 1 && encoder?.d_sentence) dense.push('sentence');
  // A small model may lack norms and the feed-forward network; what was computed says so.
  const has = (/** @type {string} */ name) =>
    snapshot?.tensors[traceName(name, layer)] !== undefined;
  return [
    ...dense.filter(has).flatMap((name) => [`${name}.weight`, `${name}.bias`]),
    ...['norm', 'ffn-norm'].filter(has).flatMap((name) => [`${name}.scale`, `${name}.bias`]),
  ];
}
