/** The three pictures of the comparison, A, B and B − A: as matrices or as head graphs. */
import { matrixLayouts } from '../draw/matrix.js';
import { t } from '../i18n/index.js';
import { CompareBoard } from './compare-board.js';
import { differenceScale } from './compare-details.js';
import { CompareGraph } from './compare-graph.js';
import { pairText } from './compare-sides.js';
import { el } from './dom.js';

/**
 * @typedef {import('./compare-sides.js').Sides} Sides
 * @typedef {import('./compare-board.js').Place} Place
 * @typedef {import('./compare-board.js').Palette} Palette
 * @typedef {'left' | 'right' | 'difference'} Which
 * @typedef {'matrix' | 'graph'} Kind
 */

const WHICH = /** @type {const} */ (['left', 'right', 'difference']);

export class ComparePictures {
  element = el('div', { class: 'compare-boards' });
  #scale = el('div', { class: 'matrix-scale diverging compare-scale', 'aria-hidden': 'true' });
  #kinds;
  /** @type {Kind} */
  #kind = 'matrix';

  /**
   * @param {object} on
   * @param {(which: Which, place: Place | null, held: boolean) => void} on.point
   * @param {(event: KeyboardEvent) => void} on.key in the picture of the differences
   * @param {() => void} on.leave
   */
  constructor({ point, key, leave }) {
    /** @template T @param {new (onPoint: (place: Place | null, held: boolean) => void, name: string) => T} Picture */
    const three = (Picture) => {
      const make = (/** @type {Which} */ which) =>
        new Picture((place, held) => point(which, place, held), which);
      return { left: make('left'), right: make('right'), difference: make('difference') };
    };
    this.#kinds = { matrix: three(CompareBoard), graph: three(CompareGraph) };
    for (const { left, right, difference } of Object.values(this.#kinds)) {
      for (const { board } of [left, right]) board.setAttribute('role', 'img');
      const { board } = difference;
      board.tabIndex = 0;
      board.setAttribute('role', 'application');
      board.setAttribute('aria-describedby', 'compare-readout');
      board.addEventListener('keydown', key);
      board.addEventListener('blur', leave);
    }
    this.#take();
  }

  /** Reads the room there is; runs once a resize. */
  measure() {
    for (const which of WHICH) this.#kinds[this.#kind][which].measure();
  }

  /**
   * @param {object} input
   * @param {Sides} input.sides
   * @param {ArrayLike<number>} input.values their differences
   * @param {Kind} input.kind
   * @param {number} input.mass of the edges
   * @param {Palette} input.palette
   */
  show({ sides, values, kind, mass, palette }) {
    if (kind !== this.#kind) {
      this.#kind = kind;
      this.#take();
      this.measure();
    }
    const pairs = sides.alignment.pairs.map((pair) => pairText(sides, pair));
    const layouts = this.#layouts([sides.left.texts, sides.right.texts, pairs]);
    if (kind === 'matrix' && !layouts) return;
    for (const side of /** @type {const} */ (['left', 'right'])) {
      const { name, texts, weights, masked, layer } = sides[side];
      const badge = t(side === 'left' ? 'compare.a' : 'compare.b');
      const { head, data, count } = weights;
      const input = { badge, name, texts, values: data, head };
      if (layouts) {
        const layout = layouts[side];
        this.#kinds.matrix[side].show({ ...input, layout, stage: 'weights', masked, palette });
      } else this.#kinds.graph[side].show({ ...input, mass });
      const place = t('compare.place', { layer, head });
      const label = t(`compare.label.${kind}`, { side: badge, name: `${name}, ${place}`, count });
      this.#kinds[kind][side].board.setAttribute('aria-label', label);
    }
    const { matrix, graph } = this.#kinds;
    const name = t('compare.differenceName');
    const input = { badge: t('compare.difference'), name, texts: pairs, values };
    if (layouts) {
      const layout = layouts.difference;
      matrix.difference.show({ ...input, layout, stage: 'scores', head: 0, palette });
    } else graph.difference.show({ ...input, head: null, mass });
    const label = t(`compare.differenceLabel.${kind}`, { count: pairs.length });
    this.#kinds[kind].difference.board.setAttribute('aria-label', label);
    this.#scale.replaceChildren(...differenceScale(values));
  }

  /**
   * Where the matrices lie.
   * @param {readonly (readonly string[])[]} texts of A, B and their differences
   * @returns {Record<Which, import('../draw/matrix.js').MatrixLayout> | null} null for graphs, and
   *   where there is no room yet
   */
  #layouts(texts) {
    if (this.#kind === 'graph') return null;
    const boards = WHICH.map((which) => this.#kinds.matrix[which]);
    const size = Math.min(...boards.map(({ room }) => room));
    if (!size) return null;
    const label = Math.max(...boards.map((board, i) => board.widest(texts[i])));
    const counts = texts.map(({ length }) => length);
    const [left, right, difference] = matrixLayouts({ size, counts, label });
    return { left, right, difference };
  }

  /** @param {Record<Which, Place | null>} places @param {Palette} palette */
  mark(places, palette) {
    for (const which of WHICH) this.#kinds[this.#kind][which].mark(places[which], palette);
  }

  #take() {
    const pictures = this.#kinds[this.#kind];
    this.element.replaceChildren(...WHICH.map((which) => pictures[which].element));
    pictures.difference.element.append(this.#scale);
  }
}
