/** One matrix of the comparison: cells, labels, the mark, and where the pointer stands in it. */
import { paintCanvas } from '../draw/canvas.js';
import { drawCells, drawMatrixFocus, drawMatrixLabels } from '../draw/matrix.js';
import { headStyle } from '../draw/style.js';
import { t } from '../i18n/index.js';
import { CompareCaption } from './compare-caption.js';
import { el, Ruler } from './dom.js';
import { showDrawn } from './still-picture.js';

/**
 * @typedef {ReturnType<typeof import('./palette.js').readPalette>} Palette
 * @typedef {import('../draw/matrix.js').MatrixLayout} MatrixLayout
 * @typedef {{row: number | null, column: number | null}} Place null is the name of a row or a column
 */

export class CompareBoard {
  #caption = new CompareCaption();
  element = el('figure', { class: 'compare-figure' });
  board = el('div', { class: 'compare-board' });
  #cells = el('canvas', { 'aria-hidden': 'true' });
  #marks = el('canvas', { class: 'matrix-marks', 'aria-hidden': 'true' });
  #ruler = new Ruler();
  #layout = /** @type {MatrixLayout | null} */ (null);
  #texts = /** @type {readonly string[]} */ ([]);
  /** The room there is, px. */
  room = 0;
  #font = '';

  /** @param {(place: Place | null, held: boolean) => void} onPoint */
  constructor(onPoint) {
    const axes = el(
      'span',
      { class: 'matrix-axes', 'aria-hidden': 'true' },
      el('span', {}, t('matrix.axisQuery')),
      ' ',
      el('span', {}, t('matrix.axisKey')),
    );
    this.board.append(this.#cells, this.#marks, axes);
    this.element.append(this.#caption.element, this.board);
    this.board.addEventListener('pointermove', (event) => onPoint(this.#at(event), false));
    this.board.addEventListener('pointerleave', () => onPoint(null, false));
    this.board.addEventListener('click', (event) => onPoint(this.#at(event), true));
  }

  /** Reads the room there is; runs once a resize. */
  measure() {
    this.room = this.element.clientWidth;
    this.#font = getComputedStyle(this.element).fontFamily;
  }

  /** @param {readonly string[]} texts @returns {number} px of the widest */
  widest(texts) {
    return this.#ruler.widest(texts, this.#strong());
  }

  /** A label at its widest. */
  #strong() {
    return `650 13px ${this.#font}`;
  }

  /**
   * @param {object} input
   * @param {MatrixLayout} input.layout
   * @param {string} input.badge
   * @param {string} input.name
   * @param {readonly string[]} input.texts
   * @param {'weights' | 'scores'} input.stage `scores` for a scale that is centred at zero
   * @param {ArrayLike<number>} input.values `[heads, count, count]`
   * @param {ArrayLike<number>} [input.masked]
   * @param {number} input.head
   * @param {Palette} input.palette
   */
  show({ layout, badge, name, texts, stage, values, masked, head, palette }) {
    this.#caption.show({ badge, name });
    this.#layout = layout;
    const { side, margin, cell, gap } = layout;
    this.#texts = this.#ruler.labels(texts, this.#font, layout);
    const count = texts.length;
    this.board.style.width = this.board.style.height = `${side}px`;
    this.board.style.setProperty('--margin', `${margin}px`);
    this.board.classList.toggle('bare', !layout.labelled);
    const { rgb, css } = palette;
    const cells = drawCells({
      stage,
      values,
      masked,
      head,
      rows: count,
      columns: count,
      colours: {
        ground: rgb('panel'),
        hue: rgb(headStyle(head).colour),
        negative: rgb('negative'),
        positive: rgb('positive'),
      },
      place: { x: margin, y: margin, cell, gap },
    });
    const length = cell * count;
    const frame = { x: margin - 1, y: margin - 1, width: length + 1, height: length + 1 };
    const grid = { type: /** @type {const} */ ('rect'), id: 'grid', ...frame };
    showDrawn(this.#cells, { width: side, height: side }, (context) =>
      paintCanvas(context, [{ ...grid, fill: 'line', opacity: 1 }, cells], css),
    );
  }

  /** @param {Place | null} place @param {Palette} palette */
  mark(place, { css }) {
    const layout = this.#layout;
    if (!layout) return;
    const list = (/** @type {number | null | undefined} */ index) => (index == null ? [] : [index]);
    const lit = { rows: list(place?.row), columns: list(place?.column) };
    const items = [
      ...drawMatrixLabels({ texts: this.#texts, layout, ...lit }),
      ...drawMatrixFocus({ ...lit, count: this.#texts.length, layout }),
    ];
    showDrawn(this.#marks, { width: layout.side, height: layout.side }, (context) =>
      paintCanvas(context, items, css, { font: this.#font }),
    );
  }

  /** @param {MouseEvent} event @returns {Place | null} */
  #at(event) {
    if (!this.#layout) return null;
    const { margin, cell } = this.#layout;
    const box = this.board.getBoundingClientRect();
    const index = (/** @type {number} */ at) =>
      at < margin ? null : Math.floor((at - margin) / cell);
    const row = index(event.clientY - box.top);
    const column = index(event.clientX - box.left);
    const inside = (/** @type {number | null} */ i) => i === null || i < this.#texts.length;
    return (row === null && column === null) || !inside(row) || !inside(column)
      ? null
      : { row, column };
  }
}
