/** The flow of cards: groups, one tab stop, arrow keys, and the connectors under it. */
import { t } from '../i18n/index.js';
import { FlowLines } from './dimension-trace-lines.js';
import { GROUPS } from './dimension-trace-steps.js';
import { el, focusedBeside } from './dom.js';

/** @typedef {import('./dimension-trace-card.js').TraceCard} TraceCard */

/** The four steps of multi-head attention, which carry a number. */
const LESSON = ['project', 'attend', 'concatenate', 'output'];

export class TraceFlow {
  #lines = new FlowLines();
  /** @type {Map<string, HTMLElement>} */
  #lists = new Map();
  /** @type {HTMLElement} */
  #inputText = el('p');
  /** @type {TraceCard[]} */
  #cards = [];
  /** @type {Map<Element, number>} */
  #widths = new Map();
  /** @type {{observe: (element: Element) => void, disconnect: () => void}[]} */
  #observers = [];
  /** @type {Set<string>} steps on the screen or near it; they outlive the cards of one layer */
  #near = new Set();
  #width = 0;
  element = el('div', { class: 'flow', role: 'group' }, this.#lines.element);

  /** @param {HTMLElement} fact stands before the projections */
  constructor(fact) {
    for (const group of GROUPS) {
      const number = LESSON.indexOf(group) + 1;
      const list = el('ol', { class: 'cards' });
      this.#lists.set(group, list);
      const title = el('h3', { id: `trace-group-${group}` });
      if (number) title.append(el('span', { class: 'step-number' }, String(number)), ' ');
      title.append(t(`trace.group.${group}`));
      const text = el('p', {}, t(`trace.group.${group}.text`));
      if (group === 'input') this.#inputText = text;
      const head = el('div', { class: 'group-head' }, title, text);
      const section = el(
        'section',
        { class: 'group', 'data-group': group, 'aria-labelledby': title.id },
        head,
      );
      if (group === 'project') section.append(fact);
      section.append(list);
      this.element.append(section);
    }
    const { element } = this;
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('focusin', (event) => {
      const card = this.#cardAt(event.target);
      if (card) this.#enter(card);
      this.#lines.emphasise(card?.step.id ?? null);
    });
    element.addEventListener('focusout', () => this.#lines.emphasise(null));
    element.addEventListener('pointerover', (event) => {
      this.#lines.emphasise(this.#cardAt(event.target)?.step.id ?? null);
    });
    element.addEventListener('pointerleave', () => this.#lines.emphasise(null));
  }

  /**
   * Connectors follow every change of layout.
   * @param {object} events
   * @param {() => void} events.onWidth the pictures must be fitted to another width
   * @param {(cards: TraceCard[]) => void} events.onNear cards that came near the screen
   * @param {AbortSignal} signal
   */
  observe({ onWidth, onNear }, signal) {
    const resize = new ResizeObserver(() => {
      const { clientWidth } = this.element;
      if (clientWidth !== this.#width) {
        this.#width = clientWidth;
        this.#widths.clear();
        onWidth();
      }
      this.#lines.measure(
        this.element,
        this.#cards.map(({ element }) => element),
      );
    });
    const approach = new IntersectionObserver(
      (entries) => {
        const came = this.#cards.filter(({ step, element }) => {
          const entry = entries.findLast(({ target }) => target === element);
          if (entry?.isIntersecting) this.#near.add(step.id);
          else if (entry) this.#near.delete(step.id);
          if (entry) element.classList.toggle('far', !entry.isIntersecting);
          return entry?.isIntersecting;
        });
        onNear(came);
      },
      { rootMargin: '25% 0px' },
    );
    this.#observers = [resize, approach];
    this.#watch();
    signal.addEventListener('abort', () => {
      for (const observer of this.#observers) observer.disconnect();
      this.#observers = [];
      this.#near.clear();
    });
  }

  /** @param {TraceCard} card @returns {boolean} worth drawing now */
  isNear(card) {
    return this.#near.has(card.step.id);
  }

  /**
   * @param {TraceCard[]} cards
   * @param {object} options
   * @param {string} options.label
   * @param {readonly import('./dimension-trace-steps.js').Step[]} options.steps
   * @param {string} options.input what the input is
   */
  setCards(cards, { label, steps, input }) {
    const focused = this.#cardAt(focusedBeside(this.#inputText))?.step.id;
    this.#lines.connect(steps);
    this.#inputText.textContent = input;
    this.#cards = cards;
    this.#widths.clear();
    this.element.setAttribute('aria-label', label);
    for (const [group, list] of this.#lists) {
      const own = cards.filter(({ step }) => step.group === group);
      /** @type {HTMLElement} */ (list.parentElement).hidden = own.length === 0;
      list.replaceChildren(...own.map(({ element }) => element));
    }
    const current = cards.find(({ step }) => step.id === focused) ?? cards[0];
    if (current) this.#enter(current);
    if (focused) current?.element.focus();
    this.#watch();
  }

  /**
   * An element's width, read once after a change of layout.
   * @param {HTMLElement} element in a card
   */
  widthOf(element) {
    let width = this.#widths.get(element);
    if (width === undefined) {
      width = element.getBoundingClientRect().width;
      this.#widths.set(element, width);
    }
    return width;
  }

  #watch() {
    for (const observer of this.#observers) {
      observer.disconnect();
      observer.observe(this.element);
      for (const { element } of this.#cards) observer.observe(element);
    }
  }

  /** @param {EventTarget | null} target */
  #cardAt(target) {
    const element = target instanceof Element ? target.closest('.card') : null;
    return this.#cards.find((card) => card.element === element);
  }

  /** The current card and what is in it can be reached by Tab; the others by arrow keys. @param {TraceCard} current */
  #enter(current) {
    for (const card of this.#cards) {
      const tabIndex = card === current ? 0 : -1;
      if (card.element.tabIndex === tabIndex) continue;
      card.element.tabIndex = tabIndex;
      for (const control of card.controls) control.tabIndex = tabIndex;
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = this.#cards.findIndex(({ element }) => element === event.target);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, number>} */
    const targets = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: this.#cards.length - 1,
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    this.#cards[targets[event.key]]?.element.focus();
  }
}
