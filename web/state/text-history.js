/**
 * Undo and redo of the sentence, whoever changed it: a browser's own undo knows typing alone, and
 * forgets even that when a script sets the value.
 *
 * @typedef {object} Version
 * @property {string} text
 * @property {number} caret UTF-16 position behind the change
 */

/** Beyond these the oldest are forgotten. */
const MOST_VERSIONS = 500;

export class TextHistory {
  /** @type {Version[]} the last is the one that stands */
  #past;
  /** @type {Version[]} the last is the next to redo */
  #future = [];
  /** @type {string | null} */
  #group = null;

  /** @param {string} text that stands at the start */
  constructor(text) {
    this.#past = [{ text, caret: text.length }];
  }

  get canUndo() {
    return this.#past.length > 1;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * A change that was made. One that belongs to the same group as the change before joins it, so
   * that a word comes and goes as one.
   * @param {string} text
   * @param {{caret?: number, group?: string | null}} [options] no group: a step of its own
   */
  record(text, { caret = text.length, group = null } = {}) {
    if (text === this.#past[this.#past.length - 1].text) return;
    if (group !== null && group === this.#group) this.#past.pop();
    this.#past.push({ text, caret });
    if (this.#past.length > MOST_VERSIONS) this.#past.shift();
    this.#future.length = 0;
    this.#group = group;
  }

  /** @returns {Version | null} what stands now; null where there was nothing to undo */
  undo() {
    const undone = this.canUndo && this.#past.pop();
    if (!undone) return null;
    this.#future.push(undone);
    return this.#stand();
  }

  /** @returns {Version | null} what stands now; null where there was nothing to redo */
  redo() {
    const redone = this.#future.pop();
    if (!redone) return null;
    this.#past.push(redone);
    return this.#stand();
  }

  #stand() {
    this.#group = null;
    return this.#past[this.#past.length - 1];
  }
}

/**
 * The group of one edit. Typing groups by word, deleting by run; whatever else, such as a paste,
 * stands alone. A pause ends every group.
 */
export class EditGroups {
  #kind = '';
  #count = 0;
  #last = -Infinity;
  #hasWord = false;
  #afterSpace = false;

  /**
   * @param {string} inputType as InputEvent has it
   * @param {string | null} data what was typed
   * @param {number} time ms
   * @returns {string | null}
   */
  of(inputType, data, time) {
    const kind = /^(insert(Text|CompositionText)|delete)/.exec(inputType)?.[0] ?? null;
    const isSpace = data === ' ';
    const newWord = this.#hasWord && this.#afterSpace && !isSpace;
    if (kind !== this.#kind || newWord || time - this.#last > PAUSE_MS) {
      this.#count++;
      this.#hasWord = false;
    }
    this.#kind = kind ?? '';
    this.#last = time;
    this.#hasWord ||= !isSpace;
    this.#afterSpace = isSpace;
    return kind && `${kind} ${this.#count}`;
  }
}

const PAUSE_MS = 1500;
