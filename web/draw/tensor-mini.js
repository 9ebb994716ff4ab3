/**
 * The miniature of a real tensor: one heatmap a panel, its axis rails, its heads. Pure: arrays,
 * sizes and colours in, pixels and a display list out; `tensor-canvas.js` paints them.
 */
import { headStyle } from './style.js';
import { extentOf, reduceBlocks } from './tensor-blocks.js';
import { RAIL } from './tensor-layout.js';
import { cellNumbers, numberItems } from './tensor-numbers.js';
import { sharePixels, signedPixels } from './tensor-pixels.js';

/**
 * @typedef {import('./matrix.js').Rgb} Rgb
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./tensor-layout.js').MiniLayout} MiniLayout
 *
 * @typedef {object} Heatmap
 * @property {Uint8ClampedArray<ArrayBuffer>} pixels RGBA, `columns` by `rows`; masked cells transparent
 * @property {number} columns
 * @property {number} rows
 * @property {boolean} masked some cell is
 * @property {readonly import('./tensor-numbers.js').CellNumber[]} numbers one a cell where the layout
 *   has room for them, else none
 *
 * @typedef {{zero: Rgb, negative: Rgb, positive: Rgb, fault: Rgb, heads: readonly Rgb[]}} MiniColours
 *   `heads` repeat when there are more heads than hues
 * @typedef {{rows: boolean, columns: boolean, heads: boolean}} LitSides which axes are highlighted
 * @typedef {{under: Item[], over: Item[]}} MiniMarks what lies below and above the heatmaps
 */

const HATCH_STEP = 5;

/**
 * The heatmaps, one a panel. They depend on the data alone: keep them while only the highlight or
 * the selection changes.
 * @param {{data: ArrayLike<number>}} tensor
 * @param {MiniLayout} layout
 * @param {{kind: 'signed' | 'share', limit: number, colours: MiniColours}} style
 * @returns {Heatmap[]} empty when the tensor has no entries
 */
export function miniHeatmaps({ data }, layout, { kind, limit, colours }) {
  const { rows, columns, stride, rowBlock, columnBlock } = layout;
  if (rows * columns === 0) return [];
  return layout.panels.map(({ head, offset }) => {
    const blocks = reduceBlocks({ data, offset, rows, columns, stride }, rowBlock, columnBlock);
    const full = colours.heads[(head ?? 0) % colours.heads.length];
    const pixels =
      kind === 'share'
        ? sharePixels(blocks.values, { zero: colours.zero, full, fault: colours.fault })
        : signedPixels(blocks.values, limit, colours);
    const masked = extentOf(blocks.values).masked > 0;
    const numbers = layout.numbers ? cellNumbers(blocks.values, pixels, colours) : [];
    return { pixels, columns: blocks.columns, rows: blocks.rows, masked, numbers };
  });
}

/**
 * @param {MiniLayout} layout
 * @param {readonly Heatmap[]} heatmaps of the same layout
 * @param {{selected: readonly number[], lit: LitSides}} look
 * @returns {MiniMarks}
 */
export function miniMarks(layout, heatmaps, { selected, lit }) {
  /** @type {Item[]} */
  const under = [];
  /** @type {Item[]} */
  const over = [];
  const { panelWidth: width, panelHeight: height } = layout;
  layout.panels.forEach(({ head, x, y }, i) => {
    if (heatmaps[i]?.masked) under.push(...hatch(`hatch ${i}`, x, y, width, height));
    const frame = { x: x - 0.5, y: y - 0.5, width: width + 1, height: height + 1, opacity: 1 };
    over.push(...numberItems(layout, i, heatmaps[i]?.numbers ?? []));
    over.push({ type: 'rect', id: `frame ${i}`, ...frame, stroke: 'line' });
    if (lit.rows) over.push(...rowRails(layout, i));
    if (lit.columns) over.push(...columnRails(layout, i));
    if (head !== null) {
      over.push(...headBar(head, x, y, width, selected.includes(head), lit.heads));
    } else if (layout.slabs > 1) {
      over.push(...slabBars(layout, i, selected, lit.heads));
    }
  });
  return { under, over };
}

/** Slabs narrower than this, px, run together: they have no bars, rails or cuts of their own. */
const LEAST_SLAB = 4;

/** What a slab must have for its head's number, px a digit. */
const DIGIT = 7;

/**
 * The slabs of concat and of the fused weights, one a head, each with its head's bar.
 * @param {MiniLayout} layout @param {number} panel
 * @param {readonly number[]} selected @param {boolean} lit
 * @returns {Item[]}
 */
function slabBars(layout, panel, selected, lit) {
  const { x, y } = layout.panels[panel];
  const { panelWidth, panelHeight, slabs, slabRows } = layout;
  if (!distinct(layout)) return [];
  /** @type {Item[]} */
  const items = [];
  for (const [head, [from, to]] of slabSpans(layout).entries()) {
    const chosen = selected.includes(head);
    if (slabRows) {
      items.push(...headBarBeside(head, x, y + from, to - from, chosen || lit));
      if (head > 0) items.push(line(`cut ${head}`, x, y + from - 1, x + panelWidth, y + from - 1));
    } else {
      const named = to - from >= DIGIT * String(slabs - 1).length;
      items.push(...headBar(head, x + from, y, to - from, chosen, lit, named));
      if (head > 0) items.push(line(`cut ${head}`, x + from, y, x + from, y + panelHeight));
    }
  }
  return items;
}

/** Whether slabs can be told apart. @param {MiniLayout} layout */
const distinct = ({ panelWidth, panelHeight, slabs, slabRows }) =>
  (slabRows ? panelHeight : panelWidth) / slabs >= LEAST_SLAB;

/**
 * When `d_head` is lit inside `heads*d_head`, each slab has its own rail.
 * @param {MiniLayout} layout @param {number} panel
 * @returns {Item[]}
 */
function columnRails(layout, panel) {
  const { x, y } = layout.panels[panel];
  const at = y + layout.panelHeight + RAIL / 2;
  if (layout.slabRows || !distinct(layout)) {
    return rail(`columns ${panel}`, x, at, layout.panelWidth, 0);
  }
  return slabSpans(layout).flatMap(([from, to], slab) =>
    rail(`columns ${panel} ${slab}`, x + from, at, to - from, 0),
  );
}

/** @param {MiniLayout} layout @param {number} panel @returns {Item[]} */
function rowRails(layout, panel) {
  const { x, y } = layout.panels[panel];
  const at = x - RAIL / 2;
  if (!layout.slabRows || !distinct(layout)) {
    return rail(`rows ${panel}`, at, y, 0, layout.panelHeight);
  }
  return slabSpans(layout).flatMap(([from, to], slab) =>
    rail(`rows ${panel} ${slab}`, at, y + from, 0, to - from),
  );
}

/** @param {MiniLayout} layout @returns {[number, number][]} from and to of each slab, with a gap between */
function slabSpans({ panelWidth, panelHeight, slabs, slabRows }) {
  const whole = slabRows ? panelHeight : panelWidth;
  const edge = (/** @type {number} */ slab) => Math.round((slab * whole) / slabs);
  return Array.from({ length: slabs }, (_, s) => [edge(s), edge(s + 1) - (s < slabs - 1 ? 2 : 0)]);
}

/**
 * A highlighted side: thick, with end ticks.
 * @param {string} id @param {number} x @param {number} y @param {number} dx @param {number} dy
 * @returns {Item[]}
 */
function rail(id, x, y, dx, dy) {
  const tick = dx ? [0, 3] : [3, 0];
  const ends = [0, 1].map((end) => {
    const [cx, cy] = [x + end * dx, y + end * dy];
    const side = `${id} end ${end}`;
    return line(side, cx - tick[0], cy - tick[1], cx + tick[0], cy + tick[1], 'ink', 1);
  });
  return [line(id, x, y, x + dx, y + dy, 'ink', 3), ...ends];
}

/**
 * The head's hue, dash and number over its panel. A selected head has a thick bar.
 * @param {number} head
 * @param {number} x @param {number} y top of the panel @param {number} width
 * @param {boolean} selected
 * @param {boolean} lit
 * @param {boolean} [named] there is room for its number
 * @returns {Item[]}
 */
function headBar(head, x, y, width, selected, lit, named = true) {
  const { colour, dash } = headStyle(head);
  const strong = selected || lit;
  const at = y - (strong ? 4 : 3);
  const thickness = strong ? 4 : 2;
  return [
    ...dashes(width, dash).map(([from, to], k) =>
      line(`bar ${head} ${k}`, x + from, at, x + to, at, colour, thickness),
    ),
    ...(named ? [headNumber(head, x, y - 12, strong, 'start')] : []),
  ];
}

/**
 * The same beside a slab of rows.
 * @param {number} head
 * @param {number} x left of the panel @param {number} y @param {number} height
 * @param {boolean} strong
 * @returns {Item[]}
 */
function headBarBeside(head, x, y, height, strong) {
  const { colour, dash } = headStyle(head);
  const at = x - RAIL - (strong ? 1 : 0);
  const thickness = strong ? 4 : 2;
  return [
    ...dashes(height, dash).map(([from, to], k) =>
      line(`bar ${head} ${k}`, at, y + from, at, y + to, colour, thickness),
    ),
    ...(height >= 11 ? [headNumber(head, at - 4, y + height / 2, strong, 'end')] : []),
  ];
}

/**
 * @param {number} head @param {number} x @param {number} y @param {boolean} strong
 * @param {'start' | 'end'} anchor
 * @returns {Item}
 */
const headNumber = (head, x, y, strong, anchor) => ({
  type: 'text',
  id: `number ${head}`,
  text: String(head),
  x,
  y,
  size: 10,
  anchor,
  fill: strong ? 'ink' : 'ink-faint',
  weight: 600,
});

/**
 * @param {number} length
 * @param {readonly number[]} dash strokes and gaps in turn; empty for one whole stroke
 * @returns {[number, number][]} from and to of each stroke
 */
function dashes(length, dash) {
  if (!dash.length) return [[0, length]];
  /** @type {[number, number][]} */
  const strokes = [];
  for (let at = 0, k = 0; at < length; at += dash[k % dash.length], k += 1) {
    if (k % 2 === 0) strokes.push([at, Math.min(length, at + dash[k % dash.length])]);
  }
  return strokes;
}

/**
 * Diagonal strokes across a panel; the heatmap on top leaves them visible where cells are masked.
 * @param {string} id @param {number} x @param {number} y @param {number} width @param {number} height
 * @returns {Item[]}
 */
function hatch(id, x, y, width, height) {
  /** @type {Item[]} */
  const items = [];
  for (let sum = HATCH_STEP; sum < width + height; sum += HATCH_STEP) {
    const [left, bottom] = sum < height ? [0, sum] : [sum - height, height];
    const [right, top] = sum < width ? [sum, 0] : [width, sum - width];
    items.push(line(`${id} ${sum}`, x + left, y + bottom, x + right, y + top, 'line-strong', 0.75));
  }
  return items;
}

/**
 * @param {string} id
 * @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2
 * @param {string} [stroke] @param {number} [width]
 * @returns {Item}
 */
function line(id, x1, y1, x2, y2, stroke = 'line', width = 1) {
  return { type: 'line', id, from: [x1, y1], to: [x2, y2], stroke, width, opacity: 1 };
}
