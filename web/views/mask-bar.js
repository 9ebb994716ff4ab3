/** The parts of the mask as one row of switches; padding and window carry their number. */
import { t } from '../i18n/index.js';
import { isOn, NO_MASK } from '../state/mask.js';
import { el, focusedBeside } from './dom.js';
import { writeAttribute } from './write.js';

/**
 * @typedef {import('../state/mask.js').Mask} Mask
 * @typedef {'causal' | 'padding' | 'window' | 'paint'} Part
 */

/** How far a query sees when the window is first switched on. */
const FIRST_WINDOW = 2;

/** How many tokens become padding when padding is first switched on. */
const FIRST_PADDING = 4;

export class MaskBar {
  element = el('fieldset', { class: 'mask-bar' });
  #none = el('button', { type: 'button', class: 'mask-part' }, t('mask.none'));
  #boxes = /** @type {Record<Part, HTMLInputElement>} */ ({});
  #numbers = {
    padding: el('input', { type: 'number', min: 0, step: 1, inputmode: 'numeric' }),
    window: el('input', { type: 'number', min: 0, step: 1, inputmode: 'numeric' }),
  };
  #count = 0;
  /** Numbers the reader chose; the others follow the sentence. */
  #typed = /** @type {Set<string>} */ (new Set());

  /** @param {(parts: Partial<Mask>) => void} setMask */
  constructor(setMask) {
    this.element.append(el('legend', { class: 'unseen' }, t('mask.parts')), this.#none);
    // Paint stays when the parts are switched off, for when it is switched on again.
    const { causal, padding, window, painting } = NO_MASK;
    this.#none.addEventListener('click', () => setMask({ causal, padding, window, painting }));
    for (const part of /** @type {Part[]} */ (['causal', 'padding', 'window', 'paint'])) {
      const box = el('input', { type: 'checkbox', 'data-part': part });
      this.#boxes[part] = box;
      const label = el('label', { title: t(`mask.${part}Help`) }, box, t(`mask.${part}`));
      const chip = el('span', { class: 'mask-part' }, label);
      if (part === 'padding' || part === 'window') {
        const number = this.#numbers[part];
        const name = t(part === 'padding' ? 'mask.paddingLength' : 'mask.windowSize');
        number.setAttribute('aria-label', `${t(`mask.${part}`)}: ${name}`);
        chip.append(number, el('span', { class: 'unit', 'aria-hidden': 'true' }, name));
        number.addEventListener('input', () => {
          this.#typed.add(part);
          if (number.value !== '') setMask({ [part]: this.#valueOf(part) });
        });
        box.addEventListener('change', () =>
          setMask({ [part]: box.checked ? this.#valueOf(part) : null }),
        );
      } else if (part === 'causal') {
        box.addEventListener('change', () => setMask({ causal: box.checked }));
      } else {
        box.addEventListener('change', () => setMask({ painting: box.checked }));
      }
      this.element.append(chip);
    }
  }

  /** @param {Readonly<Mask>} mask @param {number} count tokens */
  update(mask, count) {
    this.#count = count;
    writeAttribute(this.#none, 'aria-pressed', String(!isOn(mask)));
    this.#boxes.causal.checked = mask.causal;
    this.#boxes.padding.checked = mask.padding !== null;
    this.#boxes.window.checked = mask.window !== null;
    this.#boxes.paint.checked = mask.painting;
    for (const part of /** @type {const} */ (['padding', 'window'])) {
      const number = this.#numbers[part];
      writeAttribute(number, 'max', String(count));
      const value = mask[part];
      if (value !== null && focusedBeside(number) !== number) number.value = String(value);
      if (value === null && !this.#typed.has(part)) number.value = String(this.#firstOf(part));
    }
  }

  /** @param {'padding' | 'window'} part a whole number, whatever was typed */
  #valueOf(part) {
    const typed = Math.floor(Number(this.#numbers[part].value));
    return this.#numbers[part].value !== '' && typed >= 0 ? typed : this.#firstOf(part);
  }

  /** @param {'padding' | 'window'} part */
  #firstOf(part) {
    return part === 'padding' ? Math.max(1, this.#count - FIRST_PADDING) : FIRST_WINDOW;
  }
}
