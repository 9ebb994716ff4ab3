/** Two rows of tokens with lines between those that belong together. */
import { drawLinks } from '../draw/compare.js';
import { directionOf } from '../draw/direction.js';
import { patchSvg } from '../draw/svg.js';
import { t } from '../i18n/index.js';
import { el } from './dom.js';

/** @typedef {import('./compare-sides.js').Sides} Sides */

/** Room for the lines, px. */
const HEIGHT = 30;

export class CompareLinks {
  element = el('div', {
    class: 'compare-links',
    role: 'region',
    'aria-label': t('compare.links'),
    tabindex: 0,
  });
  #rows = {
    left: el('ol', { class: 'compare-tokens', 'data-side': 'left', 'aria-label': t('compare.a') }),
    right: el('ol', {
      class: 'compare-tokens',
      'data-side': 'right',
      'aria-label': t('compare.b'),
    }),
  };
  #svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  /** @type {Sides | null} */
  #sides = null;
  /** Centres of the tokens, px, read once an arrangement. */
  #centres = { left: /** @type {number[]} */ ([]), right: /** @type {number[]} */ ([]) };

  /** @param {(side: 'left' | 'right', index: number | null, held: boolean) => void} onPoint */
  constructor(onPoint) {
    this.#svg.setAttribute('aria-hidden', 'true');
    this.#svg.setAttribute('height', String(HEIGHT));
    const line = (/** @type {'left' | 'right'} */ side) =>
      el(
        'div',
        { class: 'compare-line' },
        el('span', { class: 'compare-badge' }, t(side === 'left' ? 'compare.a' : 'compare.b')),
        this.#rows[side],
      );
    this.element.append(
      el('div', { class: 'compare-rows' }, line('left'), this.#svg, line('right')),
    );
    for (const side of /** @type {const} */ (['left', 'right'])) {
      this.#rows[side].addEventListener('pointerover', (event) => {
        if (event.pointerType !== 'touch') onPoint(side, indexAt(event.target), false);
      });
      this.#rows[side].addEventListener('pointerleave', () => onPoint(side, null, false));
      this.#rows[side].addEventListener('click', (event) =>
        onPoint(side, indexAt(event.target), true),
      );
    }
  }

  /** @param {Sides} sides */
  show(sides) {
    const before = this.#sides;
    this.#sides = sides;
    const { pairs } = sides.alignment;
    for (const side of /** @type {const} */ (['left', 'right'])) {
      const kinds = new Map(pairs.map((pair) => [pair[side], pair.same ? 'same' : 'replaced']));
      this.#rows[side].dir = directionOf(sides[side].snapshot.text);
      this.#rows[side].replaceChildren(
        ...sides[side].texts.map((text, index) => {
          const kind = kinds.get(index) ?? 'only';
          return el(
            'li',
            { class: `compare-token ${kind}`, 'data-index': index },
            el('bdi', { dir: 'auto' }, text),
            el('span', { class: 'unseen' }, t(`compare.link.${kind}`)),
          );
        }),
      );
    }
    this.measure();
    const { text } = sides.left.snapshot;
    // A line from right to left begins at its right end.
    if (text !== before?.left.snapshot.text) {
      this.element.scrollLeft = directionOf(text) === 'rtl' ? this.element.scrollWidth : 0;
    }
  }

  /** Reads where the tokens stand. */
  measure() {
    const origin = this.#svg.getBoundingClientRect().left;
    for (const side of /** @type {const} */ (['left', 'right'])) {
      this.#centres[side] = [...this.#rows[side].children].map((token) => {
        const { left, width } = token.getBoundingClientRect();
        return left + width / 2 - origin;
      });
    }
  }

  /** @param {number | null} lit the pair that is pointed at @param {number | null} alone of the left */
  mark(lit, alone) {
    if (!this.#sides) return;
    const { pairs } = this.#sides.alignment;
    const items = drawLinks({ pairs, ...this.#centres, height: HEIGHT, lit });
    patchSvg(this.#svg, items, (token) => `var(--${token})`, 'compare-');
    const index = {
      left: lit === null ? alone : pairs[lit].left,
      right: lit === null ? null : pairs[lit].right,
    };
    for (const side of /** @type {const} */ (['left', 'right'])) {
      [...this.#rows[side].children].forEach((token, i) =>
        token.classList.toggle('focused', i === index[side]),
      );
    }
  }
}

/** @param {EventTarget | null} target */
function indexAt(target) {
  const token = target instanceof Element ? target.closest('.compare-token') : null;
  return token instanceof HTMLElement ? Number(token.dataset.index) : null;
}
