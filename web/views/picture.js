/**
 * A part of the page as an SVG of its own: every box, word, curve and canvas as it stands on the screen,
 * in values instead of style sheets, so that it looks the same in any program.
 */
import { escape } from '../draw/escape.js';
import { Inks } from './picture-inks.js';
import { drawControl, drawText } from './picture-words.js';

/** Properties of SVG shapes that a style sheet may have set. */
const SHAPE = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
  ...['opacity', 'stop-color', 'stop-opacity', 'font-size', 'font-weight', 'text-anchor'],
  ...['dominant-baseline', 'visibility'],
];

/**
 * @typedef {object} Pen
 * @property {string[]} parts of the picture so far
 * @property {string[]} defs
 * @property {DOMRect} origin
 * @property {Inks} inks
 */

/**
 * @param {Element} element on the screen
 * @param {{font?: string, title?: string}} [options] `font` is the typeface's file as base64
 * @returns {{svg: string, width: number, height: number}} px
 */
export function pictureOf(element, { font = '', title = '' } = {}) {
  const origin = element.getBoundingClientRect();
  const [width, height] = [Math.ceil(origin.width), Math.ceil(origin.height)];
  /** @type {Pen} */
  const pen = { parts: [], defs: [], origin, inks: new Inks() };
  const ground = pen.inks.hex(getComputedStyle(document.body).backgroundColor);
  if (ground.alpha > 0) {
    pen.parts.push(`<rect width="${width}" height="${height}" fill="${ground.colour}"/>`);
  }
  draw(element, pen);
  const face = font
    ? `<style>@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font})}</style>`
    : '';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}"><title>${escape(title)}</title>${face}` +
    `<defs>${pen.defs.join('')}</defs>${pen.parts.join('')}</svg>`;
  return { svg, width, height };
}

/** @param {Element} element @param {Pen} pen */
function draw(element, pen) {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return;
  // What is for screen readers only.
  if (style.clipPath !== 'none') return;
  const faint = Number(style.opacity) < 1;
  if (faint) pen.parts.push(`<g opacity="${style.opacity}">`);
  const isDrawn = element.matches('[type="range"], [type="checkbox"], [type="radio"]');
  if (!isDrawn && box.width > 0 && box.height > 0) drawBox(box, style, pen);
  if (element instanceof SVGSVGElement) pen.parts.push(inlined(element, box, pen));
  else if (element instanceof HTMLCanvasElement) pen.parts.push(image(element, box, pen));
  else if (element.matches('input, select, textarea')) drawControl(element, box, style, pen);
  else {
    const clips = box.width > 0 && `${style.overflowX}${style.overflowY}` !== 'visiblevisible';
    if (clips) pen.parts.push(`<g clip-path="url(#${clip(box, pen)})">`);
    drawPseudo(element, '::before', box, pen);
    drawPseudo(element, '::after', box, pen);
    for (const child of element.childNodes) {
      if (child instanceof Element) draw(child, pen);
      else if (child instanceof Text) drawText(child, style, pen);
    }
    if (clips) pen.parts.push('</g>');
  }
  if (faint) pen.parts.push('</g>');
}

/**
 * A box that a style sheet puts before or after what an element holds: a mark, a bar.
 * @param {Element} element
 * @param {'::before' | '::after'} which
 * @param {DOMRect} box of the element
 * @param {Pen} pen
 */
function drawPseudo(element, which, box, pen) {
  const style = getComputedStyle(element, which);
  if (style.content !== '""' || style.display === 'none') return;
  const [width, height] = [parseFloat(style.width), parseFloat(style.height)];
  if (!width || !height) return;
  const isPlaced = style.position === 'absolute';
  const left = box.left + parseFloat(isPlaced ? style.left : getComputedStyle(element).paddingLeft);
  const top = isPlaced ? box.top + parseFloat(style.top) : box.top + (box.height - height) / 2;
  drawBox({ left, top, width, height }, style, pen);
}

/** @typedef {{left: number, top: number, width: number, height: number}} Box px on the screen */

/** Ground and border. @param {Box} box @param {CSSStyleDeclaration} style @param {Pen} pen */
function drawBox(box, style, pen) {
  const fill = pen.inks.gradient(style.backgroundImage, pen.defs) ?? style.backgroundColor;
  const paint = fill.startsWith('url(') ? { colour: fill, alpha: 1 } : pen.inks.hex(fill);
  const line = parseFloat(style.borderTopWidth) || 0;
  const sides = ['Bottom', 'Left', 'Right'].map((side) =>
    parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)),
  );
  const border = pen.inks.hex(style.borderTopColor);
  const framed = line > 0 && border.alpha > 0 && sides.every((side) => side === line);
  if (paint.alpha === 0 && !framed) return;
  const half = framed ? line / 2 : 0;
  const [x, y] = [box.left - pen.origin.left + half, box.top - pen.origin.top + half];
  const radius = Math.min(parseFloat(style.borderTopLeftRadius) || 0, box.height / 2);
  pen.parts.push(
    `<rect x="${round(x)}" y="${round(y)}" width="${round(box.width - 2 * half)}" ` +
      `height="${round(box.height - 2 * half)}"${radius ? ` rx="${round(radius)}"` : ''} ` +
      (paint.alpha > 0 ? `fill="${paint.colour}"` : 'fill="none"') +
      (paint.alpha > 0 && paint.alpha < 1 ? ` fill-opacity="${round(paint.alpha)}"` : '') +
      (framed ? ` stroke="${border.colour}" stroke-width="${line}"` : '') +
      (framed && border.alpha < 1 ? ` stroke-opacity="${round(border.alpha)}"` : '') +
      '/>',
  );
}

/** @param {DOMRect} box @param {Pen} pen @returns {string} id of a clip path */
function clip(box, pen) {
  const id = `clip-${pen.defs.length}`;
  pen.defs.push(
    `<clipPath id="${id}"><rect x="${round(box.left - pen.origin.left)}" ` +
      `y="${round(box.top - pen.origin.top)}" width="${round(box.width)}" ` +
      `height="${round(box.height)}"/></clipPath>`,
  );
  return id;
}

/** @param {HTMLCanvasElement} canvas @param {DOMRect} box @param {Pen} pen */
const image = (canvas, box, pen) =>
  canvas.width && canvas.height
    ? `<image x="${round(box.left - pen.origin.left)}" y="${round(box.top - pen.origin.top)}" ` +
      `width="${round(box.width)}" height="${round(box.height)}" preserveAspectRatio="none" ` +
      `href="${canvas.toDataURL()}"/>`
    : '';

/**
 * A live picture with its colours as values.
 * @param {SVGSVGElement} svg
 * @param {DOMRect} box
 * @param {Pen} pen
 */
function inlined(svg, box, pen) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [from, to] = [svg, copy].map((root) => [...root.querySelectorAll('*')]);
  from.forEach((shape, i) => {
    const style = getComputedStyle(shape);
    const twin = to[i];
    for (const name of SHAPE) {
      const value = style.getPropertyValue(name);
      if (!value) continue;
      const isPaint = ['fill', 'stroke', 'stop-color'].includes(name);
      const plain = isPaint && !/^(none|url)/.test(value) ? pen.inks.hex(value).colour : value;
      twin.setAttribute(name, plain.replaceAll('"', ''));
    }
    for (const name of ['class', 'style', 'data-id']) twin.removeAttribute(name);
  });
  for (const name of ['class', 'style', 'aria-hidden']) copy.removeAttribute(name);
  copy.setAttribute('x', round(box.left - pen.origin.left));
  copy.setAttribute('y', round(box.top - pen.origin.top));
  copy.setAttribute('width', round(box.width));
  copy.setAttribute('height', round(box.height));
  return new XMLSerializer().serializeToString(copy);
}

/** @param {number} value */
const round = (value) => String(Math.round(value * 100) / 100);
