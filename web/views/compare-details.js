/** The scale of the differences and the list of the largest. */
import { largestMagnitude } from '../draw/matrix.js';
import { t } from '../i18n/index.js';
import { largestDifferences } from '../state/compare.js';
import { differenceWords, pointsText } from './compare-words.js';
import { el } from './dom.js';

/** How many of the largest differences are listed. */
const LISTED = 5;

/** @param {ArrayLike<number>} values @returns {HTMLElement[]} a bar centred at zero with its ends */
export function differenceScale(values) {
  const limit = largestMagnitude(values, 0, values.length);
  const ticks = [-limit, 0, limit].map((value, i) =>
    el('span', { class: 'figure', style: `left: ${50 * i}%` }, pointsText(value)),
  );
  return [
    el('span', { class: 'matrix-scale-bar' }),
    ...ticks,
    el('span', { class: 'compare-more a' }, t('compare.moreA')),
    el('span', { class: 'compare-more b' }, t('compare.moreB')),
  ];
}

/**
 * @param {import('./compare-sides.js').Sides} sides
 * @param {ArrayLike<number>} values
 * @param {(cell: [number, number]) => void} onHold a difference was chosen, as tokens of A
 * @returns {HTMLElement[]}
 */
export function differenceList(sides, values, onHold) {
  const { pairs } = sides.alignment;
  const largest = largestDifferences(values, pairs.length, { count: LISTED });
  if (!largest.length) return [el('li', {}, t('compare.list.none'))];
  return largest.map((entry) => {
    const text = t('compare.list.item', differenceWords(sides, entry));
    const button = el('button', { type: 'button', class: 'quiet' }, text);
    button.addEventListener('click', () =>
      onHold([pairs[entry.row].left, pairs[entry.column].left]),
    );
    return el('li', {}, button);
  });
}
