/** The head graph of a difference: an edge for every weight that changed, in the hue of the side with more. */
import { edgeOpacity, edgeWidth } from './style.js';

/** Differences below this share are left out. */
const FAINTEST = 0.01;

/** Most edges of the picture; the largest differences stay. */
const MOST = 200;

/**
 * @param {ArrayLike<number>} values right minus left, `[count, count]`, query rows
 * @param {number} count aligned tokens
 * @param {import('./graph.js').Focus | null} focus only the edges of this token, or this one edge
 * @returns {{query: number, key: number, value: number}[]} smallest first, so that the largest are
 *   painted on top
 */
export function differenceEdges(values, count, focus) {
  const edges = Array.from({ length: count * count }, (_, i) => ({
    query: Math.floor(i / count),
    key: i % count,
    value: values[i],
  })).filter(({ query, key, value }) => {
    if (!(Math.abs(value) >= FAINTEST)) return false;
    if (!focus) return true;
    if ('cell' in focus) return focus.cell[0] === query && focus.cell[1] === key;
    return focus.index === (focus.side === 'query' ? query : key);
  });
  return edges.sort((a, b) => Math.abs(a.value) - Math.abs(b.value)).slice(-MOST);
}

/**
 * @param {ReturnType<typeof differenceEdges>} edges
 * @param {number} limit where the scale is full
 * @param {import('./graph.js').GraphLayout} layout
 * @returns {import('./display-list.js').Item[]} per edge a curve and its tip; less than nothing is
 *   dashed as well, so that the sides are told apart without their hues
 */
export function drawDifferenceEdges(edges, limit, layout) {
  return edges.flatMap(({ query, key, value }) => {
    const size = Math.abs(value);
    const width = edgeWidth(size);
    const tip = 4 + width * 0.8;
    const [y1, y2] = [layout.y(query), layout.y(key)];
    const colour = value < 0 ? 'negative' : 'positive';
    const opacity = edgeOpacity(size / limit);
    return [
      {
        type: /** @type {const} */ ('curve'),
        id: `edge ${query}-${key}`,
        from: /** @type {const} */ ([layout.from, y1]),
        to: /** @type {const} */ ([layout.to - tip, y2]),
        stroke: colour,
        fade: { start: 0.3, span: /** @type {const} */ ([layout.from, layout.to]) },
        width,
        dash: value < 0 ? [7, 4] : [],
        opacity,
      },
      {
        type: /** @type {const} */ ('polygon'),
        id: `tip ${query}-${key}`,
        points: /** @type {[number, number][]} */ ([
          [layout.to - tip - 0.5, y2 - width / 2 - 1.5],
          [layout.to, y2],
          [layout.to - tip - 0.5, y2 + width / 2 + 1.5],
        ]),
        fill: colour,
        opacity,
      },
    ];
  });
}
