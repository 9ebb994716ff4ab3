/** The terms of one step: their picture, the one under the cursor in words, their sum, all as a table. */
import { termLine, totalLines } from '../draw/arithmetic-lines.js';
import { arithmeticPicture } from '../draw/arithmetic-picture.js';
import { paintCanvas } from '../draw/canvas.js';
import { formatNumber, t } from '../i18n/index.js';
import { cellName, roleOf, tensorName } from './arithmetic-words.js';
import { el, prepareCanvas } from './dom.js';

/**
 * @typedef {import('../draw/arithmetic.js').Unfolded} Unfolded
 * @typedef {import('../draw/arithmetic.js').Cell} Cell
 * @typedef {import('../draw/arithmetic.js').Term} Term
 */

const HEIGHT = 150;

/** So many terms stand in one line, without a picture. */
const FEW = 3;

const SAY = Object.freeze({ words: t, number: formatNumber });

export class ArithmeticTerms {
  #onCell;
  #canvas = el('canvas', { 'aria-hidden': 'true' });
  #board = el('div', { class: 'terms-board', role: 'slider', tabindex: 0 }, this.#canvas);
  #legend = el('p', { class: 'hint' });
  #line = el('p', { class: 'term-line figure' });
  #sum = el('p', { class: 'term-sum figure' });
  #caption = el('summary', {});
  #room = el('div', { class: 'terms-table', tabindex: 0, role: 'region' });
  #table = el('details', {}, this.#caption, this.#room);
  /** @type {Unfolded | null} */
  #unfolded = null;
  #dHead = 0;
  /** @type {readonly string[]} */
  #steps = [];
  #current = 0;
  /** @type {import('../draw/display-list.js').Paint} */
  #paint = () => '';

  element = el(
    'div',
    { class: 'terms' },
    this.#board,
    this.#legend,
    this.#line,
    this.#sum,
    this.#table,
  );

  /** @param {(cell: Cell) => void} onCell unfolds an operand */
  constructor(onCell) {
    this.#onCell = onCell;
    const at = (/** @type {PointerEvent} */ event) => {
      const { left, width } = this.#board.getBoundingClientRect();
      this.#go(Math.floor(((event.clientX - left) / width) * this.#count));
    };
    this.#board.addEventListener('pointermove', at);
    this.#board.addEventListener('pointerdown', at);
    this.#board.addEventListener('keydown', (event) => this.#key(event));
    this.#table.addEventListener('toggle', () => this.#fill());
  }

  get #count() {
    return this.#unfolded?.terms.length ?? 0;
  }

  /**
   * @param {Unfolded} unfolded
   * @param {object} look
   * @param {number} look.dHead
   * @param {readonly string[]} look.steps that can be unfolded
   * @param {import('../draw/display-list.js').Paint} look.paint
   */
  show(unfolded, { dHead, steps, paint }) {
    this.#steps = steps;
    const before = this.#unfolded;
    this.#unfolded = unfolded;
    this.#dHead = dHead;
    this.#paint = paint;
    const { kind, terms, cell } = unfolded;
    const same = before?.cell.name === cell.name && before.terms.length === terms.length;
    const chosen = terms.findIndex((term) => term.chosen);
    if (!same || chosen >= 0) this.#current = Math.max(0, chosen);
    const many = terms.length > FEW;
    this.#board.hidden = this.#legend.hidden = this.#table.hidden = !many;
    if (many) {
      const name = kind === 'same' ? 'sum' : kind;
      this.#board.setAttribute(
        'aria-label',
        t(`arithmetic.terms.${name}`, { count: terms.length }),
      );
      this.#board.setAttribute('aria-valuemin', '1');
      this.#board.setAttribute('aria-valuemax', String(terms.length));
      this.#legend.replaceChildren(...stripNames(terms[0]), t(`arithmetic.legend.${name}`));
      this.#caption.textContent = t('arithmetic.table', { count: terms.length });
      this.#room.setAttribute('aria-label', this.#caption.textContent);
      this.draw();
    }
    this.#say();
    this.#total();
    this.#fill();
  }

  /** Paints the picture at the width it has now. */
  draw() {
    const width = this.#board.clientWidth;
    if (!this.#unfolded || this.#count <= FEW || width === 0) return;
    const items = arithmeticPicture(this.#unfolded, {
      width,
      height: HEIGHT,
      current: this.#current,
    });
    paintCanvas(prepareCanvas(this.#canvas, width, HEIGHT), items, this.#paint);
  }

  /** @param {number} term */
  #go(term) {
    const next = Math.max(0, Math.min(this.#count - 1, term));
    if (next === this.#current) return;
    this.#current = next;
    this.draw();
    this.#say();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = this.#current;
    /** @type {Record<string, number>} */
    const targets = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageUp: at + 10,
      PageDown: at - 10,
      Home: 0,
      End: this.#count - 1,
    };
    const left = this.#unfolded?.terms[at]?.left;
    if (event.key in targets) this.#go(targets[event.key]);
    else if (event.key === 'Enter' && left && this.#steps.includes(left.name)) this.#onCell(left);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The current term, in the digits that make the sum. */
  #say() {
    const unfolded = this.#unfolded;
    const term = unfolded?.terms[this.#current];
    this.#line.hidden = !term;
    if (!unfolded || !term) return;
    const { terms, decimals } = unfolded;
    const number = (/** @type {number} */ value) => formatNumber(value, decimals);
    if (terms.length <= FEW) {
      const line = (/** @type {Term} */ each, /** @type {number} */ i) =>
        el('span', { class: 'term-row' }, ...(i ? ['+ '] : []), ...this.#termParts(unfolded, each));
      this.#line.replaceChildren(...terms.map(line));
      return;
    }
    const parts = this.#termParts(unfolded, term);
    parts.push(' ', named(t('arithmetic.runs'), number(term.running)));
    this.#line.replaceChildren(...parts);
    const where = t('arithmetic.term', { number: this.#current + 1, count: terms.length });
    this.#board.setAttribute('aria-valuenow', String(this.#current + 1));
    this.#board.setAttribute('aria-valuetext', `${where}: ${spoken(this.#line)}`);
  }

  /** @param {Unfolded} unfolded @param {Term} term */
  #termParts(unfolded, term) {
    return this.#parts(termLine(unfolded, term, SAY));
  }

  /** @param {import('../draw/arithmetic-lines.js').Line} line @returns {(Node | string)[]} */
  #parts(line) {
    return line.map((part) => {
      if (typeof part === 'string') return part;
      const { text, name, cell, strong, verdict } = part;
      if (verdict) {
        return el('span', { class: verdict === 'agrees' ? 'verdict' : 'verdict warn' }, text);
      }
      if ('cell' in part) return this.#operand(cell, text);
      const number = strong ? el('strong', {}, text) : text;
      return name === undefined ? number : named(name, number);
    });
  }

  /** @param {Cell | undefined} cell @param {string} number */
  #operand(cell, number) {
    const name = cell ? cellName(cell, this.#dHead) : '';
    const shown = named(name, number, cell && roleOf(cell.name));
    if (!cell || !this.#steps.includes(cell.name)) return shown;
    const button = el('button', {
      type: 'button',
      class: 'operand',
      'aria-label': `${t('arithmetic.openCell', { name })} = ${number}`,
    });
    button.append(shown);
    button.addEventListener('click', () => this.#onCell(cell));
    return button;
  }

  /** From the last running sum to the number. */
  #total() {
    const unfolded = this.#unfolded;
    this.#sum.hidden = true;
    if (!unfolded?.terms.length) return;
    const lines = totalLines(unfolded, SAY);
    this.#sum.hidden = lines.length === 0;
    this.#sum.replaceChildren(
      ...lines.map((line) => el('span', { class: 'term-sum-line' }, ...this.#parts(line))),
    );
  }

  /** Makes the table, where it is open. */
  #fill() {
    const unfolded = this.#unfolded;
    if (!this.#table.open || !unfolded || unfolded.terms.length <= FEW) return;
    const { kind, terms, decimals } = unfolded;
    const [first] = terms;
    const heads = [
      tensorName(first.left?.name ?? ''),
      kind === 'dot' ? tensorName(first.right?.name ?? '') : t(`arithmetic.head.second.${kind}`),
      t(`arithmetic.head.third.${kind}`),
    ];
    const shown = kind === 'sum' ? [0] : [0, 1, 2];
    const columns = shown.map((column) => heads[column]);
    const titles = [t('arithmetic.head.at'), ...columns, t('arithmetic.runs')];
    const cells = (/** @type {Term} */ { at, numbers, running }) => [
      String(at),
      ...[...shown.map((column) => numbers[column]), running].map((value) =>
        formatNumber(value, decimals),
      ),
    ];
    const row = (/** @type {Term} */ term) =>
      el('tr', {}, ...cells(term).map((text, i) => el(i ? 'td' : 'th', scope(i), text)));
    const head = el('tr', {}, ...titles.map((text) => el('th', { scope: 'col' }, text)));
    const table = el('table', {}, el('thead', {}, head), el('tbody', {}, ...terms.map(row)));
    this.#room.replaceChildren(table);
  }
}

/** Whose numbers the strips are, from the top. @param {Term} term */
const stripNames = ({ left, right }) =>
  [left, right].flatMap((cell, i) => {
    if (!cell) return [];
    const role = roleOf(cell.name);
    const name = tensorName(cell.name);
    const shown = el('span', { class: role ? `role-${role}` : '' }, name);
    return [...(i ? [' / '] : []), shown, ...(i || !right ? [' · '] : [])];
  });

/** @param {number} column */
const scope = (column) => (column ? {} : { scope: 'row' });

/** @param {HTMLElement} line */
const spoken = (line) => (line.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

/** A number with its name over it. @param {string} name @param {string | Node} number @param {string} [role] */
const named = (name, number, role) =>
  el(
    'span',
    { class: 'named' },
    el('span', { class: `named-name ${role ? `role-${role}` : ''}` }, name),
    ' ',
    el('span', {}, number),
  );
