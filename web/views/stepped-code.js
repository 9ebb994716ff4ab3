/** Lines of code, one or more of which belong to the step on show. */
import { el } from './dom.js';

/**
 * @typedef {object} CodeLine
 * @property {string} text what follows a `#` is a comment
 * @property {readonly number[]} [steps] in which the line is marked
 */

export class SteppedCode {
  #code = el('code');
  element;
  /** @type {readonly CodeLine[]} */
  #lines = [];

  /** @param {string} label */
  constructor(label) {
    this.element = el(
      'pre',
      { class: 'stepped-code', tabindex: 0, role: 'group', 'aria-label': label },
      this.#code,
    );
  }

  /** @param {readonly CodeLine[]} lines @param {number} step */
  show(lines, step) {
    if (
      lines.map(({ text }) => text).join('\n') !== this.#lines.map(({ text }) => text).join('\n')
    ) {
      this.#code.replaceChildren(
        ...lines.map(({ text }) => {
          const at = text.indexOf('#');
          const [code, comment] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
          const parts = comment ? [code, el('span', { class: 'comment' }, comment)] : [code];
          return el('span', { class: 'code-line' }, ...parts, '\n');
        }),
      );
    }
    this.#lines = lines;
    [...this.#code.children].forEach((line, i) => {
      const now = lines[i].steps?.includes(step) === true;
      line.classList.toggle('now', now);
      if (now) line.setAttribute('aria-current', 'step');
      else line.removeAttribute('aria-current');
    });
  }
}
