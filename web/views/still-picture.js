/**
 * Pictures on a canvas that stand still until the next one is shown. What has a context to draw in may
 * change at any time: a browser without a graphics processor takes a copy of every such canvas on the
 * screen for each frame, whatever else the frame is for. These are taken once, and once more when the
 * graphics processor was lost with them.
 */
import { sizeCanvas } from './dom.js';
import { paletteChanged } from './palette.js';

/** Where each is made. @type {OffscreenCanvas | undefined} */
let easel;

/**
 * @param {HTMLCanvasElement} canvas that nothing else draws in
 * @param {Uint8ClampedArray<ArrayBuffer>} pixels RGBA
 * @param {number} columns
 * @param {number} rows
 */
export function showPixels(canvas, pixels, columns, rows) {
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  const context = cleared(columns, rows);
  context.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  show(canvas, context);
}

/**
 * Sized for sharp pixels.
 * @param {HTMLCanvasElement} canvas that nothing else draws in
 * @param {{width: number, height: number}} size CSS px
 * @param {(context: OffscreenCanvasRenderingContext2D) => void} draw given a context that is scaled to
 *   CSS px
 */
export function showDrawn(canvas, { width, height }, draw) {
  const { w, h, ratio } = sizeCanvas(canvas, width, height);
  const context = cleared(w, h);
  context.scale(ratio, ratio);
  draw(context);
  show(canvas, context);
}

/** @param {number} width @param {number} height device pixels */
function cleared(width, height) {
  if (!easel) {
    easel = new OffscreenCanvas(1, 1);
    easel.addEventListener('contextrestored', paletteChanged);
  }
  // Clears it as well, and everything that was set.
  Object.assign(easel, { width, height });
  return /** @type {OffscreenCanvasRenderingContext2D} */ (easel.getContext('2d'));
}

/** @param {HTMLCanvasElement} canvas @param {OffscreenCanvasRenderingContext2D} drawn */
function show(canvas, drawn) {
  const bitmap = drawn.canvas.transferToImageBitmap();
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
