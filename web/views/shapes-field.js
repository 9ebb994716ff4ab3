/**
 * One size: a number to type, and a slider to drag whose scale is logarithmic, because from 1 to 16
 * more happens than from 500 to 516.
 */
import { t } from '../i18n/index.js';
import { el } from './dom.js';

const STEPS = 240;

/** @param {number} step @param {number} most */
const sizeAt = (step, most) => Math.round(most ** (step / STEPS));

/** @param {number} size @param {number} most */
const stepOf = (size, most) =>
  most <= 1 ? 0 : Math.round((STEPS * Math.log(size)) / Math.log(most));

export class SizeField {
  #name;
  #label;
  #number = el('input', { type: 'number', min: 1, step: 1, inputmode: 'numeric' });
  #slider = el('input', { type: 'range', min: 0, max: STEPS, step: 1 });
  #size = 1;
  #most = 1;
  element;

  /**
   * @param {'seqLen' | 'dModel' | 'heads'} name
   * @param {string} axis
   * @param {(size: number) => number} choose returns what became of it
   */
  constructor(name, axis, choose) {
    this.#name = name;
    this.#label = axis;
    this.element = el(
      'div',
      { class: 'size-field', 'data-size': name },
      el('span', { class: 'size-name', 'data-axis': axis, 'aria-hidden': 'true' }, axis),
      this.#number,
      this.#slider,
    );
    // At once: the next key may come before the next picture, and starts from here.
    const take = (/** @type {number} */ size) => this.show(choose(size), this.#most);
    this.#number.addEventListener('input', () => {
      const typed = this.#number.valueAsNumber;
      // What is typed on the way to a number, such as nothing at all, is not yet a choice.
      if (typed >= 1 && typed <= this.#most) take(typed);
    });
    this.#number.addEventListener('change', () => {
      const typed = this.#number.valueAsNumber;
      take(Number.isNaN(typed) ? this.#size : typed);
      this.#number.value = String(this.#size);
    });
    this.#slider.addEventListener('input', () => {
      const step = this.#slider.valueAsNumber;
      const size = sizeAt(step, this.#most);
      // Where several steps are one size, each key still moves it by one.
      const by = Math.sign(step - stepOf(this.#size, this.#most));
      take(size === this.#size ? Math.min(this.#most, Math.max(1, size + by)) : size);
    });
  }

  /** @param {number} size @param {number} most */
  show(size, most) {
    this.#size = size;
    if (most !== this.#most || !this.#number.max) {
      this.#most = most;
      this.#number.max = String(most);
      this.#number.setAttribute('aria-label', t(`shapes.field.${this.#name}`, { most }));
      this.#slider.setAttribute('aria-label', t('shapes.slider', { axis: this.#label }));
    }
    if (document.activeElement !== this.#number || this.#number.valueAsNumber >= 1) {
      if (this.#number.valueAsNumber !== size) this.#number.value = String(size);
    }
    const step = stepOf(size, most);
    if (sizeAt(this.#slider.valueAsNumber, most) !== size) this.#slider.value = String(step);
    this.#slider.setAttribute('aria-valuetext', String(size));
  }
}
