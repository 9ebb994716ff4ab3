/** What the dialog hands out as files: a picture, numbers, the scene in one file. */
import { t } from '../i18n/index.js';
import { el } from './dom.js';
import { saveFile } from './save-file.js';

/** @typedef {import('../share.js').Source} Source */

export class ShareFiles {
  element = el('section', { class: 'share-files' });
  #picture = el('select', { id: 'share-picture' });
  #tensor = el('select', { id: 'share-tensor' });
  #said = el('p', { class: 'notice', role: 'status' });
  /** @type {Source | null} */
  #source = null;

  /** @param {() => import('../state/scene.js').Scene} wanted the scene as the dialog has it */
  constructor(wanted) {
    const single = this.#button('html', async (source) => source.single(wanted()));
    this.element.append(
      el('h3', {}, t('share.files')),
      this.#row(t('share.picture'), this.#picture, [
        ...['svg', 'png'].map((format) =>
          this.#button(format, (source) => source.picture(this.#picture.value, format)),
        ),
      ]),
      this.#row(t('share.numbers'), this.#tensor, [
        ...['csv', 'json', 'npz'].map((format) =>
          this.#button(format, async (source) => source.numbers(this.#tensor.value, format)),
        ),
      ]),
      el(
        'div',
        { class: 'share-row' },
        el('span', { class: 'share-single' }, t('share.single')),
        el('div', { class: 'share-buttons' }, single),
      ),
      this.#said,
    );
  }

  /** @param {Source} source */
  show(source) {
    this.#source = source;
    this.#said.textContent = '';
    const chosen = this.#tensor.value;
    const names = source.tensors();
    this.#picture.replaceChildren(
      ...source.views.map(({ id, label }) => el('option', { value: id }, label)),
    );
    this.#tensor.replaceChildren(
      el('option', { value: '' }, t('share.all', { count: names.length })),
      ...names.map((name) => el('option', { value: name }, name)),
    );
    if (names.includes(chosen)) this.#tensor.value = chosen;
  }

  /** @param {string} label @param {HTMLSelectElement} select @param {HTMLElement[]} buttons */
  #row(label, select, buttons) {
    return el(
      'div',
      { class: 'share-row' },
      el('label', { for: select.id }, el('span', {}, label), select),
      el('div', { class: 'share-buttons' }, ...buttons),
    );
  }

  /** @param {string} format @param {(source: Source) => Promise<{name: string, blob: Blob}>} make */
  #button(format, make) {
    const label = t('share.save', { format: format.toUpperCase() });
    const button = el('button', { type: 'button', class: 'quiet', 'data-format': format }, label);
    button.addEventListener('click', async () => {
      if (!this.#source) return;
      this.#said.textContent = t('share.making');
      try {
        const { name, blob } = await make(this.#source);
        saveFile(name, blob);
        this.#said.textContent = t('share.saved', { name });
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        this.#said.textContent = t('share.failed', { message });
      }
    });
    return button;
  }
}
