/** A tensor on a card: its miniature with the caption under it. */
import { litSides } from './dimension-trace-axes.js';
import { captionOf } from './dimension-trace-caption.js';
import { TensorMini } from './dimension-trace-mini.js';
import { el } from './dom.js';

/**
 * @typedef {import('./dimension-trace-mini.js').Tensor} Tensor
 * @typedef {import('./dimension-trace-mini.js').Pens} Pens
 * @typedef {import('./dimension-trace-axes.js').RowSide} RowSide
 * @typedef {{axis: string | null, selected: readonly number[], pens: Pens}} Look
 * @typedef {{rows: readonly number[], columns: readonly number[]}} Bands
 *
 * @typedef {object} Events of one picture
 * @property {(reading: import('./dimension-trace-mini.js').CellReading | null, tensor: Tensor) => void} onCell
 * @property {(head: number) => void} onHead
 * @property {(picked: import('./dimension-trace-mini.js').Picked) => void} [onPick]
 */

export class TracePicture {
  #caption = el('p', { class: 'caption' });
  #mini;
  #kind;
  #side;
  /** @type {Tensor | null} */
  #tensor = null;
  /** @type {Tensor | undefined} */
  #masked;
  /** The heatmaps show the tensor. */
  #fresh = false;
  /** What the picture was last fitted to. */
  #fitted = '';

  /**
   * @param {{kind: 'signed' | 'share', side?: RowSide}} step
   * @param {Events} events
   */
  constructor({ kind, side }, { onCell, onHead, onPick = () => {} }) {
    this.#kind = kind;
    this.#side = side;
    this.#mini = new TensorMini({
      onCell: (reading) => this.#tensor && onCell(reading, this.#tensor),
      onHead,
      onPick,
    });
    this.elements = [this.#mini.element, this.#caption];
  }

  /** What can have the focus. */
  get control() {
    return this.#mini.element;
  }

  /**
   * New data: takes its room; `draw` draws it.
   * @param {Tensor} tensor
   * @param {object} options
   * @param {import('../draw/tensor-layout.js').Fit} options.fit
   * @param {string} options.label
   * @param {boolean} [options.moving] grows or shrinks to its new size
   * @param {Tensor} [options.masked] the masked scores, for a picture of weights
   * @returns {boolean} whether anything is new
   */
  set(tensor, { fit, label, moving, masked }) {
    const fitted = JSON.stringify([fit, tensor.shape]);
    if (fitted === this.#fitted && tensor.data === this.#tensor?.data && masked === this.#masked) {
      return false;
    }
    this.#fitted = fitted;
    this.#tensor = tensor;
    this.#masked = masked;
    this.#fresh = false;
    this.#mini.setTensor(tensor, fit, moving);
    this.#mini.element.setAttribute('aria-label', label);
    return true;
  }

  /** @param {Look} look */
  draw({ axis, selected, pens }) {
    if (!this.#tensor) return;
    const { axes, shape } = this.#tensor;
    if (!this.#fresh) {
      const kind = this.#kind;
      const facts = this.#mini.prepare({ kind, masked: this.#masked, pens });
      if (facts) this.#caption.textContent = captionOf(facts, kind, axes, shape[0]);
      this.#fresh = true;
    }
    this.#mini.paint({ selected, lit: litSides(axes, axis, this.#side), pens });
  }

  /** The colours changed. */
  fade() {
    this.#fresh = false;
  }

  /** @param {Bands} bands @param {Pens} pens */
  mark(bands, pens) {
    if (this.#tensor) this.#mini.mark(bands, pens);
  }
}
