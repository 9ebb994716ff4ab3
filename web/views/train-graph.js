/** Where the chosen model looks in one sentence, from the words at which something is asked. */
import { drawEdges, drawLabels, graphEdges, graphLayout } from '../draw/graph.js';
import { patchSvg } from '../draw/svg.js';
import { fitted, textWidth } from '../draw/text-width.js';
import { t } from '../i18n/index.js';
import { el } from './dom.js';

/** @typedef {Readonly<import('../state/train.js').Look>} Look */
/** @typedef {import('../draw/display-list.js').Item} Item */

const FONT = 14;
const ROW = 29;
/** Fainter edges are left out: a head at rest looks a little at every word. */
const FAINT = 0.1;

/** The page resolves a token wherever it stands. @param {string} token */
const paint = (token) => `var(--${token})`;

export class TrainGraph {
  #svg = /** @type {SVGSVGElement} */ (
    document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  );
  element = el('div', { class: 'train-graph' }, this.#svg);

  /**
   * @param {Look} look
   * @param {readonly import('../state/train.js').Ask[]} asks the truth, where it is known
   */
  show({ tokens, weights, predictions, heads, failed }, asks) {
    this.element.hidden = failed !== null;
    if (failed !== null) return;
    const width = this.element.clientWidth || 320;
    const count = tokens.length;
    const texts = tokens.map((text) => ({ text }));
    const label = Math.max(0, ...tokens.map((text) => textWidth(text, FONT))) + 14;
    const room = asks.length ? 76 : 0;
    const size = { width: width - room, available: ROW * count, count, heads: 0, label };
    const layout = graphLayout(size);
    const asked = new Set(predictions.map(({ token }) => token));
    const targets = new Set(asks.map(({ target }) => target));
    const every = Array.from({ length: heads }, (_, head) => head);
    const edges = [...asked].flatMap((index) =>
      graphEdges({
        ...{ weights, count, heads: every, mass: 1 },
        focus: { side: 'query', index },
      }).filter(({ weight }) => weight >= FAINT),
    );
    edges.sort((a, b) => a.weight - b.weight);
    const short = texts.map(({ text }) => ({ text: fitted(text, FONT, layout.label - 10) }));
    /** @param {Item} item @returns {Item} */
    const marked = (item) => {
      const [side, index] = item.id.split(' ');
      const on = (side === 'query' ? asked : targets).has(Number(index));
      return item.type === 'text'
        ? { ...item, fill: on ? 'ink' : 'ink-faint', weight: on ? 650 : 420 }
        : item;
    };
    const items = [
      ...drawEdges(edges, every, layout, true),
      ...drawLabels(short, layout).map(marked),
      ...relationItems(asks, layout, short),
    ];
    const svg = this.#svg;
    svg.setAttribute('width', String(width));
    svg.setAttribute('height', String(layout.height));
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', t('train.graphLabel', { text: tokens.join(' ') }));
    patchSvg(svg, items, paint, 'train-graph');
  }
}

/**
 * Behind a word, the relations whose target it is.
 * @param {readonly import('../state/train.js').Ask[]} asks
 * @param {import('../draw/graph.js').GraphLayout} layout
 * @param {readonly {text: string}[]} texts
 * @returns {Item[]}
 */
function relationItems(asks, layout, texts) {
  /** @type {Map<number, Set<string>>} */
  const names = new Map();
  for (const { target, relation } of asks) {
    names.set(target, (names.get(target) ?? new Set()).add(relation));
  }
  return [...names].map(([index, relations]) => ({
    type: 'text',
    id: `relation ${index}`,
    text: `← ${[...relations].join(', ')}`,
    x: layout.to + 8 + textWidth(texts[index].text, FONT) + 10,
    y: layout.y(index),
    size: 12,
    anchor: 'start',
    fill: 'ink-soft',
  }));
}
