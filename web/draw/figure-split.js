/** A projection split into heads, rightly and by the tempting one-step view, as a figure. */
import { framed, headKey, label, moved, SMALL } from './figure-parts.js';
import { beside, code, paragraph, stacked, table } from './figure-text.js';
import { layoutSplit } from './split.js';
import { headStyle, strength } from './style.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./figure-parts.js').Figure} Figure
 * @typedef {{name: string, code: readonly {text: string, steps?: readonly number[]}[], shape: string,
 *   holds: readonly {shreds: boolean, text: string}[], weights: ArrayLike<number>, caption: string}} SplitSide
 *   `weights` of the head on show, `[n, n]`
 * @typedef {object} Split
 * @property {import('./split.js').Size} size
 * @property {number} step
 * @property {number} head whose weights are shown
 * @property {readonly string[]} texts of the tokens
 * @property {(index: number) => {token: number, stray: boolean}} of each number, by its order in memory
 * @property {Record<'right' | 'wrong', SplitSide>} sides
 * @property {string} count
 * @property {string} difference
 * @property {string} whole
 * @property {(value: number, digits: number) => string} number
 */

const SIDES = /** @type {const} */ (['right', 'wrong']);

/**
 * @param {import('./figure-parts.js').FigureInput & {split: Split}} input
 * @returns {Figure}
 */
export function splitFigure({ snapshot, words, width, split }) {
  const gap = 32;
  const half = width >= 720 ? (width - gap) / 2 : width;
  const figure = stacked(
    [
      paragraph('count', split.count, { width }),
      keyOf(split.texts),
      beside(
        SIDES.map((side) => sideOf(split, side, half)),
        { gap, width },
      ),
      paragraph('difference', split.difference, { width }),
      beside(
        SIDES.map((side) => weightsOf(split, side, words)),
        { gap, width },
      ),
      paragraph('whole', split.whole, { width }),
    ],
    14,
  );
  return framed(
    { ...figure, width: Math.max(width, figure.width) },
    { title: words('split.title'), snapshot, words },
  );
}

/** @param {readonly string[]} texts @returns {Figure} which colour is which token */
function keyOf(texts) {
  const tokens = texts.map((text, token) => {
    const word = paragraph(`key ${token}`, text, { width: 200 });
    const items = [
      ...cell(`key cell ${token}`, { x: 0, y: 0, side: 20, token }),
      ...moved(word.items, 26, 0),
    ];
    return { width: word.width + 28, height: 20, items };
  });
  return beside(tokens, { gap: 12, width: Infinity });
}

/**
 * @param {string} id
 * @param {{x: number, y: number, side: number, token: number}} place
 * @returns {Item[]}
 */
const cell = (id, { x, y, side, token }) => [
  {
    ...{ type: 'rect', id, x, y, width: side - 2, height: side - 2 },
    ...{ fill: `token-${token}`, opacity: 1 },
  },
  label(`${id} text`, String(token), {
    ...{ x: x + side / 2 - 1, y: y + side / 2 - 1, anchor: 'middle' },
    size: Math.min(12, 0.55 * side),
  }),
];

/** @param {Split} split @param {'right' | 'wrong'} side @param {number} width @returns {Figure} */
function sideOf({ size, step, of, sides }, side, width) {
  const { name, code: lines, shape, holds } = sides[side];
  const layout = layoutSplit({ size, side, step, width });
  /** @type {Item[]} */
  const items = layout.frames.flatMap(({ x, y, width: w, height, head }) => [
    {
      ...{ type: 'rect', id: `frame ${head}`, x, y, width: w, height },
      ...{ stroke: headStyle(head).colour, opacity: 1 },
    },
    label(`frame ${head} name`, String(head), {
      ...{ x: x + 2, y: y - 9, fill: headStyle(head).colour, weight: 650 },
    }),
  ]);
  items.push(
    ...layout.rows.map(({ x, y, row }, i) =>
      label(`row ${i}`, String(row), { x: x + 12, y, anchor: 'end', fill: 'ink-soft' }),
    ),
  );
  layout.cells.forEach(([x, y], index) => {
    const { token, stray } = of(index);
    items.push(...cell(`cell ${index}`, { x, y, side: layout.cell, token }));
    if (side === 'right' || step === 0 || !stray) return;
    const right = x + layout.cell - 2;
    items.push({
      ...{ type: 'polygon', id: `stray ${index}`, fill: 'ink', opacity: 1 },
      points: [
        [right - 7, y],
        [right, y],
        [right, y + 7],
      ],
    });
  });
  const held = holds.map(({ shreds, text }, head) => {
    const line = paragraph(`holds ${head}`, text, {
      ...{ width: width - 56, size: 12, weight: shreds ? 600 : 420 },
      fill: shreds ? 'warn' : 'ink-soft',
    });
    return { ...line, items: [...headKey(head, 0, 9), ...moved(line.items, 54, 0)] };
  });
  const picture = { width: layout.width, height: layout.height, items };
  const figure = stacked(
    [
      paragraph('name', name, { width, size: 14, weight: 600 }),
      code('code', lines, step),
      paragraph('shape', shape, { width, size: 12, fill: 'ink-soft' }),
      picture,
      stacked(held, 2),
    ],
    10,
  );
  return { ...figure, width, items: moved(figure.items, 0, 0, `${side} `) };
}

/**
 * @param {Split} split
 * @param {'right' | 'wrong'} side
 * @param {import('./figure-parts.js').Words} words
 * @returns {Figure}
 */
function weightsOf({ texts, sides, head, number }, side, words) {
  const { weights, caption } = sides[side];
  const hue = headStyle(head).colour;
  const count = texts.length;
  const rows = texts.map((text, query) => [
    { text, strong: true },
    ...texts.map((_, key) => {
      const value = weights[query * count + key];
      const opacity = Math.round(45 * strength(value)) / 100;
      return { text: number(value, 2), ground: hue, opacity };
    }),
  ]);
  return stacked(
    [
      paragraph(`${side} caption`, caption, { width: 400, size: SMALL + 1, weight: 600 }),
      table(`${side} weights`, [[words('split.axes'), ...texts], ...rows]),
    ],
    6,
  );
}
