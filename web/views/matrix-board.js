/** The board of the matrix: its cells, the stage that fades away, labels, sums and marks. */
import { paintCanvas } from '../draw/canvas.js';
import {
  drawAverage,
  drawCells,
  drawMatrixFocus,
  drawMatrixLabels,
  drawRowSums,
  matrixLayout,
  litBy,
} from '../draw/matrix.js';
import { headStyle } from '../draw/style.js';
import { t } from '../i18n/index.js';
import { attentionName } from '../state/store.js';
import { el, Ruler, tokenText } from './dom.js';
import { showDrawn } from './still-picture.js';

/** @typedef {ReturnType<typeof import('./palette.js').readPalette>} Palette */

/** px beside the cells for what a row sums to. */
const SUMS = 38;

/** ms that one stage takes to fade into the next. */
const FADE = 220;

export class MatrixBoard {
  element = el('div', { class: 'matrix-board', role: 'application', tabindex: 0 });
  #ruler = new Ruler();
  #cells = el('canvas', { 'aria-hidden': 'true' });
  /** The last stage, while the next one shows through it. */
  #old = el('canvas', { class: 'matrix-old', 'aria-hidden': 'true' });
  #marks = el('canvas', { class: 'matrix-marks', 'aria-hidden': 'true' });
  /** @type {import('../draw/matrix.js').MatrixLayout | null} */
  #layout = null;
  /** The tokens, as far as there is room. @type {readonly string[]} */
  #labels = [];
  #font = '';

  constructor() {
    const axes = el(
      'span',
      { class: 'matrix-axes', 'aria-hidden': 'true' },
      el('span', {}, t('matrix.axisQuery')),
      ' ',
      el('span', {}, t('matrix.axisKey')),
    );
    this.element.append(this.#cells, this.#old, this.#marks, axes);
  }

  /** The last picture fades out over the next one; for readers who want no motion it just goes. */
  fade() {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { width, height } = this.#cells.style;
    const size = { width: parseFloat(width), height: parseFloat(height) };
    // There is no last picture before the first.
    if (!(size.width > 0)) return;
    showDrawn(this.#old, size, (context) =>
      context.drawImage(this.#cells, 0, 0, size.width, size.height),
    );
    for (const running of this.#old.getAnimations()) running.cancel();
    this.#old.animate({ opacity: [1, 0] }, { duration: FADE, easing: 'ease-out' });
  }

  /**
   * @param {import('../state/store.js').Snapshot} snapshot
   * @param {{width: number, height: number, font: string}} size the room there is
   * @returns {number} px that the labels take
   */
  arrange({ tokens }, { width, height, font }) {
    this.#font = font;
    const strong = `650 13px ${font}`;
    const texts = tokens.map(tokenText);
    const label = this.#ruler.widest(texts, strong);
    const layoutIn = (/** @type {number} */ room) =>
      matrixLayout({ size: Math.max(120, Math.min(room, height)), count: tokens.length, label });
    const beside = layoutIn(width - SUMS);
    this.#layout = beside.labelled ? beside : layoutIn(width);
    const { side, margin, labelled } = this.#layout;
    this.#labels = this.#ruler.labels(texts, font, this.#layout);
    this.element.style.width = `${side + (labelled ? SUMS : 0)}px`;
    this.element.style.height = `${side}px`;
    this.element.classList.toggle('bare', !this.#layout.labelled);
    return margin;
  }

  /**
   * @param {import('../state/store.js').Snapshot} snapshot
   * @param {{layer: number, head: number, stage: import('../state/store.js').Stage}} of
   * @param {Palette} palette
   */
  paintCells({ tokens, tensors }, { layer, head, stage }, palette) {
    if (!this.#layout) return;
    const { margin, cell, gap } = this.#layout;
    const { rgb } = palette;
    const values = tensors[attentionName(layer, stage)].data;
    const cells = drawCells({
      stage,
      values,
      masked: tensors[attentionName(layer, 'masked')]?.data,
      head,
      rows: tokens.length,
      columns: tokens.length,
      colours: {
        ground: rgb('panel'),
        hue: rgb(headStyle(head).colour),
        negative: rgb('negative'),
        positive: rgb('positive'),
      },
      place: { x: margin, y: margin, cell, gap },
    });
    this.#paint(cells, palette);
  }

  /**
   * @param {import('../state/store.js').Snapshot} snapshot
   * @param {number} layer
   * @param {import('./matrix-average.js').Average} average
   * @param {Palette} palette
   */
  paintAverage({ tokens, tensors }, layer, { weights, strongest }, palette) {
    if (!this.#layout) return;
    const { margin, cell, gap } = this.#layout;
    const { rgb } = palette;
    this.#paint(
      drawAverage({
        ...{ weights, strongest, count: tokens.length },
        masked: tensors[attentionName(layer, 'masked')]?.data,
        ground: rgb('panel'),
        hue: (head) => rgb(headStyle(head).colour),
        place: { x: margin, y: margin, cell, gap },
      }),
      palette,
    );
  }

  /** @param {import('../draw/display-list.js').Cells} cells @param {Palette} palette */
  #paint(cells, palette) {
    const { x, y, cell, gap, columns } = cells;
    const side = x + cell * columns + 1;
    const length = cell * columns + gap;
    const frame = { x: x - gap, y: y - gap, width: length, height: length };
    const type = /** @type {const} */ ('rect');
    const grid = { type, id: 'grid', ...frame, fill: 'line', opacity: 1 };
    showDrawn(this.#cells, { width: side, height: side }, (context) =>
      paintCanvas(context, [grid, cells], palette.css),
    );
  }

  /**
   * @param {import('../state/store.js').Snapshot} snapshot
   * @param {Readonly<import('../state/store.js').Focus> | null} focus
   * @param {readonly string[]} sums of the rows; none where they mean nothing
   * @param {Palette} palette
   */
  paintMarks({ tokens }, focus, sums, palette) {
    if (!this.#layout) return;
    const lit = litBy(focus, tokens.length);
    const layout = this.#layout;
    const items = [
      ...drawMatrixLabels({ texts: this.#labels, layout, ...lit }),
      ...drawRowSums({
        sums,
        title: sums.length ? t('matrix.sums') : '',
        rows: lit.rows,
        layout,
      }),
      ...drawMatrixFocus({ ...lit, count: tokens.length, layout }),
    ];
    const width = layout.side + (layout.labelled ? SUMS : 0);
    showDrawn(this.#marks, { width, height: layout.side }, (context) =>
      paintCanvas(context, items, palette.css, { font: this.#font }),
    );
  }

  /**
   * @param {MouseEvent} event
   * @param {number} count tokens
   * @returns {import('../state/store.js').Focus | null} what is pointed at
   */
  at(event, count) {
    if (!this.#layout) return null;
    const { margin, cell } = this.#layout;
    const box = this.element.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left - margin) / cell);
    const row = Math.floor((event.clientY - box.top - margin) / cell);
    const [inRow, inColumn] = [row >= 0 && row < count, column >= 0 && column < count];
    if (inRow && inColumn) return { cell: /** @type {[number, number]} */ ([row, column]) };
    if (inRow && column < 0) return { side: /** @type {const} */ ('query'), index: row };
    if (inColumn && row < 0) return { side: /** @type {const} */ ('key'), index: column };
    return null;
  }
}
