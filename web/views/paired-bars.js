/** Two numbers per row as a real table with bars: without and with a mask, left and right. */
import { formatNumber, t } from '../i18n/index.js';
import { el, nameOf, numbered } from './dom.js';

/**
 * @typedef {object} BarRow
 * @property {string} label
 * @property {number | null} first 0..1; null where this side has no such token
 * @property {number | null} second
 * @property {boolean} [hidden] the second number is hidden by a mask
 * @property {boolean} [firstHidden] the first is
 * @property {boolean} [total] a row that sums the others up: numbers alone
 * @typedef {BarRow & {number: number | string}} TokenRow with the number of its token
 */

/**
 * @param {object} input
 * @param {string} input.caption
 * @param {string} input.head of the column of labels
 * @param {readonly [string, string]} input.columns names of the two numbers
 * @param {readonly BarRow[]} input.rows
 * @returns {HTMLTableElement}
 */
export function pairedBars({ caption, head, columns, rows }) {
  const largest = Math.max(
    0.05,
    ...rows.filter(({ total }) => !total).flatMap(({ first, second }) => [first ?? 0, second ?? 0]),
  );
  const width = (/** @type {number | null} */ value) => `${(100 * (value ?? 0)) / largest}%`;
  const bar = (/** @type {string} */ name, /** @type {number | null} */ value) =>
    el('span', {
      class: `bar ${name}${value === null ? ' none' : ''}`,
      style: `width: ${width(value)}`,
    });
  const number = (/** @type {number | null} */ value, /** @type {boolean} */ hidden) =>
    el('td', { class: 'figure' }, percentText(value, hidden));
  return el(
    'table',
    { class: 'paired-bars' },
    el('caption', { class: 'unseen' }, caption),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        el('th', { scope: 'col' }, head),
        el('td', { 'aria-hidden': 'true' }),
        el('th', { scope: 'col', class: 'first' }, columns[0]),
        el('th', { scope: 'col', class: 'second' }, columns[1]),
      ),
    ),
    el(
      'tbody',
      {},
      ...rows.map(({ label, first, second, hidden = false, firstHidden = false, total = false }) =>
        el(
          'tr',
          { class: total ? 'total' : hidden ? 'hidden-key' : null },
          el('th', { scope: 'row' }, nameOf(label)),
          el(
            'td',
            { class: 'bars', 'aria-hidden': 'true' },
            ...(total
              ? []
              : [bar('first', firstHidden ? null : first), bar('second', hidden ? null : second)]),
          ),
          number(first, firstHidden),
          number(second, hidden),
        ),
      ),
    ),
  );
}

/** @param {number | null} value @param {boolean} hidden */
function percentText(value, hidden) {
  if (hidden) return t('mask.row.hidden');
  return value === null ? '–' : t('mask.percent', { percent: formatNumber(100 * value, 1) });
}

/** Up to this many keys a row is listed whole. */
const WHOLE = 24;

/**
 * Of a long row the keys that matter most on either side, in their order and with their number; and
 * what the others sum to.
 * @param {readonly TokenRow[]} rows
 * @param {(count: number) => string} rest the label of the others
 * @returns {BarRow[]}
 */
export function shortened(rows, rest) {
  if (rows.length <= WHOLE) return [...rows];
  const size = (/** @type {BarRow} */ { first, second }) => Math.max(first ?? 0, second ?? 0);
  const named = rows.map((row) => ({ ...row, label: numbered(row.number, row.label) }));
  const kept = new Set([...named].sort((a, b) => size(b) - size(a)).slice(0, WHOLE - 1));
  const others = named.filter((row) => !kept.has(row));
  const sum = (/** @type {'first' | 'second'} */ side) =>
    others.reduce((total, row) => total + (row[side] ?? 0), 0);
  const last = { label: rest(others.length), first: sum('first'), second: sum('second') };
  return [...named.filter((row) => kept.has(row)), last];
}
