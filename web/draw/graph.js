/**
 * The head graph: query tokens in a left column, key tokens in a right one, an edge for every
 * weight that is drawn. Arrays and sizes in, a display list out.
 */
import { strongestEdges, strongestOf } from './edges.js';
import { edgeOpacity, edgeWidth, HAIR, headStyle, leastDistinct, strength } from './style.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {object} GraphLayout
 * @property {number} width
 * @property {number} height
 * @property {number} rowHeight
 * @property {number} label width of one label column
 * @property {{query: number, key: number}} strip width of the head strips beside each column; 0
 *   where a narrow picture has no room for them
 * @property {number} stripCell width of one head in a strip
 * @property {number} from x where edges leave the query column
 * @property {number} to x where edges reach the key column
 * @property {(index: number) => number} y centre of a token's row
 */

/**
 * Columns from the outside in: head strip, label, gap; edges run between the gaps.
 * @param {{width: number, available: number, count: number, heads: number, label: number}} size
 *   `available` is the height there is; rows never get lower than 26 px (a comfortable target), so
 *   a long sentence is taller than that and scrolls
 * @returns {GraphLayout}
 */
export function graphLayout({ width, available, count, heads, label }) {
  const rowHeight = Math.max(26, Math.min(46, Math.floor(available / Math.max(1, count))));
  const narrow = width < 480;
  const stripCell = narrow ? 8 : 11;
  const strip = Math.min(heads, 8) * stripCell + 6;
  const strips = { query: narrow ? 0 : strip, key: strip };
  const labelWidth = Math.min(label, Math.floor((width - strips.query - strips.key) * 0.34));
  return {
    width,
    height: rowHeight * count,
    rowHeight,
    label: labelWidth,
    strip: strips,
    stripCell,
    from: strips.query + labelWidth + 2,
    to: width - strips.key - labelWidth - 2,
    y: (index) => (index + 0.5) * rowHeight,
  };
}

/**
 * @typedef {{side: 'query' | 'key', index: number} | {cell: readonly [number, number]}} Focus
 * @typedef {object} GraphInput
 * @property {ArrayLike<number>} weights `[heads, count, count]`
 * @property {number} count tokens
 * @property {readonly number[]} heads heads to draw, the primary one first
 * @property {number} mass see `strongestEdges`
 * @property {Focus | null} focus only the edges of this token, or this one edge
 * @property {(token: number) => boolean} [sees] the others get no strip
 */

/** Below this share a focused token's edge is left out. */
const FAINTEST = 0.005;

/**
 * The edges of the graph. A focused token shows all its edges that carry at least 0.5 %, whatever
 * the mass, since then there is room for them.
 * @param {GraphInput} input
 * @returns {{head: number, query: number, key: number, weight: number}[]} weakest first, so that
 *   the strongest are painted on top
 */
export function graphEdges({ weights, count, heads, mass, focus }) {
  const size = { rows: count, columns: count };
  /** @param {number} head */
  const edgesOf = (head) => {
    if (!focus) return strongestEdges(weights, { head, ...size, mass });
    if ('cell' in focus) {
      const [query, key] = focus.cell;
      const weight = weights[(head * count + query) * count + key];
      return weight > 0 ? [{ query, key, weight }] : [];
    }
    const edges = strongestOf(weights, { head, ...size, ...focus, count });
    return edges.filter(({ weight }) => weight >= FAINTEST);
  };
  return [...heads].reverse().flatMap((head) =>
    edgesOf(head)
      .sort((a, b) => a.weight - b.weight)
      .map((edge) => ({ head, ...edge })),
  );
}

/**
 * @param {ReturnType<typeof graphEdges>} edges
 * @param {readonly number[]} heads
 * @param {GraphLayout} layout
 * @param {boolean} [focused] the edges are those of one token
 * @returns {Item[]} per edge a curve that gains strength toward the key, and an arrow tip there;
 *   dashed by head as soon as there is more than one to tell apart. In a crowd faint edges are
 *   hairlines and lie below the others
 */
export function drawEdges(edges, heads, layout, focused = false) {
  const least = leastDistinct(edges, focused);
  /** @type {Item[]} */
  const hairs = [];
  /** @type {Item[]} */
  const items = [];
  for (const { head, query, key, weight } of edges) {
    const { colour, dash } = headStyle(head);
    const slot = heads.indexOf(head);
    const shift = (slot - (heads.length - 1) / 2) * Math.min(3, layout.rowHeight / 10);
    const hair = weight < least;
    const width = hair ? HAIR : edgeWidth(weight);
    const tip = hair ? 0 : 4 + width * 0.8;
    const [y1, y2] = [layout.y(query) + shift, layout.y(key) + shift];
    const opacity = edgeOpacity(weight);
    const id = `${slot}:${query}-${key}`;
    (hair ? hairs : items).push({
      type: 'curve',
      id: `edge ${id}`,
      from: [layout.from, y1],
      to: [layout.to - tip, y2],
      stroke: colour,
      fade: { start: least > 0 && !hair ? 1 : 0.3, span: [layout.from, layout.to] },
      width,
      dash: heads.length > 1 && !hair ? dash : [],
      opacity,
    });
    if (hair) continue;
    items.push({
      type: 'polygon',
      id: `tip ${id}`,
      points: [
        [layout.to - tip - 0.5, y2 - width / 2 - 1.5],
        [layout.to, y2],
        [layout.to - tip - 0.5, y2 + width / 2 + 1.5],
      ],
      fill: colour,
      opacity,
    });
  }
  return [...hairs, ...items];
}

/**
 * Behind a focused token's edges: where everything else of the primary head goes, hardly there.
 * @param {Pick<GraphInput, 'weights' | 'count' | 'mass'> & {head: number}} input
 * @param {GraphLayout} layout
 * @returns {Item[]}
 */
export function drawGhosts({ weights, count, mass, head }, layout) {
  return strongestEdges(weights, { head, rows: count, columns: count, mass }).map(
    ({ query, key, weight }) => ({
      type: 'curve',
      id: `ghost ${query}-${key}`,
      from: [layout.from, layout.y(query)],
      to: [layout.to - 6, layout.y(key)],
      stroke: 'ghost',
      fade: { start: 0.6, span: [layout.from, layout.to] },
      width: edgeWidth(weight) * 0.7,
      dash: [],
      opacity: 0.6 * Math.min(1, 20 / count),
    }),
  );
}

/**
 * Beside the column opposite to the focused token: for every token one cell per head, tinted by
 * that head's weight. All heads are shown, selected or not: this is where heads are compared.
 * @param {ArrayLike<number>} weights `[heads, count, count]`
 * @param {{heads: number, count: number, focus: Focus | null, layout: GraphLayout,
 *   sees?: GraphInput['sees']}} options
 * @returns {Item[]}
 */
export function drawStrips(weights, { heads, count, focus, layout, sees }) {
  if (!focus || 'cell' in focus) return [];
  const onKeys = focus.side === 'query';
  if (layout.strip[onKeys ? 'key' : 'query'] === 0) return [];
  const left = onKeys ? layout.width - layout.strip.key + 6 : 0;
  const shown = Math.min(heads, 8);
  const width = layout.stripCell - 2;
  const height = layout.rowHeight - 4;
  // The ground of all cells of a head is one dashed line: it is there for every word alike.
  /** @type {Item[]} */
  const items = Array.from({ length: shown }, (_, head) => {
    const x = left + head * layout.stripCell + width / 2;
    return {
      type: 'line',
      id: `ground ${head}`,
      from: [x, 2],
      to: [x, layout.height - 2],
      stroke: 'sunken',
      width,
      dash: [height, 4],
      opacity: 1,
    };
  });
  for (let token = 0; token < count; token++) {
    if (sees?.(token) === false) continue;
    for (let head = 0; head < shown; head++) {
      const [query, key] = onKeys ? [focus.index, token] : [token, focus.index];
      const weight = weights[(head * count + query) * count + key];
      items.push({
        type: 'rect',
        id: `strip ${token}-${head}`,
        x: left + head * layout.stripCell,
        y: layout.y(token) - layout.rowHeight / 2 + 2,
        width,
        height,
        fill: headStyle(head).colour,
        opacity: strength(weight),
      });
    }
  }
  return items;
}

/**
 * All that moves in the picture: what is behind a focused token, the strips, the edges.
 * @param {GraphInput & {allHeads: number, ghosts: boolean}} input `allHeads` of the layer, for the
 *   strips; `ghosts` are drawn on request, because a long sentence has too many
 * @param {GraphLayout} layout
 * @returns {Item[]}
 */
export function drawGraph({ allHeads, ghosts, ...input }, layout) {
  const { weights, count, heads, mass, focus, sees } = input;
  return [
    ...(focus && ghosts ? drawGhosts({ weights, count, mass, head: heads[0] }, layout) : []),
    ...drawStrips(weights, { heads: allHeads, count, focus, layout, sees }),
    ...drawEdges(graphEdges(input), heads, layout, focus !== null),
  ];
}

/**
 * Token labels as text, for pictures without a DOM.
 * @param {readonly {text: string}[]} tokens
 * @param {GraphLayout} layout
 * @returns {Item[]}
 */
export function drawLabels(tokens, layout) {
  return tokens.flatMap(({ text }, index) => [
    {
      type: 'text',
      id: `query ${index}`,
      text,
      x: layout.from - 8,
      y: layout.y(index),
      size: 14,
      anchor: 'end',
      fill: 'ink',
    },
    {
      type: 'text',
      id: `key ${index}`,
      text,
      x: layout.to + 8,
      y: layout.y(index),
      size: 14,
      anchor: 'start',
      fill: 'ink',
    },
  ]);
}
