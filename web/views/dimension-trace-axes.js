/**
 * Axis names: what a composite is made of, which axes light up together, which sides of a picture
 * they are. Pure.
 */

/** @typedef {'query' | 'key'} RowSide whose tokens the `seq_len` rows of a tensor are */

/** @param {string} axis @returns {string[]} `heads*d_head` is two axes in one */
export const axisParts = (axis) => axis.split('*');

/**
 * `seq_len` counts the tokens that query and key index, so it lights both; `query` and `key` light
 * the `seq_len` rows that are theirs.
 * @param {string} axis one part
 * @param {string | null} active the highlighted axis
 * @param {RowSide} [side]
 */
export function isLit(axis, active, side) {
  if (active === null) return false;
  if (active === 'seq_len') return axis === 'seq_len' || axis === 'query' || axis === 'key';
  if (axis === 'seq_len') return side !== undefined && side === active;
  return axisParts(active).includes(axis);
}

/**
 * @param {readonly string[]} axes of a tensor of two or three axes
 * @param {string | null} active
 * @param {RowSide} [side]
 * @returns {import('../draw/tensor-mini.js').LitSides}
 */
export function litSides(axes, active, side) {
  const columns = axisParts(axes.at(-1) ?? '');
  return {
    rows: isLit(axes.at(-2) ?? '', active, side),
    columns: columns.some((part) => part !== 'heads' && isLit(part, active, side)),
    heads: (axes.length === 3 || columns.includes('heads')) && isLit('heads', active, side),
  };
}

/**
 * The size of every axis among some tensors, in the order in which they first appear.
 * @param {readonly ({shape: readonly number[], axes: readonly string[]})[]} tensors
 * @returns {Map<string, number>}
 */
export function axisSizes(tensors) {
  const sizes = new Map();
  for (const { shape, axes } of tensors) {
    axes.forEach((axis, i) => {
      if (!sizes.has(axis)) sizes.set(axis, shape[i]);
    });
  }
  return sizes;
}
