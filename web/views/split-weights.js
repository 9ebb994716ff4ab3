/** One head's weights of a few tokens as a table whose cells are tinted. */
import { headStyle, strength } from '../draw/style.js';
import { formatNumber, t } from '../i18n/index.js';
import { el } from './dom.js';

/**
 * @param {object} input
 * @param {ArrayLike<number>} input.values `[n, n]`
 * @param {readonly string[]} input.texts of the tokens
 * @param {number} input.head
 * @param {string} input.caption
 * @returns {HTMLTableElement}
 */
export function weightsTable({ values, texts, head, caption }) {
  const count = texts.length;
  const name = (/** @type {string} */ text, /** @type {string} */ scope) =>
    el('th', { scope }, el('bdi', { dir: 'auto' }, text));
  const tint = (/** @type {number} */ value) => Math.round(45 * strength(value));
  return el(
    'table',
    { class: 'weights-table', style: `--hue: var(--${headStyle(head).colour})` },
    el('caption', {}, caption),
    el(
      'thead',
      {},
      el('tr', {}, el('td', {}, t('split.axes')), ...texts.map((text) => name(text, 'col'))),
    ),
    el(
      'tbody',
      {},
      ...texts.map((text, query) =>
        el(
          'tr',
          {},
          name(text, 'row'),
          ...Array.from({ length: count }, (_, key) => {
            const value = values[query * count + key];
            return el(
              'td',
              { class: 'figure', style: `--tint: ${tint(value)}%` },
              formatNumber(value, 2),
            );
          }),
        ),
      ),
    ),
  );
}
