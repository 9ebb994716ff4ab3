/** The measures of the profile: how each is written, drawn as a bar and defined. Data only. */
import { formatNumber, t } from '../i18n/index.js';

/**
 * @typedef {import('../draw/measures.js').Share} Share
 * @typedef {import('../draw/measures.js').Measure} Measure
 * @typedef {ReturnType<typeof import('../draw/measures.js').headMeasures>} Measures
 * @typedef {import('./dimension-trace-steps.js').Term} Term
 * @typedef {'distance' | 'tokens' | 'disagreement'} Other
 * @typedef {{value: number, even: number | null} | null} Shown
 * @typedef {object} Row
 * @property {Share | Other} name
 * @property {(measures: Measures, disagreement: number | null) => Shown} read
 * @property {(value: number) => string} write
 * @property {(count: number) => number} full the value at which the bar is full
 * @property {Term[]} formula with A the weights, q a query, k a key, counted from 0
 */

const mean = { symbol: 'mean', sub: 'q' };
const sum = { symbol: '∑', sub: 'k' };
const weight = { symbol: 'A', sub: 'q,k' };
const half = { over: ['1'], under: ['2'] };

/** @param {Share} name @param {Term[]} formula @returns {Row} */
const share = (name, formula) => ({
  name,
  read: ({ shares }) => shares[name],
  write: (value) => t('profile.share', { percent: formatNumber(100 * value, 0) }),
  full: () => 1,
  formula,
});

/** @type {readonly Row[]} */
export const ROWS = [
  share('itself', [mean, { symbol: 'A', sub: 'q,q' }]),
  share('previous', [mean, { symbol: 'A', sub: 'q,q−1' }]),
  share('next', [mean, { symbol: 'A', sub: 'q,q+1' }]),
  share('first', [
    { symbol: 'mean', sub: 'q≥2' },
    { symbol: 'A', sub: 'q,0' },
  ]),
  share('punctuation', [mean, { symbol: '∑', sub: 'k∈P' }, weight]),
  {
    name: 'distance',
    read: ({ distance }) => distance,
    write: (value) => t('profile.distance.value', { value: formatNumber(value, 1) }),
    full: (count) => Math.max(1, count - 1),
    formula: [mean, sum, weight, '·', '|q', '−', 'k|'],
  },
  {
    name: 'tokens',
    read: ({ tokens }) => tokens,
    write: (value) => t('profile.tokens.value', { value: formatNumber(value, 1) }),
    full: (count) => Math.max(1, count),
    formula: [mean, 'exp', { fenced: ['−', sum, weight, '·', 'ln', weight] }],
  },
  {
    name: 'disagreement',
    read: (_, value) => (value === null ? null : { value, even: null }),
    write: (value) => formatNumber(value, 2),
    full: () => 1,
    formula: [
      'mean',
      {
        root: [
          'H',
          { fenced: [half, 'a', '+', half, 'b'] },
          '−',
          half,
          'H',
          { fenced: ['a'] },
          '−',
          half,
          'H',
          { fenced: ['b'] },
        ],
      },
    ],
  },
];

/**
 * A head's kind in a few words.
 * @param {readonly import('../draw/measures.js').Kind[]} kinds
 */
export function kindText(kinds) {
  const [first, second] = kinds;
  if (!second) return t(`heads.kind.${first}`);
  return t('heads.kind.both', {
    first: t(`heads.kind.short.${first}`),
    second: t(`heads.kind.short.${second}`),
  });
}
