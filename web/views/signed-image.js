/** A tensor's numbers as an image, on a scale that diverges at zero. */
import { repeated, signedPixels } from '../draw/tensor-pixels.js';
import { el } from './dom.js';
import { showPixels } from './still-picture.js';
import { writeAttribute } from './write.js';

/**
 * A number is a pixel of the canvas, or along each axis as many as the screen has for it. So the browser
 * only ever shrinks, and averages; what it enlarges would be blurred.
 */
export class SignedImage {
  element = el('canvas', { class: 'signed-image', role: 'img' });
  /** @type {{pixels: Uint8ClampedArray<ArrayBuffer>, columns: number} | null} a pixel a number */
  #image = null;
  /** CSS px, as the last layout had them: to ask for them would force one. */
  #shown = { width: 0, height: 0 };
  /** @type {unknown[]} */
  #drawn = [];

  constructor() {
    new ResizeObserver(([{ contentRect }]) => {
      this.#shown = contentRect;
      this.#draw();
    }).observe(this.element);
  }

  /**
   * @param {object} input
   * @param {Float32Array} input.values `[rows, columns]`
   * @param {number} input.columns
   * @param {number} input.limit magnitude at which the colour is full
   * @param {string} input.label
   * @param {ReturnType<import('./palette.js').readPalette>} input.palette
   */
  show({ values, columns, limit, label, palette: { rgb } }) {
    writeAttribute(this.element, 'aria-label', label);
    const colours = {
      zero: rgb('panel'),
      negative: rgb('negative'),
      positive: rgb('positive'),
      fault: rgb('ink'),
    };
    this.#image = { pixels: signedPixels(values, limit || 1, colours), columns };
    this.#draw();
  }

  #draw() {
    const { width, height } = this.#shown;
    if (!this.#image || !width || !height) return;
    const { pixels, columns } = this.#image;
    const rows = pixels.length / 4 / columns;
    const across = Math.ceil((width * devicePixelRatio) / columns);
    const down = Math.ceil((height * devicePixelRatio) / rows);
    const drawn = [pixels, across, down];
    if (drawn.every((part, i) => part === this.#drawn[i])) return;
    this.#drawn = drawn;
    const blocks = repeated(pixels, { columns, across, down });
    showPixels(this.element, blocks, columns * across, rows * down);
  }
}
