/**
 * `<hs-sentence-box>`: the text, edited in place; under it the tokens the model sees, and ready
 * sentences to start from (its `sentences` property).
 */
import { t } from '../i18n/index.js';
import { focusOf } from '../state/store.js';
import { el, tokenText } from './dom.js';
import { changed, View } from './view.js';

/** @typedef {import('./view.js').State} State */

export class SentenceBox extends View {
  /** @type {readonly string[]} ready sentences; set before the store */
  sentences = [];
  #input = el('textarea', {
    id: 'sentence',
    rows: 1,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    enterkeyhint: 'done',
    dir: 'auto',
    placeholder: t('sentence.placeholder'),
    'aria-describedby': 'sentence-notice',
  });
  #tokens = el('ol', { class: 'tokens', 'aria-label': t('sentence.tokens'), tabindex: 0 });
  /** The chips as they stand, each with what it was made from, so that a key touches few. */
  #chips = /** @type {{key: string, chip: HTMLElement}[]} */ ([]);
  #rest = el('li', { class: 'rest' }, el('bdi', { dir: 'auto' }));
  #count = el('span', { class: 'token-count figure' });
  #notice = el('p', { class: 'notice', id: 'sentence-notice', role: 'status' });
  #ready = el('div', { class: 'ready', role: 'group', 'aria-label': t('sentence.ready') });

  build() {
    const { actions } = this.store;
    const field = el('div', { class: 'field' }, this.#input, this.#count);
    const label = el('label', { for: 'sentence', class: 'unseen' }, t('sentence.label'));
    this.append(label, field, this.#ready, this.#tokens, this.#notice);
    for (const sentence of this.sentences) {
      const { start, end } = splitEnd(sentence);
      const button = el(
        'button',
        { type: 'button', class: 'ready-sentence', 'data-sentence': sentence },
        el('span', { class: 'ready-start' }, start),
        el('span', { class: 'ready-end' }, end),
      );
      button.addEventListener('click', () => actions.setText(sentence));
      this.#ready.append(button);
    }
    this.#input.addEventListener('input', () => actions.setText(oneLine(this.#input.value)));
    this.#input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.isComposing) event.preventDefault();
    });
    this.#tokens.addEventListener('pointerover', (event) => {
      const index = tokenAt(event.target);
      if (event.pointerType !== 'touch') {
        actions.hoverToken(index === null ? null : { side: 'query', index });
      }
    });
    this.#tokens.addEventListener('pointerleave', () => actions.hoverToken(null));
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    if (CSS.supports('field-sizing', 'content')) return;
    const observer = new ResizeObserver(() => this.#fit());
    observer.observe(this);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    if (changed(state, previous, ['text'])) {
      if (this.#input.value !== state.text) this.#input.value = state.text;
      this.#fit();
      for (const button of this.#ready.querySelectorAll('button')) {
        button.setAttribute('aria-pressed', String(button.dataset.sentence === state.text));
      }
    }
    if (changed(state, previous, ['snapshot'])) this.#showTokens(state);
    this.classList.toggle('stale', state.snapshot?.text !== state.text);
    if (changed(state, previous, ['notice'])) {
      const { notice } = state;
      this.#notice.textContent = notice
        ? t(
            `notice.${notice.kind}`,
            /** @type {import('../i18n/index.js').Values} */ ({ ...notice }),
          )
        : '';
      this.#notice.classList.toggle('warn', notice?.kind === 'cut' || notice?.kind === 'failed');
    }
    const focus = focusOf(state);
    if (previous && focus === focusOf(previous) && state.snapshot === previous.snapshot) return;
    const lit = focus && ('cell' in focus ? focus.cell : [focus.index]);
    [...this.#tokens.children].forEach((chip, index) =>
      chip.classList.toggle('focused', lit?.includes(index) ?? false),
    );
  }

  /** @param {Readonly<State>} state */
  #showTokens({ snapshot }) {
    if (!snapshot) return;
    const { tokens, cut, text } = snapshot;
    this.#count.textContent = t('sentence.count', { count: cut?.tokens ?? tokens.length });
    const made = tokens.map((token, index) => {
      const starts = index > 0 && tokens[index - 1].end < token.start;
      const key = `${token.id} ${token.known} ${starts} ${token.text}`;
      const kept = this.#chips[index];
      return kept?.key === key ? kept : { key, chip: makeChip(token, index, starts) };
    });
    made.forEach(({ chip }, index) => {
      const old = this.#chips[index]?.chip;
      if (!old) this.#tokens.append(chip);
      else if (old !== chip) old.replaceWith(chip);
    });
    for (const { chip } of this.#chips.slice(made.length)) chip.remove();
    this.#chips = made;
    this.#rest.firstElementChild?.replaceChildren(cut ? text.slice(cut.start) : '');
    if (cut) this.#tokens.append(this.#rest);
    else this.#rest.remove();
  }

  /** The box is as high as its text, up to the limit that CSS sets. */
  #fit() {
    if (CSS.supports('field-sizing', 'content')) return;
    this.#input.style.height = 'auto';
    this.#input.style.height = `${this.#input.scrollHeight + 2}px`;
  }
}

/**
 * @param {import('../state/store.js').Token} token
 * @param {number} index
 * @param {boolean} starts a new word
 */
function makeChip(token, index, starts) {
  const { id, piece, known } = token;
  const text = tokenText(token);
  const tip = known ? t('sentence.id', { id, piece }) : t('sentence.unknownTip', { id });
  return el(
    'li',
    {
      class: known ? 'token' : 'token unknown',
      'data-index': index,
      'data-tip': tip,
      'data-starts': starts ? 'word' : 'inside',
    },
    el('bdi', { dir: 'auto', 'aria-hidden': 'true' }, text),
    el(
      'span',
      { class: 'unseen' },
      t(known ? 'sentence.token' : 'sentence.unknown', { text, piece, id }),
    ),
  );
}

/**
 * Ready sentences differ at their ends, so where room is short the start gives way.
 * @param {string} sentence
 */
function splitEnd(sentence) {
  const cut = sentence.split(' ').slice(0, -2).join(' ').length + 1;
  return { start: sentence.slice(0, cut), end: sentence.slice(cut) };
}

/** Line breaks mean nothing to the model; a pasted paragraph becomes one line. @param {string} text */
const oneLine = (text) => text.replace(/[\r\n]+/g, ' ');

/** @param {EventTarget | null} target */
function tokenAt(target) {
  const chip = target instanceof Element ? target.closest('.token') : null;
  return chip instanceof HTMLElement ? Number(chip.dataset.index) : null;
}

customElements.define('hs-sentence-box', SentenceBox);
