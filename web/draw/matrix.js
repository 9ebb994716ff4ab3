/**
 * One head's matrix as a display list: coloured cells, labels, the mark on a row, a column or a cell.
 */
import { strength } from './style.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {readonly [number, number, number]} Rgb 0..255 each
 * @typedef {{ground: Rgb, hue: Rgb, negative: Rgb, positive: Rgb}} MatrixColours
 * @typedef {'scores' | 'scaled' | 'masked' | 'weights'} Stage
 * @typedef {ReturnType<typeof matrixLayout>} MatrixLayout
 */

/** @param {Rgb} a @param {Rgb} b @param {number} share of b @returns {Rgb} */
export const mix = (a, b, share) => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

/**
 * The largest finite magnitude, at which the diverging scale ends.
 * @param {ArrayLike<number>} values
 * @param {number} start
 * @param {number} length
 */
export function largestMagnitude(values, start, length) {
  let largest = 0;
  for (let i = start; i < start + length; i++) {
    const magnitude = Math.abs(values[i]);
    if (magnitude > largest && magnitude < MASKED) largest = magnitude;
  }
  return largest;
}

/** Scores at or beyond this magnitude are a mask (−∞, or a model's own huge negative bias). */
const MASKED = 1e8;

/** @param {number} value a masked score */
export const isMasked = (value) => value <= -MASKED;

/**
 * Where a value lies on its scale: weights 0..1, fixed, by `strength`; other stages -1..1, centred
 * at zero, ending at ±`limit`.
 * @param {Stage} stage
 * @param {number} value
 * @param {number} limit
 */
export function scalePosition(stage, value, limit) {
  if (stage === 'weights') return strength(value);
  return limit > 0 ? Math.max(-1, Math.min(1, value / limit)) : 0;
}

/**
 * The colour at a place of the scale: from the ground to the head's hue for weights, to the
 * negative or the positive colour for other stages.
 * @param {Stage} stage
 * @param {number} at see `scalePosition`
 * @param {MatrixColours} colours
 * @returns {Rgb}
 */
export const scaleColour = (stage, at, colours) =>
  mix(colours.ground, endOf(stage, at, colours), Math.abs(at));

/** The colour at that end of the scale. @param {Stage} stage @param {number} at @param {MatrixColours} colours */
function endOf(stage, at, { hue, negative, positive }) {
  if (stage === 'weights') return hue;
  return at < 0 ? negative : positive;
}

/** Colours that a scale is quantised to, less one; even, so that zero has a step of its own. */
const STEPS = 512;

/**
 * Made for every thumbnail of every key, so it makes no arrays on its way.
 * @param {Stage} stage
 * @param {MatrixColours} colours
 * @returns {Uint8ClampedArray} RGB by step
 */
function rampOf(stage, colours) {
  const { ground } = colours;
  const ramp = new Uint8ClampedArray(3 * (STEPS + 1));
  for (let step = 0; step <= STEPS; step++) {
    const at = stage === 'weights' ? step / STEPS : (2 * step) / STEPS - 1;
    const end = endOf(stage, at, colours);
    for (let i = 0; i < 3; i++) {
      ramp[3 * step + i] = ground[i] + (end[i] - ground[i]) * Math.abs(at);
    }
  }
  return ramp;
}

/**
 * @param {object} input
 * @param {Stage} input.stage
 * @param {ArrayLike<number>} input.values `[heads, rows, columns]` of that stage
 * @param {ArrayLike<number>} [input.masked] `[heads, rows, columns]` of the masked stage; its masked cells are hatched
 * @param {number} input.head
 * @param {number} input.rows
 * @param {number} input.columns
 * @param {MatrixColours} input.colours
 * @param {{x: number, y: number, cell: number, gap: number}} input.place
 * @returns {import('./display-list.js').Cells}
 */
export function drawCells({ stage, values, masked, head, rows, columns, colours, place }) {
  const start = head * rows * columns;
  const limit = largestMagnitude(values, start, rows * columns);
  const ramp = rampOf(stage, colours);
  const pixels = new Uint8ClampedArray(rows * columns * 4);
  /** @type {[number, number][]} */
  const hatched = [];
  const hidden = stage === 'masked' || stage === 'weights' ? masked : undefined;
  for (let i = 0; i < rows * columns; i++) {
    const isHidden = hidden !== undefined && isMasked(hidden[start + i]);
    if (isHidden) hatched.push([Math.floor(i / columns), i % columns]);
    const at = isHidden ? 0 : scalePosition(stage, values[start + i], limit);
    const step = 3 * Math.round(STEPS * (stage === 'weights' ? at : (at + 1) / 2));
    pixels[4 * i] = ramp[step];
    pixels[4 * i + 1] = ramp[step + 1];
    pixels[4 * i + 2] = ramp[step + 2];
    pixels[4 * i + 3] = 255;
  }
  return { type: 'cells', id: 'cells', ...place, rows, columns, pixels, hatched };
}

/**
 * The average of heads: each cell in the hue of the head that gives it most.
 * @param {object} input
 * @param {ArrayLike<number>} input.weights `[count, count]`
 * @param {ArrayLike<number>} input.strongest `[count, count]` heads
 * @param {ArrayLike<number>} [input.masked] `[count, count]` of any head; masked cells are hatched
 * @param {number} input.count
 * @param {Rgb} input.ground
 * @param {(head: number) => Rgb} input.hue
 * @param {{x: number, y: number, cell: number, gap: number}} input.place
 * @returns {import('./display-list.js').Cells}
 */
export function drawAverage({ weights, strongest, masked, count, ground, hue, place }) {
  const pixels = new Uint8ClampedArray(count * count * 4);
  /** @type {[number, number][]} */
  const hatched = [];
  for (let i = 0; i < count * count; i++) {
    const isHidden = masked !== undefined && isMasked(masked[i]);
    if (isHidden) hatched.push([Math.floor(i / count), i % count]);
    const at = isHidden ? 0 : strength(weights[i]);
    pixels.set([...mix(ground, hue(strongest[i]), at), 255], 4 * i);
  }
  return { type: 'cells', id: 'cells', ...place, rows: count, columns: count, pixels, hatched };
}

/**
 * Columns run from left to right, whichever way the text does: a matrix is read by its indices, as
 * the code beside it, its table and every paper print it, and mirrored it would be another one.
 *
 * Where a matrix with labels lies in a square of `size` px.
 * @param {{size: number, count: number, label: number}} options `label` is the widest label
 */
export function matrixLayout({ size, count, label }) {
  const roomy = Math.floor((size - Math.min(label, size * 0.26) - 8) / Math.max(1, count));
  const labelled = roomy >= 11;
  const margin = labelled ? Math.max(48, Math.ceil(Math.min(label, size * 0.26)) + 8) : 22;
  const cell = Math.max(2, Math.min(46, (size - margin) / Math.max(1, count)));
  const whole = cell >= 6 ? Math.floor(cell) : Math.floor(cell * 2) / 2;
  return {
    margin,
    labelled,
    cell: whole,
    gap: whole >= 8 ? 1 : 0,
    side: margin + whole * count + 1,
    font: Math.max(9, Math.min(13, whole - 2)),
  };
}

/**
 * Matrices to compare have cells and margins of one size, so that the eye can go across.
 * @param {{size: number, counts: readonly number[], label: number}} options `size` is the least room,
 *   `label` the widest label of all
 * @returns {MatrixLayout[]} one for each count of tokens
 */
export function matrixLayouts({ size, counts, label }) {
  const layout = matrixLayout({ size, count: Math.max(...counts), label });
  const { margin, cell } = layout;
  return counts.map((count) => ({ ...layout, side: margin + cell * count + 1 }));
}

/**
 * @param {{texts: readonly string[], layout: MatrixLayout,
 *   rows: readonly number[], columns: readonly number[]}} options the lit rows and columns
 * @returns {Item[]} labels of queries (left) and keys (top); only lit ones when cells are too small
 */
export function drawMatrixLabels({ texts, layout, rows, columns }) {
  const { margin, cell, font, labelled } = layout;
  if (!labelled) return [];
  return texts.flatMap((text, index) => {
    const centre = margin + (index + 0.5) * cell;
    const shared = { text, size: font };
    const lit = (/** @type {readonly number[]} */ list) =>
      list.includes(index)
        ? { fill: 'ink', weight: 650 }
        : { fill: rows.length || columns.length ? 'ink-faint' : 'ink-soft', weight: 420 };
    /** @type {Item[]} */
    const items = [
      {
        type: 'text',
        id: `row ${index}`,
        ...shared,
        ...lit(rows),
        x: margin - 6,
        y: centre,
        anchor: 'end',
      },
      {
        type: 'text',
        id: `column ${index}`,
        ...shared,
        ...lit(columns),
        x: centre,
        y: margin - 6,
        anchor: 'start',
        rotate: -90,
      },
    ];
    return items;
  });
}

/**
 * The frame around the focused row, column or cell.
 * @param {{rows: readonly number[], columns: readonly number[], count: number,
 *   layout: MatrixLayout}} options
 * @returns {Item[]}
 */
export function drawMatrixFocus({ rows, columns, count, layout }) {
  const { margin, cell } = layout;
  const length = cell * count;
  /** @type {Item[]} */
  const items = [];
  const frame = { type: /** @type {const} */ ('rect'), stroke: 'ink', opacity: 1 };
  for (const row of columns.length ? [] : rows) {
    items.push({
      ...frame,
      id: 'focus row',
      x: margin,
      y: margin + row * cell,
      width: length,
      height: cell,
    });
  }
  for (const column of rows.length ? [] : columns) {
    items.push({
      ...frame,
      id: 'focus column',
      x: margin + column * cell,
      y: margin,
      width: cell,
      height: length,
    });
  }
  if (rows.length && columns.length) {
    items.push({
      ...frame,
      id: 'focus cell',
      x: margin + columns[0] * cell - 0.5,
      y: margin + rows[0] * cell - 0.5,
      width: cell,
      height: cell,
    });
  }
  return items;
}

/**
 * What each row of weights sums to, at its right end.
 * @param {{sums: readonly string[], title: string, rows: readonly number[],
 *   layout: MatrixLayout}} options `rows` are the lit ones
 * @returns {Item[]}
 */
export function drawRowSums({ sums, title, rows, layout }) {
  const { margin, cell, labelled, font } = layout;
  if (!labelled) return [];
  const place = { x: margin + cell * sums.length + 5, anchor: /** @type {const} */ ('start') };
  const size = Math.min(11, font);
  const type = /** @type {const} */ ('text');
  return [
    { type, id: 'sums', text: title, ...place, y: margin - 8, size, fill: 'ink-faint' },
    ...sums.map((text, row) => ({
      ...{ type, id: `sum ${row}`, text, ...place, y: margin + (row + 0.5) * cell, size },
      ...(rows.includes(row) ? { fill: 'ink', weight: 650 } : { fill: 'ink-faint' }),
    })),
  ];
}

/**
 * Rows and columns of what is pointed at.
 * @param {import('./graph.js').Focus | null} focus
 * @param {number} count tokens
 */
export function litBy(focus, count) {
  const inside = (/** @type {number[]} */ list) => list.filter((index) => index < count);
  if (!focus) return { rows: [], columns: [] };
  if ('cell' in focus) return { rows: inside([focus.cell[0]]), columns: inside([focus.cell[1]]) };
  return focus.side === 'query'
    ? { rows: inside([focus.index]), columns: [] }
    : { rows: [], columns: inside([focus.index]) };
}
