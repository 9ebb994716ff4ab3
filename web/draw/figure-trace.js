/** The tensors of one layer in flow order, each with its name, its axes and its real entries, as a figure. */
import { framed, headKey, label, moved, SMALL, tensorOf } from './figure-parts.js';
import { largestMagnitude, mix } from './matrix.js';
import { headStyle, strength } from './style.js';
import { reduceBlocks } from './tensor-blocks.js';
import { textWidth } from './text-width.js';

/**
 * @typedef {import('./figure-parts.js').FigureInput} FigureInput
 * @typedef {import('./figure-parts.js').Figure} Figure
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./matrix.js').Rgb} Rgb
 */

/** In flow order; the tensors that belong beside each other stand in one row. */
const ROWS = [
  ['norm'],
  ['query', 'key', 'value'],
  ['scores', 'scaled', 'masked', 'weights'],
  ['context', 'concat'],
  ['output'],
];

const CELL = 4;
const GAP = 6;
const BETWEEN = 28;

/** At most so many cells a side; more entries share one, which shows the largest of them. */
const MOST = { rows: 24, columns: 64, perHead: 16 };

/** @param {FigureInput} input @returns {Figure} */
export function traceFigure(input) {
  const { snapshot, scene, words } = input;
  const title = words('figure.trace', { layer: scene.layer });
  /** @type {Item[]} */
  const items = [];
  let [top, width] = [0, input.width];
  for (const row of ROWS) {
    let [left, height] = [0, 0];
    for (const name of row) {
      const card = cardOf(input, name);
      if (left > 0 && left + card.width > input.width) [left, top, height] = [0, top + height, 0];
      items.push(...moved(card.items, left, top, `${name} `));
      width = Math.max(width, left + card.width);
      left += card.width + BETWEEN;
      height = Math.max(height, card.height + 12);
    }
    top += height;
  }
  return framed({ width, height: top, items }, { title, snapshot, words });
}

/** @param {FigureInput} input @param {string} name @returns {Figure} */
function cardOf({ snapshot, scene, rgb }, name) {
  const tensor = tensorOf(snapshot, `layers.${scene.layer}.attention.${name}`);
  const { shape, data } = tensor;
  const axes = /** @type {{axes?: readonly string[]}} */ (tensor).axes ?? [];
  const heads = shape.length === 3 ? shape[0] : 1;
  const [rows, columns] = shape.slice(-2);
  const mostColumns =
    heads > 1 ? Math.max(MOST.perHead, axes.at(-1) === 'key' ? MOST.rows : 0) : MOST.columns;
  const [rowBlock, columnBlock] = [blockOf(rows, MOST.rows), blockOf(columns, mostColumns)];
  const limit = largestMagnitude(data, 0, data.length);
  const ends = { ground: rgb('panel'), negative: rgb('negative'), positive: rgb('positive') };
  const top = 40 + (shape.length === 3 ? 18 : 0);
  /** @type {Item[]} */
  const items = [];
  let [left, height] = [0, 0];
  for (let head = 0; head < heads; head++) {
    const matrix = { data, offset: head * rows * columns, rows, columns };
    const blocks = reduceBlocks(matrix, rowBlock, columnBlock);
    const hue = rgb(headStyle(head).colour);
    const pixels = new Uint8ClampedArray(4 * blocks.values.length);
    blocks.values.forEach((value, i) => {
      const colour =
        name === 'weights' ? mix(ends.ground, hue, strength(value)) : signed(value, limit, ends);
      pixels.set([...colour, 255], 4 * i);
    });
    const size = { width: blocks.columns * CELL, height: blocks.rows * CELL };
    if (shape.length === 3) items.push(...headKey(head, left, top - 12));
    items.push(
      ...[frame(`frame ${head}`, left, top, size)],
      ...[
        {
          ...{
            type: /** @type {const} */ ('cells'),
            id: `cells ${head}`,
            x: left,
            y: top,
            cell: CELL,
            gap: 0,
          },
          ...{ rows: blocks.rows, columns: blocks.columns, pixels, hatched: [] },
        },
      ],
    );
    left += Math.max(size.width, shape.length === 3 ? 44 : 0) + GAP;
    height = size.height;
  }
  const sizes = `${axes.join(' × ')} = ${shape.join(' × ')}`;
  return {
    width: Math.max(left - GAP, textWidth(sizes, SMALL), textWidth(name, 13)),
    height: top + height,
    items: [
      label('name', name, { x: 0, y: 8, size: 13, weight: 600 }),
      label('size', sizes, { x: 0, y: 25, fill: 'ink-soft' }),
      ...items,
    ],
  };
}

/** @param {number} extent @param {number} most */
const blockOf = (extent, most) => Math.max(1, Math.ceil(extent / most));

/** @param {number} value @param {number} limit @param {{ground: Rgb, negative: Rgb, positive: Rgb}} ends @returns {Rgb} */
function signed(value, limit, { ground, negative, positive }) {
  const share = limit > 0 ? Math.max(-1, Math.min(1, value / limit)) : 0;
  return mix(ground, share < 0 ? negative : positive, Math.abs(share) || 0);
}

/** @param {string} id @param {number} x @param {number} y @param {{width: number, height: number}} size @returns {Item} */
const frame = (id, x, y, { width, height }) => ({
  ...{ type: 'rect', id, x: x - 1, y: y - 1, width: width + 2, height: height + 2 },
  ...{ fill: 'line', opacity: 1 },
});
