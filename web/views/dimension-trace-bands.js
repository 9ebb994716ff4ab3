/** Which rows and columns of a tensor belong to the tokens in focus. Pure. */

/**
 * The rows and columns of a tensor that belong to the tokens in focus.
 * @param {readonly string[]} axes
 * @param {import('./dimension-trace-axes.js').RowSide | undefined} side whose tokens its rows are
 * @param {Readonly<import('../state/store.js').Focus> | null} focus
 * @returns {import('./dimension-trace-picture.js').Bands}
 */
export function bandsOf(axes, side, focus) {
  if (!focus) return { rows: [], columns: [] };
  const [query, key] =
    'cell' in focus
      ? focus.cell
      : [focus.side === 'query' ? focus.index : null, focus.side === 'key' ? focus.index : null];
  const only = (/** @type {(number | null)[]} */ ...indexes) => [
    ...new Set(indexes.filter((index) => index !== null)),
  ];
  if (axes.at(-1) === 'key') return { rows: only(query), columns: only(key) };
  if (axes.at(-2) !== 'seq_len') return { rows: [], columns: [] };
  if (side === 'query') return { rows: only(query), columns: [] };
  if (side === 'key') return { rows: only(key), columns: [] };
  return { rows: only(query, key), columns: [] };
}
