/** Every number of the cost as a table: counted from shapes, and measured. */
import { FORMAT, t } from '../i18n/index.js';
import { COLUMNS, costTable } from '../state/cost-says.js';
import { el } from './dom.js';

/**
 * @param {Readonly<import('../state/cost.js').Cost>} cost
 * @returns {(Node | string)[]} what a `<table>` holds
 */
export const costRows = (cost) => [
  el(
    'caption',
    { class: 'unseen' },
    t('cost.caption', { dModel: cost.dModel, seqLen: cost.seqLen }),
  ),
  el(
    'thead',
    {},
    el('tr', {}, ...COLUMNS.map((name) => el('th', { scope: 'col' }, t(`cost.column.${name}`)))),
  ),
  ...costTable(cost, { words: t, format: FORMAT }).map(({ kind, title, rows }) =>
    el(
      'tbody',
      {},
      el(
        'tr',
        {},
        el('th', { scope: 'rowgroup', colspan: COLUMNS.length, class: `cost-kind ${kind}` }, title),
      ),
      ...rows.map(([heads, ...cells]) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, heads),
          ...cells.map((cell) => el('td', { class: 'figure' }, cell)),
        ),
      ),
    ),
  ),
];
