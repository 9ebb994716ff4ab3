/** One head's weights as a picture of one pixel a cell, for CSS to enlarge. */
import { drawCells } from '../draw/matrix.js';
import { headStyle } from '../draw/style.js';
import { showPixels } from './still-picture.js';

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{weights: ArrayLike<number>, head: number, count: number,
 *   rgb: ReturnType<typeof import('./palette.js').readPalette>['rgb']}} picture
 */
export function paintThumbnail(canvas, { weights, head, count, rgb }) {
  const { pixels } = drawCells({
    ...{ stage: 'weights', values: weights, head, rows: count, columns: count },
    colours: {
      ground: rgb('panel'),
      hue: rgb(headStyle(head).colour),
      negative: rgb('negative'),
      positive: rgb('positive'),
    },
    place: { x: 0, y: 0, cell: 1, gap: 0 },
  });
  const image = count ? new Uint8ClampedArray(pixels) : new Uint8ClampedArray(4);
  showPixels(canvas, image, count || 1, count || 1);
}
