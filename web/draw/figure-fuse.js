/** h small matrices and the wide one that they are side by side, as a figure. */
import { framed, headKey, label, moved } from './figure-parts.js';
import { beside, code, paragraph, stacked, table } from './figure-text.js';
import { largestMagnitude } from './matrix.js';
import { headStyle } from './style.js';
import { reduceBlocks } from './tensor-blocks.js';
import { signedPixels } from './tensor-pixels.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./figure-parts.js').Figure} Figure
 * @typedef {{rows: number, columns: number, values: Float32Array}} Piece one head's
 * @typedef {'weights' | 'product' | 'concat'} Row
 * @typedef {object} Fuse
 * @property {number} step 0 apart, 1 together, 2 multiplied, 3 split, 4 attended
 * @property {Record<'x' | Row, string>} labels
 * @property {Piece} x
 * @property {Record<Row, readonly Piece[]>} pieces
 * @property {readonly {name: string, code: readonly {text: string, steps?: readonly number[]}[]}[]} codes
 * @property {string} about
 * @property {string} difference
 * @property {string} meaning
 * @property {readonly (readonly string[])[]} work rows of a table, the head first
 */

const CELL = 4;

/** At most so many cells a side; more numbers share one, which shows the largest of them. */
const MOST = { rows: 32, columns: 32 };

/**
 * @param {import('./figure-parts.js').FigureInput & {fuse: Fuse}} input
 * @returns {Figure}
 */
export function fuseFigure({ snapshot, scene, words, rgb, width, fuse }) {
  const { step, codes, about, difference, meaning, work } = fuse;
  const figure = stacked(
    [
      beside(
        codes.map(({ name, code: lines }, i) =>
          stacked(
            [
              paragraph(`code ${i} name`, name, { width: 360, size: 14, weight: 600 }),
              code(`code ${i}`, lines, step),
            ],
            8,
          ),
        ),
        { gap: 24, width },
      ),
      paragraph('about', about, { width }),
      stageOf(fuse, rgb),
      paragraph('difference', difference, { width, weight: 600 }),
      paragraph('meaning', meaning, { width, fill: 'ink-soft' }),
      table('work', work),
    ],
    14,
  );
  const title = words('figure.fuse', { layer: scene.layer });
  return framed({ ...figure, width: Math.max(width, figure.width) }, { title, snapshot, words });
}

/**
 * The product stands below the columns of the weights that make it, and beside the rows of x.
 * @param {Fuse} fuse
 * @param {(token: string) => import('./matrix.js').Rgb} rgb
 * @returns {Figure}
 */
function stageOf({ step, labels, x, pieces }, rgb) {
  const stages = /** @type {const} */ ([
    ['weights', true, step === 0],
    ['product', step >= 2, step >= 3],
    ['concat', step >= 4, false],
  ]);
  const left = picture('x', reduced(x), rgb, limitOf([reduced(x)]));
  const start = step >= 2 ? left.width + 24 : 0;
  /** @type {Item[]} */
  const items = [];
  let [top, width] = [0, start];
  for (const [name, shown, apart] of stages) {
    if (!shown) continue;
    const blocks = pieces[name].map(reduced);
    const limit = limitOf(blocks);
    const heads = blocks.map((piece, head) => {
      const { items: own, ...size } = picture(`${name} ${head}`, piece, rgb, limit);
      const { colour } = headStyle(head);
      const line = {
        .../** @type {const} */ ({ type: 'rect', x: 0, y: -4, height: 3, opacity: 1 }),
        ...{ id: `${name} ${head} hue`, width: size.width, fill: colour },
      };
      return { ...size, items: [line, ...own] };
    });
    const gap = apart ? 18 : 0;
    const row = beside(heads, { gap, width: Infinity });
    items.push(label(`${name} label`, labels[name], { x: start, y: top + 8, fill: 'ink-soft' }));
    if (name === 'product') {
      items.push(label('x label', labels.x, { x: 0, y: top + 8, fill: 'ink-soft' }));
      items.push(...moved(left.items, 0, top + 24));
    }
    items.push(...moved(row.items, start, top + 24));
    top += 24 + row.height + 8;
    heads.forEach(({ width: size }, head) =>
      items.push(...moved(headKey(head, 0, 8), start + head * (size + gap), top, `${name} `)),
    );
    top += 30;
    width = Math.max(width, start + row.width);
  }
  return { width, height: top, items };
}

/** @param {readonly Piece[]} pieces */
const limitOf = (pieces) =>
  Math.max(...pieces.map(({ values }) => largestMagnitude(values, 0, values.length))) || 1;

/** @param {Piece} piece @returns {Piece} */
const reduced = ({ rows, columns, values }) =>
  reduceBlocks(
    { data: values, offset: 0, rows, columns },
    Math.ceil(rows / MOST.rows),
    Math.ceil(columns / MOST.columns),
  );

/**
 * @param {string} id
 * @param {Piece} piece
 * @param {(token: string) => import('./matrix.js').Rgb} rgb
 * @param {number} limit
 * @returns {Figure}
 */
function picture(id, { rows, columns, values }, rgb, limit) {
  const pixels = signedPixels(values, limit, {
    zero: rgb('panel'),
    negative: rgb('negative'),
    positive: rgb('positive'),
    fault: rgb('ink'),
  });
  const [width, height] = [columns * CELL, rows * CELL];
  const place = { x: 0, y: 0, cell: CELL, gap: 0 };
  return {
    width,
    height,
    items: [
      {
        type: 'cells',
        id,
        ...place,
        rows,
        columns,
        pixels,
        hatched: [],
      },
      {
        ...{ type: 'rect', id: `${id} frame`, x: 0, y: 0, width, height },
        ...{ stroke: 'line-strong', opacity: 1 },
      },
    ],
  };
}
