/** `<hs-mixed-badge>`: says, wherever the reader is, that the trace on show is mixed; and ends it. */
import { bringMessages, t } from '../i18n/index.js';
import { mixedLayers } from '../state/mixer.js';
import { el } from './dom.js';
import { changed, View } from './view.js';
import { write } from './write.js';

await bringMessages('wo');

/** @typedef {import('./view.js').State} State */

/** How many channels are named. */
const NAMED = 3;

export class MixedBadge extends View {
  #title = el('strong', { role: 'status' });
  #what = el('span', { class: 'mixed-what' });

  build() {
    const reset = el('button', { type: 'button' }, t('mixed.reset'));
    reset.addEventListener('click', () => this.store.actions.resetMixer());
    this.setAttribute('role', 'region');
    this.setAttribute('aria-label', t('mixed.label'));
    this.append(
      el('p', {}, this.#title, this.#what),
      el('a', { href: '#mixer' }, t('mixed.show')),
      reset,
    );
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    if (!changed(state, previous, ['unmixed', 'mixer'])) return;
    this.hidden = state.unmixed === null;
    // Said once: the faders say for themselves what they do.
    write(this.#title, this.hidden ? '' : t('mixed.title'));
    document.documentElement.classList.toggle('mixed', !this.hidden);
    const { place } = state.mixer;
    const said = mixedLayers(state.mixer).map(({ layer, gains }) => {
      const items = gains.flatMap((gain, head) =>
        gain === 1 ? [] : [t(`mixed.item.${place}`, { head, percent: Math.round(100 * gain) })],
      );
      const named = items.slice(0, NAMED).join(t('list.separator'));
      const more = items.length - NAMED;
      const list = more > 0 ? t('mixed.more', { list: named, count: more }) : named;
      return t(`mixed.layer.${place}`, { layer, list });
    });
    write(this.#what, said.join(' · '));
  }
}

customElements.define('hs-mixed-badge', MixedBadge);
