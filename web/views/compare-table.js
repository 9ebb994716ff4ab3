/** The differences as a real table. */
import { t } from '../i18n/index.js';
import { pairText } from './compare-sides.js';
import { pointsText, shownDifference } from './compare-words.js';
import { el, nameOf } from './dom.js';

/**
 * @param {import('./compare-sides.js').Sides} sides
 * @returns {HTMLTableElement}
 */
export function differenceTable(sides) {
  const { pairs } = sides.alignment;
  const header = (/** @type {number} */ index, /** @type {string} */ scope) =>
    el('th', { scope }, nameOf(pairText(sides, pairs[index])));
  return el(
    'table',
    {},
    el('caption', {}, t('compare.tableCaption')),
    el(
      'thead',
      {},
      el('tr', {}, el('td', {}, t('matrix.axes')), ...pairs.map((_, key) => header(key, 'col'))),
    ),
    el(
      'tbody',
      {},
      ...pairs.map((_, query) =>
        el(
          'tr',
          {},
          header(query, 'row'),
          ...pairs.map((__, key) =>
            el('td', {}, pointsText(shownDifference(sides, pairs[query], pairs[key]))),
          ),
        ),
      ),
    ),
  );
}
