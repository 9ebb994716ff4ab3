/**
 * Where a tensor's miniature puts its panels and cells. A matrix is one panel; a tensor per head is
 * one panel a head. Sizes follow the tensor's own sizes, so that boxes can be compared by eye.
 * Pure: lengths are CSS pixels.
 */

/**
 * @typedef {object} Panel
 * @property {number | null} head null for a tensor that has no heads axis
 * @property {number} offset where the panel's matrix starts in the tensor's data
 * @property {number} x
 * @property {number} y
 *
 * @typedef {object} MiniLayout
 * @property {number} width
 * @property {number} height
 * @property {number} panelWidth
 * @property {number} panelHeight
 * @property {number} rows of one panel's matrix
 * @property {number} columns of one panel's matrix
 * @property {number} rowBlock rows that share one cell, at least 1
 * @property {number} columnBlock columns that share one cell, at least 1
 * @property {number} slabs how many heads lie side by side inside the one panel (concat), else 1
 * @property {Panel[]} panels
 *
 * @typedef {object} Cell a cell of a miniature: a block of the tensor's entries
 * @property {Panel} panel
 * @property {number} row first row of the block
 * @property {number} rowTo exclusive
 * @property {number} column first column of the block
 * @property {number} columnTo exclusive
 */

/** Room left of a panel for its row rail, below it for its column rail, above it for the head. */
export const RAIL = 8;
export const HEAD_BAR = 18;
const GAP = 6;
const SMALLEST_CELL = 3.2;

/**
 * Height of `rows` rows: grows with every row, ever slower, and stays below 156 px.
 * @param {number} rows
 */
export const rowsHeight = (rows) => (rows > 0 ? Math.round((156 * rows) / (rows + 14)) : 0);

/**
 * Pixels per column that every wide tensor of a layer shares, so that 256 is half as wide as 512.
 * @param {number} widest columns of the widest tensor that should fit into 256 px
 * @returns {number} a whole number of pixels, or one over a whole number of columns
 */
export function columnScale(widest) {
  if (widest <= 0) return 1;
  return widest <= 256 ? Math.min(8, Math.floor(256 / widest)) : 1 / Math.ceil(widest / 256);
}

/**
 * @param {object} tensor
 * @param {readonly number[]} tensor.shape `[rows, columns]` or `[heads, rows, columns]`
 * @param {readonly string[]} tensor.axes
 * @param {object} options
 * @param {number} options.available width that may be used
 * @param {number} options.scale pixels per column, from `columnScale`
 * @param {number} [options.slabs] heads side by side inside a `heads*d_head` axis
 * @returns {MiniLayout}
 */
export function miniLayout({ shape, axes }, { available, scale, slabs = 1 }) {
  const perHead = shape.length === 3;
  const [rows, columns] = shape.slice(-2);
  const count = perHead ? shape[0] : 1;
  const room = Math.max(RAIL + 1, available);
  const oneRow = (room - RAIL) / Math.max(1, count) - GAP - RAIL / 2;

  let panelWidth;
  let panelHeight = rowsHeight(rows);
  let columnBlock = Math.max(1, Math.round(1 / scale));
  if (axes.at(-1) === 'key') {
    const fit = Math.floor(oneRow);
    const fits = fit < panelHeight && fit >= SMALLEST_CELL * columns;
    panelWidth = Math.min(fits ? fit : panelHeight, Math.floor(room - RAIL));
    panelHeight = Math.round((panelWidth * rows) / Math.max(1, columns));
    columnBlock = Math.max(1, Math.ceil(columns / Math.max(1, panelWidth)));
  } else {
    const widest = Math.floor(room - RAIL);
    columnBlock = Math.max(columnBlock, Math.ceil(columns / widest));
    const cells = Math.ceil(columns / columnBlock);
    panelWidth = Math.min(widest, columnBlock > 1 ? cells : Math.round(columns * scale));
  }
  const rowBlock = Math.max(1, Math.ceil(rows / Math.max(1, panelHeight)));

  const stepX = panelWidth + GAP + (perHead ? RAIL / 2 : 0);
  const fitting = Math.max(1, Math.floor((room - RAIL + stepX - panelWidth) / stepX));
  const lines = Math.ceil(count / fitting);
  const perLine = Math.ceil(count / Math.max(1, lines));
  const top = perHead || slabs > 1 ? HEAD_BAR : 0;
  const stepY = top + panelHeight + RAIL + GAP;

  /** @type {Panel[]} */
  const panels = [];
  for (let i = 0; i < count; i += 1) {
    panels.push({
      head: perHead ? i : null,
      offset: i * rows * columns,
      x: RAIL + (i % perLine) * stepX,
      y: top + Math.floor(i / perLine) * stepY,
    });
  }
  return {
    width: RAIL + Math.max(0, perLine * stepX - (stepX - panelWidth)) + 1,
    height: Math.max(0, lines * stepY - GAP),
    panelWidth,
    panelHeight,
    rows,
    columns,
    rowBlock,
    columnBlock,
    slabs,
    panels,
  };
}

/** @param {MiniLayout} layout @returns {{rows: number, columns: number}} cells of one panel */
export const cellCounts = ({ rows, columns, rowBlock, columnBlock }) => ({
  rows: Math.ceil(rows / rowBlock),
  columns: Math.ceil(columns / columnBlock),
});

/**
 * @param {MiniLayout} layout
 * @param {number} panel index into `layout.panels`
 * @param {number} cellRow
 * @param {number} cellColumn
 * @returns {Cell | null} null outside the panel
 */
export function cellOf(layout, panel, cellRow, cellColumn) {
  const counts = cellCounts(layout);
  if (!(panel in layout.panels) || cellRow < 0 || cellColumn < 0) return null;
  if (cellRow >= counts.rows || cellColumn >= counts.columns) return null;
  const row = cellRow * layout.rowBlock;
  const column = cellColumn * layout.columnBlock;
  return {
    panel: layout.panels[panel],
    row,
    rowTo: Math.min(layout.rows, row + layout.rowBlock),
    column,
    columnTo: Math.min(layout.columns, column + layout.columnBlock),
  };
}

/**
 * What lies under a point: the panel (its head bar counts as the panel), and the cell if the point
 * is on the data.
 * @param {MiniLayout} layout
 * @param {number} x
 * @param {number} y
 * @returns {{panel: number, cellRow: number, cellColumn: number} | null} cells are −1 beside the data
 */
export function hit(layout, x, y) {
  const { panelWidth, panelHeight } = layout;
  const counts = cellCounts(layout);
  for (let panel = 0; panel < layout.panels.length; panel += 1) {
    const { head, x: left, y: top } = layout.panels[panel];
    const inColumn = x >= left && x < left + panelWidth;
    const barTop = head === null ? top : top - HEAD_BAR;
    if (!inColumn || y < barTop || y >= top + panelHeight) continue;
    if (y < top) return { panel, cellRow: -1, cellColumn: -1 };
    return {
      panel,
      cellRow: Math.min(counts.rows - 1, Math.floor(((y - top) / panelHeight) * counts.rows)),
      cellColumn: Math.min(
        counts.columns - 1,
        Math.floor(((x - left) / panelWidth) * counts.columns),
      ),
    };
  }
  return null;
}

/**
 * @param {MiniLayout} layout
 * @param {number} panel
 * @param {number} cellRow
 * @param {number} cellColumn
 * @returns {{x: number, y: number, width: number, height: number}}
 */
export function cellBox(layout, panel, cellRow, cellColumn) {
  const counts = cellCounts(layout);
  const width = layout.panelWidth / counts.columns;
  const height = layout.panelHeight / counts.rows;
  const { x, y } = layout.panels[panel];
  return { x: x + cellColumn * width, y: y + cellRow * height, width, height };
}
