/** Rows and columns of a miniature that belong to tokens in focus, framed. Pure. */

/**
 * @param {import('./tensor-layout.js').MiniLayout} layout
 * @param {{rows: readonly number[], columns: readonly number[]}} tokens
 * @returns {import('./display-list.js').Item[]}
 */
export function tokenBands(layout, { rows, columns }) {
  const { panels, panelWidth, panelHeight } = layout;
  /** @type {import('./display-list.js').Item[]} */
  const items = [];
  const band = (/** @type {string} */ id, /** @type {number[]} */ [x, y, width, height]) => {
    const outer = { x: x - 1.5, y: y - 1.5, width: width + 3, height: height + 3, opacity: 1 };
    const inner = { x: x - 0.5, y: y - 0.5, width: width + 1, height: height + 1, opacity: 1 };
    items.push({ type: 'rect', id: `${id} outer`, ...outer, stroke: 'panel' });
    items.push({ type: 'rect', id: `${id} inner`, ...inner, stroke: 'ink' });
  };
  panels.forEach(({ x, y }, i) => {
    for (const row of rows) {
      if (row >= layout.rows) continue;
      const height = panelHeight / layout.rows;
      band(`row ${i} ${row}`, [x, y + row * height, panelWidth, height]);
    }
    for (const column of columns) {
      if (column >= layout.columns) continue;
      const width = panelWidth / layout.columns;
      band(`column ${i} ${column}`, [x + column * width, y, width, panelHeight]);
    }
  });
  return items;
}
