/** What the matrix says about the place that is pointed at, in one sentence. */
import { strongestOf } from '../draw/edges.js';
import { isMasked } from '../draw/matrix.js';
import { formatNumber, t } from '../i18n/index.js';
import { attentionName } from '../state/store.js';
import { tokenText } from './dom.js';

/**
 * @param {object} place
 * @param {import('../state/store.js').Snapshot} place.snapshot
 * @param {number} place.layer
 * @param {number} place.head
 * @param {import('../state/store.js').Stage} place.stage
 * @param {Readonly<import('../state/store.js').Focus> | null} place.focus
 * @returns {string}
 */
export function matrixSentence({ snapshot, layer, head, stage, focus }) {
  if (!focus) return t('matrix.rest');
  const count = snapshot.tokens.length;
  const text = (/** @type {number} */ index) => tokenText(snapshot.tokens[index]);
  const data = (/** @type {string} */ name) => snapshot.tensors[attentionName(layer, name)]?.data;
  if ('cell' in focus) {
    const [query, key] = focus.cell;
    const at = (head * count + query) * count + key;
    const names = { query: text(query), key: text(key), head };
    const masked = data('masked');
    if ((stage === 'masked' || stage === 'weights') && masked && isMasked(masked[at])) {
      return t('matrix.cell.hidden', names);
    }
    const value = data(stage)[at];
    const percent = formatNumber(100 * value, 1);
    return t(`matrix.cell.${stage}`, { ...names, percent, value: formatNumber(value, 3) });
  }
  const { side, index } = focus;
  const size = { rows: count, columns: count };
  const list = strongestOf(data('weights'), { head, ...size, side, index, count: 3 })
    .map(({ query, key, weight }) =>
      t('matrix.item', {
        text: text(side === 'query' ? key : query),
        percent: formatNumber(100 * weight, 0),
      }),
    )
    .join(t('list.separator'));
  return t(side === 'query' ? 'matrix.row' : 'matrix.column', {
    query: text(index),
    key: text(index),
    list,
  });
}
