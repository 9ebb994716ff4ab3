/** Paints a display list to a 2D canvas context. */
import { bezier } from './display-list.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Context
 */

/**
 * @param {Context} context already scaled to CSS px
 * @param {readonly Item[]} items painted in order
 * @param {import('./display-list.js').Paint} paint
 * @param {{font?: string, top?: number, bottom?: number}} [options] curves and polygons outside
 *   `top`..`bottom` are skipped
 */
export function paintCanvas(context, items, paint, options = {}) {
  const { font = 'sans-serif', top = -Infinity, bottom = Infinity } = options;
  /** @type {Map<string, CanvasGradient>} */
  const gradients = new Map();
  context.save();
  for (const item of items) {
    context.globalAlpha = 'opacity' in item ? item.opacity : 1;
    if (item.type === 'curve') {
      const [low, high] = [Math.min(item.from[1], item.to[1]), Math.max(item.from[1], item.to[1])];
      if (high < top || low > bottom) continue;
      paintCurve(context, item, paint, gradients);
    } else if (item.type === 'polygon') {
      const ys = item.points.map(([, y]) => y);
      if (Math.max(...ys) < top || Math.min(...ys) > bottom) continue;
      context.fillStyle = paint(item.fill);
      context.beginPath();
      item.points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
      context.fill();
    } else if (item.type === 'line') {
      context.strokeStyle = paint(item.stroke);
      context.lineWidth = item.width;
      context.setLineDash([]);
      context.beginPath();
      context.moveTo(...item.from);
      context.lineTo(...item.to);
      context.stroke();
    } else if (item.type === 'rect') {
      paintRect(context, item, paint);
    } else if (item.type === 'text') {
      paintText(context, item, paint, font);
    } else {
      paintCells(context, item, paint);
    }
  }
  context.restore();
}

/**
 * @param {Context} context
 * @param {import('./display-list.js').Curve} curve
 * @param {import('./display-list.js').Paint} paint
 * @param {Map<string, CanvasGradient>} gradients one per colour and span, shared by all its edges
 */
function paintCurve(context, curve, paint, gradients) {
  const [from, a, b, to] = bezier(curve);
  const { start, span } = curve.fade;
  const key = `${curve.stroke} ${start} ${span.join(' ')}`;
  let gradient = gradients.get(key);
  if (!gradient) {
    const colour = paint(curve.stroke);
    gradient = context.createLinearGradient(span[0], 0, span[1], 0);
    gradient.addColorStop(0, `color-mix(in srgb, ${colour} ${100 * start}%, transparent)`);
    gradient.addColorStop(1, colour);
    gradients.set(key, gradient);
  }
  context.strokeStyle = gradient;
  context.lineWidth = curve.width;
  context.setLineDash([...curve.dash]);
  context.beginPath();
  context.moveTo(...from);
  context.bezierCurveTo(...a, ...b, ...to);
  context.stroke();
}

/**
 * @param {Context} context
 * @param {import('./display-list.js').Rect} rect
 * @param {import('./display-list.js').Paint} paint
 */
function paintRect(context, { x, y, width, height, fill, stroke }, paint) {
  if (fill) {
    context.fillStyle = paint(fill);
    context.fillRect(x, y, width, height);
  }
  if (stroke) {
    context.strokeStyle = paint(stroke);
    context.lineWidth = 1.5;
    context.setLineDash([]);
    context.strokeRect(x, y, width, height);
  }
}

/**
 * @param {Context} context
 * @param {import('./display-list.js').Text} text
 * @param {import('./display-list.js').Paint} paint
 * @param {string} font
 */
function paintText(context, text, paint, font) {
  const { x, y, rotate } = text;
  // Only turned text is wrapped in save and restore: they would set the font anew for every text.
  if (rotate) {
    context.save();
    context.translate(x, y);
    context.rotate((rotate * Math.PI) / 180);
  }
  context.font = `${text.weight ?? 420} ${text.size}px ${font}`;
  context.textBaseline = 'middle';
  context.textAlign =
    text.anchor === 'middle' ? 'center' : text.anchor === 'end' ? 'right' : 'left';
  context.fillStyle = paint(text.fill);
  context.fillText(text.text, rotate ? 0 : x, rotate ? 0 : y);
  if (rotate) context.restore();
}

/**
 * @param {Context} context
 * @param {import('./display-list.js').Cells} cells
 * @param {import('./display-list.js').Paint} paint
 */
function paintCells(context, { x, y, cell, gap, rows, columns, pixels, hatched }, paint) {
  if (gap === 0 && rows * columns > 0) {
    const image = new OffscreenCanvas(columns, rows);
    const data = new ImageData(new Uint8ClampedArray(pixels), columns, rows);
    image.getContext('2d')?.putImageData(data, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(image, x, y, columns * cell, rows * cell);
  }
  for (let i = 0; gap > 0 && i < rows * columns; i++) {
    const [left, top] = [x + (i % columns) * cell, y + Math.floor(i / columns) * cell];
    context.fillStyle = `rgb(${pixels[4 * i]} ${pixels[4 * i + 1]} ${pixels[4 * i + 2]})`;
    context.fillRect(left, top, cell - gap, cell - gap);
  }
  if (!hatched.length) return;
  context.strokeStyle = paint('line-strong');
  context.lineWidth = Math.min(1, cell / 8);
  context.setLineDash([]);
  context.beginPath();
  for (const [row, column] of hatched) {
    const [left, top, side] = [x + column * cell, y + row * cell, cell - gap];
    context.moveTo(left, top + side);
    context.lineTo(left + side, top);
    context.moveTo(left, top + side / 2);
    context.lineTo(left + side / 2, top);
    context.moveTo(left + side / 2, top + side);
    context.lineTo(left + side, top + side / 2);
  }
  context.stroke();
}
