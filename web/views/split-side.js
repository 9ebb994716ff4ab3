/** One side of the split: its code, its numbers on the move, and what each head holds in the end. */
import { layoutSplit } from '../draw/split.js';
import { headStyle } from '../draw/style.js';
import { t } from '../i18n/index.js';
import { splitCode, splitHolds, splitShape } from '../state/split-says.js';
import { el } from './dom.js';
import { swatch } from './head-key.js';
import { SteppedCode } from './stepped-code.js';

/** @typedef {import('../state/split.js').Size} Size */
/** @typedef {import('../state/split.js').Place} Place */

export class SplitSide {
  element;
  #side;
  #code;
  #stage;
  #shape = el('p', { class: 'split-shape figure' });
  #holds = el('ul', { class: 'split-holds' });
  /** @type {HTMLElement[]} */
  #cells = [];
  #made = '';

  /**
   * @param {'right' | 'wrong'} side
   * @param {object} events
   * @param {(index: number | null) => void} events.onPoint
   * @param {(event: KeyboardEvent) => void} events.onKey
   */
  constructor(side, { onPoint, onKey }) {
    this.#side = side;
    this.#stage = el('div', {
      class: 'split-stage',
      role: 'application',
      tabindex: 0,
      'aria-label': t(`split.stage.${side}`),
    });
    this.#code = new SteppedCode(t(`split.code.${side}`));
    this.element = el(
      'section',
      { class: `split-side ${side}` },
      el('h3', {}, t(`split.${side}`)),
      this.#code.element,
      this.#shape,
      el('div', { class: 'split-picture' }, this.#stage, this.#holds),
    );
    this.#stage.addEventListener('pointerover', ({ target }) => {
      const cell = target instanceof HTMLElement ? target.dataset.index : undefined;
      if (cell !== undefined) onPoint(Number(cell));
    });
    for (const name of ['pointerleave', 'blur']) {
      this.#stage.addEventListener(name, () => onPoint(null));
    }
    this.#stage.addEventListener('keydown', onKey);
  }

  /**
   * @param {object} input
   * @param {Size} input.size
   * @param {number} input.step
   * @param {number} input.width px there are for the picture
   * @param {(index: number) => {token: number, stray: boolean}} input.of each number
   * @param {readonly string[]} input.tokens
   */
  show({ size, step, width, of, tokens }) {
    const side = this.#side;
    this.#code.show(splitCode(side, size, t), step);
    const layout = layoutSplit({ size, side, step, width });
    this.#make(size, of);
    this.#stage.style.height = `${layout.height}px`;
    this.#stage.style.width = `${layout.width}px`;
    this.#stage.style.setProperty('--cell', `${layout.cell}px`);
    this.#cells.forEach((element, index) => {
      const [x, y] = layout.cells[index];
      element.style.transform = `translate(${x}px, ${y}px)`;
      element.classList.toggle('stray', step > 0 && side === 'wrong' && of(index).stray);
    });
    for (const old of this.#stage.querySelectorAll('.split-frame, .split-row')) old.remove();
    this.#stage.append(
      ...layout.frames.map(({ x, y, width: w, height: h, head }) =>
        el(
          'div',
          {
            class: 'split-frame',
            style:
              `left: ${x}px; top: ${y}px; width: ${w}px; height: ${h}px; ` +
              `--hue: var(--${headStyle(head).colour})`,
          },
          el('span', {}, t('split.head', { head })),
        ),
      ),
      ...layout.rows.map(({ x, y, row }) =>
        el('span', { class: 'split-row figure', style: `left: ${x}px; top: ${y}px` }, String(row)),
      ),
    );
    this.#shape.textContent = splitShape(side, size, step, t);
    this.#holds.replaceChildren(
      ...splitHolds(side, size, tokens, t).map(({ shreds, text }, head) =>
        el('li', { class: shreds ? 'shreds' : null }, swatch(head), text),
      ),
    );
  }

  /** @param {number | null} cell by its order in memory */
  point(cell) {
    this.#cells.forEach((element, index) => element.classList.toggle('on', index === cell));
  }

  /** @param {Size} size @param {(index: number) => {token: number}} of */
  #make(size, of) {
    const made = Object.values(size).join();
    if (made === this.#made) return;
    this.#made = made;
    const count = size.n * size.heads * size.dHead;
    this.#cells = Array.from({ length: count }, (_, index) => {
      const { token } = of(index);
      return el('span', { class: `split-cell t${token}`, 'data-index': index }, String(token));
    });
    this.#stage.replaceChildren(...this.#cells);
  }
}
