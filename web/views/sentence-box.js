/**
 * `<hs-sentence-box>`: the text, edited in place, with undo whoever changed it and the sentences of
 * this visit; under it ready sentences (its `sentences` property) and the tokens the model sees.
 */
import { t } from '../i18n/index.js';
import { leavesBehind, RecentSentences } from '../state/recent-sentences.js';
import { focusOf } from '../state/store.js';
import { EditGroups, TextHistory } from '../state/text-history.js';
import { el } from './dom.js';
import { RecentMenu } from './recent-menu.js';
import { SentenceMarks } from './sentence-marks.js';
import { SentenceTokens } from './sentence-tokens.js';
import { changed, View } from './view.js';
import { write, writeAttribute } from './write.js';

/**
 * @typedef {import('./view.js').State} State
 * @typedef {import('../state/text-history.js').Version} Version
 */

/** A sentence that stands so long counts as one of the visit. */
const STAY_MS = 3000;

/** Tokens that wait longer than this for a newer text fade. */
const LATE_MS = 120;

const FITS_ITSELF = CSS.supports('field-sizing', 'content');

export class SentenceBox extends View {
  /** @type {readonly string[]} ready sentences; set before the store */
  sentences = [];
  /** The sentences of this visit; set before the store. */
  recent = new RecentSentences();
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
    'aria-keyshortcuts': 'Control+Z Control+Shift+Z Alt+ArrowUp Alt+ArrowDown',
  });
  /** Set like the box, so that what is marked lies under its letters. */
  #marks = new SentenceMarks();
  #undo = toolButton('undo', '↶');
  #redo = toolButton('redo', '↷');
  #count = el('span', { class: 'token-count figure' });
  #notice = el('p', { class: 'notice', id: 'sentence-notice', role: 'status' });
  #ready = el('div', { class: 'ready', role: 'group', 'aria-label': t('sentence.ready') });
  #tokens = new SentenceTokens((index) =>
    this.store.actions.hoverToken(index === null ? null : { side: 'query', index }),
  );
  #menu = new RecentMenu(
    () => this.recent.all.filter((sentence) => sentence !== this.store.state.text.trim()),
    (sentence) => this.store.actions.setText(sentence),
  );
  /** What the ready sentences were taken from. @type {readonly unknown[] | null} */
  #offered = null;
  #history = new TextHistory('');
  #groups = new EditGroups();
  /** The change under way, when it is the box's own. @type {{caret: number, group: string | null} | null} */
  #edit = null;
  /** Where Alt+Up and Alt+Down stand. @type {{sentences: readonly string[], at: number} | null} */
  #walk = null;
  #stay = 0;
  #late = 0;
  #scrolled = 0;

  build() {
    this.#history = new TextHistory(this.store.state.text);
    const tools = el('div', { class: 'tools' }, this.#undo, this.#redo, this.#menu.element);
    const field = el(
      'div',
      { class: 'field' },
      this.#marks.element,
      this.#input,
      tools,
      this.#count,
    );
    const label = el('label', { for: 'sentence', class: 'unseen' }, t('sentence.label'));
    this.append(label, field, this.#ready, this.#tokens.element, this.#notice);
    this.#input.addEventListener('input', (event) =>
      this.#onInput(/** @type {InputEvent} */ (event)),
    );
    this.#input.addEventListener('beforeinput', (event) => {
      const step = { historyUndo: -1, historyRedo: 1 }[event.inputType];
      if (!step) return;
      event.preventDefault();
      this.#step(step);
    });
    this.#input.addEventListener('scroll', () => {
      this.#scrolled = this.#input.scrollTop;
      this.#marks.element.scrollTop = this.#scrolled;
    });
    this.#input.addEventListener('blur', () => this.recent.add(this.store.state.text));
    this.addEventListener('keydown', (event) => this.#onKey(event));
    this.#undo.addEventListener('click', () => this.#step(-1));
    this.#redo.addEventListener('click', () => this.#step(1));
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    const unsubscribe = this.store.subscribe((state, previous) => {
      if (state.text !== previous.text) this.#follow(state.text, previous.text);
    });
    signal.addEventListener('abort', unsubscribe);
    if (FITS_ITSELF) return;
    const observer = new ResizeObserver(() => this.#fit());
    observer.observe(this);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const { text, snapshot, notice } = state;
    const other = this.#offer(state);
    if (other || changed(state, previous, ['text'])) {
      if (this.#input.value !== text) this.#input.value = text;
      this.#fit();
      for (const button of this.#ready.querySelectorAll('button')) {
        writeAttribute(button, 'aria-pressed', String(button.dataset.sentence === text));
      }
      writeAttribute(this.#undo, 'aria-disabled', String(!this.#history.canUndo));
      writeAttribute(this.#redo, 'aria-disabled', String(!this.#history.canRedo));
    }
    if (changed(state, previous, ['snapshot']) && snapshot) {
      this.#tokens.show(snapshot);
    }
    if (changed(state, previous, ['snapshot', 'text'])) {
      const count = snapshot?.cut?.tokens ?? snapshot?.tokens.length;
      write(this.#count, count && text.trim() ? t('sentence.count', { count }) : '');
    }
    this.#fade(snapshot?.text !== text);
    if (changed(state, previous, ['notice'])) {
      const values = /** @type {import('../i18n/index.js').Values} */ ({ ...notice });
      this.#notice.textContent = notice ? t(`notice.${notice.kind}`, values) : '';
      this.#notice.classList.toggle('warn', notice?.kind === 'cut' || notice?.kind === 'failed');
    }
    const focus = focusOf(state);
    const moved = !previous || focus !== focusOf(previous);
    if (!moved && !changed(state, previous, ['snapshot', 'text'])) return;
    const lit = focus ? ('cell' in focus ? focus.cell : [focus.index]) : [];
    this.#tokens.light(lit);
    // Only where need be, since it has the page laid out at once: what was scrolled stays so.
    const anew = this.#marks.show(snapshot?.text === text ? snapshot : null, lit);
    if (anew && this.#scrolled) this.#marks.element.scrollTop = this.#scrolled;
  }

  /**
   * Ready sentences of the model on show: one that was trained here knows the words of its task alone.
   * @param {Readonly<State>} state
   * @returns {boolean} whether they are others now
   */
  #offer({ train }) {
    const samples = train?.opened ? train.samples : null;
    const from = samples ?? this.sentences;
    if (from === this.#offered) return false;
    this.#offered = from;
    const sentences = samples?.slice(0, this.sentences.length).map(({ text }) => text);
    this.#ready.replaceChildren(
      ...(sentences ?? this.sentences).map((sentence) => {
        const button = readyButton(sentence);
        button.addEventListener('click', () => this.store.actions.setText(sentence));
        return button;
      }),
    );
    return true;
  }

  /**
   * Tokens of another text fade, but only where their own are late: a fade that begins with every
   * key costs a frame, and so delays them.
   * @param {boolean} stale
   */
  #fade(stale) {
    if (stale === this.classList.contains('stale')) return;
    this.classList.toggle('stale', stale);
    clearTimeout(this.#late);
    if (stale) this.#late = window.setTimeout(() => this.classList.add('late'), LATE_MS);
    else this.classList.remove('late');
  }

  /** @param {InputEvent} event */
  #onInput({ inputType, data, timeStamp }) {
    const { value, selectionEnd } = this.#input;
    const text = oneLine(value);
    const caret = oneLine(value.slice(0, selectionEnd)).length;
    if (text !== value) {
      this.#input.value = text;
      this.#input.setSelectionRange(caret, caret);
    }
    this.#set(text, { caret, group: this.#groups.of(inputType, data, timeStamp) });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { key, ctrlKey, metaKey, shiftKey, altKey, isComposing, target } = event;
    if (isComposing) return;
    const letter = (ctrlKey || metaKey) && !altKey ? key.toLowerCase() : '';
    const inText = target === this.#input;
    if (letter === 'z') this.#step(shiftKey ? 1 : -1);
    else if (letter === 'y') this.#step(1);
    else if (inText && altKey && key === 'ArrowUp') this.#walkBy(1);
    else if (inText && altKey && key === 'ArrowDown') this.#walkBy(-1);
    else if (inText && key === 'Enter') this.recent.add(this.store.state.text);
    else return;
    event.preventDefault();
  }

  /** @param {number} step −1 undoes, 1 redoes */
  #step(step) {
    const version = step < 0 ? this.#history.undo() : this.#history.redo();
    if (version) this.#put(version);
  }

  /** @param {number} step 1 towards older sentences */
  #walkBy(step) {
    const { text } = this.store.state;
    if (!this.#walk) this.recent.add(text);
    const { sentences, at } = this.#walk ?? { sentences: this.recent.all, at: 0 };
    const next = Math.min(Math.max(at + step, 0), sentences.length - 1);
    const sentence = sentences[next];
    if (sentence === undefined) return;
    this.#put({ text: sentence, caret: sentence.length });
    this.#walk = { sentences, at: next };
  }

  /** A text from elsewhere, with the caret where it was. @param {Version} version */
  #put({ text, caret }) {
    this.#input.value = text;
    this.#input.setSelectionRange(caret, caret);
    this.#set(text, { caret, group: null });
  }

  /** @param {string} text @param {{caret: number, group: string | null}} edit */
  #set(text, edit) {
    this.#edit = edit;
    this.store.actions.setText(text);
    this.#edit = null;
  }

  /** Whoever changed the text. @param {string} text @param {string} previous */
  #follow(text, previous) {
    this.#walk = null;
    if (!this.#edit || leavesBehind(previous, text)) this.recent.add(previous);
    this.#history.record(text, this.#edit ?? {});
    clearTimeout(this.#stay);
    this.#stay = window.setTimeout(() => this.recent.add(text), STAY_MS);
  }

  /** The box is as high as its text, up to the limit that CSS sets. */
  #fit() {
    if (FITS_ITSELF) return;
    this.#input.style.height = 'auto';
    this.#input.style.height = `${this.#input.scrollHeight + 2}px`;
  }
}

/** @param {'undo' | 'redo'} name @param {string} sign */
function toolButton(name, sign) {
  const names = { 'aria-label': t(`sentence.${name}`), title: t(`sentence.${name}Keys`) };
  return el('button', { type: 'button', class: `tool ${name}`, ...names }, sign);
}

/**
 * Ready sentences differ at their ends, so where room is short the start gives way.
 * @param {string} sentence
 */
function readyButton(sentence) {
  const cut = sentence.split(' ').slice(0, -2).join(' ').length + 1;
  return el(
    'button',
    { type: 'button', class: 'ready-sentence', 'data-sentence': sentence, lang: 'en' },
    el('span', { class: 'ready-start' }, sentence.slice(0, cut)),
    el('span', { class: 'ready-end' }, sentence.slice(cut)),
  );
}

/** Line breaks mean nothing to the model; a pasted paragraph becomes one line. @param {string} text */
const oneLine = (text) => text.replace(/[\r\n]+/g, ' ');

customElements.define('hs-sentence-box', SentenceBox);
