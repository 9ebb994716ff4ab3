/**
 * Honest reduction of a matrix to fewer cells: each block shows the entry of the largest magnitude
 * in it, sign kept, so that no outlier disappears. Pure; shared by pictures and readouts.
 */
import { isMasked } from './matrix.js';

/**
 * @typedef {object} Matrix one matrix inside a larger tensor
 * @property {ArrayLike<number>} data
 * @property {number} offset where the matrix starts in `data`
 * @property {number} rows
 * @property {number} columns
 * @property {number} [stride] from one row to the next; `columns` when left out
 * @typedef {{rows: number, columns: number, values: Float32Array}} Blocks
 * @typedef {{row: number, column: number, value: number}} Entry
 */

/**
 * The entry that stands for a block. NaN wins over everything (a fault must show); a masked
 * score only when the whole block is masked.
 * @param {Matrix} matrix
 * @param {number} rowFrom
 * @param {number} rowTo exclusive
 * @param {number} columnFrom
 * @param {number} columnTo exclusive
 * @returns {Entry} `{row: -1, column: -1, value: NaN}` for an empty block
 */
export function strongest(matrix, rowFrom, rowTo, columnFrom, columnTo) {
  const { data, offset, columns, stride = columns } = matrix;
  let row = -1;
  let column = -1;
  let value = NaN;
  let magnitude = -2;
  for (let r = rowFrom; r < rowTo; r += 1) {
    const start = offset + r * stride;
    for (let c = columnFrom; c < columnTo; c += 1) {
      const entry = data[start + c];
      if (Number.isNaN(entry)) return { row: r, column: c, value: entry };
      const size = isMasked(entry) ? -1 : Math.abs(entry);
      if (size > magnitude) {
        magnitude = size;
        value = entry;
        row = r;
        column = c;
      }
    }
  }
  return { row, column, value };
}

/**
 * @param {Matrix} matrix
 * @param {number} rowBlock rows per cell, at least 1
 * @param {number} columnBlock columns per cell, at least 1
 * @returns {Blocks} `ceil(rows / rowBlock)` by `ceil(columns / columnBlock)` values, row by row; the
 *   last block of a side may be smaller
 */
export function reduceBlocks(matrix, rowBlock, columnBlock) {
  const rows = Math.ceil(matrix.rows / rowBlock);
  const columns = Math.ceil(matrix.columns / columnBlock);
  const values = new Float32Array(rows * columns);
  const { stride = columns } = matrix;
  if (rowBlock === 1 && columnBlock === 1) {
    for (let r = 0; r < rows; r += 1) {
      const start = matrix.offset + r * stride;
      for (let c = 0; c < columns; c += 1) values[r * columns + c] = matrix.data[start + c];
    }
    return { rows, columns, values };
  }
  for (let r = 0; r < rows; r += 1) {
    const rowFrom = r * rowBlock;
    const rowTo = Math.min(matrix.rows, rowFrom + rowBlock);
    for (let c = 0; c < columns; c += 1) {
      const from = c * columnBlock;
      const to = Math.min(matrix.columns, from + columnBlock);
      values[r * columns + c] = strongest(matrix, rowFrom, rowTo, from, to).value;
    }
  }
  return { rows, columns, values };
}

/**
 * @typedef {object} Extent
 * @property {number} min smallest entry that is neither masked nor a fault; NaN when there is none
 * @property {number} max largest such entry; NaN when there is none
 * @property {number} masked how many entries are masked scores
 * @property {number} faults how many entries are NaN or +Infinity
 */

/** @param {ArrayLike<number>} data @returns {Extent} */
export function extentOf(data) {
  let min = Infinity;
  let max = -Infinity;
  let masked = 0;
  let faults = 0;
  for (let i = 0; i < data.length; i += 1) {
    const value = data[i];
    if (isMasked(value)) masked += 1;
    else if (!Number.isFinite(value)) faults += 1;
    else {
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min <= max ? { min, max, masked, faults } : { min: NaN, max: NaN, masked, faults };
}

/**
 * Shares with the masked places marked, so that a weight of 0 and a masked weight look different.
 * @param {ArrayLike<number>} shares
 * @param {ArrayLike<number>} masked the masked scores, of the same length
 * @returns {ArrayLike<number>} the shares themselves when nothing is masked
 */
export function hideMasked(shares, masked) {
  /** @type {Float32Array | null} */
  let out = null;
  for (let i = 0; i < masked.length; i += 1) {
    if (!isMasked(masked[i])) continue;
    out ??= new Float32Array(shares);
    out[i] = -Infinity;
  }
  return out ?? shares;
}

const BINS = 1024;

/**
 * The magnitude at which a signed colour scale is full: at least `share` of the finite entries lie
 * within it. A few outliers, which trained networks have, then leave the rest readable; the picture's
 * caption says where the colour is full.
 * @param {ArrayLike<number>} data
 * @param {Extent} extent of the same data
 * @param {number} [share] 0..1
 * @returns {number} above 0, two significant digits, rounded up; 1 when all is zero or masked
 */
export function colourLimit(data, extent, share = 0.99) {
  const top = Math.max(Math.abs(extent.min), Math.abs(extent.max));
  if (!(top > 0)) return 1;
  const counts = new Uint32Array(BINS + 1);
  let finite = 0;
  for (let i = 0; i < data.length; i += 1) {
    const size = Math.abs(data[i]);
    if (size <= top) {
      counts[Math.floor((size / top) * BINS)] += 1;
      finite += 1;
    }
  }
  let within = 0;
  let bin = 0;
  while (bin < BINS) {
    within += counts[bin];
    if (within >= share * finite) break;
    bin += 1;
  }
  return roundUp(Math.min(top, ((bin + 1) / BINS) * top));
}

/** @param {number} value above 0 @returns {number} two significant digits, never below `value` */
function roundUp(value) {
  const exponent = Math.floor(Math.log10(value)) - 1;
  const digits = Math.ceil(value / 10 ** exponent - 1e-9);
  return Number(`${digits}e${exponent}`);
}
