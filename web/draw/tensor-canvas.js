/** Paints a tensor's miniature to a 2D canvas context. */
import { paintCanvas } from './canvas.js';

/**
 * @typedef {import('./tensor-layout.js').MiniLayout} MiniLayout
 * @typedef {import('./tensor-mini.js').Heatmap} Heatmap
 */

/**
 * All heatmaps of a miniature as one picture in device pixels, each cell a crisp rectangle.
 * @param {MiniLayout} layout
 * @param {readonly Heatmap[]} heatmaps of the same layout
 * @param {number} ratio device pixels per CSS pixel
 * @returns {{pixels: Uint8ClampedArray<ArrayBuffer>, width: number, height: number}} RGBA,
 *   transparent between the panels
 */
export function composeMini(layout, heatmaps, ratio) {
  const width = Math.max(1, Math.round(layout.width * ratio));
  const height = Math.max(1, Math.round(layout.height * ratio));
  const out = new Uint32Array(width * height);
  const [across, down] = [layout.panelWidth * ratio, layout.panelHeight * ratio].map(Math.round);
  heatmaps.forEach(({ pixels, rows, columns }, i) => {
    const source = new Uint32Array(pixels.buffer, pixels.byteOffset, rows * columns);
    const left = Math.round(layout.panels[i].x * ratio);
    const top = Math.round(layout.panels[i].y * ratio);
    let drawn = -1;
    for (let y = 0; y < down; y += 1) {
      const at = (top + y) * width + left;
      const row = Math.floor((y * rows) / down);
      if (row === drawn) {
        out.copyWithin(at, at - width, at - width + across);
        continue;
      }
      drawn = row;
      for (let x = 0; x < across; x += 1) {
        out[at + x] = source[row * columns + Math.floor((x * columns) / across)];
      }
    }
  });
  return { pixels: new Uint8ClampedArray(out.buffer), width, height };
}

/**
 * @param {CanvasRenderingContext2D} context scaled to CSS px, cleared
 * @param {object} mini
 * @param {MiniLayout} mini.layout
 * @param {readonly Heatmap[]} mini.heatmaps
 * @param {import('./tensor-mini.js').MiniMarks} mini.marks
 * @param {{paint: import('./display-list.js').Paint, font: string, ratio: number}} tools
 */
export function paintMini(context, { layout, heatmaps, marks }, { paint, font, ratio }) {
  const { pixels, width, height } = composeMini(layout, heatmaps, ratio);
  context.putImageData(new ImageData(pixels, width, height), 0, 0);
  context.globalCompositeOperation = 'destination-over';
  paintCanvas(context, marks.under, paint, { font });
  context.globalCompositeOperation = 'source-over';
  paintCanvas(context, marks.over, paint, { font });
}
