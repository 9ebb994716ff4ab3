/**
 * One miniature on the page: the canvas, the cursor over it, pointer and keyboard. It reports cells
 * and heads and keeps no state of the page.
 */
import { colourLimit, extentOf, hideMasked, strongest } from '../draw/tensor-blocks.js';
import { paintCanvas } from '../draw/canvas.js';
import { tokenBands } from '../draw/tensor-bands.js';
import { paintMini } from '../draw/tensor-canvas.js';
import { cellBox, cellCounts, cellOf, hit, miniLayout } from '../draw/tensor-layout.js';
import { miniHeatmaps, miniMarks } from '../draw/tensor-mini.js';
import { el, prepareCanvas } from './dom.js';

/**
 * @typedef {import('../state/store.js').Tensor & {strides?: readonly number[]}} Tensor
 * @typedef {import('../draw/tensor-layout.js').MiniLayout} MiniLayout
 * @typedef {import('../draw/tensor-mini.js').LitSides} LitSides
 * @typedef {{cell: import('../draw/tensor-layout.js').Cell,
 *   entry: import('../draw/tensor-blocks.js').Entry}} CellReading a cell and the entry that stands for it
 * @typedef {{by: 'pointer' | 'key', head: number | null, reading: CellReading}} Picked
 * @typedef {{panel: number, cellRow: number, cellColumn: number}} Position
 *
 * @typedef {object} Pens what painting needs of the page
 * @property {import('../draw/display-list.js').Paint} paint
 * @property {import('../draw/tensor-mini.js').MiniColours} colours
 * @property {string} font
 *
 * @typedef {object} Facts what the caption says
 * @property {MiniLayout} layout
 * @property {import('../draw/tensor-blocks.js').Extent} extent
 * @property {number} limit
 */

export class TensorMini {
  #canvas = el('canvas', { 'aria-hidden': 'true' });
  #cursor = el('div', { class: 'cell-cursor', hidden: true });
  element = el(
    'div',
    { class: 'mini', role: 'application', tabindex: -1 },
    this.#canvas,
    this.#cursor,
  );

  /** @type {Tensor | null} */
  #tensor = null;
  /** @type {MiniLayout | null} */
  #layout = null;
  /** @type {import('../draw/tensor-mini.js').Heatmap[]} */
  #heatmaps = [];
  /** @type {Position} */
  #position = { panel: 0, cellRow: 0, cellColumn: 0 };
  /** @type {(reading: CellReading | null) => void} */
  #onCell;
  /** @type {(head: number) => void} */
  #onHead;
  /** @type {(picked: Picked) => void} */
  #onPick;
  /** @type {CellReading | null} */
  #reading = null;
  /** Over the picture, made when a token is first in focus: the picture itself is costly to draw. */
  #bands = el('canvas', { class: 'mini-bands', 'aria-hidden': 'true' });
  #banded = false;
  /** @type {Animation | null} */
  #growth = null;

  /**
   * @param {object} events
   * @param {(reading: CellReading | null) => void} events.onCell the cell under pointer or cursor
   * @param {(head: number) => void} events.onHead a head was chosen
   * @param {(picked: Picked) => void} events.onPick a cell was chosen, before its head is
   */
  constructor({ onCell, onHead, onPick }) {
    this.#onCell = onCell;
    this.#onHead = onHead;
    this.#onPick = onPick;
    const { element } = this;
    element.addEventListener('pointermove', (event) => this.#point(event));
    element.addEventListener('pointerleave', () => this.#leave());
    element.addEventListener('click', (event) => {
      const at = this.#hit(event);
      if (!at) return;
      // A finger comes without having pointed first.
      if (at.cellRow >= 0) this.#show(at);
      this.#choose(at, 'pointer');
    });
    element.addEventListener('focus', () => {
      if (element.matches(':focus-visible')) this.#show(this.#position);
    });
    element.addEventListener('blur', () => this.#leave());
    element.addEventListener('keydown', (event) => this.#key(event));
  }

  /**
   * New data: takes its room at once, draws when asked. It reads no layout.
   * @param {Tensor} tensor
   * @param {import('../draw/tensor-layout.js').Fit} fit see `miniLayout`
   * @param {boolean} [moving] grows or shrinks to its new size
   */
  setTensor(tensor, fit, moving = false) {
    const before = this.#layout;
    this.#tensor = tensor;
    this.#layout = miniLayout(tensor, fit);
    if (moving && before) this.#grow(before, this.#layout);
    const { style } = this.#canvas;
    style.width = `${this.#layout.width}px`;
    style.height = `${this.#layout.height}px`;
    if (!this.#cursor.hidden) this.#show(this.#position);
  }

  /**
   * Makes the heatmaps of the tensor that was set last.
   * @param {object} options
   * @param {'signed' | 'share'} options.kind
   * @param {Tensor} [options.masked] the masked scores, whose hidden cells are hatched in shares too
   * @param {Pens} options.pens
   * @returns {Facts | null} null before the first tensor
   */
  prepare({ kind, masked, pens }) {
    const tensor = this.#tensor;
    const layout = this.#layout;
    if (!tensor || !layout) return null;
    const extent = extentOf(tensor.data);
    const limit = kind === 'share' ? 1 : colourLimit(tensor.data, extent);
    const shown = masked ? { data: hideMasked(tensor.data, masked.data) } : tensor;
    this.#heatmaps = miniHeatmaps(shown, layout, { kind, limit, colours: pens.colours });
    return { layout, extent, limit };
  }

  /** @param {{selected: readonly number[], lit: LitSides, pens: Pens}} look */
  paint({ selected, lit, pens: { paint, font } }) {
    const layout = this.#layout;
    if (!layout) return;
    const heatmaps = this.#heatmaps;
    const context = prepareCanvas(this.#canvas, layout.width, layout.height);
    const marks = miniMarks(layout, heatmaps, { selected, lit });
    const ratio = globalThis.devicePixelRatio || 1;
    paintMini(context, { layout, heatmaps, marks }, { paint, font, ratio });
  }

  /**
   * Frames the rows and columns of tokens.
   * @param {{rows: readonly number[], columns: readonly number[]}} tokens
   * @param {Pens} pens
   */
  mark(tokens, { paint, font }) {
    const layout = this.#layout;
    const any = tokens.rows.length + tokens.columns.length > 0;
    if (!layout || (!any && !this.#banded)) return;
    if (!this.#bands.isConnected) this.#canvas.after(this.#bands);
    const context = prepareCanvas(this.#bands, layout.width, layout.height);
    paintCanvas(context, tokenBands(layout, tokens), paint, { font });
    this.#banded = any;
  }

  /**
   * From the size it has on the screen now, also when it is still on its way to another one.
   * @param {MiniLayout} from @param {MiniLayout} to
   */
  #grow(from, to) {
    if (from.width === to.width && from.height === to.height) return;
    const { element } = this;
    const under = this.#growth?.playState === 'running';
    const now = new DOMMatrix(under ? getComputedStyle(element).transform : 'none');
    this.#growth?.cancel();
    const across = (now.a * from.width) / to.width;
    const down = (now.d * from.height) / to.height;
    this.#growth = element.animate(
      [{ transform: `scale(${across}, ${down})` }, { transform: 'none' }],
      { duration: 250, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
    );
  }

  /** @param {MouseEvent} event @returns {Position | null} */
  #hit(event) {
    const box = this.#canvas.getBoundingClientRect();
    return this.#layout && hit(this.#layout, event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const at = this.#hit(event);
    this.element.classList.toggle('on-head', at !== null && this.#headAt(at) !== null);
    if (at && at.cellRow >= 0) this.#show(at);
    else this.#hide();
  }

  #leave() {
    if (this.element.matches(':focus-visible') && !this.#cursor.hidden) return;
    this.#hide();
  }

  #hide() {
    this.#reading = null;
    if (this.#cursor.hidden) return;
    this.#cursor.hidden = true;
    this.#onCell(null);
  }

  /** @param {Position} position */
  #show(position) {
    const layout = this.#layout;
    if (!layout || !this.#tensor) return;
    const cell = cellOf(layout, position.panel, position.cellRow, position.cellColumn);
    if (!cell) {
      this.#position = { panel: 0, cellRow: 0, cellColumn: 0 };
      this.#hide();
      return;
    }
    this.#position = position;
    const box = cellBox(layout, position.panel, position.cellRow, position.cellColumn);
    const { style } = this.#cursor;
    style.transform = `translate(${box.x}px, ${box.y}px)`;
    style.width = `${box.width}px`;
    style.height = `${box.height}px`;
    this.#cursor.hidden = false;
    const { rows, columns, stride } = layout;
    const matrix = { data: this.#tensor.data, offset: cell.panel.offset, rows, columns, stride };
    const entry = strongest(matrix, cell.row, cell.rowTo, cell.column, cell.columnTo);
    this.#reading = { cell, entry };
    this.#onCell(this.#reading);
  }

  /** @param {Position} position @returns {number | null} the head of a panel, or of a slab */
  #headAt({ panel, cellRow, cellColumn }) {
    const layout = /** @type {MiniLayout} */ (this.#layout);
    const { head } = layout.panels[panel];
    if (head !== null || layout.slabs < 2 || cellColumn < 0) return head;
    const { rows, columns } = cellCounts(layout);
    const share = layout.slabRows ? cellRow / rows : cellColumn / columns;
    return Math.floor(share * layout.slabs);
  }

  /** @param {Position} position @param {'pointer' | 'key'} by */
  #choose(position, by) {
    const head = this.#headAt(position);
    if (this.#reading) this.#onPick({ by, head, reading: this.#reading });
    if (head !== null) this.#onHead(head);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const layout = this.#layout;
    if (!layout || event.altKey || event.metaKey) return;
    const { panel, cellRow, cellColumn } = this.#position;
    const counts = cellCounts(layout);
    const last = { row: counts.rows - 1, column: counts.columns - 1 };
    const to = (/** @type {number} */ p, /** @type {number} */ r, /** @type {number} */ c) => () =>
      cellOf(layout, p, r, c) && this.#show({ panel: p, cellRow: r, cellColumn: c });
    const step = event.shiftKey ? 10 : 1;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowUp: to(panel, Math.max(0, cellRow - step), cellColumn),
      ArrowDown: to(panel, Math.min(last.row, cellRow + step), cellColumn),
      ArrowLeft:
        cellColumn > 0
          ? to(panel, cellRow, Math.max(0, cellColumn - step))
          : to(panel - 1, cellRow, last.column),
      ArrowRight:
        cellColumn < last.column
          ? to(panel, cellRow, Math.min(last.column, cellColumn + step))
          : to(panel + 1, cellRow, 0),
      Home: to(panel, event.ctrlKey ? 0 : cellRow, 0),
      End: to(panel, event.ctrlKey ? last.row : cellRow, last.column),
      PageUp: to(panel - 1, cellRow, cellColumn),
      PageDown: to(panel + 1, cellRow, cellColumn),
      Enter: () => this.#choose(this.#position, 'key'),
      Escape: () => this.#hide(),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }
}
