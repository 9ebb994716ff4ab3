/** What heads cost, as two charts: work against heads, memory against seq_len. Lengths in px. */
import { apart, diamond, drawAxes, line, scaleOf, seriesName } from './chart.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {{x: number, y: number}} At
 * @typedef {{name: string, colour: string, width: number, points: readonly At[]}} Series values, not px
 * @typedef {{x: number, low: number, middle: number, high: number, colour: string}} Measured
 * @typedef {import('./chart.js').Tick} Tick
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

/** @param {Chart} chart @returns {Item[]} */
export function drawChart({ width, xTicks, yTicks, series, measured = [], ...rest }) {
  const { xScale, yScale, xName, yName, labelRoom } = rest;
  const right = width - labelRoom;
  const bottom = CHART_HEIGHT - BOTTOM;
  const x = scaleOf(xTicks, xScale, LEFT, right);
  const y = scaleOf(yTicks, yScale, bottom, TOP);
  const items = drawAxes({
    ...{ left: LEFT, right, bottom, height: CHART_HEIGHT },
    ...{ xTicks, yTicks, x, y, xName, yName },
  });
  for (const { name, colour, width: stroke, points } of series) {
    for (let i = 1; i < points.length; i++) {
      const [from, to] = [points[i - 1], points[i]];
      const id = `${name} ${i}`;
      items.push(line(id, [x(from.x), y(from.y)], [x(to.x), y(to.y)], colour, stroke));
    }
  }
  const places = apart(series.map(({ points }) => y(points[points.length - 1].y)));
  series.forEach(({ name, colour }, i) => {
    items.push(seriesName(name, right + 8, places[i], colour));
  });
  for (const { x: at, low, middle, high, colour } of measured) {
    const [px, py] = [x(at), y(middle)];
    const id = `measured ${colour} ${at}`;
    items.push(line(`${id} spread`, [px, y(low)], [px, y(high)], colour, 2));
    items.push({ type: 'polygon', id, points: diamond(px, py, 5), fill: colour, opacity: 1 });
  }
  return items;
}
