/**
 * The head graph over one line of text: every token stands once, an edge is an arc from its query
 * to its key. Arcs to later keys run above the line, arcs to earlier keys below it, a token's look
 * at itself is a small loop above it. Arrays and sizes in, a display list out.
 */
import { strongestEdges } from './edges.js';
import { graphEdges } from './graph.js';
import { edgeOpacity, edgeWidth, HAIR, headStyle, leastDistinct, strength } from './style.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./graph.js').Focus} Focus
 * @typedef {object} ArcLayout
 * @property {number} width of the whole line; more than there is room for when it has to scroll
 * @property {number} height
 * @property {readonly number[]} lefts x of each token's box
 * @property {readonly number[]} widths of the boxes; they follow each other and never overlap
 * @property {number} top y of the boxes
 * @property {number} line height of the boxes
 * @property {1 | -1} way towards later tokens: 1 to the right, −1 to the left
 * @property {number} bottom y under boxes and head strips
 * @property {number} stripCell height of one head in a strip
 * @property {(index: number) => number} x centre of a token
 * @property {(from: number, to: number) => number} rise how high the arc between two tokens gets
 */

/** A box is never narrower than a comfortable target. */
const LEAST_WIDTH = 26;

/** Two lines: the word and its share. */
const LINE = 40;

const LOOP = 20;

/**
 * @param {{width: number, available: number, labels: readonly number[], heads: number,
 *   direction?: 'ltr' | 'rtl'}} size `labels` are the widths of the words in px, `available` is the
 *   height there is; a text from right to left stands as it is read
 * @returns {ArcLayout}
 */
export function arcLayout({ width, available, labels, heads, direction = 'ltr' }) {
  const boxes = labels.map((label) => Math.max(LEAST_WIDTH, Math.ceil(label) + 10));
  const needed = boxes.reduce((sum, box) => sum + box, 0);
  const spare = Math.max(0, width - needed) / Math.max(1, boxes.length);
  const widths = boxes.map((box) => box + Math.min(spare, 48));
  const whole = widths.reduce((sum, box) => sum + box, 0);
  const first = Math.max(0, (width - whole) / 2);
  let before = first;
  const starts = widths.map((box) => (before += box) - box);
  const way = direction === 'rtl' ? -1 : 1;
  const lefts = way > 0 ? starts : starts.map((start, i) => 2 * first + whole - start - widths[i]);
  const stripCell = heads > 4 ? 4 : 6;
  const strips = Math.min(heads, 8) * stripCell + 6;
  const height = Math.max(LINE + strips + 4 * LOOP, available);
  const reach = (height - LINE - strips) / 2;
  const longest = Math.max(1, labels.length - 1);
  return {
    width: Math.max(width, Math.ceil(whole)),
    height,
    lefts,
    widths,
    way,
    top: reach,
    line: LINE,
    bottom: reach + LINE + strips,
    stripCell,
    x: (index) => lefts[index] + widths[index] / 2,
    rise: (from, to) =>
      LOOP + (reach - LOOP - 10) * Math.sqrt(Math.min(1, Math.abs(from - to) / longest)),
  };
}

/**
 * Where an arc leaves and arrives. What leaves a token and what reaches it stand apart, so that
 * both ends of every arc can be told.
 * @param {number} query
 * @param {number} key
 * @param {ArcLayout} layout
 * @param {number} shift px that tell heads apart
 */
function ends(query, key, layout, shift) {
  const above = key >= query;
  const way = above ? 1 : -1;
  const along = way * layout.way * (query === key ? -9 : 5);
  return {
    y: above ? layout.top : layout.bottom,
    rise: way * (query === key ? LOOP : layout.rise(query, key)),
    from: layout.x(query) + along + shift,
    to: layout.x(key) - along + shift,
    way,
  };
}

/**
 * @param {readonly {head: number, query: number, key: number, weight: number}[]} edges
 * @param {readonly number[]} heads
 * @param {ArcLayout} layout
 * @param {boolean} [focused] the edges are those of one token
 * @returns {Item[]} per edge an arc that gains strength toward its key, and an arrow tip there; in a
 *   crowd faint edges are hairlines and lie below the others
 */
export function drawArcs(edges, heads, layout, focused = false) {
  const least = leastDistinct(edges, focused);
  /** @type {Item[]} */
  const hairs = [];
  /** @type {Item[]} */
  const items = [];
  for (const { head, query, key, weight } of edges) {
    const { colour, dash } = headStyle(head);
    const slot = heads.indexOf(head);
    const shift = (slot - (heads.length - 1) / 2) * 2.5;
    const { y, rise, from, to, way } = ends(query, key, layout, shift);
    const hair = weight < least;
    const width = hair ? HAIR : edgeWidth(weight) * 0.8;
    const tip = hair ? 0 : 4 + width * 0.7;
    const half = width / 2 + 1.5;
    const opacity = edgeOpacity(weight);
    const id = `${slot}:${query}-${key}`;
    (hair ? hairs : items).push({
      type: 'curve',
      id: `edge ${id}`,
      from: [from, y],
      to: [to, y - way * tip],
      rise,
      stroke: colour,
      fade: { start: least > 0 && !hair ? 1 : 0.25, span: [from, to] },
      width,
      dash: heads.length > 1 && !hair ? dash : [],
      opacity,
    });
    if (hair) continue;
    items.push({
      type: 'polygon',
      id: `tip ${id}`,
      points: [
        [to - half, y - way * (tip + 0.5)],
        [to, y],
        [to + half, y - way * (tip + 0.5)],
      ],
      fill: colour,
      opacity,
    });
  }
  return [...hairs, ...items];
}

/**
 * Behind a focused token's arcs: where everything else of the primary head goes, hardly there.
 * @param {{weights: ArrayLike<number>, count: number, mass: number, head: number}} input
 * @param {ArcLayout} layout
 * @returns {Item[]}
 */
export function drawArcGhosts({ weights, count, mass, head }, layout) {
  return strongestEdges(weights, { head, rows: count, columns: count, mass }).map(
    ({ query, key, weight }) => {
      const { y, rise, from, to, way } = ends(query, key, layout, 0);
      return {
        type: 'curve',
        id: `ghost ${query}-${key}`,
        from: [from, y],
        to: [to, y - way * 6],
        rise,
        stroke: 'ghost',
        fade: { start: 0.6, span: [from, to] },
        width: edgeWidth(weight) * 0.6,
        dash: [],
        opacity: 0.6,
      };
    },
  );
}

/**
 * Under every token one cell per head: how much that head lets the focused token look at it, or it
 * look at the focused one.
 * @param {ArrayLike<number>} weights `[heads, count, count]`
 * @param {{heads: number, count: number, focus: Focus | null, layout: ArcLayout,
 *   sees?: import('./graph.js').GraphInput['sees']}} options
 * @returns {Item[]}
 */
export function drawArcStrips(weights, { heads, count, focus, layout, sees }) {
  if (!focus || 'cell' in focus) return [];
  /** @type {Item[]} */
  const items = [];
  const shown = Math.min(heads, 8);
  for (let token = 0; token < count; token++) {
    if (sees?.(token) === false) continue;
    const [query, key] = focus.side === 'query' ? [focus.index, token] : [token, focus.index];
    const width = Math.min(layout.widths[token] - 4, 44);
    for (let head = 0; head < shown; head++) {
      const rect = {
        x: layout.x(token) - width / 2,
        y: layout.top + layout.line + 2 + head * layout.stripCell,
        width,
        height: layout.stripCell - 1,
      };
      const id = `${token}-${head}`;
      const weight = weights[(head * count + query) * count + key];
      items.push(
        { type: 'rect', id: `cell ${id}`, ...rect, fill: 'sunken', opacity: 1 },
        {
          type: 'rect',
          id: `strip ${id}`,
          ...rect,
          fill: headStyle(head).colour,
          opacity: strength(weight),
        },
      );
    }
  }
  return items;
}

/**
 * All that moves in the picture; see `drawGraph`.
 * @param {import('./graph.js').GraphInput & {allHeads: number, ghosts: boolean}} input
 * @param {ArcLayout} layout
 * @returns {Item[]}
 */
export function drawArcGraph({ allHeads, ghosts, ...input }, layout) {
  const { weights, count, heads, mass, focus, sees } = input;
  return [
    ...(focus && ghosts ? drawArcGhosts({ weights, count, mass, head: heads[0] }, layout) : []),
    ...drawArcStrips(weights, { heads: allHeads, count, focus, layout, sees }),
    ...drawArcs(graphEdges(input), heads, layout, focus !== null),
  ];
}

/**
 * The words as text, for pictures without a DOM.
 * @param {readonly {text: string}[]} tokens
 * @param {ArcLayout} layout
 * @returns {Item[]}
 */
export function drawArcLabels(tokens, layout) {
  return tokens.map(({ text }, index) => ({
    type: 'text',
    id: `token ${index}`,
    text,
    x: layout.x(index),
    y: layout.top + 12,
    size: 14,
    anchor: 'middle',
    fill: 'ink',
  }));
}
