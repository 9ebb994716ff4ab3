/**
 * The terms of an unfolded number as a picture: the two vectors it is made of as strips, under them
 * the terms as bars and their running sum as a line.
 */

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./arithmetic.js').Unfolded} Unfolded
 */

const STRIP = 14;
const GAP = 4;

/** The height in px of what stands over the bars. @param {Unfolded} unfolded */
const stripsHeight = ({ kind }) => (kind === 'dot' ? 2 : 1) * (STRIP + GAP) + GAP;

/**
 * @param {Unfolded} unfolded of more than one term
 * @param {{width: number, height: number, current: number}} options `current` counts in the order of
 *   the terms
 * @returns {Item[]}
 */
export function arithmeticPicture(unfolded, { width, height, current }) {
  const { kind, terms } = unfolded;
  const step = width / Math.max(1, terms.length);
  const strips = kind === 'dot' ? [0, 1] : [0];
  const top = stripsHeight(unfolded);
  const bars = barsOf(unfolded, { top, height, step });
  const marker = {
    type: /** @type {const} */ ('rect'),
    id: 'current',
    x: current * step,
    y: 0,
    width: Math.max(step, 1.5),
    height,
  };
  return [
    { ...marker, id: 'current ground', fill: 'line', opacity: 0.9 },
    ...strips.flatMap((column) => strip(unfolded, { column, step, y: column * (STRIP + GAP) })),
    ...bars,
    { ...marker, stroke: 'ink', opacity: 1 },
  ];
}

/**
 * One number of every term, by sign and magnitude.
 * @param {Unfolded} unfolded
 * @param {{column: number, step: number, y: number}} place
 * @returns {Item[]}
 */
function strip({ terms }, { column, step, y }) {
  const values = terms.map(({ numbers }) => numbers[column]);
  const most = Math.max(...values.filter(Number.isFinite).map(Math.abs), 1e-9);
  return values.map((value, i) => ({
    type: 'rect',
    id: `strip ${column} ${i}`,
    x: i * step,
    y,
    width: step > 3 ? step - 1 : step,
    height: STRIP,
    fill: Number.isFinite(value) ? (value < 0 ? 'negative' : 'positive') : 'ghost',
    opacity: Number.isFinite(value) ? 0.06 + 0.94 * (Math.abs(value) / most) : 1,
  }));
}

/**
 * @param {Unfolded} unfolded
 * @param {{top: number, height: number, step: number}} place
 * @returns {Item[]}
 */
function barsOf({ terms }, { top, height, step }) {
  const values = terms.map(({ numbers }) => numbers[2]);
  const sums = [0, ...terms.map(({ running }) => running)];
  const bars = scaleOf(values, top, height);
  const line = scaleOf(sums, top, height);
  const width = step > 3 ? step - 1 : step;
  /** @type {Item[]} */
  const items = values.map((value, i) => ({
    type: 'rect',
    id: `bar ${i}`,
    x: i * step,
    y: Math.min(bars(0), bars(value)),
    width,
    height: Math.max(0.5, Math.abs(bars(value) - bars(0))),
    fill: terms[i].chosen ? 'ink' : value < 0 ? 'negative' : 'positive',
    opacity: 0.75,
  }));
  const zero = bars(0);
  const end = step * terms.length;
  items.push({
    type: 'line',
    id: 'zero',
    from: [0, zero],
    to: [end, zero],
    stroke: 'line-strong',
    width: 0.5,
    opacity: 1,
  });
  for (let i = 0; i < terms.length; i++) {
    items.push({
      type: 'line',
      id: `sum ${i}`,
      from: [i === 0 ? 0 : (i - 0.5) * step, line(sums[i])],
      to: [(i + 0.5) * step, line(sums[i + 1])],
      stroke: 'ink',
      width: 1.5,
      opacity: 0.85,
    });
  }
  return items;
}

/**
 * From values, zero among them, to y.
 * @param {readonly number[]} values
 * @param {number} top
 * @param {number} bottom
 */
function scaleOf(values, top, bottom) {
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const range = high - low || 1;
  return (/** @type {number} */ value) => top + ((high - value) / range) * (bottom - 2 - top);
}
