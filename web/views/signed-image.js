/** A tensor's numbers as an image, a pixel a number, on a scale that diverges at zero. */
import { signedPixels } from '../draw/tensor-pixels.js';
import { el } from './dom.js';
import { showPixels } from './still-picture.js';
import { writeAttribute } from './write.js';

export class SignedImage {
  element = el('canvas', { class: 'signed-image', role: 'img' });

  /**
   * @param {object} input
   * @param {Float32Array} input.values `[rows, columns]`
   * @param {number} input.columns
   * @param {number} input.limit magnitude at which the colour is full
   * @param {string} input.label
   * @param {ReturnType<import('./palette.js').readPalette>} input.palette
   */
  show({ values, columns, limit, label, palette: { rgb } }) {
    const canvas = this.element;
    writeAttribute(canvas, 'aria-label', label);
    const rows = values.length / columns;
    const colours = {
      zero: rgb('panel'),
      negative: rgb('negative'),
      positive: rgb('positive'),
      fault: rgb('ink'),
    };
    showPixels(canvas, signedPixels(values, limit || 1, colours), columns, rows);
  }
}
