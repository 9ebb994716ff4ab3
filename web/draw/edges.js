/**
 * @typedef {{query: number, key: number, weight: number}} Edge
 */

/**
 * Of every query row, the strongest keys that together cover `mass` of the row's sum: the last key
 * that is needed to reach it is included, and every row that has any weight keeps its strongest.
 * @param {ArrayLike<number>} weights `[heads, rows, columns]`, each row summing to 1 or to 0
 * @param {{head: number, rows: number, columns: number, mass: number}} options
 * @returns {Edge[]} row by row, strongest first
 */
export function strongestEdges(weights, { head, rows, columns, mass }) {
  /** @type {Edge[]} */
  const edges = [];
  const order = Array.from({ length: columns }, (_, key) => key);
  for (let query = 0; query < rows; query++) {
    const start = (head * rows + query) * columns;
    let total = 0;
    for (let key = 0; key < columns; key++) total += weights[start + key];
    order.sort((a, b) => weights[start + b] - weights[start + a] || a - b);
    let covered = 0;
    for (const key of order) {
      const weight = weights[start + key];
      if (!(weight > 0)) break;
      edges.push({ query, key, weight });
      covered += weight;
      if (covered >= mass * total - 1e-6) break;
    }
  }
  return edges;
}

/**
 * The `count` largest entries of one query row or one key column.
 * @param {ArrayLike<number>} weights `[heads, rows, columns]`
 * @param {{head: number, rows: number, columns: number, side: 'query' | 'key', index: number, count: number}} options
 * @returns {Edge[]} strongest first
 */
export function strongestOf(weights, { head, rows, columns, side, index, count }) {
  const length = side === 'query' ? columns : rows;
  return Array.from({ length }, (_, other) => {
    const [query, key] = side === 'query' ? [index, other] : [other, index];
    return { query, key, weight: weights[(head * rows + query) * columns + key] };
  })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, count);
}
