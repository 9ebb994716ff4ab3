/** A button with a menu of the visit's sentences, after the ARIA pattern of the menu button. */
import { t } from '../i18n/index.js';
import { el, focusedBeside } from './dom.js';

export class RecentMenu {
  #button = el(
    'button',
    {
      type: 'button',
      class: 'recent-button',
      id: 'sentence-recent',
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      'aria-controls': 'sentence-recent-menu',
      title: t('sentence.recentHelp'),
    },
    t('sentence.recent'),
  );
  #menu = el('div', {
    class: 'recent-menu',
    id: 'sentence-recent-menu',
    role: 'menu',
    'aria-label': t('sentence.recentMenu'),
    hidden: true,
  });
  /** @readonly */
  element = el('div', { class: 'recent' }, this.#button, this.#menu);
  #sentences;
  #onChoose;

  /**
   * @param {() => readonly string[]} sentences asked for whenever the menu opens
   * @param {(sentence: string) => void} onChoose
   */
  constructor(sentences, onChoose) {
    this.#sentences = sentences;
    this.#onChoose = onChoose;
    this.#button.addEventListener('click', () => (this.#open ? this.#close() : this.#show(0)));
    this.#button.addEventListener('keydown', (event) => {
      const at = { ArrowDown: 0, ArrowUp: -1 }[event.key];
      if (at === undefined || event.altKey) return;
      event.preventDefault();
      this.#show(at);
    });
    this.#menu.addEventListener('keydown', (event) => this.#onKey(event));
    this.#menu.addEventListener('click', ({ target }) => {
      const item = target instanceof Element ? target.closest('button') : null;
      if (item) this.#choose(item);
    });
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.element.contains(relatedTarget))) this.#close();
    });
  }

  get #open() {
    return !this.#menu.hidden;
  }

  get #items() {
    return [...this.#menu.querySelectorAll('button')];
  }

  /** @param {number} at the item that gets the focus, from the end when negative */
  #show(at) {
    const sentences = this.#sentences();
    const items = sentences.map((sentence) =>
      el('button', { type: 'button', role: 'menuitem', tabindex: -1, dir: 'auto' }, sentence),
    );
    const none = el('button', { type: 'button', role: 'menuitem', 'aria-disabled': 'true' });
    none.append(t('sentence.recentNone'));
    this.#menu.replaceChildren(...(items.length ? items : [none]));
    this.#menu.hidden = false;
    this.#button.setAttribute('aria-expanded', 'true');
    this.#items.at(at)?.focus();
  }

  #close() {
    this.#menu.hidden = true;
    this.#button.setAttribute('aria-expanded', 'false');
  }

  /** @param {HTMLButtonElement} item */
  #choose(item) {
    const chosen = item.ariaDisabled === 'true' ? null : item.textContent;
    this.#button.focus();
    this.#close();
    if (chosen) this.#onChoose(chosen);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const items = this.#items;
    const at = items.findIndex((item) => item === focusedBeside(this.element));
    /** @type {Record<string, () => void>} */
    const moves = {
      ArrowDown: () => items[(at + 1) % items.length].focus(),
      ArrowUp: () => items.at(at - 1)?.focus(),
      Home: () => items[0].focus(),
      End: () => items.at(-1)?.focus(),
      Escape: () => {
        this.#button.focus();
        this.#close();
      },
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      move();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== ' ') {
      const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      const typed = event.key.toLowerCase();
      after.find((item) => item.textContent?.toLowerCase().startsWith(typed))?.focus();
    }
  }
}
