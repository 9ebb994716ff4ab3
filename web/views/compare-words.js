/** What the comparison says about a cell, a row, a column, and about a word that could decide. */
import { formatNumber, t } from '../i18n/index.js';
import { largestDifferences, movedShare, weightAt } from '../state/compare.js';
import { attentionName } from '../state/store.js';
import { pairText } from './compare-sides.js';
import { tokenText } from './dom.js';

/**
 * @typedef {import('./compare-sides.js').Sides} Sides
 * @typedef {import('../state/compare.js').Pair} Pair
 * @typedef {import('./compare-board.js').Place} Place
 */

/** Shares of a row below which it hardly changes, and up to which it just changes. */
const [HARDLY, MUCH] = [0.05, 0.25];

/** @param {number} value a share @returns {string} signed percentage points */
export function pointsText(value) {
  const text = formatNumber(100 * value, 1);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** @param {number} value */
const percentText = (value) => formatNumber(100 * value, 1);

/** A share as it is shown. @param {number} value */
const shown = (value) => Math.round(1000 * value) / 1000;

/**
 * Right minus left as they are shown, so that the three numbers of a sentence agree.
 * @param {Sides} sides
 * @param {Pair} query
 * @param {Pair} key
 */
export function shownDifference({ left, right }, query, key) {
  const a = weightAt(left.weights, query.left, key.left);
  const b = weightAt(right.weights, query.right, key.right);
  return shown(b) - shown(a);
}

/** @param {Sides} sides @param {Pair} query @param {Pair} key */
function cellSentence(sides, query, key) {
  const left = weightAt(sides.left.weights, query.left, key.left);
  const right = weightAt(sides.right.weights, query.right, key.right);
  const points = shownDifference(sides, query, key);
  const kind = points === 0 ? 'equal' : points > 0 ? 'more' : 'less';
  return t(`compare.cell.${kind}`, {
    query: pairText(sides, query),
    key: pairText(sides, key),
    left: percentText(left),
    right: percentText(right),
    points: percentText(Math.abs(points)),
  });
}

/**
 * @param {Sides} sides
 * @param {ArrayLike<number>} values differences
 * @param {number} row a pair
 */
function rowSentence(sides, values, row) {
  const { pairs } = sides.alignment;
  const query = pairText(sides, pairs[row]);
  const moved = movedShare(sides.left.weights, sides.right.weights, sides.alignment, pairs[row]);
  if (moved === 0) return t('compare.row.same', { query });
  const kind = moved < HARDLY ? 'hardly' : moved < MUCH ? 'some' : 'much';
  const [most] = largestDifferences(values, pairs.length, { count: 1, row });
  return [
    t(`compare.row.${kind}`, { query, percent: percentText(moved) }),
    ...(most ? [cellSentence(sides, pairs[row], pairs[most.column])] : []),
    ...aloneSentence('Left', sides.left, pairs[row].left, sides.alignment.onlyLeft),
    ...aloneSentence('Right', sides.right, pairs[row].right, sides.alignment.onlyRight),
  ].join(t('list.sentences'));
}

/**
 * What is pointed at, whatever it is.
 * @param {Sides} sides
 * @param {ArrayLike<number>} values
 * @param {object} where
 * @param {Place} where.tokens of A
 * @param {Place} where.place the same in pairs
 * @param {number | null} where.shown the pair whose row is shown
 */
export function placeSentence(sides, values, { tokens, place: { row, column }, shown }) {
  const { pairs } = sides.alignment;
  if (!pairs.length) return t('compare.nothing');
  const lonely =
    tokens.row !== null && row === null ? tokens.row : column === null ? tokens.column : null;
  if (lonely !== null) return t('compare.only.left', { text: sides.left.texts[lonely] });
  if (row !== null && column !== null) return cellSentence(sides, pairs[row], pairs[column]);
  if (row !== null) return rowSentence(sides, values, row);
  if (shown === null) return t('compare.list.none');
  if (column === null) return `${rowSentence(sides, values, shown)} ${t('compare.row.most')}`;
  return t('compare.key', differenceWords(sides, { row: shown, column }));
}

/**
 * Of the words that one side has alone, the one that a query looks at most.
 * @param {'Left' | 'Right'} name
 * @param {import('./compare-sides.js').Side} side
 * @param {number} query
 * @param {readonly number[]} keys
 */
function aloneSentence(name, { weights, texts }, query, keys) {
  if (!keys.length) return [];
  const at = (/** @type {number} */ key) => weightAt(weights, query, key);
  const most = keys.reduce((best, key) => (at(key) > at(best) ? key : best));
  return [t(`compare.row.only${name}`, { key: texts[most], percent: percentText(at(most)) })];
}

/**
 * @param {Sides} sides
 * @param {{row: number, column: number}} entry of `largestDifferences`
 */
export function differenceWords(sides, { row, column }) {
  const { pairs } = sides.alignment;
  return {
    query: pairText(sides, pairs[row]),
    key: pairText(sides, pairs[column]),
    points: pointsText(shownDifference(sides, pairs[row], pairs[column])),
  };
}

/**
 * Measures, over all heads, whether a change moves what one word gives to the words that could be
 * what it stands for.
 * @param {Sides} sides
 * @param {{query: string, keys: readonly string[]}} probe
 * @returns {string} empty where the sentences have no such words
 */
export function probeSentence({ left, right, alignment }, { query, keys }) {
  const pairOf = (/** @type {string} */ text) =>
    alignment.pairs.find((pair) => pair.same && left.texts[pair.left] === text);
  const row = pairOf(query);
  const columns = keys.map(pairOf);
  if (!row || columns.some((pair) => !pair)) return '';
  let [heads, most] = [0, 0];
  let largest = { value: 0, points: 0, layer: 0, head: 0, key: row };
  (left.snapshot.model?.layers ?? []).forEach((info, layer) => {
    const name = attentionName(layer, 'weights');
    for (let head = 0; head < info.heads; head++) {
      heads++;
      const side = (/** @type {import('./compare-sides.js').Side} */ { snapshot, texts }) => ({
        data: snapshot.tensors[name].data,
        head,
        count: texts.length,
      });
      const [a, b] = [side(left), side(right)];
      for (const key of alignment.pairs) {
        const [from, to] = [weightAt(a, row.left, key.left), weightAt(b, row.right, key.right)];
        const value = to - from;
        if (columns.includes(key)) most = Math.max(most, Math.abs(value));
        if (Math.abs(value) <= Math.abs(largest.value)) continue;
        largest = { value, points: shown(to) - shown(from), layer, head, key };
      }
    }
  });
  const [a, b] = [left, right].map(({ snapshot }, side) =>
    tokenText(snapshot.tokens[side === 0 ? largest.key.left : largest.key.right]),
  );
  return t('compare.probe', {
    heads,
    query,
    list: keys.map((text) => t('compare.probe.key', { text })).join(t('compare.probe.or')),
    most: percentText(most),
    key: a === b ? a : t('compare.replaced', { left: a, right: b }),
    points: pointsText(largest.points),
    layer: largest.layer,
    head: largest.head,
  });
}
