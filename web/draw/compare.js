/** The lines between two rows of tokens that say which ones belong together. */

/**
 * @param {object} input
 * @param {readonly {left: number, right: number, same: boolean}[]} input.pairs
 * @param {readonly number[]} input.left centre of each upper token, px
 * @param {readonly number[]} input.right centre of each lower token
 * @param {number} input.height between the rows
 * @param {number | null} input.lit the pair that is pointed at
 * @returns {import('./display-list.js').Item[]} a replaced word is linked by a broken line
 */
export function drawLinks({ pairs, left, right, height, lit }) {
  return pairs.flatMap((pair, index) => {
    const [from, to] = [left[pair.left], right[pair.right]];
    const marked = index === lit;
    const line = {
      type: /** @type {const} */ ('line'),
      stroke: marked ? 'ink' : 'line-strong',
      width: marked ? 2.5 : 1.25,
      opacity: 1,
    };
    const at = (/** @type {number} */ share) =>
      /** @type {const} */ ([from + (to - from) * share, height * share]);
    const parts = pair.same
      ? [[0, 1]]
      : Array.from({ length: 4 }, (_, i) => [i / 4 + 0.02, i / 4 + 0.17]);
    return parts.map(([start, end], part) => ({
      ...line,
      id: `link ${index} ${part}`,
      from: at(start),
      to: at(end),
    }));
  });
}
