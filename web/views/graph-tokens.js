/**
 * The token labels of the head graph: buttons with one tab stop between them. They stand in two
 * columns, or in one line that is read as queries or as keys. Arrows walk (across the line they
 * change what it is read as), Home and End jump, Enter holds, Escape lets go.
 */
import { t } from '../i18n/index.js';
import { el, tokenText } from './dom.js';
import { setTabStop } from './tab-stop.js';
import { atLeisure, REST } from './view.js';
import { write, writeAttribute } from './write.js';

/**
 * @typedef {import('../state/store.js').Token} Token
 * @typedef {import('../state/store.js').Focus} Focus
 * @typedef {import('../state/store.js').Side} Side
 * @typedef {Readonly<import('../state/store.js').Actions>} Actions
 * @typedef {{focus: Readonly<Focus> | null, lock: Readonly<Focus> | null, head: number,
 *   weights: ArrayLike<number>, count: number}} Marked
 */

/** @type {readonly Side[]} */
const SIDES = ['query', 'key'];

/** Labels that are laid out and painted together, and without the others. */
const BLOCK = 8;

/** From this weight on a token counts as looked at and its label stays dark. */
const NOTABLE = 0.05;

export class GraphTokens {
  #columns = {
    query: el('div', {
      class: 'graph-tokens queries',
      role: 'group',
      'aria-label': t('graph.queries'),
    }),
    key: el('div', { class: 'graph-tokens keys', role: 'group', 'aria-label': t('graph.keys') }),
  };
  /** @type {Record<Side, HTMLButtonElement[]>} */
  #buttons = { query: [], key: [] };
  /** @type {string[]} */
  #texts = [];
  /** @type {Record<Side, HTMLElement[]>} */
  #blocks = { query: [], key: [] };
  /** What `mark` made of each label. @type {WeakMap<HTMLButtonElement, string>} */
  #looks = new WeakMap();
  /** Until the labels out of sight follow. */
  #rest = 0;
  /** As what the line is read; null for two columns. @type {Side | null} */
  #line = null;
  /** Towards later tokens of the line: 1 to the right, −1 to the left. @type {1 | -1} */
  #way = 1;

  get elements() {
    return SIDES.map((side) => this.#columns[side]);
  }

  /** @param {Actions} actions */
  listen(actions) {
    for (const side of SIDES) {
      const column = this.#columns[side];
      column.addEventListener('pointerover', (event) => {
        const button = buttonAt(event.target);
        if (button && event.pointerType !== 'touch') actions.hoverToken(focusOfButton(button));
      });
      column.addEventListener('pointerleave', () => actions.hoverToken(null));
      column.addEventListener('focusin', (event) => {
        const button = buttonAt(event.target);
        if (!button) return;
        this.#rove(button);
        if (button.matches(':focus-visible')) actions.hoverToken(focusOfButton(button));
      });
      column.addEventListener('focusout', () => actions.hoverToken(null));
      column.addEventListener('click', (event) => {
        const button = buttonAt(event.target);
        if (button) actions.lockToken(focusOfButton(button));
      });
      column.addEventListener('keydown', (event) => this.#key(event, actions));
    }
  }

  /** @param {readonly Token[]} tokens */
  arrange(tokens) {
    const texts = tokens.map(tokenText);
    for (const side of SIDES) {
      const buttons = this.#buttons[side];
      while (buttons.length > texts.length) buttons.pop()?.remove();
      while (buttons.length < texts.length) {
        const button = makeButton(side, buttons.length);
        this.#block(side, buttons.length).append(button);
        buttons.push(button);
      }
      while (this.#blocks[side].length > Math.ceil(texts.length / BLOCK)) {
        this.#blocks[side].pop()?.remove();
      }
      buttons.forEach((button, index) => {
        write(/** @type {Element} */ (button.firstElementChild), texts[index]);
        name(button, texts.length);
        button.classList.toggle('unknown', !tokens[index].known);
      });
    }
    this.#texts = texts;
    this.#keepTabStop();
  }

  /** The block in which a label stands. @param {Side} side @param {number} index */
  #block(side, index) {
    const blocks = this.#blocks[side];
    const number = Math.floor(index / BLOCK);
    if (!blocks[number]) {
      blocks[number] = el('div', { class: 'graph-block' });
      this.#columns[side].append(blocks[number]);
    }
    return blocks[number];
  }

  /**
   * Puts the labels into one line, or into two columns.
   * @param {import('./head-graph.js').Arrangement} arrangement
   */
  place({ kind, layout }) {
    const line = kind === 'arcs' ? layout : null;
    this.#way = line?.way ?? 1;
    for (const side of SIDES) {
      this.#columns[side].style.top = line ? `${line.top}px` : '';
      this.#blocks[side].forEach(({ style }, number) => {
        // Rows of the block, not heights of its labels, which would all be styled anew with each.
        const rowHeight = kind === 'columns' ? layout.rowHeight : 0;
        style.top = rowHeight ? `${number * BLOCK * rowHeight}px` : '';
        style.gridAutoRows = rowHeight ? `${rowHeight}px` : '';
      });
      this.#buttons[side].forEach(({ style }, index) => {
        style.left = line ? `${line.lefts[index]}px` : '';
        style.width = line ? `${line.widths[index]}px` : '';
      });
    }
  }

  /** @param {Side | null} line as what the line is read; null shows both columns */
  read(line) {
    if (line === this.#line) return;
    this.#line = line;
    for (const side of SIDES)
      this.#columns[side].toggleAttribute('hidden', line !== null && line !== side);
    this.#keepTabStop();
  }

  /** Tab finds one of the labels that are shown. */
  #keepTabStop() {
    const shown = SIDES.filter((side) => !this.#columns[side].hidden);
    const buttons = shown.flatMap((side) => this.#buttons[side]);
    if (buttons.length && !buttons.some(({ tabIndex }) => tabIndex === 0)) this.#rove(buttons[0]);
  }

  /**
   * Marks the labels that are seen at once and the others when nothing has changed for a while, so
   * that nobody waits for what nobody sees.
   * @param {Marked} state
   * @param {(index: number) => boolean} sees
   */
  mark(state, sees) {
    clearTimeout(this.#rest);
    this.#markThose(state, sees);
    const waiting = (this.#rest = window.setTimeout(() => {
      atLeisure(() => waiting === this.#rest && this.#markThose(state, () => true));
    }, REST));
  }

  /** @param {Marked} state @param {(index: number) => boolean} which */
  #markThose({ focus, lock, head, weights, count }, which) {
    for (const side of SIDES) {
      if (this.#columns[side].hidden) continue;
      const line = this.#line !== null;
      const ofCell = focus !== null && 'cell' in focus;
      const otherSide = !line ? side : ofCell ? 'key' : opposite(side);
      this.#buttons[side].forEach((button, index) => {
        if (!which(index)) return;
        const focused =
          isAt(focus, side, index) || (line && isAt(focus, opposite(side), index, 'cell'));
        const weight = weightTo(
          focus,
          otherSide,
          index,
          (query, key) => weights[(head * count + query) * count + key],
        );
        const percent = weight === null ? '' : t('graph.percent', { percent: percentOf(weight) });
        const faint = !!focus && !focused && !(weight !== null && weight >= NOTABLE);
        const pressed = isAt(lock, side, index);
        // Asking the document costs more than remembering, and most labels stay as they are.
        const look = `${percent} ${focused} ${faint} ${pressed}`;
        if (this.#looks.get(button) === look) return;
        this.#looks.set(button, look);
        write(/** @type {Element} */ (button.lastElementChild), percent);
        name(button, count);
        button.classList.toggle('focused', focused);
        button.classList.toggle('faint', faint);
        button.setAttribute('aria-pressed', String(pressed));
      });
    }
  }

  /** @param {HTMLButtonElement} current */
  #rove(current) {
    setTabStop(
      SIDES.flatMap((side) => this.#buttons[side]),
      current,
    );
  }

  /** Reads the line the other way. @param {Side} side @param {number} index @param {Actions} actions */
  #turn(side, index, actions) {
    actions.setSide(side);
    this.read(side);
    return this.#buttons[side][index];
  }

  /** @param {KeyboardEvent} event @param {Actions} actions */
  #key(event, actions) {
    const button = buttonAt(event.target);
    if (!button) return;
    const { side, index } = focusOfButton(button);
    const column = this.#buttons[side];
    const arrows =
      this.#line === null
        ? {
            ArrowUp: () => column[index - 1],
            ArrowDown: () => column[index + 1],
            ArrowLeft: () => this.#buttons.query[index],
            ArrowRight: () => this.#buttons.key[index],
          }
        : {
            ArrowUp: () => this.#turn('query', index, actions),
            ArrowDown: () => this.#turn('key', index, actions),
            ArrowLeft: () => column[index - this.#way],
            ArrowRight: () => column[index + this.#way],
          };
    /** @type {Record<string, () => HTMLElement | undefined | void>} */
    const keys = {
      ...arrows,
      Home: () => column[0],
      End: () => column[this.#texts.length - 1],
      Escape: () => actions.release(),
    };
    const run = keys[event.key];
    if (!run || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    run()?.focus();
  }
}

/** @param {Side} side @returns {Side} */
const opposite = (side) => (side === 'query' ? 'key' : 'query');

/** @param {Side} side @param {number} index */
function makeButton(side, index) {
  return el(
    'button',
    { type: 'button', class: 'graph-token', 'data-side': side, 'data-index': index, tabindex: -1 },
    el('bdi', { dir: 'auto' }, ''),
    ' ',
    el('span', { class: 'figure' }, ''),
  );
}

/** @param {EventTarget | null} target */
function buttonAt(target) {
  const button = target instanceof Element ? target.closest('.graph-token') : null;
  return button instanceof HTMLButtonElement ? button : null;
}

/** What is read in a label, and where it stands. @param {HTMLButtonElement} button @param {number} count */
function name(button, count) {
  const { side, index } = focusOfButton(button);
  const place = t(`graph.token.${side}`, { number: index + 1, count });
  const read = [...button.children].flatMap(({ textContent }) => textContent || []);
  writeAttribute(button, 'aria-label', [...read, place].join(' '));
}

/** @param {HTMLButtonElement} button */
const focusOfButton = ({ dataset }) => ({
  side: /** @type {Side} */ (dataset.side),
  index: Number(dataset.index),
});

/**
 * @param {Readonly<Focus> | null} focus
 * @param {Side} side
 * @param {number} index
 * @param {'cell'} [only] counts a focused cell alone
 */
function isAt(focus, side, index, only) {
  if (!focus || (only && !('cell' in focus))) return false;
  if ('cell' in focus) return focus.cell[side === 'query' ? 0 : 1] === index;
  return focus.side === side && focus.index === index;
}

/**
 * The weight between the focused token and this one, if they are on opposite sides.
 * @param {Readonly<Focus> | null} focus
 * @param {Side} side
 * @param {number} index
 * @param {(query: number, key: number) => number} weight
 */
function weightTo(focus, side, index, weight) {
  if (!focus) return null;
  if ('cell' in focus) {
    const [query, key] = focus.cell;
    return side === 'key' && index === key ? weight(query, key) : null;
  }
  if (focus.side === side) return null;
  return side === 'key' ? weight(focus.index, index) : weight(index, focus.index);
}

/** @param {number} weight @returns {string} whole percent, or `<1` */
const percentOf = (weight) =>
  weight > 0 && weight < 0.005 ? '<1' : String(Math.round(weight * 100));
