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
 * @property {number} stride entries from one row to the next
 * @property {number} slabs how many heads lie inside the one panel (concat, W_O), else 1
 * @property {boolean} slabRows they lie below each other, as rows
 * @property {boolean} numbers every entry is a cell of its own, with its number in it
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
/** Room left of a panel whose heads are rows. */
export const SLAB_BAR = 14;
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

/** Panels are made smaller rather than that a picture grows beyond this, CSS px. */
const MOST_HEIGHT = 420;

/** What a panel is not made smaller than, CSS px: its head's number stands over it. */
const LEAST_SIDE = { square: 24, width: 14, height: 24 };

/**
 * @typedef {object} Fit
 * @property {number} available width that may be used
 * @property {number} scale pixels per column, from `columnScale`
 * @property {number} [slabs] heads side by side inside a `heads*d_head` axis
 * @property {number} [tallest] px that a panel may be high
 * @property {boolean} [oneLine] panels rather become narrower than stand in several lines
 * @property {number} [first] the first head that is drawn
 * @property {number} [most] so many heads are drawn
 * @property {{width: number, height: number} | null} [cell] one entry a cell of this size, with its
 *   number written into it
 *
 * @param {object} tensor
 * @param {readonly number[]} tensor.shape `[rows, columns]` or `[heads, rows, columns]`
 * @param {readonly string[]} tensor.axes
 * @param {readonly number[]} [tensor.strides] from head to head and from row to row, where the heads
 *   are columns of one matrix
 * @param {Fit} fit
 * @returns {MiniLayout}
 */
export function miniLayout({ shape, axes, strides }, fit) {
  const { available, slabs = 1, first = 0, most = Infinity } = fit;
  const perHead = shape.length === 3;
  const [rows, columns] = shape.slice(-2);
  const [between, stride] = strides ?? [rows * columns, columns];
  const all = perHead ? shape[0] : 1;
  const start = perHead ? Math.min(first, all - 1) : 0;
  const count = Math.min(most, all - start);
  const slabRows = slabs > 1 && axes.at(-2) === 'heads*d_head';
  const left = slabRows ? RAIL + SLAB_BAR : RAIL;
  const top = perHead || (slabs > 1 && !slabRows) ? HEAD_BAR : 0;
  const room = Math.max(left + 1, available) - left;
  const apart = GAP + (perHead ? RAIL / 2 : 0);
  const sized = sizeOf(
    { rows, columns, count, room, top, apart, square: axes.at(-1) === 'key' },
    fit,
  );
  const { panelWidth, panelHeight, columnBlock } = sized;
  const rowBlock = fit.cell ? 1 : Math.max(1, Math.ceil(rows / Math.max(1, panelHeight)));

  const stepX = panelWidth + apart;
  const fitting = Math.max(1, Math.floor((room + apart) / stepX));
  const lines = Math.ceil(count / fitting);
  const perLine = Math.ceil(count / Math.max(1, lines));
  const stepY = top + panelHeight + RAIL + GAP;

  /** @type {Panel[]} */
  const panels = [];
  for (let i = 0; i < count; i += 1) {
    panels.push({
      head: perHead ? start + i : null,
      offset: (start + i) * between,
      x: left + (i % perLine) * stepX,
      y: top + Math.floor(i / perLine) * stepY,
    });
  }
  return {
    width: left + Math.max(0, perLine * stepX - apart) + 1,
    height: Math.max(0, lines * stepY - GAP),
    panelWidth,
    panelHeight,
    rows,
    columns,
    stride,
    rowBlock,
    columnBlock,
    slabs,
    slabRows,
    numbers: Boolean(fit.cell),
    panels,
  };
}

/**
 * The size of one panel.
 * @param {{rows: number, columns: number, count: number, room: number, top: number, apart: number,
 *   square: boolean}} panels `square`: both sides count tokens
 * @param {Fit} fit
 */
function sizeOf({ rows, columns, count, room, top, apart, square }, fit) {
  const { scale, tallest = Infinity, oneLine = false, cell = null } = fit;
  if (cell) {
    const width = Math.max(1, Math.min(cell.width, Math.floor(room / columns)));
    return { panelWidth: columns * width, panelHeight: rows * cell.height, columnBlock: 1 };
  }
  const beside = top + RAIL + GAP;
  const height = Math.min(tallest, rowsHeight(rows));
  const across = (/** @type {number} */ panels) => Math.floor(room / panels - apart);
  if (square) {
    const fitting = across(Math.max(1, count));
    const fits = fitting < height && fitting >= SMALLEST_CELL * columns;
    let side = Math.min(fits ? fitting : height, Math.floor(room));
    for (let perLine = 1; perLine < count; perLine += 1) {
      const lines = Math.ceil(count / Math.max(1, Math.floor((room + apart) / (side + apart))));
      if (lines * (side + beside) <= MOST_HEIGHT || side <= LEAST_SIDE.square) break;
      side = Math.max(LEAST_SIDE.square, Math.min(side, across(perLine + 1)));
    }
    const panelHeight = Math.round((side * rows) / Math.max(1, columns));
    const columnBlock = Math.max(1, Math.ceil(columns / Math.max(1, side)));
    return { panelWidth: side, panelHeight, columnBlock };
  }
  const mostLines = Math.floor(MOST_HEIGHT / (Math.min(height, LEAST_SIDE.height) + beside));
  const together = oneLine ? count : Math.ceil(count / mostLines);
  const widest = Math.max(1, Math.min(Math.floor(room), across(together)));
  const columnBlock = Math.max(Math.round(1 / scale), Math.ceil(columns / widest), 1);
  const cells = Math.ceil(columns / columnBlock);
  const wide = Math.min(widest, columnBlock > 1 ? cells : Math.round(columns * scale));
  const panelWidth = count > 1 ? Math.max(LEAST_SIDE.width, wide) : wide;
  const lines = Math.ceil(count / Math.max(1, Math.floor((room + apart) / (panelWidth + apart))));
  const most = Math.max(LEAST_SIDE.height, Math.floor(MOST_HEIGHT / lines - beside));
  return { panelWidth, panelHeight: Math.min(height, most), columnBlock };
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
