/** `<hs-train-banner>`: says that the lab shows a trained model, and leads back (`hs-train-close`). */
import { bringMessages, t } from '../i18n/index.js';
import { el } from './dom.js';
import { changed, View } from './view.js';

/** @typedef {import('./view.js').State} State */

await bringMessages('train');

export class TrainBanner extends View {
  #said = el('p', { role: 'status' });
  #back = el('button', { type: 'button', class: 'strong' }, t('train.close'));

  build() {
    this.classList.add('panel');
    this.append(this.#said, this.#back);
    this.#back.addEventListener('click', () =>
      this.dispatchEvent(new CustomEvent('hs-train-close')),
    );
  }

  /** Puts the focus where the way back is. */
  reach() {
    requestAnimationFrame(() => this.#back.focus({ preventScroll: true }));
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    if (!changed(state, previous, ['train', 'snapshot'])) return;
    const { train, snapshot } = state;
    this.toggleAttribute('hidden', !train?.opened);
    if (!train?.opened) return;
    const said = t('train.opened', {
      heads: t('train.heads', { heads: train.opened }),
      task: t(`train.task.${train.task}`),
      model: snapshot?.model?.title ?? '',
    });
    if (this.#said.textContent !== said) this.#said.textContent = said;
  }
}

customElements.define('hs-train-banner', TrainBanner);
