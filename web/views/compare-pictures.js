/** The three pictures of the comparison, A, B and B − A: as matrices or as head graphs. */
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
    for (const side of /** @type {const} */ (['left', 'right'])) {
      const { name, texts, weights, masked, layer } = sides[side];
      const badge = t(side === 'left' ? 'compare.a' : 'compare.b');
      const { head, data, count } = weights;
      const input = { badge, name, texts, values: data, head };
      if (kind === 'graph') this.#kinds.graph[side].show({ ...input, mass });
      else this.#kinds.matrix[side].show({ ...input, stage: 'weights', masked, palette });
      const place = t('compare.place', { layer, head });
      const label = t(`compare.label.${kind}`, { side: badge, name: `${name}, ${place}`, count });
      this.#kinds[kind][side].board.setAttribute('aria-label', label);
    }
    const texts = sides.alignment.pairs.map((pair) => pairText(sides, pair));
    const name = t('compare.differenceName');
    const input = { badge: t('compare.difference'), name, texts, values };
    if (kind === 'graph') this.#kinds.graph.difference.show({ ...input, head: null, mass });
    else this.#kinds.matrix.difference.show({ ...input, stage: 'scores', head: 0, palette });
    const label = t(`compare.differenceLabel.${kind}`, { count: texts.length });
    this.#kinds[kind].difference.board.setAttribute('aria-label', label);
    this.#scale.replaceChildren(...differenceScale(values));
  }

  /** @param {Record<Which, Place | null>} places @param {Palette} palette */
  mark(places, palette) {
    for (const which of WHICH) this.#kinds[this.#kind][which].mark(places[which], palette);
  }

  #take() {
    const pictures = this.#kinds[this.#kind];
    this.element.classList.toggle('graphs', this.#kind === 'graph');
    this.element.replaceChildren(...WHICH.map((which) => pictures[which].element));
    pictures.difference.element.append(this.#scale);
  }
}
