/** The steps that make a number as a row of buttons, and the choice of the cell they run through. */
import { UNFOLDABLE } from '../draw/arithmetic.js';
import { formatNumber, t } from '../i18n/index.js';
import { COORDINATES, roleOf, tensorName } from './arithmetic-words.js';
import { el, focusedBeside, numbered, tokenText } from './dom.js';

/**
 * @typedef {import('../draw/arithmetic.js').Name} Name
 * @typedef {import('../state/unfolding.js').Step} Step
 * @typedef {import('../state/unfolding.js').Unfolding} Unfolding
 */

export class ArithmeticChain {
  #onStep;
  #back = el(
    'button',
    { type: 'button', class: 'step-layer', 'aria-label': t('arithmetic.back') },
    '‹',
  );
  #on = el(
    'button',
    { type: 'button', class: 'step-layer', 'aria-label': t('arithmetic.on') },
    '›',
  );
  #values = UNFOLDABLE.map(() => el('span', { class: 'figure' }));
  #steps = UNFOLDABLE.map((name, i) =>
    el(
      'button',
      { type: 'button', class: 'chain-step', 'data-step': name, tabindex: -1 },
      el(
        'span',
        { class: `chain-name ${roleOf(name) ? `role-${roleOf(name)}` : ''}` },
        tensorName(name),
      ),
      this.#values[i],
    ),
  );
  #list = el(
    'div',
    { class: 'chain-steps', role: 'toolbar', 'aria-label': t('arithmetic.chain') },
    ...this.#steps,
  );
  #pickers = {
    query: el('select', { class: 'pick' }),
    key: el('select', { class: 'pick' }),
    column: columnPicker(),
    model: columnPicker(),
    output: columnPicker(),
    hidden: columnPicker(),
    sentence: columnPicker(),
  };
  #labels = Object.entries(this.#pickers).map(([part, picker]) =>
    el('label', { 'data-part': part }, t(`arithmetic.pick.${part}`), ' ', picker),
  );
  #words = '';
  /** @type {Name} */
  #name = 'weights';
  /** Those of the layer on show. @type {readonly Name[]} */
  #names = UNFOLDABLE;

  element = el('div', { class: 'chain' }, this.#back, this.#list, this.#on);

  pickers = el(
    'fieldset',
    { class: 'chain-pick' },
    el('legend', { class: 'unseen' }, t('arithmetic.pick')),
    ...this.#labels,
  );

  /** @param {(step: Step) => void} onStep */
  constructor(onStep) {
    this.#onStep = onStep;
    this.#back.addEventListener('click', () => this.walk(-1));
    this.#on.addEventListener('click', () => this.walk(1));
    this.#steps.forEach((button, i) =>
      button.addEventListener('click', () => onStep({ name: UNFOLDABLE[i] })),
    );
    for (const [part, picker] of Object.entries(this.#pickers)) {
      picker.addEventListener('change', () => {
        const most = picker instanceof HTMLInputElement ? Number(picker.max) : Infinity;
        const value = Math.max(0, Math.min(most, Math.round(Number(picker.value) || 0)));
        onStep({ [part]: value });
      });
    }
  }

  /** To the step before or after; the ends stay. @param {-1 | 1} by @returns {boolean} */
  walk(by) {
    const name = this.#names[this.#names.indexOf(this.#name) + by];
    if (!name) return false;
    const held = this.#list.contains(focusedBeside(this.#list));
    this.#name = name; // a second key may come before the next frame shows this step
    this.#onStep({ name });
    if (held) this.#steps[UNFOLDABLE.indexOf(name)].focus();
    return true;
  }

  /**
   * @param {Readonly<Unfolding>} unfolding
   * @param {object} of
   * @param {readonly import('../state/store.js').Token[]} of.tokens
   * @param {import('../state/unfolding.js').Size} of.size
   * @param {readonly Name[]} of.steps
   * @param {(name: Name) => {value: number, digits: number} | null} of.valueOf
   */
  show(unfolding, { tokens, size, steps, valueOf }) {
    const { name } = unfolding;
    this.#name = name;
    this.#names = steps;
    const at = steps.indexOf(name);
    this.#back.disabled = at <= 0;
    this.#on.disabled = at === steps.length - 1;
    this.#steps.forEach((button, i) => {
      const here = UNFOLDABLE[i] === name;
      button.hidden = !steps.includes(UNFOLDABLE[i]);
      button.tabIndex = here ? 0 : -1;
      if (here) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
      const shown = button.hidden ? null : valueOf(UNFOLDABLE[i]);
      this.#values[i].textContent = shown ? formatNumber(shown.value, shown.digits) : '…';
    });
    const words = tokens.map((token, i) => numbered(i, tokenText(token)));
    const { query, key, column, model, output, hidden, sentence } = this.#pickers;
    if (words.join('\n') !== this.#words) {
      this.#words = words.join('\n');
      for (const list of [query, key]) {
        list.replaceChildren(...words.map((word, i) => el('option', { value: i }, word)));
      }
    }
    query.value = String(unfolding.query);
    key.value = String(unfolding.key);
    for (const [picker, value, end] of /** @type {const} */ ([
      [column, unfolding.column, size.dHead],
      [model, unfolding.model, size.dModel],
      [output, unfolding.output, size.dOutput],
      [hidden, unfolding.hidden, size.dFfn],
      [sentence, unfolding.sentence, size.dSentence],
    ])) {
      picker.max = String(end - 1);
      if (Number(picker.value) !== value || picker.value === '') picker.value = String(value);
    }
    for (const label of this.#labels) {
      label.hidden = !COORDINATES[name].some((part) => part === label.dataset.part);
    }
    this.#bringIntoView(this.#steps[UNFOLDABLE.indexOf(name)]);
  }

  /** Sideways only: the page must not jump. @param {HTMLElement} button */
  #bringIntoView(button) {
    const list = this.#list;
    const left = button.offsetLeft;
    if (left < list.scrollLeft) list.scrollLeft = left;
    const over = left + button.offsetWidth - list.clientWidth;
    if (over > list.scrollLeft) list.scrollLeft = over;
  }
}

const columnPicker = () => el('input', { class: 'pick figure', type: 'number', min: 0, step: 1 });
