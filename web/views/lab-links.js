/**
 * `<hs-lab-links>`: in the header, which mask holds, the way to it and to the comparison, and a list of
 * all that lies further down, the documentation last.
 */
import { t } from '../i18n/index.js';
import { closedRows } from '../state/mask.js';
import { el } from './dom.js';
import { changed, View } from './view.js';
import { write, writeAttribute } from './write.js';

/** @typedef {import('./view.js').State} State */

/** Ids of the parts of the page below, in order. */
const SECTIONS = [
  'arithmetic',
  'dimension-trace',
  'contributions',
  'mixer',
  'split',
  'fuse',
  'cost',
  'train',
];

export class LabLinks extends View {
  #mask = el('a', { href: '#masks' });
  #compare = el('a', { href: '#compare' }, t('links.compare'));

  #more = el(
    'details',
    { class: 'more-links' },
    el('summary', {}, t('links.more')),
    el(
      'ul',
      {},
      ...SECTIONS.map((id) => el('li', {}, el('a', { href: `#${id}` }, t(`links.${id}`)))),
    ),
  );

  /** Where the documentation is; no link where there is none. @param {string | null} address */
  set docs(address) {
    if (!address) return;
    const link = el('a', { href: address, hreflang: 'en' }, t('links.docs'));
    this.#more.querySelector('ul')?.append(el('li', {}, link));
  }

  build() {
    const links = [this.#mask, this.#compare, this.#more];
    this.append(el('nav', { 'aria-label': t('links.label') }, ...links));
    this.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.#more.open) return;
      event.preventDefault();
      this.#more.open = false;
      this.#more.querySelector('summary')?.focus();
    });
    this.addEventListener('focusout', ({ relatedTarget }) => {
      const inside = relatedTarget instanceof Node && this.#more.contains(relatedTarget);
      if (relatedTarget && !inside) this.#more.open = false;
    });
    this.#more.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a')) this.#more.open = false;
    });
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    const close = (/** @type {Event} */ event) => {
      if (!this.#more.contains(/** @type {Node} */ (event.target))) this.#more.open = false;
    };
    document.addEventListener('pointerdown', close, { signal });
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    if (!changed(state, previous, ['mask', 'snapshot', 'compare'])) return;
    const { mask, snapshot, compare } = state;
    const parts = [
      ...(mask.causal ? [t('mask.part.causal')] : []),
      ...(mask.padding !== null ? [t('mask.part.padding')] : []),
      ...(mask.window !== null ? [t('mask.part.window')] : []),
      ...(mask.painting ? [t('mask.part.paint')] : []),
    ].join(' + ');
    const closed = snapshot && closedRows(mask, snapshot.tokens.length).length > 0;
    const said = closed ? t('links.closed', { parts }) : parts || t('links.maskNone');
    const words = t('links.mask', { parts: said });
    write(this.#mask, words);
    writeAttribute(this.#mask, 'title', words);
    this.#mask.classList.toggle('on', parts !== '');
    this.#mask.classList.toggle('warn', closed === true);
    this.#compare.classList.toggle('on', compare.on);
  }
}

customElements.define('hs-lab-links', LabLinks);
