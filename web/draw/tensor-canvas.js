/** Paints a tensor's miniature to a 2D canvas context. */
import { paintCanvas } from './canvas.js';

/**
 * @param {CanvasRenderingContext2D} context already scaled to CSS px, cleared
 * @param {object} mini
 * @param {import('./tensor-layout.js').MiniLayout} mini.layout
 * @param {readonly import('./tensor-mini.js').Heatmap[]} mini.heatmaps
 * @param {import('./tensor-mini.js').MiniMarks} mini.marks
 * @param {object} tools
 * @param {import('./display-list.js').Paint} tools.paint
 * @param {string} tools.font
 * @param {CanvasRenderingContext2D} tools.scratch of another canvas, which is resized at will
 */
export function paintMini(context, { layout, heatmaps, marks }, { paint, font, scratch }) {
  paintCanvas(context, marks.under, paint, { font });
  context.imageSmoothingEnabled = false;
  heatmaps.forEach(({ pixels, columns, rows }, i) => {
    const { canvas } = scratch;
    if (canvas.width < columns) canvas.width = columns;
    if (canvas.height < rows) canvas.height = rows;
    scratch.putImageData(new ImageData(pixels, columns, rows), 0, 0);
    const { x, y } = layout.panels[i];
    const { panelWidth, panelHeight } = layout;
    context.drawImage(canvas, 0, 0, columns, rows, x, y, panelWidth, panelHeight);
  });
  paintCanvas(context, marks.over, paint, { font });
}
