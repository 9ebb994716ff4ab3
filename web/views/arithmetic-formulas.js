/** The formula of one cell of each tensor. */

/**
 * @typedef {import('../draw/arithmetic.js').Name} Name
 * @typedef {import('./dimension-trace-steps.js').Term} Term
 */

/** In place of the model's own, which `cellFormula` is given. @type {Term} */
const SCALE = { symbol: 'scale' };

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

/**
 * A layer norm of a row.
 * @param {string} name @param {string} from @returns {Term[]}
 */
const normed = (name, from) => [
  { symbol: name, sub: 'i,m' },
  '=',
  { symbol: 'γ', sub: 'm' },
  '·',
  {
    over: [{ symbol: from, sub: 'i,m' }, '−', 'mean'],
    under: [{ root: ['var', '+', 'ε'] }],
  },
  '+',
  { symbol: 'β', sub: 'm' },
];

/**
 * A row times a column of a weight, plus a bias.
 * @param {string} name @param {string} sub @param {string} from @param {string} letter @returns {Term[]}
 */
const dense = (name, sub, from, letter) => [
  { symbol: name, sub },
  '=',
  { symbol: '∑', sub: 'm' },
  { symbol: from, sub: sub.includes('i') ? 'i,m' : 'm' },
  '·',
  { symbol: 'W', sub: 'm,c', sup: letter },
  '+',
  { symbol: 'b', sub: 'c', sup: letter },
];

/**
 * @param {string} name @param {string} first @param {string} second @returns {Term[]}
 */
const added = (name, first, second) => [
  { symbol: name, sub: 'i,c' },
  '=',
  { symbol: first, sub: 'i,c' },
  '+',
  { symbol: second, sub: 'i,c' },
];

/** One cell of each tensor, in symbols: i a query, j a key, d a column of the head. @type {Record<Name, Term[]>} */
const CELL_FORMULAS = {
  embedding: [{ symbol: 'embedding', sub: 'i,m' }, '=', { symbol: 'E', sub: 'id(i),m' }],
  input: [
    { symbol: 'input', sub: 'i,m' },
    '=',
    SCALE,
    '·',
    { symbol: 'embedding', sub: 'i,m' },
    '+',
    { symbol: 'timing', sub: 'i,m' },
  ],
  norm: normed('norm', 'input'),
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
  concat: [{ symbol: 'concat' }, '=', '[', { symbol: 'context', sub: '0' }, '; …', ']'],
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
  contribution: [
    { symbol: 'contribution', sub: 'i,c' },
    '=',
    { symbol: '∑', sub: 'd' },
    { symbol: 'concat', sub: 'i,d' },
    '·',
    { symbol: 'W', sub: 'd,c', sup: 'O', role: 'output' },
  ],
  residual: added('residual', 'input', 'output'),
  'ffn-norm': normed('norm', 'residual'),
  'ffn-hidden': [
    { symbol: 'hidden', sub: 'i,c' },
    '=',
    'max',
    { fenced: ['0,', ...dense('hidden', 'i,c', 'norm', '1').slice(2)] },
  ],
  'ffn-output': dense('ffn_output', 'i,c', 'hidden', '2'),
  'layer-output': added('layer_output', 'residual', 'ffn_output'),
  pooled: [
    { symbol: 'pooled', sub: 'c' },
    '=',
    {
      over: [
        { symbol: '∑', sub: 'i' },
        { symbol: 'layer_output', sub: 'i,c' },
      ],
      under: [{ symbol: 'n' }],
    },
  ],
  projected: dense('projected', 'c', 'pooled', 'S'),
  sentence: [
    { symbol: 'sentence', sub: 'c' },
    '=',
    {
      over: ['tanh', { fenced: [{ symbol: 'projected', sub: 'c' }] }],
      under: [
        {
          root: [
            { symbol: '∑', sub: 'm' },
            { symbol: 'tanh', sup: '2' },
            { fenced: [{ symbol: 'projected', sub: 'm' }] },
          ],
        },
      ],
    },
  ],
};

/**
 * @param {Name} name
 * @param {object} layer
 * @param {boolean} layer.first its input is made from embeddings
 * @param {boolean} layer.lifted its residual path changes the width
 * @param {string} [layer.entry] the tensor that the projections read
 * @param {boolean} [layer.biased]
 * @param {number} [layer.scale] of its embeddings
 * @returns {Term[]}
 */
export function cellFormula(name, { first, lifted, entry = 'norm', biased = true, scale = 1 }) {
  if (name === 'input' && !first) {
    return [{ symbol: 'input', sub: 'i,m' }, '=', { symbol: 'layer_output', sub: 'i,m' }];
  }
  if (name === 'residual' && lifted) {
    return [...dense('residual', 'i,c', 'input', 'R'), '+', { symbol: 'output', sub: 'i,c' }];
  }
  const terms = CELL_FORMULAS[name];
  if (name === 'input') return terms.map((term) => (term === SCALE ? String(scale) : term));
  if (!['query', 'key', 'value', 'output'].includes(name)) return terms;
  const read = terms.map((term) =>
    typeof term === 'object' && 'symbol' in term && term.symbol === 'norm'
      ? { ...term, symbol: entry }
      : term,
  );
  return biased ? read : read.slice(0, -2);
}
