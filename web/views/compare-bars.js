/** One query's rows of both sides as paired bars, over all keys of either sentence. */
import { t } from '../i18n/index.js';
import { weightAt } from '../state/compare.js';
import { isHidden, pairText } from './compare-sides.js';
import { pairedBars, shortened } from './paired-bars.js';

/**
 * @typedef {import('./compare-sides.js').Sides} Sides
 * @typedef {{left: number | null, right: number | null}} Partners null where a side has none
 */

/**
 * @param {Sides} sides
 * @param {Partners} query
 * @returns {{name: string, table: HTMLTableElement}}
 */
export function compareBars(sides, query) {
  const name = nameOf(sides, query);
  const at = (/** @type {'left' | 'right'} */ side, /** @type {Partners} */ key) => {
    const [q, k] = [query[side], key[side]];
    return q === null || k === null ? null : weightAt(sides[side].weights, q, k);
  };
  const hidden = (/** @type {'left' | 'right'} */ side, /** @type {Partners} */ key) => {
    const [q, k] = [query[side], key[side]];
    return q !== null && k !== null && isHidden(sides[side], q, k);
  };
  const rows = keysInOrder(sides.alignment).map((key) => ({
    number: numberOf(key),
    label: nameOf(sides, key),
    first: at('left', key),
    second: at('right', key),
    hidden: hidden('right', key),
    firstHidden: hidden('left', key),
  }));
  const table = pairedBars({
    caption: t('compare.bars.caption', { query: name }),
    head: t('compare.bars.key'),
    columns: [t('compare.a'), t('compare.b')],
    rows: shortened(rows, (count) => t('mask.row.rest', { count })),
  });
  return { name, table };
}

/** @param {Sides} sides @param {Partners} token */
function nameOf(sides, { left, right }) {
  if (left !== null && right !== null) return pairText(sides, { left, right, same: true });
  if (left !== null) return sides.left.texts[left];
  return right === null ? '' : sides.right.texts[right];
}

/** That of A and that of B, once where it is the same. @param {Partners} token */
const numberOf = ({ left, right }) =>
  [...new Set([left, right])].filter((index) => index !== null).join('/');

/**
 * Keys of both sides in reading order: partners once, the others where they stand.
 * @param {import('../state/compare.js').Alignment} alignment
 * @returns {Partners[]}
 */
function keysInOrder({ pairs, onlyLeft, onlyRight }) {
  /** @type {Partners[]} */
  const keys = [];
  let [l, r] = [0, 0];
  for (const pair of [...pairs, { left: Infinity, right: Infinity }]) {
    while (onlyLeft[l] < pair.left) keys.push({ left: onlyLeft[l++], right: null });
    while (onlyRight[r] < pair.right) keys.push({ left: null, right: onlyRight[r++] });
    if (pair.left !== Infinity) keys.push({ left: pair.left, right: pair.right });
  }
  return keys;
}
