/** `<hs-scene-notice>`: what of a scene could not be taken as it stands, until it is read. */
import { t } from '../i18n/index.js';
import { el } from './dom.js';

/** @typedef {Readonly<{field: string, value: string, why: string, message: string}>} Ignored */

/** How many are listed. */
const LISTED = 5;

export class SceneNotice extends HTMLElement {
  /** @type {Ignored[]} */
  #all = [];

  /** @param {readonly Ignored[]} ignored told of besides those before */
  tell(ignored) {
    const known = new Set(this.#all.map(({ message }) => message));
    this.#all.push(...ignored.filter(({ message }) => !known.has(message)));
    const count = this.#all.length;
    if (!count) return;
    const close = el('button', { type: 'button', class: 'quiet' }, t('scene.close'));
    close.addEventListener('click', () => {
      this.#all = [];
      this.replaceChildren();
    });
    const items = this.#all.slice(0, LISTED).map(({ field, value, why, message }) => {
      const said = t(`scene.why.${why}`, { field, value });
      return el('li', {}, said, ' ', el('span', { lang: 'en', class: 'hint' }, message));
    });
    const more = count > LISTED ? [el('li', {}, t('scene.more', { count: count - LISTED }))] : [];
    this.replaceChildren(
      el(
        'div',
        { class: 'notice warn', role: 'status' },
        el('p', {}, t('scene.ignored', { count })),
        el('ul', {}, ...items, ...more),
        close,
      ),
    );
  }
}

customElements.define('hs-scene-notice', SceneNotice);
