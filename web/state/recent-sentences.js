/**
 * Whether an edit leaves a sentence behind instead of changing it: less than half of it stays.
 * @param {string} before
 * @param {string} after
 */
export function leavesBehind(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return start + end < before.length / 2;
}

/** The sentences of this visit, newest first, each once. */

const MOST = 20;

export class RecentSentences {
  /** @type {readonly string[]} */
  #sentences;
  #keep;

  /**
   * @param {object} [storage] where the page may store; without it they last as long as the page
   * @param {() => readonly string[]} [storage.load]
   * @param {(sentences: readonly string[]) => void} [storage.keep]
   */
  constructor({ load = () => [], keep = () => {} } = {}) {
    this.#keep = keep;
    this.#sentences = Object.freeze(load().slice(0, MOST));
  }

  /** @returns {readonly string[]} */
  get all() {
    return this.#sentences;
  }

  /**
   * A sentence that somebody stayed with. One that only continues the newest takes its place.
   * @param {string} text
   */
  add(text) {
    const sentence = text.trim();
    if (!sentence || sentence === this.#sentences[0]) return;
    const [newest = null, ...older] = this.#sentences;
    const continues = newest !== null && sentence.startsWith(newest);
    const others = (continues ? older : this.#sentences).filter((other) => other !== sentence);
    this.#sentences = Object.freeze([sentence, ...others].slice(0, MOST));
    this.#keep(this.#sentences);
  }
}
