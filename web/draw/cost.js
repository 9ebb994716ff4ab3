/** What heads cost, as two charts: work against heads, memory against seq_len. Lengths in px. */

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {{x: number, y: number}} At
 * @typedef {{name: string, colour: string, width: number, points: readonly At[]}} Series values, not px
 * @typedef {{x: number, low: number, middle: number, high: number, colour: string}} Measured
 * @typedef {{value: number, text: string}} Tick
 * @typedef {object} Chart
 * @property {number} width
 * @property {readonly Tick[]} xTicks
 * @property {readonly Tick[]} yTicks the first and the last are the ends of the scale
 * @property {'linear' | 'log'} xScale
 * @property {'linear' | 'log'} yScale
 * @property {readonly Series[]} series each is labelled at its right end
 * @property {readonly Measured[]} [measured]
 * @property {string} xName
 * @property {string} yName
 * @property {number} labelRoom px on the right, for the names of the series
 */

export const CHART_HEIGHT = 280;
const TOP = 26;
const BOTTOM = 40;
const LEFT = 58;
const SIZE = 12;

/** @param {Chart} chart @returns {Item[]} */
export function drawChart({ width, xTicks, yTicks, series, measured = [], ...rest }) {
  const { xScale, yScale, xName, yName, labelRoom } = rest;
  const right = width - labelRoom;
  const bottom = CHART_HEIGHT - BOTTOM;
  const x = scaleOf(xTicks, xScale, LEFT, right);
  const y = scaleOf(yTicks, yScale, bottom, TOP);
  /** @type {Item[]} */
  const items = [
    text('y name', yName, 0, 8, 'start', 'ink-soft'),
    text('x name', xName, right, CHART_HEIGHT - 8, 'end', 'ink-soft'),
  ];
  for (const { value, text: words } of yTicks) {
    items.push(
      line(`y ${value}`, [LEFT, y(value)], [right, y(value)], 'line', 1),
      text(`y text ${value}`, words, LEFT - 8, y(value), 'end', 'ink-soft'),
    );
  }
  for (const { value, text: words } of xTicks) {
    items.push(
      line(`x ${value}`, [x(value), bottom], [x(value), bottom + 4], 'line-strong', 1),
      text(`x text ${value}`, words, x(value), bottom + 14, 'middle', 'ink-soft'),
    );
  }
  for (const { name, colour, width: stroke, points } of series) {
    for (let i = 1; i < points.length; i++) {
      const [from, to] = [points[i - 1], points[i]];
      const id = `${name} ${i}`;
      items.push(line(id, [x(from.x), y(from.y)], [x(to.x), y(to.y)], colour, stroke));
    }
  }
  const ends = series.map(({ points }) => y(points[points.length - 1].y));
  const places = apart(ends, SIZE + 3);
  series.forEach(({ name, colour }, i) => {
    items.push({
      ...text(`name ${name}`, name, right + 8, places[i], 'start', colour),
      weight: 600,
    });
  });
  for (const { x: at, low, middle, high, colour } of measured) {
    const [px, py] = [x(at), y(middle)];
    const id = `measured ${colour} ${at}`;
    items.push(line(`${id} spread`, [px, y(low)], [px, y(high)], colour, 2));
    items.push({
      type: 'polygon',
      id,
      points: [
        [px - 5, py],
        [px, py - 5],
        [px + 5, py],
        [px, py + 5],
      ],
      fill: colour,
      opacity: 1,
    });
  }
  return items;
}

/**
 * @param {readonly Tick[]} ticks
 * @param {'linear' | 'log'} kind
 * @param {number} from px of the first tick
 * @param {number} to px of the last
 */
function scaleOf(ticks, kind, from, to) {
  const read = kind === 'log' ? Math.log2 : Number;
  const [low, high] = [read(ticks[0].value), read(ticks[ticks.length - 1].value)];
  return (/** @type {number} */ value) => from + ((read(value) - low) / (high - low)) * (to - from);
}

/**
 * Moves what stands too close as little as it takes, in the order of the page.
 * @param {readonly number[]} places px
 * @param {number} least px between two
 * @returns {number[]}
 */
export function apart(places, least) {
  const order = places.map((_, i) => i).sort((a, b) => places[b] - places[a]);
  const out = [...places];
  order.forEach((index, k) => {
    if (k > 0) out[index] = Math.min(out[index], out[order[k - 1]] - least);
  });
  return out;
}

/**
 * @param {string} id
 * @param {import('./display-list.js').Point} from
 * @param {import('./display-list.js').Point} to
 * @param {string} stroke
 * @param {number} width
 * @returns {Item}
 */
const line = (id, from, to, stroke, width) => ({
  type: 'line',
  id,
  from,
  to,
  stroke,
  width,
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
const text = (id, words, x, y, anchor, fill) => ({
  type: 'text',
  id,
  text: words,
  x,
  y,
  size: SIZE,
  anchor,
  fill,
});
