/** The ribbons of a sum: each begins where the one before ended, and the last ends at the total. */

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {{name: string, value: number, text: string, colour: string}} Ribbon
 */

const ROW = 30;
const BAR = 18;
const LABEL = 76;
const VALUE = 68;

/** @param {number} ribbons @returns {number} px, the total's own row included */
export const ribbonsHeight = (ribbons) => (ribbons + 1) * ROW + 4;

/**
 * @param {object} input
 * @param {readonly Ribbon[]} input.ribbons in order; a negative value runs back
 * @param {Ribbon} input.total drawn from zero, below the others
 * @param {number} input.width px
 * @returns {Item[]}
 */
export function drawRibbons({ ribbons, total, width }) {
  const ends = ribbons.reduce((list, { value }) => [...list, list[list.length - 1] + value], [0]);
  const [low, high] = [Math.min(0, total.value, ...ends), Math.max(0, total.value, ...ends)];
  const span = high - low || 1;
  const room = Math.max(40, width - LABEL - VALUE);
  const x = (/** @type {number} */ value) => LABEL + ((value - low) / span) * room;
  const middle = (/** @type {number} */ row) => row * ROW + ROW / 2 + 2;
  const last = middle(ribbons.length);
  /** @type {Item[]} */
  const items = [
    line('zero', [x(0), 0], [x(0), last + ROW / 2]),
    line('end', [x(total.value), 0], [x(total.value), last + ROW / 2]),
  ];
  for (const [row, ribbon] of [...ribbons, total].entries()) {
    const [from, to] = row < ribbons.length ? [ends[row], ends[row + 1]] : [0, total.value];
    const y = middle(row);
    const back = to < from;
    const [start, end] = [x(from), x(to)];
    const tip = Math.min(7, Math.abs(end - start)) * (back ? -1 : 1);
    items.push({
      type: 'polygon',
      id: `ribbon ${row}`,
      points: [
        [start, y - BAR / 2],
        [end - tip, y - BAR / 2],
        [end, y],
        [end - tip, y + BAR / 2],
        [start, y + BAR / 2],
      ],
      fill: ribbon.colour,
      opacity: back ? 0.55 : 1,
    });
    if (row < ribbons.length - 1) {
      items.push(line(`step ${row}`, [end, y], [end, middle(row + 1) - BAR / 2]));
    }
    items.push(
      label(`name ${row}`, ribbon.name, 0, y, 'start', row === ribbons.length ? 600 : 420),
      label(`value ${row}`, ribbon.text, width, y, 'end', row === ribbons.length ? 600 : 420),
    );
  }
  return items;
}

/**
 * @param {string} id
 * @param {import('./display-list.js').Point} from
 * @param {import('./display-list.js').Point} to
 * @returns {Item}
 */
const line = (id, from, to) => ({
  type: 'line',
  id,
  from,
  to,
  stroke: 'line-strong',
  width: 1,
  opacity: 1,
});

/**
 * @param {string} id
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {'start' | 'end'} anchor
 * @param {number} weight
 * @returns {Item}
 */
const label = (id, text, x, y, anchor, weight) => ({
  type: 'text',
  id,
  text,
  x,
  y,
  size: 13,
  anchor,
  fill: 'ink',
  weight,
});
