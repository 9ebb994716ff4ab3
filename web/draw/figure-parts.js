/**
 * What the figures share. A figure is a view as a picture that stands alone: it says what it shows, of
 * which heads, computed by what. Arrays, words and sizes in, a display list out.
 *
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./matrix.js').Rgb} Rgb
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Words a message of i18n
 * @typedef {{shape: readonly number[], data: ArrayLike<number>}} FigureTensor
 * @typedef {{id: number, text: string, piece: string}} FigureToken
 * @typedef {{title: string, dtype: string, module?: string,
 *   layers: readonly {heads: number, dModel: number, dHead: number, dOutput: number}[]}} FigureModel
 * @typedef {object} FigureSnapshot
 * @property {string} text
 * @property {readonly FigureToken[]} tokens
 * @property {FigureModel | null} model
 * @property {Readonly<Record<string, FigureTensor>>} tensors
 *
 * @typedef {object} FigureScene what of a scene a figure looks at
 * @property {number} layer
 * @property {readonly number[]} heads
 * @property {{side: 'query' | 'key', index: number} | {cell: readonly [number, number]} | null} lock
 * @property {number} mass
 * @property {'auto' | 'columns' | 'arcs'} layout
 * @property {'weights' | 'scores' | 'scaled' | 'masked'} stage
 * @property {boolean} average
 * @property {{kind: 'sentence' | 'head' | 'mask', other: {layer: number, head: number}} | null} compare
 *
 * @typedef {object} FigureInput
 * @property {FigureSnapshot} snapshot
 * @property {FigureScene} scene fitted to the snapshot
 * @property {Words} words
 * @property {(token: string) => Rgb} rgb
 * @property {number} width px there is
 * @property {FigureSnapshot | null} comparison the second sentence, or the first without the mask
 *
 * @typedef {{items: Item[], width: number, height: number}} Figure
 */
import { headStyle, KEY_LENGTH, keyDash } from './style.js';
import { textWidth } from './text-width.js';

export { tokenText } from './token-text.js';

export const TEXT = 14;
export const SMALL = 11;

/**
 * @param {FigureSnapshot} snapshot
 * @param {string} name
 * @returns {FigureTensor}
 * @throws Error where the snapshot does not hold it
 */
export function tensorOf({ tensors }, name) {
  const tensor = tensors[name];
  if (!tensor)
    throw new Error(`[drawView] snapshot has no tensor ${name}; expected one of that name`);
  return tensor;
}

/**
 * @param {string} id
 * @param {string} text
 * @param {{x: number, y: number, size?: number, anchor?: 'start' | 'middle' | 'end', fill?: string,
 *   weight?: number}} place `y` is the middle of the line
 * @returns {Item}
 */
export const label = (
  id,
  text,
  { x, y, size = SMALL, anchor = 'start', fill = 'ink', weight = 420 },
) => ({
  ...{ type: 'text', id, text, x, y, size, anchor, fill, weight },
});

/**
 * A head's hue, dash and number.
 * @param {number} head
 * @param {number} x
 * @param {number} y middle
 * @returns {Item[]}
 */
export function headKey(head, x, y) {
  const { colour } = headStyle(head);
  const end = x + KEY_LENGTH;
  return [
    {
      type: 'curve',
      id: `key line ${head} ${x}`,
      ...{ from: [x, y], to: [end, y], stroke: colour, width: 4, dash: keyDash(head), opacity: 1 },
      fade: { start: 1, span: [x, end] },
    },
    label(`key ${head} ${x}`, String(head), { x: end + 5, y, size: 13, weight: 600 }),
  ];
}

/** Width of one `headKey`. */
export const HEAD_KEY = 52;

/**
 * @param {readonly Item[]} items
 * @param {number} dx
 * @param {number} dy
 * @param {string} [prefix] of their ids
 * @returns {Item[]} the same further right and down
 */
export const moved = (items, dx, dy, prefix = '') =>
  items.map((item) => ({ ...shifted(item, dx, dy), id: prefix + item.id }));

/** @param {Item} item @param {number} dx @param {number} dy @returns {Item} */
function shifted(item, dx, dy) {
  const at = (/** @type {import('./display-list.js').Point} */ [x, y]) =>
    /** @type {const} */ ([x + dx, y + dy]);
  switch (item.type) {
    case 'curve': {
      const [start, end] = item.fade.span;
      const fade = { ...item.fade, span: /** @type {const} */ ([start + dx, end + dx]) };
      return { ...item, from: at(item.from), to: at(item.to), fade };
    }
    case 'line':
      return { ...item, from: at(item.from), to: at(item.to) };
    case 'polyline':
    case 'polygon':
      return { ...item, points: item.points.map(at) };
    default:
      return { ...item, x: item.x + dx, y: item.y + dy };
  }
}

const MARGIN = 16;

/**
 * A figure with its title above, the heads it shows beside that, and below what computed it.
 * @param {Figure} figure
 * @param {{title: string, heads?: readonly number[], snapshot: FigureSnapshot, words: Words}} about
 * @returns {Figure}
 */
export function framed(figure, { title, heads = [], snapshot, words }) {
  const source = words('figure.source', {
    model: snapshot.model?.title ?? '',
    dtype: snapshot.model?.dtype ?? '',
    module: snapshot.model?.module ?? '',
  });
  const titleWidth = textWidth(title, TEXT);
  const keys = heads.length * HEAD_KEY;
  const beside = titleWidth + 16 + keys <= figure.width;
  const keyTop = beside ? 0 : 24;
  const top = MARGIN + 28 + (heads.length && !beside ? 24 : 0);
  const inner = Math.max(figure.width, titleWidth, keys, textWidth(source, SMALL));
  const width = Math.ceil(inner) + 2 * MARGIN;
  const height = Math.ceil(top + figure.height + 34);
  return {
    width,
    height,
    items: [
      ...[
        {
          type: /** @type {const} */ ('rect'),
          id: 'ground',
          x: 0,
          y: 0,
          width,
          height,
          fill: 'panel',
          opacity: 1,
        },
      ],
      label('title', title, { x: MARGIN, y: MARGIN + 8, size: TEXT, weight: 600 }),
      ...heads.flatMap((head, i) =>
        headKey(
          head,
          (beside ? MARGIN + titleWidth + 16 : MARGIN) + i * HEAD_KEY,
          MARGIN + 8 + keyTop,
        ),
      ),
      ...moved(figure.items, MARGIN, top),
      label('source', source, { x: MARGIN, y: height - 16, fill: 'ink-faint' }),
    ],
  };
}
