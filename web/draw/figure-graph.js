/** The head graph as a figure: two columns, or arcs over one line of text. */
import { arcLayout, drawArcGraph, drawArcLabels } from './arcs.js';
import { directionOf } from './direction.js';
import { framed, label, tensorOf, tokenText } from './figure-parts.js';
import { drawGraph, drawLabels, graphLayout } from './graph.js';
import { fitted, textWidth } from './text-width.js';

const FONT = 14;
const HEADING = 26;

/**
 * @param {import('./figure-parts.js').FigureInput} input
 * @returns {import('./figure-parts.js').Figure}
 */
export function graphFigure({ snapshot, scene, words, width }) {
  const { layer, heads, lock, mass, layout } = scene;
  const { data: weights, shape } = tensorOf(snapshot, `layers.${layer}.attention.weights`);
  const texts = snapshot.tokens.map((token) => ({ text: tokenText(token) }));
  const count = texts.length;
  const input = {
    weights,
    count,
    heads,
    mass,
    focus: lock,
    allHeads: shape[0],
    ghosts: count <= 40,
  };
  const figure =
    layout === 'arcs'
      ? arcs(texts, input, { width, direction: directionOf(snapshot.text) })
      : columns(texts, input, width, words);
  const title = words('figure.graph', { layer });
  return framed(figure, { title, heads, snapshot, words });
}

/** @typedef {Parameters<typeof drawGraph>[0]} GraphInput */

/** @param {{text: string}[]} texts @param {GraphInput} input @param {number} width @param {import('./figure-parts.js').Words} words */
function columns(texts, input, width, words) {
  const size = Math.max(0, ...texts.map(({ text }) => textWidth(text, FONT))) + 14;
  const { count, allHeads: heads } = input;
  const layout = graphLayout({ width, available: 30 * count, count, heads, label: size });
  const short = texts.map(({ text }) => ({ text: fitted(text, FONT, layout.label - 10) }));
  return {
    width,
    height: HEADING + layout.height,
    items: [
      label('queries', words('graph.query'), {
        ...{ x: layout.from - 8, y: 10, anchor: 'end', size: 13, fill: 'role-query', weight: 600 },
      }),
      label('keys', words('graph.key'), {
        x: layout.to + 8,
        y: 10,
        size: 13,
        fill: 'role-key',
        weight: 600,
      }),
      ...drawGraph(input, { ...layout, y: (index) => layout.y(index) + HEADING }),
      ...marked(
        drawLabels(short, { ...layout, y: (index) => layout.y(index) + HEADING }),
        input.focus,
      ),
    ],
  };
}

/** @param {{text: string}[]} texts @param {GraphInput} input @param {{width: number, direction: 'ltr' | 'rtl'}} line */
function arcs(texts, input, line) {
  const labels = texts.map(({ text }) => textWidth(text, FONT));
  const available = Math.max(260, Math.min(560, 60 + 26 * texts.length));
  const layout = arcLayout({ ...line, available, labels, heads: input.allHeads });
  const side = input.focus && !('cell' in input.focus) ? input.focus.index : -1;
  const words = drawArcLabels(texts, layout).map((item, index) =>
    index === side && item.type === 'text' ? { ...item, weight: 650 } : item,
  );
  return {
    width: layout.width,
    height: layout.height,
    items: [...drawArcGraph(input, layout), ...words],
  };
}

/**
 * The focused token stands out as it does on the page.
 * @param {import('./display-list.js').Item[]} items
 * @param {GraphInput['focus']} focus
 */
function marked(items, focus) {
  const ids = !focus
    ? []
    : 'cell' in focus
      ? [`query ${focus.cell[0]}`, `key ${focus.cell[1]}`]
      : [`${focus.side} ${focus.index}`];
  return items.map((item) =>
    ids.includes(item.id) && item.type === 'text'
      ? { ...item, weight: 650, fill: item.id.startsWith('query') ? 'role-query' : 'role-key' }
      : item,
  );
}
