/** How the arithmetic names its numbers: cells, where a cell stands, the words it is about. */
import { t } from '../i18n/index.js';
import { tokenText } from './dom.js';

/**
 * @typedef {import('../draw/arithmetic.js').Name} Name
 * @typedef {import('../draw/arithmetic.js').Cell} Cell
 * @typedef {import('../state/unfolding.js').Unfolding} Unfolding
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

/** @param {Cell} cell @param {number} dHead @returns {string} such as `query[2, 8, 17]` */
export function cellName({ name, index }, dHead) {
  if (name === 'scale') return t('arithmetic.scale.symbol', { dHead });
  if (name === 'embeddingScale') return t('arithmetic.scale.embedding');
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
 * @param {Readonly<Unfolding>} unfolding
 * @param {{query: string, key: string}} words
 */
export function placeWords(unfolding, words) {
  const parts = COORDINATES[unfolding.name];
  if (parts[1] === 'key') return t('trace.at.cell', words);
  const said = parts.map((part) =>
    part === 'query' || part === 'key'
      ? t('trace.at.row', { text: words[part] })
      : t('trace.at.column', { axis: AXES[part] ?? '', column: unfolding[part] }),
  );
  return said.join(' · ');
}

/**
 * @param {Readonly<Unfolding>} unfolding
 * @param {readonly import('../state/store.js').Token[]} tokens
 * @returns {{query: string, key: string}} the words that the chain runs through
 */
export const wordsOf = ({ query, key }, tokens) => ({
  query: tokenText(tokens[query]),
  key: tokenText(tokens[key]),
});
