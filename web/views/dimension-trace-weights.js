/**
 * The weights of one projection on its card, twice the same numbers: as the heads' own matrices, and
 * as the one fused matrix whose slabs they are.
 */
import { t } from '../i18n/index.js';
import { axisParts } from './dimension-trace-axes.js';
import { byHead } from './dimension-trace-by-head.js';
import { formula } from './dimension-trace-math.js';
import { TracePicture } from './dimension-trace-picture.js';
import { el } from './dom.js';

/**
 * @typedef {import('../state/store.js').Tensor} Tensor
 * @typedef {import('./dimension-trace-mini.js').Tensor} ShownTensor
 * @typedef {import('./dimension-trace-picture.js').Look} Look
 * @typedef {{name: string, symbol: string, letter: string}} StepWeight `query.weight`, `W_Q`, `Q`
 */

/** px that pictures of weights may be high: they stand beside what they make. */
const TALLEST = 72;

/** The slabs of W_O lie below each other, and each has its head's number. */
const SLABS_TALLEST = 100;

export class CardWeights {
  #waiting = el('p', { class: 'absent' });
  #parts;
  element = el('div', { class: 'card-weights' });

  /**
   * @param {import('./dimension-trace-steps.js').Step} step
   * @param {StepWeight} weight
   * @param {Omit<import('./dimension-trace-picture.js').Events, 'onPick'>} events
   */
  constructor({ role }, { symbol, letter }, events) {
    const part = (/** @type {boolean} */ split) => {
      const title = el('span', { class: 'weights-title' });
      const sub = split ? { sub: 'i' } : {};
      title.append(
        formula([{ symbol: 'W', sup: letter, ...sub, role }]),
        ' ',
        t(split ? 'trace.weights.split' : 'trace.weights.fused'),
      );
      const shape = el('span', { class: 'shape' });
      const picture = new TracePicture({ kind: 'signed' }, events);
      const element = el(
        'div',
        { class: 'weights-part', hidden: true },
        el('p', { class: 'weights-head' }, title, shape),
        ...picture.elements,
      );
      return { element, shape, picture, split, made: '', sizes: /** @type {HTMLElement[]} */ ([]) };
    };
    this.symbol = symbol;
    this.#parts = [part(true), part(false)];
    this.#waiting.textContent = t('trace.weights.waiting', { name: symbol });
    this.element.append(this.#waiting, ...this.#parts.map(({ element }) => element));
  }

  /**
   * @param {Tensor | undefined} weight undefined: not there yet
   * @param {object} options
   * @param {import('../draw/tensor-layout.js').Fit} options.fit
   * @param {number | null} options.heads null where the matrix does not cut into heads
   * @param {boolean} options.moving
   * @param {(element: HTMLElement, text: string) => void} options.tick
   * @returns {boolean} whether anything is new
   */
  set(weight, { fit, heads, moving, tick }) {
    this.#waiting.hidden = weight !== undefined;
    const { axes = [] } = weight ?? {};
    let changed = false;
    for (const part of this.#parts) {
      const { split, element, picture } = part;
      const there = weight !== undefined && (!split || heads !== null);
      element.hidden = !there;
      if (!there) continue;
      const tensor = split ? byHead(weight, heads ?? 1) : weight;
      const shape = tensor.axes.map((axis, i) => `${axis} ${tensor.shape[i]}`).join(', ');
      this.#write(part, tensor, tick);
      const renewed = picture.set(tensor, {
        fit: {
          ...fit,
          tallest: !split && axes[0] === 'heads*d_head' ? SLABS_TALLEST : TALLEST,
          slabs: split ? 1 : (heads ?? 1),
          oneLine: split && tensor.shape[0] <= 16,
        },
        label: t('trace.weights.mini', { name: this.symbol, shape }),
        moving,
      });
      changed ||= renewed;
    }
    return changed;
  }

  /**
   * The shape, with axis names that light up.
   * @param {{shape: HTMLElement, made: string, sizes: HTMLElement[]}} part
   * @param {ShownTensor} tensor
   * @param {(element: HTMLElement, text: string) => void} tick
   */
  #write(part, { axes, shape }, tick) {
    if (part.made !== axes.join()) {
      part.made = axes.join();
      part.sizes = [];
      const names = axes.flatMap((axis, i) => {
        const parts = axisParts(axis).flatMap((name, k) => {
          const span = el('span', { 'data-axis': name }, name);
          return k > 0 ? ['·', span] : [span];
        });
        return i > 0 ? [' × ', ...parts] : parts;
      });
      const sizes = axes.flatMap((axis, i) => {
        const size = el('span', { class: 'size', 'data-axis': axis });
        part.sizes.push(size);
        return i > 0 ? [' × ', size] : [size];
      });
      part.shape.replaceChildren(
        el('span', { class: 'shape-names' }, ...names),
        ' = ',
        el('span', { class: 'shape-sizes' }, ...sizes),
      );
    }
    shape.forEach((size, i) => tick(part.sizes[i], String(size)));
  }

  /** @param {Look} look */
  draw(look) {
    for (const { picture, element } of this.#parts) if (!element.hidden) picture.draw(look);
  }

  /** The colours changed. */
  fade() {
    for (const { picture } of this.#parts) picture.fade();
  }
}
