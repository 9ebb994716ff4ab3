/** Steps of a picture: radio buttons, and one button that goes on to the next and begins anew. */
import { el } from './dom.js';

export class StepChoice {
  element = el('div', { class: 'step-choice' });
  /** @type {HTMLInputElement[]} */
  #inputs;
  #next = el('button', { type: 'button', class: 'strong' });
  #words;
  #step = 0;

  /**
   * @param {string} name of the radio group, unique on the page
   * @param {object} options
   * @param {string} options.legend
   * @param {readonly string[]} options.steps their names
   * @param {{next: string, again: string}} options.words
   * @param {(step: number) => void} options.choose
   */
  constructor(name, { legend, steps, words, choose }) {
    this.#words = words;
    this.#inputs = steps.map((_, step) => {
      const input = el('input', { type: 'radio', name, value: step });
      input.addEventListener('change', () => choose(step));
      return input;
    });
    this.#next.addEventListener('click', () => choose((this.#step + 1) % steps.length));
    this.element.append(
      el(
        'fieldset',
        { class: 'segments' },
        el('legend', { class: 'unseen' }, legend),
        ...steps.map((label, step) =>
          el('label', {}, this.#inputs[step], el('span', {}, `${step + 1} ${label}`)),
        ),
      ),
      this.#next,
    );
  }

  /** @param {number} step */
  show(step) {
    this.#step = step;
    this.#inputs.forEach((input, i) => (input.checked = i === step));
    this.#next.textContent =
      step === this.#inputs.length - 1 ? this.#words.again : this.#words.next;
  }
}
