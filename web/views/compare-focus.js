/**
 * Between the page's focus, which speaks of tokens of A, and places in the comparison: tokens of
 * either side, or aligned pairs.
 */

/**
 * @typedef {import('../state/store.js').Focus} Focus
 * @typedef {import('../state/compare.js').Pair} Pair
 * @typedef {import('./compare-board.js').Place} Place
 */

/** @param {Readonly<Focus> | null} focus @returns {Place} tokens of A */
export function placeOf(focus) {
  if (!focus) return { row: null, column: null };
  if ('cell' in focus) return { row: focus.cell[0], column: focus.cell[1] };
  return focus.side === 'query'
    ? { row: focus.index, column: null }
    : { row: null, column: focus.index };
}

/** @param {Place} place tokens of A @returns {Focus | null} */
export function focusAt({ row, column }) {
  if (row !== null && column !== null) return { cell: [row, column] };
  if (row !== null) return { side: 'query', index: row };
  return column === null ? null : { side: 'key', index: column };
}

/**
 * Translates both ends of a place.
 * @param {Place | null} place
 * @param {(index: number) => number | null | undefined} translate
 * @returns {Place}
 */
export function mapPlace(place, translate) {
  const index = (/** @type {number | null | undefined} */ at) =>
    at == null ? null : (translate(at) ?? null);
  return { row: index(place?.row), column: index(place?.column) };
}

/**
 * The pair that holds a token of one side.
 * @param {readonly Pair[]} pairs
 * @param {'left' | 'right'} side
 * @param {number} index
 * @returns {number | null}
 */
export function pairOf(pairs, side, index) {
  const found = pairs.findIndex((pair) => pair[side] === index);
  return found < 0 ? null : found;
}

/**
 * Where an arrow key leads in a square of pairs; the first key starts where it stands.
 * @param {KeyboardEvent} event
 * @param {Place} place pairs
 * @param {number} last
 * @returns {Place | null} null for other keys
 */
export function walked({ key, ctrlKey }, { row, column }, last) {
  const [r, c] = [row ?? 0, column ?? 0];
  /** @type {Record<string, [number, number]>} */
  const moves = {
    ArrowUp: [r - 1, c],
    ArrowDown: [r + 1, c],
    ArrowLeft: [r, c - 1],
    ArrowRight: [r, c + 1],
    Home: [ctrlKey ? 0 : r, 0],
    End: [ctrlKey ? last : r, last],
  };
  const move = moves[key];
  if (!move) return null;
  if (row === null || column === null) return { row: r, column: c };
  const clamp = (/** @type {number} */ index) => Math.max(0, Math.min(last, index));
  return { row: clamp(move[0]), column: clamp(move[1]) };
}
