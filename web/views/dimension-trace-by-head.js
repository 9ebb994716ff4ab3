/** The weights of a projection as the heads' own matrices. Pure. */

/**
 * @typedef {import('../state/store.js').Tensor} Tensor
 * @typedef {import('./dimension-trace-mini.js').Tensor} ShownTensor
 */

/**
 * The fused matrix head by head, not copied: columns of W_Q, W_K and W_V, rows of W_O.
 * @param {Tensor} weight [in, out]
 * @param {number} heads
 * @returns {ShownTensor} [heads, in, out] of one head
 */
export function byHead({ name, shape, axes, data }, heads) {
  const [rows, columns] = shape;
  if (axes[0] === 'heads*d_head') {
    const own = rows / heads;
    return { name, shape: [heads, own, columns], axes: ['heads', 'd_head', axes[1]], data };
  }
  const own = columns / heads;
  return {
    name,
    shape: [heads, rows, own],
    axes: ['heads', axes[0], 'd_head'],
    strides: [own, columns],
    data,
  };
}
