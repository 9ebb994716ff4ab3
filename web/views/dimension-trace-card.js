/** One step of the dimension trace as a card: name, shape, picture, weights, formula, code. */
import { t } from '../i18n/index.js';
import { axisParts } from './dimension-trace-axes.js';
import { bandsOf } from './dimension-trace-bands.js';
import { codeBlock, formula } from './dimension-trace-math.js';
import { TracePicture } from './dimension-trace-picture.js';
import { CardWeights } from './dimension-trace-weights.js';
import { el } from './dom.js';

/**
 * @typedef {import('./dimension-trace-steps.js').Step} Step
 * @typedef {import('./dimension-trace-layer.js').Layer} Layer
 * @typedef {import('../state/store.js').Tensor} Tensor
 * @typedef {import('./dimension-trace-picture.js').Look} Look
 * @typedef {import('./dimension-trace-mini.js').CellReading} CellReading
 * @typedef {import('./dimension-trace-mini.js').Tensor} ShownTensor
 *
 * @typedef {object} Events
 * @property {(step: Step, reading: CellReading | null, tensor: ShownTensor, weight: boolean) => void} onCell
 * @property {(head: number) => void} onHead
 * @property {(step: Step, picked: import('./dimension-trace-mini.js').Picked) => void} onPick
 */

export class TraceCard {
  /** @type {Step} */
  step;
  /** @type {HTMLElement} */
  element;
  /** What the picture may fill. */
  picture = el('div', { class: 'card-picture' });
  /** The picture waits for `draw`. */
  pending = false;
  #own;
  /** @type {CardWeights | null} */
  #weights = null;
  #about = el('p', { class: 'about' });
  /** @type {HTMLElement[]} live sizes, one an axis */
  #sizes = [];
  /** @type {readonly string[]} */
  #axes;

  /**
   * @param {Step} step
   * @param {Layer} layer
   * @param {Events} events
   */
  constructor(step, layer, { onCell, onHead, onPick }) {
    this.step = step;
    const { context, stop } = layer;
    const tensor = layer.tensors[step.id];
    const name = t(`trace.step.${step.id}`);
    this.#axes = tensor?.axes ?? step.axes ?? [];
    this.#own = new TracePicture(step, {
      onCell: (reading, shown) => onCell(step, reading, shown, false),
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
    const stops = stop?.step === step.id;
    this.element = el(
      'li',
      {
        class: tensor || !stop ? 'card' : 'card unreached',
        'data-step': step.id,
        tabindex: -1,
        'aria-labelledby': heading.id,
      },
      el('div', { class: 'card-head' }, heading, symbol, el('span', { class: 'from' }, made)),
      this.#about,
      this.#shape(tensor !== undefined, step),
    );
    if (tensor) this.picture.append(...this.#own.elements);
    else this.picture.append(el('p', { class: 'absent' }, stop?.absent ?? layer.absent));
    if (step.weight && (tensor || !stop)) {
      this.#weights = new CardWeights(step, step.weight, {
        onCell: (reading, shown) => onCell(step, reading, shown, true),
        onHead,
      });
      this.picture.append(this.#weights.element);
    }
    const rule = el('div', { class: 'card-rule' });
    rule.append(
      formula(step.formula(context), { display: true, side: step.side }),
      codeBlock(step.code(context), step.side, stops ? stop.line : undefined),
    );
    if (stops) rule.append(stop.explain());
    this.element.append(el('div', { class: 'card-body' }, this.picture, rule));
  }

  /** @param {boolean} known its sizes are @param {Step} step */
  #shape(known, { side }) {
    const names = el('span', { class: 'shape-names' });
    const sizes = el('span', { class: 'shape-sizes' });
    this.#axes.forEach((axis, i) => {
      if (i > 0) {
        names.append(' × ');
        if (known) sizes.append(' × ');
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
      if (!known) return;
      const size = el('span', { class: 'size', 'data-axis': axis, 'data-side': side });
      this.#sizes.push(size);
      sizes.append(size);
    });
    const equals = el('span', { class: 'equals' }, known ? '=' : '');
    return el('p', { class: 'shape' }, names, equals, sizes);
  }

  /**
   * New data: writes the numbers and takes the pictures' room; `draw` draws them.
   * @param {Layer} layer with the same axes as before
   * @param {object} options
   * @param {string} options.about
   * @param {import('../draw/tensor-layout.js').Fit} options.fit of all pictures
   * @param {boolean} options.moving pictures grow and shrink to their new sizes
   * @param {(element: HTMLElement, text: string) => void} options.tick writes a number, with motion
   * @returns {boolean} whether anything is new
   */
  setLayer(layer, { about, fit, moving, tick }) {
    const { tensors, weights, heads } = layer;
    const tensor = tensors[this.step.id];
    if (this.#about.textContent !== about) this.#about.textContent = about;
    if (!tensor) return false;
    tensor.shape.forEach((size, i) => tick(this.#sizes[i], String(size)));
    const slabs = tensor.axes.includes('heads*d_head') ? heads : 1;
    const shape = tensor.axes.map((axis, i) => `${axis} ${tensor.shape[i]}`).join(', ');
    const label = tensor.axes[0] === 'heads' || slabs > 1 ? 'trace.mini' : 'trace.miniPlain';
    const renewed = this.#own.set(tensor, {
      fit: { ...fit, slabs },
      label: t(label, { name: t(`trace.step.${this.step.id}`), shape }),
      moving,
      masked: this.step.id === 'weights' ? tensors.masked : undefined,
    });
    const changed = this.#weights?.set(weights[this.step.weight?.name ?? ''], {
      fit,
      heads: layer.stop ? null : heads,
      moving,
      tick,
    });
    return renewed || changed === true;
  }

  /** @param {Look} look */
  draw(look) {
    this.pending = false;
    this.#own.draw(look);
    this.#weights?.draw(look);
  }

  /** The colours changed. */
  fade() {
    this.#own.fade();
    this.#weights?.fade();
  }

  /**
   * @param {Readonly<import('../state/store.js').Focus> | null} focus tokens to mark
   * @param {import('./dimension-trace-mini.js').Pens} pens
   */
  mark(focus, pens) {
    this.#own.mark(bandsOf(this.#axes, this.step.side, focus), pens);
  }

  /** What Tab reaches inside the card, in order. */
  get controls() {
    return /** @type {HTMLElement[]} */ ([
      ...this.element.querySelectorAll('button.axis, .mini, .card-rule button'),
    ]);
  }
}
