/**
 * `<hs-share>`: a dialog that hands out what the page shows: a link, the code that puts it on another
 * page, its picture, its numbers. It asks its composer by the property `source`.
 */
import { t } from '../i18n/index.js';
import { embedCode, TARGETS } from '../state/embed-code.js';
import { VIEWS } from '../state/scene.js';
import { el } from './dom.js';
import { ShareFiles } from './share-files.js';

/** px that a view needs in a frame, measured at 700 px of width. @type {Record<string, number>} */
const HEIGHTS = {
  lab: 1500,
  heads: 420,
  graph: 520,
  matrix: 680,
  trace: 1400,
  masks: 900,
  train: 2800,
};
const HEIGHT = 900;

/** ms for which a button says that it copied. */
const SAYS = 2000;

export class Share extends HTMLElement {
  /** @type {import('../share.js').Source | null} */
  #source = null;
  #dialog = el('dialog', { 'aria-labelledby': 'share-title', class: 'share' });
  #view = el('select', { id: 'share-view' });
  #theme = el('select', { id: 'share-theme' });
  #lang = el('select', { id: 'share-lang' });
  #width = el('input', { id: 'share-width', value: '100%', size: 6 });
  #height = el('input', { id: 'share-height', type: 'number', min: 100, max: 5000, step: 10 });
  #painted = el('input', { type: 'checkbox', checked: true });
  #paintedLabel = el('label', { class: 'share-painted' });
  #targets = el('fieldset', { class: 'segments share-targets' });
  #about = el('p', { class: 'hint' });
  #guide = el('a', { class: 'hint', hreflang: 'en' }, t('share.guide'));
  #code = el('pre', { tabindex: 0, role: 'region', 'aria-label': t('share.code') });
  #copy = el('button', { type: 'button', class: 'strong' }, t('share.copy'));
  #said = el('p', { class: 'unseen', role: 'status' });
  #files = new ShareFiles(() => this.#scene());

  /** @param {import('../share.js').Source} source */
  open(source) {
    this.#source = source;
    if (!this.#dialog.isConnected) this.#build();
    const scene = source.scene();
    this.#view.value = scene.view === 'lab' ? 'graph' : scene.view;
    this.#theme.value = scene.theme;
    this.#lang.value = scene.lang;
    this.#height.value = String(HEIGHTS[this.#view.value] ?? HEIGHT);
    this.#guide.hidden = source.guide === null;
    this.#guide.href = source.guide ?? '';
    this.#files.show(source);
    this.#show();
    this.#dialog.showModal();
  }

  #build() {
    const close = el('button', { type: 'button', class: 'quiet' }, t('share.close'));
    close.addEventListener('click', () => this.#dialog.close());
    options(this.#view, VIEWS, 'share.view');
    options(this.#theme, ['auto', 'light', 'dark'], 'share.theme');
    options(this.#lang, ['auto', 'en', 'zh'], 'share.lang');
    this.#targets.append(el('legend', { class: 'unseen' }, t('share.targets')));
    for (const target of TARGETS) {
      const input = el('input', { type: 'radio', name: 'share-target', value: target });
      input.checked = target === 'link';
      this.#targets.append(el('label', {}, input, el('span', {}, t(`share.target.${target}`))));
    }
    this.#paintedLabel.append(this.#painted, t('share.painted'));
    this.#dialog.append(
      el('header', {}, el('h2', { id: 'share-title' }, t('share.title')), close),
      el(
        'div',
        { class: 'share-wishes' },
        field(t('share.what'), this.#view),
        field(t('share.themeLabel'), this.#theme),
        field(t('share.langLabel'), this.#lang),
        field(t('share.width'), this.#width),
        field(t('share.height'), this.#height),
        this.#paintedLabel,
      ),
      this.#targets,
      el('div', { class: 'share-about' }, this.#about, this.#guide),
      el('div', { class: 'share-code' }, this.#code, this.#copy),
      this.#said,
      this.#files.element,
    );
    this.append(this.#dialog);
    this.#view.addEventListener('change', () => {
      this.#height.value = String(HEIGHTS[this.#view.value] ?? HEIGHT);
    });
    this.#dialog.addEventListener('input', () => this.#show());
    this.#copy.addEventListener('click', () => this.#copyCode());
    // A click beside the dialog is one on the dialog itself, outside its box.
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#dialog.close();
    });
  }

  /** What the code is for. */
  get #target() {
    const chosen = /** @type {HTMLInputElement | null} */ (
      this.#targets.querySelector('input:checked')
    );
    return /** @type {import('../state/embed-code.js').Target} */ (chosen?.value ?? 'link');
  }

  /** What the page shows, as the dialog wants it. */
  #scene() {
    const { value: view } = this.#view;
    const look = { view, theme: this.#theme.value, lang: this.#lang.value };
    return /** @type {import('../state/scene.js').Scene} */ (
      Object.freeze({ ...this.#source?.scene(), ...look })
    );
  }

  #show() {
    if (!this.#source) return;
    const target = this.#target;
    const scene = this.#scene();
    const snapshot = this.#source.snapshot(scene);
    const isLink = target === 'link';
    this.#painted.disabled = isLink || snapshot === '';
    for (const input of [this.#width, this.#height]) {
      input.disabled = isLink || ['element', 'notebook', 'myst'].includes(target);
    }
    this.#about.textContent = t(`share.about.${target}`);
    this.#code.textContent = embedCode(target, {
      ...{ base: this.#source.base, scene },
      snapshot: this.#painted.checked ? snapshot : '',
      title: visible(t('share.frameTitle', { text: scene.text })),
      width: this.#width.value.trim() || '100%',
      height: Math.max(100, this.#height.valueAsNumber || HEIGHT),
      linkText: visible(t('share.linkText', { text: scene.text })),
    });
  }

  async #copyCode() {
    const done = await copyText(this.#code);
    this.#said.textContent = this.#copy.textContent = t(done ? 'share.copied' : 'share.selected');
    setTimeout(() => (this.#copy.textContent = t('share.copy')), SAYS);
  }
}

/** Code holds no sign that cannot be seen. @param {string} message */
const visible = (message) => message.replace(/[\u2068\u2069]/g, '');

/** @param {string} label @param {HTMLElement} control */
const field = (label, control) => el('label', { for: control.id }, el('span', {}, label), control);

/** @param {HTMLSelectElement} select @param {readonly string[]} values @param {string} key of messages */
const options = (select, values, key) =>
  select.append(...values.map((value) => el('option', { value }, t(`${key}.${value}`))));

/**
 * Frames may be denied the clipboard: then the code is selected, for the reader to copy.
 * @param {HTMLElement} element
 */
async function copyText(element) {
  try {
    await navigator.clipboard.writeText(element.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}

customElements.define('hs-share', Share);
