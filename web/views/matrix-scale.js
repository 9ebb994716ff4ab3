/** The scale under the matrix: shares from 0 to 1, or what diverges at zero. */
import { headStyle } from '../draw/style.js';
import { formatNumber } from '../i18n/index.js';
import { el } from './dom.js';

export class MatrixScale {
  element = el('div', { class: 'matrix-scale', 'aria-hidden': 'true' });
  #shown = '';

  /** @param {string} stage @param {number} head @param {number} limit of what diverges */
  show(stage, head, limit) {
    const weights = stage === 'weights';
    const ticks = weights
      ? [0, 0.1, 0.25, 0.5, 1].map((value) => ({ at: Math.sqrt(value), text: String(value) }))
      : [-limit, 0, limit].map((value, i) => ({ at: i / 2, text: formatNumber(value, 1) }));
    const shown = JSON.stringify([head, ticks]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const bar = el('span', { class: 'matrix-scale-bar' });
    const marks = ticks.map(({ at, text }) =>
      el('span', { class: 'figure', style: `left: ${100 * at}%` }, text),
    );
    this.element.style.setProperty('--hue', `var(--${headStyle(head).colour})`);
    this.element.classList.toggle('diverging', !weights);
    this.element.replaceChildren(bar, ...marks);
  }
}
