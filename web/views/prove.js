/**
 * `<hs-prove>`: "Prove it", the code that computes again what a part of the page shows, to copy, to
 * download, to read. One dialog for every part; `state.proof` says which.
 */
import { bringMessages, formatBytes, t } from '../i18n/index.js';
import { LANGUAGES, prove } from '../proof/proof.js';
import { el } from './dom.js';
import { caseOf } from './prove-case.js';
import { saveFile } from './save-file.js';
import { View } from './view.js';

await bringMessages('prove');

/** @typedef {import('./view.js').State} State */

/** Characters of the code that are shown; the rest is long lists of numbers. */
const PREVIEW = 6000;

/** ms for which a message about copying stands. */
const SAID = 4000;

export class Prove extends View {
  /** @type {(typeof LANGUAGES)[number]} */
  #language = 'numpy';
  /** @type {import('../proof/case.js').Case | null} */
  #case = null;
  /** @type {import('../proof/proof.js').Proof | null} */
  #proof = null;
  #size = 0;
  #title = el('h2', { id: 'prove-title' });
  #claim = el('p');
  #waiting = el('p', { class: 'notice', role: 'status' });
  #note = el('p', { class: 'hint' });
  #close = el('button', { type: 'button', class: 'quiet prove-close' }, t('prove.close'));
  #copy = el('button', { type: 'button', class: 'strong' }, t('prove.copy'));
  #code = el('button', { type: 'button', class: 'quiet' });
  #data = el('button', { type: 'button', class: 'quiet' });
  #said = el('p', { class: 'notice', role: 'status' });
  #preview = el('pre', { tabindex: 0, role: 'region', 'aria-label': t('prove.preview') });
  #body = el('div', { class: 'prove-body' });
  #dialog = el('dialog', { class: 'prove', 'aria-labelledby': 'prove-title' });
  #timer = 0;

  build() {
    const languages = el(
      'fieldset',
      { class: 'segments' },
      el('legend', { class: 'unseen' }, t('prove.language')),
      ...LANGUAGES.map((language) => {
        const checked = language === this.#language;
        const input = el('input', {
          type: 'radio',
          name: 'prove-language',
          value: language,
          checked,
        });
        input.addEventListener('change', () => this.#choose(language));
        return el('label', {}, input, el('span', {}, t(`prove.symbol.${language}`)));
      }),
    );
    this.#copy.addEventListener('click', () => this.#copyCode());
    this.#code.addEventListener('click', () => {
      if (this.#proof) saveFile(this.#proof.name, new Blob([this.#proof.code]));
    });
    this.#data.addEventListener('click', () => {
      const data = this.#proof?.data;
      if (data) saveFile(data.name, new Blob([data.bytes()]));
    });
    this.#body.append(
      el('div', { class: 'prove-bar' }, languages, this.#copy, this.#code, this.#data, this.#said),
      this.#note,
      this.#preview,
    );
    this.#dialog.append(
      el('header', {}, this.#title, this.#close),
      this.#claim,
      this.#waiting,
      this.#body,
    );
    this.append(this.#dialog);
    this.#close.addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('close', () => this.store.actions.prove(null));
    this.#dialog.addEventListener('click', (event) => {
      // The dialog itself is only hit beside its content.
      if (event.target === this.#dialog) this.#dialog.close();
    });
    this.#dialog.addEventListener('keydown', (event) => event.stopPropagation());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const { proof, snapshot, layerWeights, contributions, shapes } = state;
    if (!proof) {
      if (this.#dialog.open) this.#dialog.close();
      this.#case = null;
      return;
    }
    const before = previous && [previous.snapshot, previous.layerWeights, previous.contributions];
    const now = [snapshot, layerWeights, contributions];
    const same = before?.every((part, i) => part === now[i]) && previous?.proof === proof;
    if (same && previous?.shapes === shapes && previous.unfolding === state.unfolding) return;
    this.#title.textContent = t('prove.heading', { part: t(`prove.part.${proof}`) });
    this.#show(state);
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** @param {Readonly<State>} state */
  #show(state) {
    this.#case = caseOf(state);
    this.#body.hidden = this.#case === null;
    const failed = state.layerWeights[state.layer]?.failed;
    const missing = failed ? t('prove.failed', { message: failed }) : t('prove.waiting');
    this.#waiting.textContent = this.#case ? '' : missing;
    this.#waiting.hidden = this.#case !== null;
    const { sides = [], tensors = {} } = this.#case ?? {};
    const free = state.proof === 'trace' ? state.shapes?.on : state.unfolding?.free;
    const chosen = free === true && ['trace', 'arithmetic'].includes(state.proof ?? '');
    const layers = [...new Set(sides.map(({ layer }) => layer))].join(t('list.separator'));
    const what = chosen ? 'prove.claim.shapes' : `prove.claim.${state.proof}`;
    this.#claim.textContent = t(what, { layer: layers || state.layer });
    this.#size = Object.values(tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
    this.#write();
  }

  /** @param {(typeof LANGUAGES)[number]} language */
  #choose(language) {
    this.#language = language;
    this.#write();
  }

  #write() {
    if (!this.#case) return;
    const proof = (this.#proof = prove(this.#case, this.#language));
    const { name, code, data } = proof;
    const beside = data ? t('prove.beside', { name: data.name }) : t('prove.inside');
    this.#note.textContent = `${t(`prove.note.${this.#language}`)} ${beside}`;
    this.#code.textContent = t('prove.code', { name });
    this.#data.hidden = data === null;
    if (data) {
      this.#data.textContent = t('prove.data', { name: data.name, size: formatBytes(this.#size) });
    }
    const shown = code.length > PREVIEW ? `${code.slice(0, PREVIEW)}\n…` : code;
    if (this.#preview.textContent !== shown) this.#preview.textContent = shown;
  }

  async #copyCode() {
    const { code } = this.#proof ?? { code: '' };
    try {
      await navigator.clipboard.writeText(code);
      this.#say(t('prove.copied'));
    } catch {
      this.#say(t('prove.copyFailed'));
    }
  }

  /** @param {string} text */
  #say(text) {
    this.#said.textContent = text;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.#said.textContent = ''), SAID);
  }
}

customElements.define('hs-prove', Prove);
