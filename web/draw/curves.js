/** What a training shows: curves over steps, norms as small multiples, the spread over seeds. In px. */
import { apart, diamond, drawAxes, line, seriesName, text } from './chart.js';
import { headStyle } from './style.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {{x: number, y: number}} At
 * @typedef {{name: string, colour: string, dash: readonly number[], points: readonly At[],
 *   stopped?: boolean}} Curve values, not px; `stopped` before its end
 */

export const CURVES_HEIGHT = 240;
const TOP = 24;
const BOTTOM = 38;
const LEFT = 46;
/** Points of one curve that are drawn. */
const MOST_POINTS = 160;

/**
 * Means of equal stretches, so that a picture costs the same however long the training.
 * @param {readonly At[]} points
 * @param {number} [most]
 * @returns {At[]}
 */
export function thinned(points, most = MOST_POINTS) {
  if (points.length <= most) return [...points];
  const size = Math.ceil(points.length / most);
  return Array.from({ length: Math.ceil(points.length / size) }, (_, i) => {
    const part = points.slice(i * size, (i + 1) * size);
    const y = part.reduce((sum, point) => sum + point.y, 0) / part.length;
    return { x: part[part.length - 1].x, y };
  });
}

/**
 * @param {object} chart
 * @param {number} chart.width
 * @param {number} chart.steps where the scale ends
 * @param {readonly import('./chart.js').Tick[]} chart.yTicks the first and the last are the ends
 * @param {readonly Curve[]} chart.curves each is labelled where it has come to
 * @param {string} chart.xName
 * @param {string} chart.yName
 * @param {number} chart.labelRoom px right of the curves, for their names
 * @returns {Item[]}
 */
export function drawCurves({ width, steps, yTicks, curves, xName, yName, labelRoom }) {
  const right = width - labelRoom;
  const bottom = CURVES_HEIGHT - BOTTOM;
  const [low, high] = [yTicks[0].value, yTicks[yTicks.length - 1].value];
  const x = (/** @type {number} */ step) => LEFT + (step / steps) * (right - LEFT);
  const y = (/** @type {number} */ value) =>
    bottom - ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * (bottom - TOP);
  const xTicks = [0, steps / 2, steps].map((step) => ({ value: step, text: String(step) }));
  const items = drawAxes({
    ...{ left: LEFT, right, bottom, height: CURVES_HEIGHT },
    ...{ xTicks, yTicks, x, y, xName, yName },
  });
  const drawn = curves.filter(({ points }) => points.length > 0);
  for (const { name, colour, dash, points } of drawn) {
    items.push({
      type: 'polyline',
      id: `curve ${name}`,
      points: thinned(points).map((point) => /** @type {const} */ ([x(point.x), y(point.y)])),
      stroke: colour,
      width: 2,
      dash,
      opacity: 1,
    });
  }
  const ends = drawn.map(({ points }) => thinned(points)[thinned(points).length - 1]);
  const places = apart(ends.map((end) => y(end.y)));
  drawn.forEach(({ name, colour, stopped }, i) => {
    const at = x(ends[i].x);
    items.push(seriesName(name, at + 8, places[i], colour));
    if (stopped) items.push(cross(name, at, y(ends[i].y), colour));
  });
  return items;
}

/** Where a curve broke off. @param {string} name @param {number} x @param {number} y @param {string} fill @returns {Item} */
const cross = (name, x, y, fill) => ({
  type: 'polygon',
  id: `stop ${name}`,
  points: [
    [x - 4, y - 4],
    [x + 4, y - 4],
    [x + 4, y + 4],
    [x - 4, y + 4],
  ],
  fill,
  opacity: 1,
});

const CELL = { width: 112, height: 62, gap: 12 };

/**
 * One small picture for each head, all of one scale.
 * @param {object} what
 * @param {number} what.width
 * @param {number} what.steps
 * @param {readonly {step: number, norms: ArrayLike<number>}[]} what.norms
 * @param {(head: number) => string} what.name
 * @param {(norm: number) => string} what.value
 * @returns {{items: Item[], height: number}}
 */
export function drawNorms({ width, steps, norms, name, value }) {
  const heads = norms[0]?.norms.length ?? 0;
  const columns = Math.max(1, Math.floor((width + CELL.gap) / (CELL.width + CELL.gap)));
  const most = Math.max(1e-6, ...norms.flatMap((each) => Array.from(each.norms)));
  /** @type {Item[]} */
  const items = [];
  for (let head = 0; head < heads; head++) {
    const left = (head % columns) * (CELL.width + CELL.gap);
    const top = Math.floor(head / columns) * (CELL.height + CELL.gap);
    const base = top + CELL.height;
    const { colour } = headStyle(head);
    const points = thinned(
      norms.map((each) => ({ x: each.step, y: each.norms[head] })),
      60,
    ).map(
      ({ x, y }) =>
        /** @type {const} */ ([
          left + (x / steps) * CELL.width,
          base - (y / most) * (CELL.height - 18),
        ]),
    );
    items.push(
      line(`base ${head}`, [left, base], [left + CELL.width, base], 'line-strong', 1),
      { ...text(`head ${head}`, name(head), left, top + 7, 'start', colour), weight: 600 },
      text(
        `norm ${head}`,
        value(norms[norms.length - 1].norms[head]),
        left + CELL.width,
        top + 7,
        'end',
        'ink-soft',
      ),
      { type: 'polyline', id: `line ${head}`, points, stroke: colour, width: 2, opacity: 1 },
    );
  }
  return { items, height: Math.ceil(heads / columns) * (CELL.height + CELL.gap) };
}

const ROW = 34;

/**
 * A mark for every seed, a stroke at their mean.
 * @param {object} what
 * @param {number} what.width
 * @param {readonly {name: string, colour: string, results: readonly number[], mean: number,
 *   said: string}[]} what.rows results 0..1
 * @param {readonly {value: number, text: string}[]} what.ticks
 * @returns {{items: Item[], height: number}}
 */
export function drawSpread({ width, rows, ticks }) {
  const left = 64;
  const right = width - 132;
  const x = (/** @type {number} */ share) => left + share * (right - left);
  const height = rows.length * ROW + 22;
  /** @type {Item[]} */
  const items = ticks.flatMap(({ value, text: words }) => [
    line(`x ${value}`, [x(value), 0], [x(value), rows.length * ROW], 'line', 1),
    text(`x text ${value}`, words, x(value), height - 9, 'middle', 'ink-soft'),
  ]);
  rows.forEach(({ name, colour, results, mean, said }, row) => {
    const y = (row + 0.5) * ROW;
    items.push(seriesName(name, 0, y, colour));
    results.forEach((share, seed) =>
      items.push({
        type: 'polygon',
        id: `seed ${name} ${seed}`,
        points: diamond(x(share), y, 6),
        fill: colour,
        opacity: 0.55,
      }),
    );
    if (!results.length) return;
    items.push(line(`mean ${name}`, [x(mean), y - 11], [x(mean), y + 11], 'ink', 2));
    items.push(text(`said ${name}`, said, right + 16, y, 'start', 'ink'));
  });
  return { items, height };
}
