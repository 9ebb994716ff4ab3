/**
 * @file The measurements as pictures: display lists for web/draw, nothing measured here.
 *
 * @typedef {import('../../../web/draw/display-list.js').Item} Item
 * @typedef {import('./results.mjs').Results} Results
 * @typedef {{name: string, colour: string, width: number, points: [number, number][]}} Series
 * @typedef {{name: string, value: number}} Roof
 * @typedef {{title: string, unit: string, xTicks: number[], yTicks: number[], series: Series[],
 *   roofs: Roof[]}} Chart both axes are logarithmic
 */

const WIDTH = 470;
const HEIGHT = 330;
const PLOT = { left: 46, right: 130, top: 52, bottom: 44 };
const LABEL_STEP = 15;
const POINT = 5;

/** A rival keeps its hue in every picture; the relaxed module's lines are the heavy ones. */
const COLOURS = { relaxed: 'head-0', simd: 'head-2', ort: 'head-1', tfjs: 'head-5' };
const WIDTHS = { relaxed: 2.5, simd: 1.25 };

/** @typedef {keyof typeof WIDTHS} Flavour */

/** @param {Results} results rows of the main width alone: another one has no place on the axis */
const rowsOf = ({ attention = [] }) => attention.filter(({ dModel }) => dModel === 512);

/** @param {Results} results */
const environmentName = ({ machine }) => machine.engine.split(',')[0];

/**
 * Times faster than each rival, by sequence length.
 * @param {Results} results
 * @returns {Chart}
 */
export function ratioChart(results) {
  const rows = rowsOf(results);
  const flavours = /** @type {Flavour[]} */ (Object.keys(rows[0].figures));
  const rivals = /** @type {('ort' | 'tfjs')[]} */ (Object.keys(rows[0].rivalForms));
  const series = flavours.flatMap((flavour) =>
    rivals.map((rival) => ({
      name: `${flavour} vs ${rival}`,
      colour: COLOURS[rival],
      width: WIDTHS[flavour],
      points: rows.map(
        ({ seqLen, figures }) =>
          /** @type {[number, number]} */ ([seqLen, figures[flavour]?.rivals[rival] ?? NaN]),
      ),
    })),
  );
  return {
    title: environmentName(results),
    unit: '× as fast as onnxruntime-web (ort) and TensorFlow.js (tfjs)',
    xTicks: rows.map(({ seqLen }) => seqLen),
    yTicks: [0.25, 0.5, 1, 1.5, 2, 3, 5, 8, 12],
    series,
    roofs: [{ name: 'as fast', value: 1 }],
  };
}

/**
 * Rates under the limits of the two modules, by sequence length.
 * @param {Results} results
 * @returns {Chart}
 */
export function rateChart(results) {
  const rows = rowsOf(results);
  /** @param {import('../suite/attention.js').AttentionRow} row @param {string | undefined} name */
  const rate = ({ cpu, wall, operations }, name) =>
    operations / ((cpu ?? wall)[name ?? '']?.median ?? NaN) / 1e6;
  const flavours = /** @type {Flavour[]} */ (Object.keys(rows[0].figures));
  const names = [...flavours, .../** @type {const} */ (['ort', 'tfjs'])];
  const series = names.map((name) => ({
    name,
    colour: COLOURS[name],
    width: 2,
    points: rows.map(
      (row) =>
        /** @type {[number, number]} */ ([row.seqLen, rate(row, row.rivalForms[name] ?? name)]),
    ),
  }));
  return {
    title: environmentName(results),
    unit: '10⁹ multiplications and additions a second',
    xTicks: rows.map(({ seqLen }) => seqLen),
    yTicks: [2, 5, 10, 20, 40, 80],
    series: series.filter(({ points }) => points.some(([, value]) => value > 0)),
    roofs: (results.kernels ?? []).map(({ flavour, peakRate }) => ({
      name: `limit of ${flavour}`,
      value: peakRate,
    })),
  };
}

/** @param {readonly number[]} ticks @param {number} from @param {number} to */
function logarithmic(ticks, from, to) {
  const [low, high] = [Math.log(ticks[0]), Math.log(ticks[ticks.length - 1])];
  return (/** @type {number} */ value) =>
    from + ((Math.log(value) - low) / (high - low || 1)) * (to - from);
}

/**
 * Labels at the ends of their lines, moved apart where lines end close together.
 * @param {{name: string, y: number, colour: string}[]} labels
 * @param {number} bottom
 */
function apart(labels, bottom) {
  const placed = [...labels].sort((a, b) => a.y - b.y);
  for (let i = 1; i < placed.length; ++i) {
    placed[i] = { ...placed[i], y: Math.max(placed[i].y, placed[i - 1].y + LABEL_STEP) };
  }
  for (let i = placed.length - 1; i >= 0; --i) {
    const most = i === placed.length - 1 ? bottom : placed[i + 1].y - LABEL_STEP;
    placed[i] = { ...placed[i], y: Math.min(placed[i].y, most) };
  }
  return placed;
}

/**
 * @param {Chart} chart
 * @param {number} left of the whole chart
 * @returns {Item[]}
 */
function draw({ title, unit, xTicks, yTicks, series, roofs }, left) {
  const values = [
    ...series.flatMap(({ points }) => points.map(([, y]) => y)),
    ...roofs.map(({ value }) => value),
  ].filter((value) => value > 0);
  const shown = yTicks.filter(
    (tick, i) =>
      (yTicks[i + 1] ?? Infinity) > Math.min(...values) &&
      (yTicks[i - 1] ?? 0) < Math.max(...values),
  );
  const [start, end] = [left + PLOT.left, left + WIDTH - PLOT.right];
  const [top, bottom] = [PLOT.top, HEIGHT - PLOT.bottom];
  const x = logarithmic(xTicks, start, end);
  const y = logarithmic(shown, bottom, top);
  const at = `${title} ${unit}`;
  /** @type {(id: string, item: object) => Item} */
  const item = (id, rest) => /** @type {Item} */ ({ id: `${at} ${id}`, opacity: 1, ...rest });
  /** @type {(id: string, text: string, place: object) => Item} */
  const label = (id, text, place) =>
    item(id, { type: 'text', text, size: 12, anchor: 'start', fill: 'ink-soft', ...place });

  const grid = [
    label('title', title, { x: left + 8, y: 18, size: 14, weight: 600, fill: 'ink' }),
    label('unit', unit, { x: left + 8, y: 36 }),
    label('axis', 'tokens', { x: (start + end) / 2, y: HEIGHT - 12, anchor: 'middle' }),
    ...shown.flatMap((tick) => [
      item(`y ${tick}`, {
        ...{ type: 'line', from: [start, y(tick)], to: [end, y(tick)], stroke: 'line', width: 1 },
      }),
      label(`y ${tick} label`, String(tick), { x: start - 8, y: y(tick), anchor: 'end' }),
    ]),
    ...xTicks.map((tick) =>
      label(`x ${tick}`, String(tick), { x: x(tick), y: bottom + 16, anchor: 'middle' }),
    ),
  ];
  const lines = series.flatMap(({ name, colour, width, points }) => [
    ...points.slice(1).map(([px, py], i) =>
      item(`${name} ${i}`, {
        type: 'line',
        ...{ from: [x(points[i][0]), y(points[i][1])], to: [x(px), y(py)], stroke: colour, width },
      }),
    ),
    ...points.map(([px, py], i) =>
      item(`${name} point ${i}`, {
        type: 'rect',
        ...{
          x: x(px) - POINT / 2,
          y: y(py) - POINT / 2,
          width: POINT,
          height: POINT,
          fill: colour,
        },
      }),
    ),
  ]);
  const ceilings = roofs.map(({ name, value }) =>
    item(name, {
      type: 'line',
      ...{ from: [start, y(value)], to: [end, y(value)], stroke: 'ink', width: 1.5 },
    }),
  );
  const ends = [
    ...series.map(({ name, colour, points }) => ({
      ...{ name, colour, y: y(points[points.length - 1][1]) },
    })),
    ...roofs.map(({ name, value }) => ({ name, colour: 'ink', y: y(value) })),
  ];
  const labels = apart(ends, bottom).map(({ name, colour, y: middle }) =>
    label(`${name} label`, name, { x: end + 8, y: middle, fill: colour }),
  );
  return [...grid, ...ceilings, ...lines, ...labels];
}

/**
 * Charts side by side.
 * @param {readonly Chart[]} charts
 * @returns {{items: Item[], width: number, height: number}}
 */
export function sideBySide(charts) {
  const width = WIDTH * charts.length;
  /** @type {Item} */
  const ground = {
    ...{ type: 'rect', id: 'ground', x: 0, y: 0, width, height: HEIGHT },
    ...{ fill: 'panel', opacity: 1 },
  };
  return {
    items: [ground, ...charts.flatMap((chart, i) => draw(chart, i * WIDTH))],
    ...{ width, height: HEIGHT },
  };
}
