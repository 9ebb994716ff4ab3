/** How the arithmetic names its numbers: cells, the formula of each tensor, where a cell stands. */
import { t } from '../i18n/index.js';
import { tokenText } from './dom.js';

/**
 * @typedef {import('../draw/arithmetic.js').Name} Name
 * @typedef {import('../draw/arithmetic.js').Cell} Cell
 * @typedef {import('./dimension-trace-steps.js').Term} Term
 * @typedef {import('../state/unfolding.js').Unfolding} Unfolding
 */

/** @type {Readonly<Record<string, string>>} */
const WEIGHTS = {
  'W.query': 'W_Q',
  'W.key': 'W_K',
  'W.value': 'W_V',
  'W.output': 'W_O',
};

/** @param {string} name @returns {string} as the page writes it */
export const tensorName = (name) => WEIGHTS[name] ?? name;

/** @param {Cell} cell @param {number} dHead @returns {string} such as `query[2, 8, 17]` */
export function cellName({ name, index }, dHead) {
  if (name === 'scale') return t('arithmetic.scale.symbol', { dHead });
  const tensor = tensorName(name);
  return index.length ? `${tensor}[${index.join(', ')}]` : tensor;
}

/** The hue of a tensor's name, where it has one. @param {string} name */
export const roleOf = (name) =>
  ['query', 'key', 'value', 'output'].find((role) => name === role || name === `W.${role}`);

const q = { symbol: 'query', role: /** @type {const} */ ('query'), sub: 'i,d' };
const k = { symbol: 'key', role: /** @type {const} */ ('key'), sub: 'j,d' };
const v = { symbol: 'value', role: /** @type {const} */ ('value'), sub: 'j,d' };

/** @param {typeof q | typeof k | typeof v} made @param {string} row @param {string} letter @returns {Term[]} */
const projected = (made, row, letter) => [
  made,
  '=',
  { symbol: '∑', sub: 'm' },
  { symbol: 'norm', sub: `${row},m` },
  '·',
  { symbol: 'W', sub: 'm,d', sup: letter, role: made.role },
  '+',
  { symbol: 'b', sub: 'd', sup: letter },
];

/** One cell of each tensor, in symbols: i a query, j a key, d a column of the head. @type {Record<Name, Term[]>} */
export const CELL_FORMULAS = {
  query: projected(q, 'i', 'Q'),
  key: projected(k, 'j', 'K'),
  value: projected(v, 'j', 'V'),
  scores: [{ symbol: 'scores', sub: 'i,j' }, '=', { symbol: '∑', sub: 'd' }, q, '·', k],
  scaled: [
    { symbol: 'scaled', sub: 'i,j' },
    '=',
    { over: [{ symbol: 'scores', sub: 'i,j' }], under: [{ root: [{ symbol: 'd', sub: 'head' }] }] },
  ],
  masked: [
    { symbol: 'masked', sub: 'i,j' },
    '=',
    { symbol: 'scaled', sub: 'i,j' },
    '+',
    { symbol: 'mask', sub: 'i,j' },
  ],
  weights: [
    { symbol: 'weights', sub: 'i,j' },
    '=',
    {
      over: ['exp', { fenced: [{ symbol: 'masked', sub: 'i,j' }, '−', 'max'] }],
      under: [
        { symbol: '∑', sub: 'key' },
        'exp',
        { fenced: [{ symbol: 'masked', sub: 'i,key' }, '−', 'max'] },
      ],
    },
  ],
  context: [
    { symbol: 'context', sub: 'i,d' },
    '=',
    { symbol: '∑', sub: 'j' },
    { symbol: 'weights', sub: 'i,j' },
    '·',
    v,
  ],
  concat: [{ symbol: 'concat' }, '=', '[', { symbol: 'context', sub: '0' }, '; … ]'],
  output: [
    { symbol: 'output', sub: 'i,c', role: 'output' },
    '=',
    { symbol: '∑', sub: 'm' },
    { symbol: 'concat', sub: 'i,m' },
    '·',
    { symbol: 'W', sub: 'm,c', sup: 'O', role: 'output' },
    '+',
    { symbol: 'b', sub: 'c', sup: 'O' },
  ],
};

/** Which parts of the chain a tensor's cell depends on. @type {Record<Name, ('query' | 'key' | 'column' | 'output')[]>} */
export const COORDINATES = {
  query: ['query', 'column'],
  key: ['key', 'column'],
  value: ['key', 'column'],
  scores: ['query', 'key'],
  scaled: ['query', 'key'],
  masked: ['query', 'key'],
  weights: ['query', 'key'],
  context: ['query', 'column'],
  concat: ['query', 'column'],
  output: ['query', 'output'],
};

/**
 * @param {Readonly<Unfolding>} unfolding
 * @param {readonly import('../state/store.js').Token[]} tokens
 * @returns {{query: string, key: string}} the words that the chain runs through
 */
export const wordsOf = ({ query, key }, tokens) => ({
  query: tokenText(tokens[query]),
  key: tokenText(tokens[key]),
});
