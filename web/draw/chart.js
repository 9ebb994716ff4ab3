/** What charts share: axes with their ticks, and the small things drawn on them. Lengths in px. */

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./display-list.js').Point} Point
 * @typedef {{value: number, text: string}} Tick
 */

export const SIZE = 12;

/**
 * @param {object} axes
 * @param {number} axes.left where the scale of x begins
 * @param {number} axes.right
 * @param {number} axes.bottom where the scale of y begins
 * @param {number} axes.height of the whole chart
 * @param {readonly Tick[]} axes.xTicks
 * @param {readonly Tick[]} axes.yTicks each with a line across
 * @param {(value: number) => number} axes.x px of a value
 * @param {(value: number) => number} axes.y
 * @param {string} axes.xName
 * @param {string} axes.yName
 * @returns {Item[]}
 */
export function drawAxes({ left, right, bottom, height, xTicks, yTicks, x, y, xName, yName }) {
  return [
    text('y name', yName, 0, 8, 'start', 'ink-soft'),
    text('x name', xName, right, height - 8, 'end', 'ink-soft'),
    ...yTicks.flatMap(({ value, text: words }) => [
      line(`y ${value}`, [left, y(value)], [right, y(value)], 'line', 1),
      text(`y text ${value}`, words, left - 8, y(value), 'end', 'ink-soft'),
    ]),
    ...xTicks.flatMap(({ value, text: words }) => [
      line(`x ${value}`, [x(value), bottom], [x(value), bottom + 4], 'line-strong', 1),
      text(`x text ${value}`, words, x(value), bottom + 14, 'middle', 'ink-soft'),
    ]),
  ];
}

/**
 * @param {readonly Tick[]} ticks
 * @param {'linear' | 'log'} kind
 * @param {number} from px of the first tick
 * @param {number} to px of the last
 */
export function scaleOf(ticks, kind, from, to) {
  const read = kind === 'log' ? Math.log2 : Number;
  const [low, high] = [read(ticks[0].value), read(ticks[ticks.length - 1].value)];
  return (/** @type {number} */ value) => from + ((read(value) - low) / (high - low)) * (to - from);
}

/**
 * Moves what stands too close as little as it takes, in the order of the page.
 * @param {readonly number[]} places px
 * @param {number} [least] px between two
 * @returns {number[]}
 */
export function apart(places, least = SIZE + 3) {
  const order = places.map((_, i) => i).sort((a, b) => places[b] - places[a]);
  const out = [...places];
  order.forEach((index, k) => {
    if (k > 0) out[index] = Math.min(out[index], out[order[k - 1]] - least);
  });
  return out;
}

/** The name of a series, in its colour. @param {string} name @param {number} x @param {number} y @param {string} colour @returns {Item} */
export const seriesName = (name, x, y, colour) => ({
  ...text(`name ${name}`, name, x, y, 'start', colour),
  weight: 600,
});

/** @param {number} x @param {number} y @param {number} reach from its middle @returns {Point[]} */
export const diamond = (x, y, reach) => [
  [x - reach, y],
  [x, y - reach],
  [x + reach, y],
  [x, y + reach],
];

/**
 * @param {string} id
 * @param {Point} from
 * @param {Point} to
 * @param {string} stroke
 * @param {number} width
 * @returns {Item}
 */
export const line = (id, from, to, stroke, width) => ({
  ...{ type: /** @type {const} */ ('line'), id, from, to, stroke, width },
  opacity: 1,
});

/**
 * @param {string} id
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {'start' | 'middle' | 'end'} anchor
 * @param {string} fill
 * @returns {import('./display-list.js').Text}
 */
export const text = (id, words, x, y, anchor, fill) => ({
  ...{ type: /** @type {const} */ ('text'), id, text: words, x, y, size: SIZE },
  ...{ anchor, fill },
});
