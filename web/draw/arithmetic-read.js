/** Reads the operands of the arithmetic: cells of tensors, and rows times columns of weights. */

/**
 * @typedef {import('./arithmetic.js').Tensor} Tensor
 * @typedef {import('./arithmetic.js').Tensors} Tensors
 * @typedef {import('./arithmetic.js').Source} Source
 */

/** @param {Tensor} tensor @param {readonly number[]} index */
export function valueAt({ data, shape }, index) {
  return data[index.reduce((offset, i, axis) => offset * shape[axis] + i, 0)];
}

/**
 * Reads cells of tensors as operands.
 * @param {Tensors} tensors
 */
export const reader = (tensors) => (/** @type {string} */ name) => {
  const tensor = tensors(name);
  if (!tensor) return null;
  return (/** @type {number[]} */ ...index) => ({ name, index, value: valueAt(tensor, index) });
};

/**
 * A row times a column of a weight, plus its bias.
 * @param {Source} source
 * @param {object} what
 * @param {string} what.from the tensor of the row
 * @param {string} what.by the weight
 * @param {number | null} what.row null where the tensor is one row
 * @param {number} what.to column
 * @param {readonly import('./arithmetic-digits.js').Planned[]} [what.then]
 * @returns {import('./arithmetic-kinds.js').Sum | null}
 */
export function project({ tensors, weights }, { from, by, row, to, then = [] }) {
  const [x, w, b] = [reader(tensors)(from), weights?.(`${by}.weight`), weights?.(`${by}.bias`)];
  if (!x || !w) return null;
  const bias = b && { value: valueAt(b, [to]), cell: { name: `b.${by}`, index: [to] } };
  return {
    count: w.shape[0],
    left: (k) => (row === null ? x(k) : x(row, k)),
    right: (k) => ({ name: `W.${by}`, index: [k, to], value: valueAt(w, [k, to]) }),
    then: [...(bias ? [{ op: /** @type {const} */ ('plus'), ...bias }] : []), ...then],
  };
}
