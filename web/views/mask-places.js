/**
 * Places in the painter: a cell, or the name of a row or a column, where one index is null.
 */
import { cellsOf } from '../state/mask.js';

/**
 * @typedef {import('../state/store.js').Focus} Focus
 * @typedef {import('../state/mask.js').Cell} Cell
 * @typedef {{query: number | null, key: number | null}} Place
 */

/** What a place means to the rest of the page. @param {Place | null} place @returns {Focus | null} */
export function focusAt(place) {
  if (!place) return null;
  const { query, key } = place;
  if (query !== null && key !== null) return { cell: [query, key] };
  if (query !== null) return { side: 'query', index: query };
  return key === null ? null : { side: 'key', index: key };
}

/** @param {Readonly<Focus> | null} focus @returns {Place | null} */
export function placeAt(focus) {
  if (!focus) return null;
  if ('cell' in focus) return { query: focus.cell[0], key: focus.cell[1] };
  return focus.side === 'query'
    ? { query: focus.index, key: null }
    : { query: null, key: focus.index };
}

/** @param {'cell' | 'row' | 'column'} span @param {Cell} cell @returns {Place} */
export const spanOf = (span, [query, key]) => ({
  query: span === 'column' ? null : query,
  key: span === 'row' ? null : key,
});

/** The cells of a place. @param {Place} place @param {number} count tokens @returns {Cell[]} */
export const spanCells = ({ query, key }, count) =>
  cellsOf(count, (q, k) => (query === null || q === query) && (key === null || k === key));

/**
 * Where a key leads: over the edge of the first row or column stand the names.
 * @param {{key: string, ctrlKey: boolean}} event
 * @param {Place} place
 * @param {number} last the last token
 * @returns {Place | null} null for keys that lead nowhere
 */
export function walked(event, { query, key }, last) {
  /** @param {number | null} index @param {boolean} named whether this side may step onto its name */
  const before = (index, named) => (index ? index - 1 : named ? null : 0);
  const after = (/** @type {number | null} */ index) =>
    index === null ? 0 : Math.min(last, index + 1);
  switch (event.key) {
    case 'ArrowUp':
      return { query: before(query, key !== null), key };
    case 'ArrowDown':
      return { query: after(query), key };
    case 'ArrowLeft':
      return { query, key: before(key, query !== null) };
    case 'ArrowRight':
      return { query, key: after(key) };
    case 'Home':
      return event.ctrlKey ? { query: 0, key: 0 } : { query, key: query === null ? 0 : null };
    case 'End':
      return event.ctrlKey ? { query: last, key: last } : { query, key: last };
    default:
      return null;
  }
}
