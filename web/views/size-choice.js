/** A short list of sizes to choose from, with the name of the axis before it. */
import { el } from './dom.js';

export class SizeChoice {
  element;
  #select = el('select');

  /**
   * @param {Node | string} label
   * @param {{sizes: readonly number[], choose: (size: number) => void}} options
   */
  constructor(label, { sizes, choose }) {
    this.#select.append(...sizes.map((size) => el('option', { value: size }, String(size))));
    this.#select.addEventListener('change', () => choose(Number(this.#select.value)));
    this.element = el('label', { class: 'size-choice' }, el('span', {}, label), this.#select);
  }

  /** @param {number} size @param {readonly number[]} [possible] others cannot be chosen */
  show(size, possible) {
    this.#select.value = String(size);
    for (const option of this.#select.options) {
      option.disabled = possible !== undefined && !possible.includes(Number(option.value));
    }
  }
}
