/** Heads against relations: how much of each head's attention lies on what it ought to look at. */
import { formatNumber, t } from '../i18n/index.js';
import { el } from './dom.js';

/**
 * @param {Readonly<import('../state/train.js').Look>} look
 * @returns {Node[]} the content of a table
 */
export function matrixRows({ matrix: { relations, heads, mass, baseline } }) {
  const each = Array.from({ length: heads }, (_, head) => head);
  const hue = (/** @type {number} */ head) => `--hue: var(--head-${head % 8})`;
  return [
    el('caption', { class: 'unseen' }, t('train.matrix')),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        el('th', { scope: 'col' }, t('train.relation')),
        ...each.map((head) =>
          el(
            'th',
            { scope: 'col', class: 'head-name', style: hue(head) },
            t('train.head', { head }),
          ),
        ),
      ),
    ),
    el(
      'tbody',
      {},
      ...relations.map((relation, row) => {
        const best = mass[row].indexOf(Math.max(...mass[row]));
        return el(
          'tr',
          {},
          el('th', { scope: 'row' }, relation),
          ...each.map((head) =>
            el(
              'td',
              {
                class: head === best && 'best',
                style: `${hue(head)}; --mass: ${mass[row][head].toFixed(3)}`,
              },
              el('b', {}, formatNumber(mass[row][head], 2)),
              el('small', {}, formatNumber(baseline[row][head], 2)),
            ),
          ),
        );
      }),
    ),
  ];
}
