/** Where the numbers of a split stand on the page, step by step. Lengths in px. */

/**
 * @typedef {{n: number, heads: number, dHead: number}} Size
 * @typedef {readonly [number, number]} Point
 * @typedef {{x: number, y: number, width: number, height: number, head: number}} Frame
 * @typedef {{x: number, y: number, row: number}} RowLabel
 * @typedef {{cell: number, width: number, height: number, cells: Point[], frames: Frame[],
 *   rows: RowLabel[]}} SplitLayout `cells` by their order in memory; `frames` around heads
 */

const LABEL = 20;
const HEAD_LABEL = 20;
const GAP = 12;
const PAD = 4;
const MOST_CELL = 28;

/**
 * @param {object} input
 * @param {Size} input.size
 * @param {'right' | 'wrong'} input.side
 * @param {number} input.step 0 in memory, 1 viewed, 2 transposed
 * @param {number} input.width px there are
 * @returns {SplitLayout}
 */
export function layoutSplit({ size, side, step, width }) {
  const { n, heads, dHead } = size;
  const row = heads * dHead;
  const free = width - LABEL - heads * GAP;
  const cell = Math.max(12, Math.min(MOST_CELL, Math.floor(free / row)));
  if (step === 0) return inLine({ size, cell, width });
  if (side === 'right' && step === 1) {
    const place = (/** @type {number} */ index) => {
      const [token, rest] = [Math.floor(index / row), index % row];
      const x = LABEL + rest * cell + Math.floor(rest / dHead) * GAP;
      return /** @type {Point} */ ([x, token * (cell + GAP / 2)]);
    };
    return {
      cell,
      width: LABEL + row * cell + (heads - 1) * GAP,
      height: n * (cell + GAP / 2) - GAP / 2,
      cells: cellsOf(size, place),
      frames: [],
      rows: rowsAt(n, 0, 0, cell + GAP / 2, cell),
    };
  }
  return inBlocks({ size, cell, width, side });
}

/**
 * One line, as memory is, broken where the room ends.
 * @param {{size: Size, cell: number, width: number}} input
 * @returns {SplitLayout}
 */
function inLine({ size, cell, width }) {
  const count = size.n * size.heads * size.dHead;
  const line = Math.min(count, Math.floor(width / cell));
  const pitch = cell + GAP / 2;
  const place = (/** @type {number} */ index) =>
    /** @type {Point} */ ([(index % line) * cell, Math.floor(index / line) * pitch]);
  return {
    cell,
    width: line * cell,
    height: Math.ceil(count / line) * pitch - GAP / 2,
    cells: cellsOf(size, place),
    frames: [],
    rows: [],
  };
}

/**
 * A block a head, as many beside each other as there is room for.
 * @param {{size: Size, cell: number, width: number, side: 'right' | 'wrong'}} input
 * @returns {SplitLayout}
 */
function inBlocks({ size, cell, width, side }) {
  const { n, heads, dHead } = size;
  const block = { width: Math.max(dHead * cell + 2 * PAD, 52), height: n * cell + 2 * PAD };
  const line = Math.max(
    1,
    Math.min(heads, Math.floor((width - LABEL + GAP) / (block.width + GAP))),
  );
  const pitch = block.height + HEAD_LABEL + GAP;
  const corner = (/** @type {number} */ head) => ({
    x: LABEL + (head % line) * (block.width + GAP),
    y: HEAD_LABEL + Math.floor(head / line) * pitch,
  });
  const place = (/** @type {number} */ index) => {
    const [part, rest] =
      side === 'wrong'
        ? [Math.floor(index / (n * dHead)), index % (n * dHead)]
        : [
            Math.floor((index % (heads * dHead)) / dHead),
            Math.floor(index / (heads * dHead)) * dHead + (index % dHead),
          ];
    const { x, y } = corner(part);
    return /** @type {Point} */ ([
      x + PAD + (rest % dHead) * cell,
      y + PAD + Math.floor(rest / dHead) * cell,
    ]);
  };
  const lines = Math.ceil(heads / line);
  return {
    cell,
    width: LABEL + line * (block.width + GAP) - GAP,
    height: lines * pitch - GAP,
    cells: cellsOf(size, place),
    frames: Array.from({ length: heads }, (_, head) => ({ ...corner(head), ...block, head })),
    rows: Array.from({ length: lines }, (_, k) =>
      rowsAt(n, 0, HEAD_LABEL + k * pitch + PAD, cell, cell),
    ).flat(),
  };
}

/** @param {Size} size @param {(index: number) => Point} place */
const cellsOf = ({ n, heads, dHead }, place) =>
  Array.from({ length: n * heads * dHead }, (_, index) => place(index));

/** @param {number} n @param {number} x @param {number} y @param {number} pitch @param {number} cell @returns {RowLabel[]} */
const rowsAt = (n, x, y, pitch, cell) =>
  Array.from({ length: n }, (_, row) => ({ x, y: y + row * pitch + cell / 2, row }));
