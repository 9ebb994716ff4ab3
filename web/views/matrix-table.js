/** One head's matrix as a real table: every number, for screen readers and for copying. */
import { formatNumber, t } from '../i18n/index.js';
import { attentionName } from '../state/store.js';
import { el, tokenText } from './dom.js';

/**
 * @param {object} place
 * @param {import('../state/store.js').Snapshot} place.snapshot
 * @param {number} place.layer
 * @param {number} place.head
 * @param {import('../state/store.js').Stage} place.stage
 * @param {{values: ArrayLike<number>, caption: string}} [place.average] in place of a head's values
 * @returns {HTMLTableElement}
 */
export function matrixTable({ snapshot, layer, head, stage, average }) {
  const count = snapshot.tokens.length;
  const values = average?.values ?? snapshot.tensors[attentionName(layer, stage)].data;
  const first = average ? 0 : head * count * count;
  const header = (/** @type {number} */ index, /** @type {string} */ scope) =>
    el('th', { scope }, el('bdi', { dir: 'auto' }, tokenText(snapshot.tokens[index])));
  const indexes = Array.from({ length: count }, (_, index) => index);
  const rows = indexes.map((query) =>
    el(
      'tr',
      {},
      header(query, 'row'),
      ...indexes.map((key) => el('td', {}, formatNumber(values[first + query * count + key], 3))),
    ),
  );
  const caption =
    average?.caption ?? t('matrix.caption', { stage: t(`matrix.stage.${stage}`), layer, head });
  return el(
    'table',
    {},
    el('caption', {}, caption),
    el(
      'thead',
      {},
      el('tr', {}, el('td', {}, t('matrix.axes')), ...indexes.map((key) => header(key, 'col'))),
    ),
    el('tbody', {}, ...rows),
  );
}
