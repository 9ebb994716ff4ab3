/** The bar over the dimension trace: which layer, its axes with their sizes, and the readout. */
import { t } from '../i18n/index.js';
import { axisParts, isLit } from './dimension-trace-axes.js';
import { el } from './dom.js';
import { rove } from './roving.js';
import { setTabStop } from './tab-stop.js';

/** @typedef {{value: string, where: string}} Said */

/** Rest, in ms, before a reading is said aloud: a moving pointer says nothing. */
const SPEAK_AFTER = 300;

export class TraceBar {
  #name = el('strong', { class: 'layer-name' });
  #count = el('span', { class: 'layer-count' });
  #previous = el(
    'button',
    { type: 'button', class: 'step-layer', 'aria-label': t('trace.previous') },
    '‹',
  );
  #next = el('button', { type: 'button', class: 'step-layer', 'aria-label': t('trace.next') }, '›');
  #axes = el('div', { class: 'axis-list', role: 'toolbar', 'aria-label': t('trace.axes') });
  #value = el('span', { class: 'readout-value' });
  #where = el('span', { class: 'readout-where' });
  #unfold = el('button', { type: 'button', class: 'quiet', hidden: true });
  /** @type {(() => void) | null} */
  #open = null;
  /** Said to screen readers a moment after the pointer or cursor rests. */
  #spoken = el('span', { class: 'unseen', 'aria-live': 'polite' });
  #pause = 0;
  /** @type {Map<string, HTMLElement>} */
  #sizes = new Map();
  /** @type {ReadonlyMap<string, number>} every axis of the layer */
  #all = new Map();
  /** @type {Said | null} */
  #reading = null;
  /** @type {Said | null} */
  #axis = null;
  #layers = el(
    'div',
    { class: 'layer-switch' },
    this.#previous,
    el('span', {}, this.#name, ' ', this.#count),
    this.#next,
  );
  #modes = /** @type {const} */ (['model', 'free']).map((value) =>
    el('input', { type: 'radio', name: 'trace-mode', value }),
  );
  #mode = el(
    'fieldset',
    { class: 'segments trace-mode', hidden: true },
    el('legend', { class: 'unseen' }, t('shapes.mode')),
    ...this.#modes.map((input) =>
      el('label', {}, input, el('span', {}, t(`shapes.mode.${input.value}`))),
    ),
  );
  /** Free shapes instead of a layer of the model. */
  #free = false;
  element = el(
    'div',
    { class: 'trace-bar' },
    this.#mode,
    this.#layers,
    this.#axes,
    el('p', { class: 'readout' }, this.#value, ' ', this.#where),
    this.#unfold,
    this.#spoken,
  );

  /**
   * @param {(step: -1 | 1) => void} onStep to the previous or next layer
   * @param {(free: boolean) => void} onMode
   */
  constructor(onStep, onMode) {
    for (const input of this.#modes) {
      input.addEventListener('change', () => onMode(input.value === 'free'));
    }
    this.#previous.addEventListener('click', () => onStep(-1));
    this.#next.addEventListener('click', () => onStep(1));
    rove(this.#axes);
    this.#unfold.addEventListener('click', () => this.#open?.());
    this.#write();
  }

  /** @param {Readonly<import('../state/shapes.js').Shapes> | null} shapes null: there is no choice */
  setMode(shapes) {
    this.#free = shapes?.on === true;
    this.#mode.hidden = shapes === null;
    this.#layers.hidden = this.#free;
    for (const input of this.#modes) input.checked = (input.value === 'free') === this.#free;
  }

  /** @param {number} layer @param {number} count */
  setLayer(layer, count) {
    this.#name.textContent = t('trace.layer', { layer });
    this.#count.textContent = t('trace.layerOf', { number: layer + 1, count });
    this.#previous.disabled = layer <= 0;
    this.#next.disabled = layer >= count - 1;
  }

  /** @param {ReadonlyMap<string, number>} sizes one chip an axis that is not a composite */
  setAxes(sizes) {
    const names = [...sizes.keys()].filter((axis) => axisParts(axis).length === 1);
    if (names.join() === [...this.#sizes.keys()].join()) return;
    this.#sizes = new Map(
      names.map((axis) => [axis, el('span', { class: 'size', 'data-axis': axis })]),
    );
    const chips = names.map((axis) => {
      const size = /** @type {HTMLElement} */ (this.#sizes.get(axis));
      return el(
        'button',
        { type: 'button', class: 'axis chip', 'data-axis': axis },
        axis,
        ' ',
        size,
      );
    });
    this.#axes.replaceChildren(...chips);
    setTabStop(chips, chips[0]);
  }

  /** @param {ReadonlyMap<string, number>} sizes @param {(element: HTMLElement, text: string) => void} tick */
  setSizes(sizes, tick) {
    this.#all = sizes;
    for (const [axis, element] of this.#sizes) tick(element, String(sizes.get(axis) ?? ''));
  }

  /** @param {Said | null} reading null: nothing is pointed at */
  say(reading) {
    this.#reading = reading;
    this.#write();
  }

  /** The number that was clicked last. @param {{name: string, open: () => void} | null} number */
  offer(number) {
    this.#unfold.hidden = number === null;
    this.#open = number?.open ?? null;
    if (number) this.#unfold.textContent = t('arithmetic.openCell', { name: number.name });
  }

  /** What a highlighted axis is, while no number is read. @param {string | null} axis */
  explain(axis) {
    const size = this.#all.get(axis ?? '');
    const known = size !== undefined && axis;
    const words = this.#free && axis === 'seq_len' ? 'shapes.axis.seq_len' : `trace.axis.${axis}`;
    this.#axis = known ? axisSentence(axis, size, t(words)) : null;
    this.#write();
  }

  #write() {
    const said = this.#reading ?? this.#axis;
    const where = said?.where ?? t('trace.readoutRest');
    if (this.#value.textContent === (said?.value ?? '') && this.#where.textContent === where)
      return;
    this.#value.textContent = said?.value ?? '';
    this.#where.textContent = where;
    this.#value.parentElement?.classList.toggle('rest', !said);
    clearTimeout(this.#pause);
    if (!said) return;
    this.#pause = window.setTimeout(() => {
      this.#spoken.textContent = `${said.value}. ${said.where}`;
    }, SPEAK_AFTER);
  }
}

/** @param {string} axis @param {number} size @param {string} where @returns {Said} */
const axisSentence = (axis, size, where) => ({
  value: t('trace.axisSize', { axis: axis.replace('*', '·'), size }),
  where,
});

/**
 * Marks every axis name under `root` that the highlighted axis lights.
 * @param {Element} root
 * @param {string | null} active
 * @param {string | null} held the axis that stays lit; its buttons are pressed
 */
export function lightAxes(root, active, held) {
  for (const element of root.querySelectorAll('[data-axis]')) {
    const axis = element.getAttribute('data-axis') ?? '';
    const side = /** @type {import('./dimension-trace-axes.js').RowSide | null} */ (
      element.getAttribute('data-side')
    );
    const lit = axisParts(axis).some((part) => isLit(part, active, side ?? undefined));
    element.classList.toggle('lit', lit);
    if (element.tagName === 'BUTTON') element.setAttribute('aria-pressed', String(axis === held));
  }
}
