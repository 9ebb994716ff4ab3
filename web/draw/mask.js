/**
 * The mask painter as display lists: the live weights as cells, hatched where a key is hidden, with
 * labels that stay in place while a long sentence scrolls beneath them.
 */
import { mix } from './matrix.js';
import { strength } from './style.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./matrix.js').Rgb} Rgb
 * @typedef {object} PainterLayout
 * @property {number} cell
 * @property {number} gap
 * @property {number} margin room for the labels, left and above
 * @property {number} side of the whole picture
 * @property {number} font
 * @property {boolean} scrolls whether the whole is larger than the room for it
 */

/** The smallest cell a pointer is asked to hit; below it the picture scrolls. */
const SMALLEST = 16;

/**
 * @param {{room: number, count: number, label: number}} size `room` is the width there is, `label`
 *   the widest label
 * @returns {PainterLayout}
 */
export function painterLayout({ room, count, label }) {
  const margin = Math.ceil(Math.min(label, room * 0.24)) + 14;
  const fitting = Math.floor((room - margin - 1) / Math.max(1, count));
  const cell = Math.max(SMALLEST, Math.min(30, fitting));
  const side = margin + cell * count + 1;
  return { cell, gap: 1, margin, side, font: Math.min(13, cell - 3), scrolls: side > room };
}

/**
 * @param {object} input
 * @param {ArrayLike<number>} input.weights `[heads, count, count]`
 * @param {number} input.head
 * @param {number} input.count tokens
 * @param {ArrayLike<number>} input.open `[count, count]`, 1 where the query may attend
 * @param {(query: number, key: number) => boolean} input.isPainted hidden cells that are hidden by paint
 * @param {{panel: Rgb, hue: Rgb, paint: Rgb}} input.colours
 * @param {PainterLayout} input.layout
 * @param {{row: number, column: number, rows: number, columns: number}} input.seen the cells in sight
 * @returns {Item[]}
 */
export function drawPainter({ weights, head, count, open, isPainted, colours, layout, seen }) {
  const { cell, gap, margin } = layout;
  const pixels = new Uint8ClampedArray(seen.rows * seen.columns * 4);
  /** @type {[number, number][]} */
  const hatched = [];
  for (let i = 0; i < seen.rows * seen.columns; i++) {
    const [row, column] = [Math.floor(i / seen.columns), i % seen.columns];
    const [query, key] = [seen.row + row, seen.column + column];
    const isOpen = open[query * count + key] === 1;
    const shade = isOpen
      ? mix(colours.panel, colours.hue, strength(weights[(head * count + query) * count + key]))
      : isPainted(query, key)
        ? colours.paint
        : colours.panel;
    if (!isOpen) hatched.push([row, column]);
    pixels.set([...shade, 255], 4 * i);
  }
  const length = cell * count;
  return [
    {
      type: 'rect',
      id: 'grid',
      x: margin - gap,
      y: margin - gap,
      width: length + gap,
      height: length + gap,
      fill: 'line',
      opacity: 1,
    },
    {
      type: 'cells',
      id: 'cells',
      x: margin + seen.column * cell,
      y: margin + seen.row * cell,
      cell,
      gap,
      rows: seen.rows,
      columns: seen.columns,
      pixels,
      hatched,
    },
  ];
}

/**
 * The cells that a scrolled picture shows.
 * @param {PainterLayout} layout
 * @param {{count: number, left: number, top: number, width: number, height: number}} view
 */
export function seenCells({ cell, margin }, { count, left, top, width, height }) {
  const [row, column] = [top, left].map((start) => Math.min(count, Math.floor(start / cell)));
  const [bottom, right] = [top + height, left + width].map((end) =>
    Math.min(count, Math.ceil((end - margin) / cell)),
  );
  return { row, column, rows: Math.max(0, bottom - row), columns: Math.max(0, right - column) };
}

/**
 * @param {{layout: PainterLayout, count: number, row: number | null, column: number | null}} input
 *   the marked cell; one of them null marks a whole row or column
 * @returns {Item[]}
 */
export function drawCursor({ layout: { cell, margin }, count, row, column }) {
  if (row === null && column === null) return [];
  const length = cell * count;
  const [x, width] = column === null ? [0, length] : [column * cell, cell];
  const [y, height] = row === null ? [0, length] : [row * cell, cell];
  const frame = { type: /** @type {const} */ ('rect'), id: 'cursor', stroke: 'ink', opacity: 1 };
  return [{ ...frame, x: margin + x - 0.5, y: margin + y - 0.5, width, height }];
}

/**
 * Labels of one side. Padding queries, which still attend, get a dashed bar of the queries' colour;
 * padding keys, which nobody sees, an unbroken one of the keys' colour.
 * @param {object} input
 * @param {'query' | 'key'} input.side
 * @param {readonly string[]} input.texts
 * @param {number} input.padding the first token that is padding
 * @param {readonly number[]} input.closed queries that may attend to nothing
 * @param {number | null} input.lit
 * @param {PainterLayout} input.layout
 * @returns {Item[]}
 */
export function drawPainterLabels({ side, texts, padding, closed, lit, layout }) {
  const { cell, margin, font } = layout;
  return texts.flatMap((text, index) => {
    const centre = margin + (index + 0.5) * cell;
    const isPadding = index >= padding;
    const isClosed = side === 'query' && closed.includes(index);
    /** @type {Item[]} */
    const items = [
      {
        type: 'text',
        id: `${side} ${index}`,
        text,
        size: font,
        fill: isClosed ? 'warn' : lit === index ? 'ink' : isPadding ? 'ink-faint' : 'ink-soft',
        weight: isClosed || lit === index ? 650 : 420,
        ...(side === 'query'
          ? { x: margin - 9, y: centre, anchor: /** @type {const} */ ('end') }
          : { x: centre, y: margin - 9, anchor: /** @type {const} */ ('start'), rotate: -90 }),
      },
    ];
    if (isPadding) items.push(...paddingMark(side, index, layout));
    return items;
  });
}

/**
 * @param {'query' | 'key'} side
 * @param {number} index
 * @param {PainterLayout} layout
 * @returns {Item[]}
 */
function paddingMark(side, index, { cell, margin }) {
  const start = margin + index * cell;
  const line = { type: /** @type {const} */ ('line'), width: 3, opacity: 1 };
  if (side === 'key') {
    const [from, to] = [start, start + cell - 1].map((x) => /** @type {const} */ ([x, margin - 4]));
    return [{ ...line, id: `padding key ${index}`, stroke: 'role-key', from, to }];
  }
  // Three dashes a cell: drawn as lines of their own, because a line has no dash.
  return [0, 1, 2].map((dash) => ({
    ...line,
    id: `padding query ${index} ${dash}`,
    stroke: 'role-query',
    from: /** @type {const} */ ([margin - 4, start + (dash * cell) / 3 + 1]),
    to: /** @type {const} */ ([margin - 4, start + ((dash + 0.6) * cell) / 3 + 1]),
  }));
}

/**
 * The cells a stroke crosses between two places, so that a fast pointer leaves no holes.
 * @param {readonly [number, number]} from [row, column]
 * @param {readonly [number, number]} to
 * @returns {[number, number][]} both ends included
 */
export function cellsBetween(from, to) {
  const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]), 1);
  return Array.from({ length: steps + 1 }, (_, i) => [
    Math.round(from[0] + ((to[0] - from[0]) * i) / steps),
    Math.round(from[1] + ((to[1] - from[1]) * i) / steps),
  ]);
}
