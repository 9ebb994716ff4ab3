/**
 * The text of the sentence box once more, behind its letters: every token a span of its own, made
 * when one is first lit, so that lighting another changes a class and no text is set again.
 */
import { el } from './dom.js';

/** @typedef {import('../state/store.js').Snapshot} Snapshot */

export class SentenceMarks {
  element = el('div', { class: 'marks', 'aria-hidden': 'true', dir: 'auto' });
  /** What it was made from. @type {Snapshot | null} */
  #made = null;
  /** By token. @type {HTMLElement[]} */
  #spans = [];
  /** @type {readonly HTMLElement[]} */
  #lit = [];

  /**
   * Marks the tokens in focus, and greys what the model has no room for.
   * @param {Snapshot | null} snapshot of the text in the box
   * @param {readonly number[]} lit
   * @returns {boolean} whether its text was set anew
   */
  show(snapshot, lit) {
    let anew = false;
    if (!snapshot || !this.#made || !alike(snapshot, this.#made)) {
      this.element.replaceChildren();
      this.#made = null;
      if (snapshot && (lit.length || snapshot.cut)) {
        this.#make(snapshot);
        anew = true;
      }
    }
    const spans = this.#made ? lit.flatMap((index) => this.#spans[index] ?? []) : [];
    for (const span of this.#lit.filter((one) => !spans.includes(one)))
      span.classList.remove('lit');
    for (const span of spans.filter((one) => !this.#lit.includes(one))) span.classList.add('lit');
    this.#lit = spans;
    return anew;
  }

  /** @param {Snapshot} snapshot */
  #make(snapshot) {
    const { text, tokens, cut } = snapshot;
    /** @type {(string | Node)[]} */
    const parts = [];
    let at = 0;
    /** @param {'span' | 's'} tag @param {number} start @param {number} end */
    const piece = (tag, start, end) => {
      const span = el(tag, {}, text.slice(Math.max(at, start), end));
      parts.push(text.slice(at, start), span);
      at = end;
      return span;
    };
    /** @type {HTMLElement | undefined} */
    let last;
    this.#spans = tokens.map(({ start, end }) => {
      // Tokens of one letter share its span.
      if (!last || end > at) last = piece('span', start, end);
      return last;
    });
    if (cut) piece('s', Math.max(at, cut.start), text.length);
    this.element.replaceChildren(...parts, text.slice(at));
    this.#made = snapshot;
  }
}

/** Whether two snapshots cut their texts at the same places. @param {Snapshot} a @param {Snapshot} b */
const alike = (a, b) =>
  a === b ||
  (a.text === b.text &&
    a.cut?.start === b.cut?.start &&
    a.tokens.length === b.tokens.length &&
    a.tokens.every(({ start, end }, i) => start === b.tokens[i].start && end === b.tokens[i].end));
