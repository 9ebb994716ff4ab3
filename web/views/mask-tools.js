/**
 * What the painter offers without a drag: a cell picked from two lists with a button for the cell,
 * its row and its column, and ready paints.
 */
import { t } from '../i18n/index.js';
import { asPaint, cellsOf, isPainted, painted, PAINTS } from '../state/mask.js';
import { el, numbered } from './dom.js';

/**
 * @typedef {import('../state/mask.js').Mask} Mask
 * @typedef {import('../state/mask.js').Cell} Cell
 * @typedef {'cell' | 'row' | 'column'} Span
 * @typedef {object} Handlers
 * @property {() => Readonly<Mask>} mask as it is, which may not have been drawn yet
 * @property {(cell: Cell) => void} pick
 * @property {(span: Span) => void} toggle of the picked cell
 * @property {(mask: Partial<Mask>) => void} replace the whole paint at once
 * @property {() => void} undo
 */

/** @type {readonly Span[]} */
const SPANS = ['cell', 'row', 'column'];
const NAMES = { cell: 'Cell', row: 'Row', column: 'Column' };

export class MaskTools {
  picker = el('div', { class: 'mask-picker' });
  presets = el('div', {
    class: 'mask-presets',
    role: 'group',
    'aria-label': t('mask.painter.tools'),
  });
  #query = el('select', {});
  #key = el('select', {});
  #spans = /** @type {Record<Span, HTMLButtonElement>} */ ({});
  #undo = el('button', { type: 'button', class: 'quiet' }, t('mask.painter.undo'));
  #count = 0;
  #texts = '';

  /** @param {Handlers} handlers */
  constructor({ mask, pick, toggle, replace, undo }) {
    const picked = () => pick([Number(this.#query.value), Number(this.#key.value)]);
    for (const select of [this.#query, this.#key]) select.addEventListener('change', picked);
    const list = (/** @type {string} */ name, /** @type {HTMLSelectElement} */ select) =>
      el('label', {}, el('span', {}, name), select);
    this.picker.append(
      list(t('mask.painter.queryPick'), this.#query),
      list(t('mask.painter.keyPick'), this.#key),
    );
    for (const span of SPANS) {
      const button = el('button', { type: 'button', class: 'quiet', 'data-span': span });
      button.addEventListener('click', () => toggle(span));
      this.#spans[span] = button;
      this.picker.append(button);
    }
    for (const [name, hides] of Object.entries(PAINTS)) {
      this.#preset(name, () => {
        const cells = cellsOf(this.#count, hides);
        replace({ painting: true, paint: painted(null, this.#count, cells, true) });
      });
    }
    this.#preset('invert', () => {
      const { paint } = mask();
      const open = cellsOf(this.#count, (query, key) => !isPainted(paint, query, key));
      replace({ painting: true, paint: painted(null, this.#count, open, true) });
    });
    this.#preset('parts', () => replace(asPaint(mask(), this.#count)));
    this.#preset('clear', () => replace({ paint: null }));
    this.#undo.addEventListener('click', undo);
    this.presets.append(this.#undo);
  }

  /** @param {string} name @param {() => void} run */
  #preset(name, run) {
    const button = el(
      'button',
      { type: 'button', class: 'quiet', 'data-paint': name },
      t(`mask.painter.${name}`),
    );
    button.addEventListener('click', run);
    this.presets.append(button);
  }

  /**
   * @param {object} state
   * @param {readonly string[]} state.texts
   * @param {Cell} state.cell the picked one
   * @param {Record<Span, boolean>} state.hides whether each button would hide
   * @param {boolean} state.canUndo
   */
  update({ texts, cell, hides, canUndo }) {
    this.#count = texts.length;
    const joined = texts.join('\n');
    if (joined !== this.#texts) {
      this.#texts = joined;
      for (const select of [this.#query, this.#key]) {
        select.replaceChildren(
          ...texts.map((text, index) => el('option', { value: index }, numbered(index, text))),
        );
      }
    }
    this.#query.value = String(cell[0]);
    this.#key.value = String(cell[1]);
    for (const span of SPANS) {
      const verb = hides[span] ? 'hide' : 'show';
      const text = t(`mask.painter.${verb}${NAMES[span]}`);
      if (this.#spans[span].textContent !== text) this.#spans[span].textContent = text;
    }
    this.#undo.disabled = !canUndo;
  }
}
