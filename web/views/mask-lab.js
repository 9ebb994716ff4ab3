/**
 * `<hs-mask-lab>`: the parts of the mask; once one is on, the painter, where the attention went, and
 * what to keep in mind.
 */
import { bringMessages, t } from '../i18n/index.js';
import { isOn } from '../state/mask.js';
import { el } from './dom.js';
import { MaskBar } from './mask-bar.js';
import { MaskClosed } from './mask-closed.js';
import { MaskPainter } from './mask-painter.js';
import { MaskRow } from './mask-row.js';
import { onPaletteChange, readPalette } from './palette.js';
import { proveButton } from './prove-button.js';
import { changed, View } from './view.js';

await bringMessages('masks');

/** @typedef {import('./view.js').State} State */

/** @type {(keyof State)[]} */
const FIELDS = ['snapshot', 'unmasked', 'mask', 'layer', 'heads', 'previewHead', 'hover', 'lock'];

export class MaskLab extends View {
  #bar = new MaskBar((parts) => this.store.actions.setMask(parts));
  #painter = /** @type {MaskPainter | null} */ (null);
  #closed = /** @type {MaskClosed | null} */ (null);
  #row = new MaskRow();
  #intro = el('p', { class: 'mask-intro' }, t('mask.intro'));
  #waiting = el('p', { class: 'notice', role: 'status' });
  #body = el('div', { class: 'mask-body', hidden: true });
  #padding = el('div', { class: 'mask-padding' });
  #notePadding = el('p', {}, t('mask.note.padding'));
  #palette = readPalette(document.documentElement);

  build() {
    this.#painter = new MaskPainter(this.store);
    this.#closed = new MaskClosed(this.store, this.#painter);
    const legend = el(
      'ul',
      { class: 'mask-legend' },
      entry('hatch', t('mask.legend.hidden')),
      entry('hatch paint', t('mask.legend.paint')),
    );
    this.#padding.append(
      el(
        'ul',
        { class: 'mask-legend' },
        entry('padding-query', t('mask.legend.paddingQuery')),
        entry('padding-key', t('mask.legend.paddingKey')),
      ),
      el('p', { class: 'hint' }, t('mask.legend.pooled')),
    );
    const note = el(
      'div',
      { class: 'mask-note', role: 'note' },
      el('p', {}, el('strong', {}, t('mask.note.title')), ' ', t('mask.note.trained')),
      this.#notePadding,
    );
    this.#painter.element.append(legend, this.#padding);
    this.#body.append(
      this.#painter.element,
      el(
        'div',
        { class: 'mask-reading' },
        this.#closed.element,
        this.#row.element,
        note,
        proveButton(t('mask.title'), () => this.store.actions.prove('masks')),
      ),
    );
    this.append(
      el('header', {}, el('h2', {}, t('mask.title')), this.#bar.element, this.#intro),
      this.#waiting,
      this.#body,
    );
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    onPaletteChange(() => {
      this.#palette = readPalette(this);
      this.requestRedraw();
    }, signal);
    const measure = () => {
      this.#painter?.measure();
      this.requestRedraw();
    };
    const observer = new ResizeObserver(measure);
    for (const element of this.#painter?.watched ?? []) observer.observe(element);
    signal.addEventListener('abort', () => observer.disconnect());
    document.fonts.ready.then(() => signal.aborted || measure());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const { mask, snapshot, load } = state;
    const count = snapshot?.tokens.length ?? 0;
    const on = isOn(mask);
    if (changed(state, previous, ['mask', 'snapshot', 'load'])) {
      this.#bar.update(mask, count);
      this.#intro.toggleAttribute('hidden', on);
      this.#body.toggleAttribute('hidden', !on);
      for (const part of [this.#padding, this.#notePadding]) {
        part.toggleAttribute('hidden', mask.padding === null);
      }
      this.#waiting.textContent = on && load.phase !== 'ready' ? t('mask.waiting') : '';
    }
    if (!on || !changed(state, previous, FIELDS)) return;
    this.#painter?.update(state, this.#palette);
    this.#row.update(state);
    if (changed(state, previous, ['snapshot', 'mask', 'layer', 'heads', 'previewHead'])) {
      this.#closed?.update(state);
    }
  }
}

/** @param {string} swatch @param {string} text */
const entry = (swatch, text) =>
  el(
    'li',
    {},
    el('span', { class: `mask-swatch ${swatch}`, 'aria-hidden': 'true' }),
    el('span', {}, text),
  );

customElements.define('hs-mask-lab', MaskLab);
