/** Paints a display list to a 2D canvas context. */
import { bezier, bezierWithin, MONO } from './display-list.js';
import { HAIR } from './style.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./display-list.js').Curve} Curve
 * @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Context
 * @typedef {{top?: number, bottom?: number, left?: number, right?: number}} Seen
 */

/** @param {number} a @param {number} b @param {number} low @param {number} high */
const isWithin = (a, b, low, high) => Math.max(a, b) >= low && Math.min(a, b) <= high;

/** @param {Item} item @param {Required<Seen>} seen */
function isSeen(item, { top, bottom, left, right }) {
  if (item.type === 'curve') {
    const { from, to, rise } = item;
    if (!isWithin(from[0], to[0], left, right)) return false;
    return rise !== undefined || isWithin(from[1], to[1], top, bottom);
  }
  if (item.type === 'polygon') {
    return item.points.some(([x, y]) => x >= left && x <= right && y >= top && y <= bottom);
  }
  if (item.type !== 'rect') return true;
  const { x, y, width, height } = item;
  return isWithin(x, x + width, left, right) && isWithin(y, y + height, top, bottom);
}

/**
 * @param {Context} context already scaled to CSS px
 * @param {readonly Item[]} items painted in order
 * @param {import('./display-list.js').Paint} paint
 * @param {Seen & {font?: string}} [options] shapes outside are skipped
 */
export function paintCanvas(context, items, paint, options = {}) {
  const { font = 'sans-serif', top = -Infinity, bottom = Infinity } = options;
  const { left = -Infinity, right = Infinity } = options;
  const seen = { top, bottom, left, right };
  /** @type {Map<string, CanvasGradient>} */
  const gradients = new Map();
  const type = { font: '' };
  context.save();
  for (const item of items) {
    if (!isSeen(item, seen)) continue;
    context.globalAlpha = 'opacity' in item ? item.opacity : 1;
    if (item.type === 'curve') {
      if (item.width <= HAIR) paintHair(context, item, paint);
      else paintCurve(context, item, paint, gradients, seen);
    } else if (item.type === 'polygon') {
      context.fillStyle = paint(item.fill);
      context.beginPath();
      item.points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
      context.fill();
    } else if (item.type === 'line' || item.type === 'polyline') {
      const points = item.type === 'line' ? [item.from, item.to] : item.points;
      context.strokeStyle = paint(item.stroke);
      context.lineWidth = item.width;
      context.setLineDash([...(item.dash ?? [])]);
      context.beginPath();
      points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
      context.stroke();
    } else if (item.type === 'rect') {
      paintRect(context, item, paint);
    } else if (item.type === 'text') {
      paintText(context, item, paint, font, type);
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
 * @param {Required<Seen>} seen
 */
function paintCurve(context, curve, paint, gradients, seen) {
  const [from, a, b, to] = bezierWithin(curve, seen);
  context.strokeStyle = strokeOf(context, curve, paint, gradients);
  context.lineWidth = curve.width;
  context.setLineDash([...curve.dash]);
  context.beginPath();
  context.moveTo(...from);
  context.bezierCurveTo(...a, ...b, ...to);
  context.stroke();
}

/**
 * @param {Context} context
 * @param {Curve} curve
 * @param {import('./display-list.js').Paint} paint
 * @param {Map<string, CanvasGradient>} gradients
 */
function strokeOf(context, { stroke, rise, fade: { start, span } }, paint, gradients) {
  const colour = paint(stroke);
  if (start >= 1) return colour;
  if (rise === undefined && span[0] < span[1]) return fadeOf(context, colour, start, span);
  const key = `${stroke} ${start} ${span.join(' ')}`;
  let gradient = gradients.get(key);
  if (!gradient) {
    gradient = gradientOf(context, colour, start, span);
    gradients.set(key, gradient);
  }
  return gradient;
}

/** @param {Context} context @param {string} colour @param {number} start @param {readonly number[]} span */
function gradientOf(context, colour, start, [from, to]) {
  const gradient = context.createLinearGradient(from, 0, to, 0);
  gradient.addColorStop(0, `color-mix(in srgb, ${colour} ${100 * start}%, transparent)`);
  gradient.addColorStop(1, colour);
  return gradient;
}

/** Fades that are ready, for each canvas. @type {WeakMap<Context, Map<string, CanvasPattern>>} */
const fades = new WeakMap();

/** A canvas that is resized again and again does not keep more fades than this. */
const MOST_FADES = 32;

/** px on each side of a fade, for the soft ends of its curves. */
const MARGIN = 2;

/**
 * A gradient as pixels, read where it would be computed for each pixel of each curve: the strokes of
 * a hover take two thirds of the time. Two rows, because one costs as much as no pixels at all.
 * @param {Context} context
 * @param {string} colour
 * @param {number} start
 * @param {readonly number[]} span the same for all edges between two columns
 * @returns {CanvasPattern | CanvasGradient}
 */
function fadeOf(context, colour, start, span) {
  const scale = context.getTransform().a;
  const key = `${colour} ${start} ${span.join(' ')} ${scale}`;
  const ready = fades.get(context) ?? new Map();
  fades.set(context, ready);
  const known = ready.get(key);
  if (known) return known;
  const left = Math.floor(span[0] * scale) - MARGIN;
  const width = Math.ceil(span[1] * scale) + MARGIN - left;
  const pixels = new OffscreenCanvas(width, 2);
  const pen = pixels.getContext('2d');
  const ends = span.map((x) => x * scale - left);
  if (pen) {
    pen.fillStyle = gradientOf(pen, colour, start, ends);
    pen.fillRect(0, 0, width, 2);
  }
  const pattern = pen && context.createPattern(pixels, 'repeat');
  if (!pattern) return gradientOf(context, colour, start, span);
  pattern.setTransform(new DOMMatrix([1 / scale, 0, 0, 1 / scale, left / scale, 0]));
  if (ready.size >= MOST_FADES) ready.clear();
  ready.set(key, pattern);
  return pattern;
}

/**
 * A hairline of the curve's mean opacity: without gradient and dash it costs a tenth.
 * @param {Context} context
 * @param {Curve} curve
 * @param {import('./display-list.js').Paint} paint
 */
function paintHair(context, curve, paint) {
  const [from, a, b, to] = bezier(curve);
  context.globalAlpha = (curve.opacity * (1 + curve.fade.start)) / 2;
  context.strokeStyle = paint(curve.stroke);
  context.lineWidth = curve.width;
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(from[0], from[1]);
  context.bezierCurveTo(a[0], a[1], b[0], b[1], to[0], to[1]);
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
 * @param {string} family
 * @param {{font: string}} type the font that is set; setting one anew is what text costs
 */
function paintText(context, text, paint, family, type) {
  const slant = text.italic ? 'italic ' : '';
  const font = `${slant}${text.weight ?? 420} ${text.size}px ${text.mono ? MONO : family}`;
  if (font !== type.font) context.font = type.font = font;
  context.textBaseline = 'middle';
  context.textAlign =
    text.anchor === 'middle' ? 'center' : text.anchor === 'end' ? 'right' : 'left';
  context.fillStyle = paint(text.fill);
  if (!text.rotate) return context.fillText(text.text, text.x, text.y);
  const turn = (text.rotate * Math.PI) / 180;
  context.translate(text.x, text.y);
  context.rotate(turn);
  context.fillText(text.text, 0, 0);
  context.rotate(-turn);
  context.translate(-text.x, -text.y);
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
