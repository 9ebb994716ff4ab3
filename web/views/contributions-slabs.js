/** W_O cut into the heads' slabs, and beside each slab what it makes of its head's output. */
import { colourLimit, extentOf } from '../draw/tensor-blocks.js';
import { formatNumber, t } from '../i18n/index.js';
import { el } from './dom.js';
import { swatch } from './head-key.js';
import { SignedImage } from './signed-image.js';

/** @typedef {import('../state/contributions.js').Sums} Sums */
/** @typedef {import('../state/contributions.js').Weight} Weight */

export class ContributionSlabs {
  element = el('section', { class: 'wo-slabs' });
  #title = el('h3');
  #hint = el('p', { class: 'hint' });
  #grid = el('div', { class: 'wo-grid' });
  /** @type {{slab: SignedImage, vector: SignedImage}[]} */
  #heads = [];
  #bias = new SignedImage();
  #output = new SignedImage();
  /** @type {unknown[]} what the slabs, which change seldom, were drawn from */
  #drawn = [];

  constructor() {
    this.element.append(this.#title, this.#grid, this.#hint);
  }

  /**
   * @param {object} input
   * @param {Sums} input.sums
   * @param {Weight} input.weight W_O
   * @param {number | null} input.token null shows all of them
   * @param {string} input.text of that token
   * @param {readonly number[]} input.norms of the contributions
   * @param {ReturnType<import('./palette.js').readPalette>} input.palette
   */
  show({ sums, weight, token, text, norms, palette }) {
    const { heads, count, width, contribution, output, bias } = sums;
    if (heads !== this.#heads.length) this.#make(heads);
    const rows = (/** @type {ArrayLike<number>} */ data, /** @type {number} */ head) => {
      const start = (head * count + (token ?? 0)) * width;
      const length = token === null ? count * width : width;
      return /** @type {Float32Array} */ (data).subarray(start, start + length);
    };
    const vectors = this.#heads.map((_, head) => rows(contribution, head));
    const sum = rows(output, 0);
    const limit = Math.max(...[...vectors, sum].map((v) => colourLimit(v, extentOf(v))));
    const extent = extentOf(weight.data);
    const most = colourLimit(weight.data, extent);
    const [inner, columns] = weight.shape;
    const slab = inner / heads;
    const fresh = [weight, palette].some((part, i) => part !== this.#drawn[i]);
    this.#drawn = [weight, palette];
    for (const [head, images] of this.#heads.entries()) {
      const [from, to] = [head * slab, (head + 1) * slab];
      if (fresh) {
        const values = weight.data.subarray(from * columns, to * columns);
        const label = t('wo.slab', { head, from, to: to - 1, rows: slab, columns });
        images.slab.show({ values, columns, limit: most, label, palette });
      }
      const label =
        token === null
          ? t('wo.vector.all', { head, count, width })
          : t('wo.vector.token', { head, text, width, norm: formatNumber(norms[head], 2) });
      images.vector.show({ values: vectors[head], columns: width, limit, label, palette });
    }
    const label = t('wo.biasLabel', { width });
    const values = /** @type {Float32Array} */ (bias);
    this.#bias.show({ values, columns: width, limit, label, palette });
    this.#output.show({ values: sum, columns: width, limit, label: t('wo.outputLabel'), palette });
    this.#title.textContent = t('wo.slabs.title', { heads });
    this.#hint.textContent = t('wo.slabs.hint', {
      rows: inner,
      columns,
      weight: formatNumber(most, 2),
      largest: formatNumber(Math.max(-extent.min, extent.max), 2),
      value: formatNumber(limit, 2),
    });
  }

  /** @param {number} count */
  #make(count) {
    this.#drawn = [];
    this.#heads = Array.from({ length: count }, () => ({
      slab: new SignedImage(),
      vector: new SignedImage(),
    }));
    this.#grid.replaceChildren(
      el('span'),
      el('span', { class: 'wo-column' }, t('wo.slabs.weights')),
      el('span'),
      el('span', { class: 'wo-column' }, t('wo.slabs.contributions')),
      ...this.#heads.flatMap(({ slab, vector }, head) => [
        el('span', { class: 'wo-name' }, swatch(head), t('wo.head', { head })),
        el('div', { class: 'wo-slab' }, slab.element),
        el('span', { class: 'wo-arrow', 'aria-hidden': 'true' }, head ? '+' : ''),
        el('div', { class: 'wo-vector' }, vector.element),
      ]),
      el('span', { class: 'wo-name' }, t('wo.bias')),
      el('span', { class: 'wo-arrow wide', 'aria-hidden': 'true' }, '+'),
      el('div', { class: 'wo-vector thin' }, this.#bias.element),
      el('span', { class: 'wo-name strong-name' }, t('wo.output')),
      el('span', { class: 'wo-arrow wide', 'aria-hidden': 'true' }, '='),
      el('div', { class: 'wo-vector' }, this.#output.element),
    );
  }
}
