/** A row of radio buttons for the layer. */
import { el } from './dom.js';

export class LayerChoice {
  element;
  #name;
  #label;
  #choose;
  #count = -1;

  /**
   * @param {string} name of the radio group, unique on the page
   * @param {{legend: string, label: (layer: number) => string, choose: (layer: number) => void}} options
   */
  constructor(name, { legend, label, choose }) {
    this.#name = name;
    this.#label = label;
    this.#choose = choose;
    this.element = el('fieldset', { class: 'segments' }, el('legend', { class: 'unseen' }, legend));
  }

  /** @param {number} count @param {number} chosen */
  show(count, chosen) {
    if (count !== this.#count) {
      this.#count = count;
      const legend = /** @type {Element} */ (this.element.firstElementChild);
      const options = Array.from({ length: count }, (_, layer) => {
        const input = el('input', { type: 'radio', name: this.#name, value: layer });
        input.addEventListener('change', () => this.#choose(layer));
        return el('label', {}, input, el('span', {}, this.#label(layer)));
      });
      this.element.replaceChildren(legend, ...options);
    }
    this.element.querySelectorAll('input').forEach((input, layer) => {
      input.checked = layer === chosen;
    });
  }
}
