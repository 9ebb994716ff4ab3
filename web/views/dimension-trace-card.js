/** One step of the dimension trace as a card: name, shape, picture, caption, formula, code. */
import { formatNumber, t } from '../i18n/index.js';
import { axisParts, litSides } from './dimension-trace-axes.js';
import { codeBlock, formula } from './dimension-trace-math.js';
import { TensorMini } from './dimension-trace-mini.js';
import { el } from './dom.js';

/**
 * @typedef {import('./dimension-trace-steps.js').Step} Step
 * @typedef {import('./dimension-trace-steps.js').Context} Context
 * @typedef {import('../state/store.js').Tensor} Tensor
 * @typedef {import('./dimension-trace-mini.js').Pens} Pens
 */

export class TraceCard {
  /** @type {Step} */
  step;
  /** @type {HTMLElement} */
  element;
  /** What the picture may fill. */
  picture = el('div', { class: 'card-picture' });
  #mini;
  #caption = el('p', { class: 'caption' });
  #about = el('p', { class: 'about' });
  /** @type {HTMLElement[]} live sizes, one an axis */
  #sizes = [];
  /** @type {Tensor | null} */
  #tensor = null;
  /** @type {Tensor | undefined} */
  #masked;
  /** The picture waits for `draw`. */
  pending = false;
  /** The heatmaps show the tensor. */
  #fresh = false;

  /**
   * @param {Step} step
   * @param {Tensor | undefined} tensor undefined: not in this snapshot
   * @param {Context} context
   * @param {object} events
   * @param {(step: Step, reading: import('./dimension-trace-mini.js').CellReading | null) => void} events.onCell
   * @param {(head: number) => void} events.onHead
   * @param {(step: Step, picked: import('./dimension-trace-mini.js').Picked) => void} events.onPick
   */
  constructor(step, tensor, context, { onCell, onHead, onPick }) {
    this.step = step;
    const name = t(`trace.step.${step.id}`);
    this.#mini = new TensorMini({
      onCell: (reading) => onCell(step, reading),
      onPick: (picked) => onPick(step, picked),
      onHead,
    });
    const heading = el('h4', { id: `trace-${step.id}`, class: 'step-name' }, name);
    if (step.role) heading.classList.add(`role-${step.role}`);
    const made = step.from.length
      ? t('trace.from', {
          names: step.from.map((id) => t(`trace.step.${id}`)).join(t('list.separator')),
        })
      : '';
    const symbol = el('span', { class: 'symbol' });
    symbol.append(formula(step.symbol));
    this.element = el(
      'li',
      {
        class: 'card',
        'data-step': step.id,
        tabindex: -1,
        'aria-labelledby': heading.id,
      },
      el('div', { class: 'card-head' }, heading, symbol, el('span', { class: 'from' }, made)),
      this.#about,
      this.#shape(tensor, step),
    );
    if (tensor) this.picture.append(this.#mini.element, this.#caption);
    else this.picture.append(el('p', { class: 'absent' }, t('trace.absent')));
    const rule = el('div', { class: 'card-rule' });
    rule.append(
      formula(step.formula(context), { display: true, side: step.side }),
      codeBlock(step.code(context), step.side),
    );
    this.element.append(el('div', { class: 'card-body' }, this.picture, rule));
  }

  /** @param {Tensor | undefined} tensor @param {Step} step */
  #shape(tensor, { side }) {
    const names = el('span', { class: 'shape-names' });
    const sizes = el('span', { class: 'shape-sizes' });
    tensor?.axes.forEach((axis, i) => {
      if (i > 0) {
        names.append(' × ');
        sizes.append(' × ');
      }
      axisParts(axis).forEach((part, k) => {
        if (k > 0) names.append('·');
        names.append(
          el(
            'button',
            { type: 'button', tabindex: -1, class: 'axis', 'data-axis': part, 'data-side': side },
            part,
          ),
        );
      });
      const size = el('span', { class: 'size', 'data-axis': axis, 'data-side': side });
      this.#sizes.push(size);
      sizes.append(size);
    });
    const equals = el('span', { class: 'equals' }, tensor ? '=' : '');
    return el('p', { class: 'shape' }, names, equals, sizes);
  }

  /**
   * New data: writes the numbers and takes the picture's room; `draw` draws it.
   * @param {Tensor} tensor of the same axes as before
   * @param {object} options
   * @param {string} options.about
   * @param {number} options.available width for the picture, CSS px
   * @param {number} options.scale px per column
   * @param {number} options.heads
   * @param {Tensor} [options.masked] the masked scores, for a card of weights
   * @param {(element: HTMLElement, text: string) => void} options.tick writes a number, with motion
   */
  setTensor(tensor, { about, available, scale, heads, masked, tick }) {
    this.#tensor = tensor;
    this.#masked = masked;
    this.#fresh = false;
    if (this.#about.textContent !== about) this.#about.textContent = about;
    tensor.shape.forEach((size, i) => tick(this.#sizes[i], String(size)));
    const slabs = tensor.axes.at(-1) === 'heads*d_head' ? heads : 1;
    this.#mini.setTensor(tensor, { available, scale, slabs });
    const shape = tensor.axes.map((axis, i) => `${axis} ${tensor.shape[i]}`).join(', ');
    const label = tensor.axes[0] === 'heads' || slabs > 1 ? 'trace.mini' : 'trace.miniPlain';
    const name = t(`trace.step.${this.step.id}`);
    this.#mini.element.setAttribute('aria-label', t(label, { name, shape }));
  }

  /** @param {{axis: string | null, selected: readonly number[], pens: Pens}} look */
  draw({ axis, selected, pens }) {
    this.pending = false;
    if (!this.#tensor) return;
    const { axes } = this.#tensor;
    if (!this.#fresh) {
      const { kind } = this.step;
      const facts = this.#mini.prepare({ kind, masked: this.#masked, pens });
      if (facts) this.#caption.textContent = captionOf(facts, kind, axes);
      this.#fresh = true;
    }
    this.#mini.paint({ selected, lit: litSides(axes, axis, this.step.side), pens });
  }

  /** What Tab reaches inside the card, in order. */
  get controls() {
    const buttons = /** @type {HTMLElement[]} */ ([
      ...this.element.querySelectorAll('button.axis'),
    ]);
    return this.#mini.element.isConnected ? [...buttons, this.#mini.element] : buttons;
  }
}

/**
 * @param {import('./dimension-trace-mini.js').Facts} facts
 * @param {'signed' | 'share'} kind
 * @param {readonly string[]} axes
 */
function captionOf({ layout, extent, limit }, kind, axes) {
  if (layout.rows * layout.columns === 0) return '';
  const parts = [];
  if (axes.at(-1) === 'key') parts.push(t('trace.queryKey'));
  if (Number.isFinite(extent.min)) {
    const digits = kind === 'share' ? 3 : Math.max(-extent.min, extent.max) < 10 ? 2 : 1;
    const [min, max] = [formatNumber(extent.min, digits), formatNumber(extent.max, digits)];
    parts.push(t('trace.range', { min, max }));
    const beyond = Math.max(-extent.min, extent.max) > limit;
    if (kind === 'share') parts.push(t('trace.share'));
    else if (beyond) parts.push(t('trace.full', { limit }));
  }
  const count = layout.rowBlock * layout.columnBlock;
  if (count > 1) parts.push(t('trace.block', { count }));
  if (extent.faults) parts.push(t('trace.faults', { count: extent.faults }));
  return parts.join(' · ');
}
