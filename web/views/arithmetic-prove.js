/** "Prove it": the code that computes the layer again, to copy, to download, to read. */
import { formatBytes, t } from '../i18n/index.js';
import { LANGUAGES, prove } from '../proof/proof.js';
import { el } from './dom.js';

/** Characters of the code that are shown; the rest is long lists of numbers. */
const PREVIEW = 6000;

/** ms for which a message about copying stands. */
const SAID = 4000;

export class ProvePanel {
  /** @type {(typeof LANGUAGES)[number]} */
  #language = 'numpy';
  /** @type {import('../proof/case.js').Case | null} */
  #case = null;
  /** @type {import('../proof/proof.js').Proof | null} */
  #proof = null;
  #size = 0;
  #intro = el('p', { class: 'mask-intro' });
  #note = el('p', { class: 'hint' });
  #copy = el('button', { type: 'button', class: 'strong' }, t('prove.copy'));
  #code = el('button', { type: 'button', class: 'quiet' });
  #data = el('button', { type: 'button', class: 'quiet' });
  #said = el('p', { class: 'notice', role: 'status' });
  #preview = el('pre', { tabindex: 0, role: 'region', 'aria-label': t('prove.preview') });
  #timer = 0;

  element;

  constructor() {
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
      if (this.#proof) save(this.#proof.name, this.#proof.code);
    });
    this.#data.addEventListener('click', () => {
      if (this.#proof?.data) save(this.#proof.data.name, this.#proof.data.bytes());
    });
    this.element = el(
      'section',
      { id: 'prove', class: 'prove', tabindex: -1, 'aria-labelledby': 'prove-title' },
      el('h3', { id: 'prove-title' }, t('prove.title')),
      this.#intro,
      el('div', { class: 'prove-bar' }, languages, this.#copy, this.#code, this.#data, this.#said),
      this.#note,
      this.#preview,
    );
  }

  /** @param {import('../proof/case.js').Case | null} proof null: the weights are not there */
  show(proof) {
    this.#case = proof;
    this.element.hidden = proof === null;
    if (!proof) return;
    this.#size = Object.values(proof.tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
    this.#intro.textContent = t('prove.intro', { layer: proof.layer });
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

/** @param {string} name @param {string | Uint8Array<ArrayBuffer>} content */
function save(name, content) {
  const url = URL.createObjectURL(new Blob([content]));
  const link = el('a', { href: url, download: name });
  link.click();
  // The download reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
