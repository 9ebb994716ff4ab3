/** One head graph of the comparison: the edges of one side, or what differs on aligned tokens. */
import { differenceEdges, drawDifferenceEdges } from '../draw/compare-graph.js';
import { drawEdges, drawLabels, graphEdges, graphLayout } from '../draw/graph.js';
import { largestMagnitude } from '../draw/matrix.js';
import { patchSvg } from '../draw/svg.js';
import { CompareCaption } from './compare-caption.js';
import { focusAt } from './compare-focus.js';
import { el, Ruler } from './dom.js';

/** @typedef {import('./compare-board.js').Place} Place */

/** Height of a row of tokens in px at best; `graphLayout` sets the least. */
const ROW = 28;
const LABEL_GAP = 12;

export class CompareGraph {
  #caption = new CompareCaption();
  board = el('div', { class: 'compare-board' });
  element = el('figure', { class: 'compare-figure' }, this.#caption.element, this.board);
  #svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  #ruler = new Ruler();
  #scope;
  #room = 0;
  #font = '';
  /** @type {import('../draw/graph.js').GraphLayout | null} */
  #layout = null;
  #texts = /** @type {readonly string[]} */ ([]);
  /** @type {(focus: import('../draw/graph.js').Focus | null) => import('../draw/display-list.js').Item[]} */
  #edges = () => [];

  /**
   * @param {(place: Place | null, held: boolean) => void} onPoint
   * @param {string} name of the picture, different from the others'
   */
  constructor(onPoint, name) {
    this.#scope = `compare-${name}-`;
    this.#svg.setAttribute('aria-hidden', 'true');
    this.board.append(this.#svg);
    this.board.addEventListener('pointermove', (event) => onPoint(this.#at(event), false));
    this.board.addEventListener('pointerleave', () => onPoint(null, false));
    this.board.addEventListener('click', (event) => onPoint(this.#at(event), true));
  }

  /** Reads the room there is; runs once a resize. */
  measure() {
    this.#room = this.element.clientWidth;
    this.#font = getComputedStyle(this.element).fontFamily;
  }

  /**
   * @param {object} input
   * @param {string} input.badge
   * @param {string} input.name
   * @param {readonly string[]} input.texts
   * @param {ArrayLike<number>} input.values `[heads, count, count]`
   * @param {number | null} input.head null: `values` are differences, `[count, count]`
   * @param {number} input.mass see `strongestEdges`
   */
  show({ badge, name, texts, values, head, mass }) {
    if (!this.#room) return;
    this.#caption.show({ badge, name });
    this.#texts = texts;
    const count = texts.length;
    const label = this.#ruler.widest(texts, `650 14px ${this.#font}`) + LABEL_GAP;
    const size = { width: this.#room, available: ROW * count, count, heads: 0, label };
    const layout = (this.#layout = graphLayout(size));
    const heads = head === null ? [] : [head];
    const limit = head === null ? largestMagnitude(values, 0, values.length) : 1;
    this.#edges = (focus) =>
      head === null
        ? drawDifferenceEdges(differenceEdges(values, count, focus), limit, layout)
        : drawEdges(graphEdges({ weights: values, count, heads, mass, focus }), heads, layout);
    this.#svg.setAttribute('width', String(layout.width));
    this.#svg.setAttribute('height', String(layout.height));
  }

  /** @param {Place | null} place what is lit */
  mark(place) {
    const layout = this.#layout;
    if (!layout) return;
    const focus = place && focusAt(place);
    const lit = (/** @type {string} */ id) =>
      id === `query ${place?.row}` || id === `key ${place?.column}`;
    const font = `650 14px ${this.#font}`;
    const shortened = this.#texts.map((text) => ({
      text: this.#ruler.fitting(text, font, layout.label - LABEL_GAP + 1),
    }));
    const labels = drawLabels(shortened, layout).map((item) =>
      item.type === 'text' && lit(item.id)
        ? { ...item, weight: 650 }
        : { ...item, fill: focus ? 'ink-soft' : 'ink' },
    );
    const items = [...this.#edges(focus), ...labels];
    patchSvg(this.#svg, items, (token) => `var(--${token})`, this.#scope);
  }

  /** @param {MouseEvent} event @returns {Place | null} a query on the left, a key on the right */
  #at(event) {
    if (!this.#layout) return null;
    const { rowHeight, width } = this.#layout;
    const box = this.board.getBoundingClientRect();
    const index = Math.floor((event.clientY - box.top) / rowHeight);
    if (index < 0 || index >= this.#texts.length) return null;
    return event.clientX - box.left < width / 2
      ? { row: index, column: null }
      : { row: null, column: index };
  }
}
