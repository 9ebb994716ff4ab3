/** Where the matrices of wrapper and fused stand on the page, step by step. Lengths in px. */

/**
 * @typedef {{x: number, y: number, width: number, height: number, shown: boolean}} Box
 * @typedef {{height: number, x: Box, weights: Box[], product: Box[], concat: Box[]}} FuseLayout
 *   `weights`, `product` and `concat` have a box per head
 */

const LABEL = 22;
const GAP = 18;
const WEIGHT_HEIGHT = 132;
const MOST_WIDTH = 980;

/**
 * The product stands below the columns of the weights that make it, and beside the rows of x.
 * @param {object} input
 * @param {number} input.width px there are
 * @param {number} input.heads
 * @param {number} input.step 0 apart, 1 together, 2 multiplied, 3 split, 4 attended
 * @param {number} input.n tokens
 * @returns {FuseLayout}
 */
export function layoutFuse({ width, heads, step, n }) {
  const rows = Math.max(56, Math.min(112, 6 * n));
  const left = Math.min(220, Math.max(72, Math.floor(width * 0.22)));
  const start = left + GAP;
  const gap = Math.min(GAP, Math.floor(96 / heads));
  const room = Math.min(MOST_WIDTH, width - start) - (heads - 1) * gap;
  const piece = Math.max(4, Math.floor(room / heads));
  /** @param {number} y @param {number} height @param {boolean} apart @param {boolean} shown @returns {Box[]} */
  const row = (y, height, apart, shown) => {
    const between = apart ? gap : 0;
    const inset = apart ? 0 : ((heads - 1) * gap) / 2;
    return Array.from({ length: heads }, (_, head) => {
      return { x: start + inset + head * (piece + between), y, width: piece, height, shown };
    });
  };
  const second = LABEL + WEIGHT_HEIGHT + LABEL + GAP / 2;
  const third = second + rows + LABEL + GAP / 2;
  return {
    height: [LABEL + WEIGHT_HEIGHT, second + rows, third + rows][step < 2 ? 0 : step < 4 ? 1 : 2],
    x: { x: 0, y: second, width: left, height: rows, shown: step >= 2 },
    weights: row(LABEL, WEIGHT_HEIGHT, step === 0, true),
    product: row(second, rows, step >= 3, step >= 2),
    concat: row(third, rows, false, step >= 4),
  };
}
