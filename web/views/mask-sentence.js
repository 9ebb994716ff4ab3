/** What the mask lets a query see, in one sentence. */
import { formatNumber, t } from '../i18n/index.js';
import { hiddenBy, openCells } from '../state/mask.js';
import { attentionName, shownHeads } from '../state/store.js';
import { tokenText } from './dom.js';

/**
 * @param {Readonly<import('../state/store.js').State>} state
 * @param {{query: number | null, key: number | null} | null} place a cell, a row or a column
 * @returns {string}
 */
export function paintSentence(state, place) {
  const { snapshot, mask } = state;
  const { layer, heads } = shownHeads(state);
  const tokens = snapshot?.tokens ?? [];
  const count = tokens.length;
  const exists = (/** @type {number | null | undefined} */ index) =>
    index === null || (index !== undefined && index < count);
  if (!snapshot || !place || !exists(place.query) || !exists(place.key)) return t('mask.read.rest');
  const { query, key } = place;
  const open = openCells(mask, count);
  if (query !== null && key !== null) {
    const names = { query: tokenText(tokens[query]), key: tokenText(tokens[key]) };
    const hidden = hiddenBy(mask, query, key);
    if (!hidden.length) {
      const weights = snapshot.tensors[attentionName(layer, 'weights')].data;
      const percent = formatNumber(100 * weights[(heads[0] * count + query) * count + key], 1);
      return t('mask.read.open', { ...names, percent, head: heads[0] });
    }
    const parts = partNames(hidden);
    const locked = hidden.some((part) => part !== 'paint');
    return t(locked ? 'mask.read.locked' : 'mask.read.hidden', { ...names, parts });
  }
  const onRow = query !== null;
  const index = onRow ? query : /** @type {number} */ (key);
  const at = (/** @type {number} */ other) =>
    open[onRow ? index * count + other : other * count + index];
  const seen = tokens.filter((_, other) => at(other) === 1).length;
  const text = tokenText(tokens[index]);
  return t(onRow ? 'mask.read.row' : 'mask.read.column', {
    query: text,
    key: text,
    open: seen,
    count,
  });
}

/** @param {readonly string[]} parts @returns {string} such as `causal + paint` */
export const partNames = (parts) => parts.map((part) => t(`mask.part.${part}`)).join(' + ');
