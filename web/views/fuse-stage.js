/** The matrices of one layer, a canvas a head, that slide together and apart. */
import { layoutFuse } from '../draw/fuse.js';
import { largestMagnitude } from '../draw/matrix.js';
import { headStyle } from '../draw/style.js';
import { t } from '../i18n/index.js';
import { columnsOf } from '../state/fuse.js';
import { fuseLabels } from '../state/fuse-says.js';
import { attentionInput, attentionName } from '../state/store.js';
import { el } from './dom.js';
import { SignedImage } from './signed-image.js';

/** @typedef {import('../draw/fuse.js').Box} Box */
/** @typedef {{image: SignedImage, element: HTMLElement}} Piece */
/** @typedef {'weights' | 'product' | 'concat'} Row */

const ROWS = /** @type {const} */ (['weights', 'product', 'concat']);

export class FuseStage {
  element = el('div', { class: 'fuse-stage' });
  #x = piece('x');
  /** @type {Record<Row, Piece[]>} */
  #pieces = { weights: [], product: [], concat: [] };
  /** @type {Record<Row, HTMLElement>} */
  #labels = {
    weights: el('span', { class: 'fuse-label' }),
    product: el('span', { class: 'fuse-label' }),
    concat: el('span', { class: 'fuse-label' }),
  };
  #xLabel = el('span', { class: 'fuse-label' });
  /** @type {unknown[]} */
  #drawn = [];

  /**
   * @param {object} input
   * @param {import('../state/store.js').Snapshot} input.snapshot
   * @param {number} input.layer
   * @param {import('../state/fuse.js').Role} input.role
   * @param {import('../state/fuse.js').Matrix} input.weight W of that role
   * @param {number} input.step
   * @param {number} input.width px
   * @param {ReturnType<import('./palette.js').readPalette>} input.palette
   */
  show({ snapshot, layer, role, weight, step, width, palette }) {
    const tensor = (/** @type {string} */ name) => snapshot.tensors[attentionName(layer, name)];
    const [heads, n, dHead] = tensor('query').shape;
    const dModel = weight.shape[0];
    if (this.#pieces.weights.length !== heads) this.#make(heads);
    const inputs = [snapshot, layer, role, weight, palette];
    if (inputs.some((input, i) => input !== this.#drawn[i])) {
      const x = attentionInput(snapshot, layer);
      const look = { role, palette };
      this.#paint({ x, made: tensor(role), context: tensor('context') }, weight, look);
    }
    this.#drawn = inputs;
    const layout = layoutFuse({ width, heads, step, n });
    this.element.style.height = `${layout.height}px`;
    place(this.#x.element, layout.x);
    const said = fuseLabels({ role, step, size: { n, dModel, heads, dHead } }, t);
    this.#xLabel.textContent = said.x;
    for (const row of ROWS) this.#labels[row].textContent = said[row];
    // One that is longer than what is right of it begins further left.
    const room = ROWS.map((row) => Math.max(0, width - this.#labels[row].offsetWidth));
    ROWS.forEach((row, i) => {
      layout[row].forEach((box, head) => place(this.#pieces[row][head].element, box));
      const [first] = layout[row];
      moveTo(this.#labels[row], Math.min(first.x, room[i]), first.y);
      this.#labels[row].classList.toggle('away', !first.shown);
    });
    moveTo(this.#xLabel, layout.x.x, layout.x.y);
    this.#xLabel.classList.toggle('away', !layout.x.shown);
  }

  /** @param {number} heads */
  #make(heads) {
    for (const row of ROWS)
      this.#pieces[row] = Array.from({ length: heads }, (_, i) => piece(row, i));
    this.element.replaceChildren(
      this.#x.element,
      this.#xLabel,
      ...ROWS.flatMap((row) => [this.#labels[row], ...this.#pieces[row].map((p) => p.element)]),
    );
  }

  /**
   * @param {Record<'x' | 'made' | 'context', import('../state/store.js').Tensor>} tensors
   * @param {import('../state/fuse.js').Matrix} weight
   * @param {{role: import('../state/fuse.js').Role,
   *   palette: ReturnType<import('./palette.js').readPalette>}} look
   */
  #paint({ x, made, context }, weight, { role, palette }) {
    const symbol = t(`fuse.symbol.${role}`);
    const limitOf = (/** @type {Float32Array} */ data) =>
      largestMagnitude(data, 0, data.length) / 2;
    const show = (
      /** @type {SignedImage} */ image,
      /** @type {Float32Array} */ values,
      /** @type {{columns: number, limit: number, label: string}} */ rest,
    ) => image.show({ values, palette, ...rest });
    const [heads, n, dHead] = made.shape;
    const columns = dHead;
    show(this.#x.image, x.data, {
      columns: x.shape[1],
      limit: limitOf(x.data),
      label: t('fuse.image.x', { rows: n, columns: x.shape[1] }),
    });
    const limits = [weight.data, made.data, context.data].map(limitOf);
    for (let head = 0; head < heads; head++) {
      const slice = (/** @type {Float32Array} */ data) =>
        data.subarray(head * n * dHead, (head + 1) * n * dHead);
      const values = [
        columnsOf(weight, head * dHead, dHead),
        slice(made.data),
        slice(context.data),
      ];
      const sizes = { rows: n, columns: dHead, head, symbol };
      const labels = [
        t('fuse.image.weight', { ...sizes, rows: weight.shape[0] }),
        t('fuse.image.product', sizes),
        t('fuse.image.context', { rows: n, columns: dHead, head }),
      ];
      ROWS.forEach((row, i) =>
        show(this.#pieces[row][head].image, values[i], {
          columns,
          limit: limits[i],
          label: labels[i],
        }),
      );
    }
  }
}

/** @param {string} kind @param {number} [head] @returns {Piece} */
function piece(kind, head) {
  const image = new SignedImage();
  const style = head === undefined ? null : `--hue: var(--${headStyle(head).colour})`;
  return { image, element: el('div', { class: `fuse-piece ${kind}`, style }, image.element) };
}

/** @param {HTMLElement} element @param {Box} box */
function place(element, { x, y, width, height, shown }) {
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
  moveTo(element, x, y);
  element.classList.toggle('away', !shown);
  element.toggleAttribute('inert', !shown);
  element.setAttribute('aria-hidden', String(!shown));
}

/** @param {HTMLElement} element @param {number} x @param {number} y */
function moveTo(element, x, y) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}
