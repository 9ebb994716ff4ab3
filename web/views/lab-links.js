/** `<hs-lab-links>`: in the header, which mask holds and the way to it and to the comparison. */
import { t } from '../i18n/index.js';
import { closedRows } from '../state/mask.js';
import { el } from './dom.js';
import { changed, View } from './view.js';

/** @typedef {import('./view.js').State} State */

export class LabLinks extends View {
  #mask = el('a', { href: '#masks' });
  #compare = el('a', { href: '#compare' }, t('links.compare'));

  build() {
    this.append(el('nav', { 'aria-label': t('links.label') }, this.#mask, this.#compare));
    this.addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a');
      const part = link && document.querySelector(link.hash);
      if (!(part instanceof HTMLElement) || event.ctrlKey || event.metaKey) return;
      // The address keeps what it says about the page's state.
      event.preventDefault();
      part.scrollIntoView();
      part.focus({ preventScroll: true });
    });
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
    this.#mask.textContent = t('links.mask', { parts: said });
    this.#mask.classList.toggle('on', parts !== '');
    this.#mask.classList.toggle('warn', closed === true);
    this.#compare.classList.toggle('on', compare.on);
  }
}

customElements.define('hs-lab-links', LabLinks);
