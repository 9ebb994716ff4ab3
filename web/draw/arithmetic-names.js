/**
 * How the arithmetic names its numbers: tensors, cells, and which parts of a chain a cell depends on.
 *
 * @typedef {import('./arithmetic-places.js').Name} Name
 * @typedef {import('./arithmetic.js').Cell} Cell
 * @typedef {import('./figure-parts.js').Words} Words
 * @typedef {'query' | 'key' | 'column' | 'output' | 'model' | 'hidden' | 'sentence'} Part of a place
 */

/** As the formulas write the weights. @type {Readonly<Record<string, string>>} */
const LETTERS = {
  query: 'Q',
  key: 'K',
  value: 'V',
  output: 'O',
  residual: 'R',
  'ffn-hidden': '1',
  'ffn-output': '2',
  sentence: 'S',
  embedding: 'E',
};

/** @param {string} name @returns {string} as the page writes it */
export function tensorName(name) {
  const [kind, of] = name.split('.');
  if (!of) return name.replace('ffn-', 'ffn.').replace('layer-', 'layer.');
  return LETTERS[of] ? `${kind}_${LETTERS[of]}` : kind;
}

/**
 * @param {Cell} cell
 * @param {number} dHead
 * @param {Words} words
 * @returns {string} such as `query[2, 8, 17]`
 */
export function cellName({ name, index }, dHead, words) {
  if (name === 'scale') return words('arithmetic.scale.symbol', { dHead });
  if (name === 'embeddingScale') return words('arithmetic.scale.embedding');
  const tensor = tensorName(name);
  return index.length ? `${tensor}[${index.join(', ')}]` : tensor;
}

/** The hue of a tensor's name, where it has one. @param {string} name */
export const roleOf = (name) =>
  ['query', 'key', 'value', 'output'].find((role) => name === role || name.endsWith(`.${role}`));

/** Which parts of the chain a tensor's cell depends on. @type {Record<Name, Part[]>} */
export const COORDINATES = {
  embedding: ['query', 'model'],
  input: ['query', 'model'],
  norm: ['query', 'model'],
  query: ['query', 'column'],
  key: ['key', 'column'],
  value: ['key', 'column'],
  scores: ['query', 'key'],
  scaled: ['query', 'key'],
  masked: ['query', 'key'],
  weights: ['query', 'key'],
  context: ['query', 'column'],
  concat: ['query', 'column'],
  contribution: ['query', 'output'],
  output: ['query', 'output'],
  residual: ['query', 'output'],
  'ffn-norm': ['query', 'output'],
  'ffn-hidden': ['query', 'hidden'],
  'ffn-output': ['query', 'output'],
  'layer-output': ['query', 'output'],
  pooled: ['output'],
  projected: ['sentence'],
  sentence: ['sentence'],
};

/** The axis that a column counts. @type {Readonly<Partial<Record<Part, string>>>} */
const AXES = {
  column: 'd_head',
  output: 'd_output',
  model: 'd_model',
  hidden: 'd_ffn',
  sentence: 'd_sentence',
};

/**
 * Where a number stands, in words.
 * @param {Readonly<Record<Exclude<Part, 'query' | 'key'>, number>> & {name: Name}} unfolding
 * @param {{query: string, key: string}} tokens
 * @param {Words} words
 */
export function placeWords(unfolding, tokens, words) {
  const parts = COORDINATES[unfolding.name];
  if (parts[1] === 'key') return words('trace.at.cell', tokens);
  const said = parts.map((part) =>
    part === 'query' || part === 'key'
      ? words('trace.at.row', { text: tokens[part] })
      : words('trace.at.column', { axis: AXES[part] ?? '', column: unfolding[part] }),
  );
  return said.join(' · ');
}
