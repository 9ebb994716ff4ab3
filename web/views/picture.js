/**
 * A part of the page as an SVG of its own: every box, word, curve and canvas as it stands on the screen,
 * in values instead of style sheets, so that it looks the same in any program.
 */
import { escape } from '../draw/escape.js';
import { round } from '../draw/svg.js';
import { drawBox, drawRing } from './picture-boxes.js';
import { Inks } from './picture-inks.js';
import { drawControl, drawMarker, drawText } from './picture-words.js';

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
  // What a closed fold holds has a box, but is not shown.
  if (style.display !== 'contents' && !element.checkVisibility()) return;
  // What is for screen readers only.
  if (style.clipPath !== 'none') return;
  const faint = Number(style.opacity) < 1;
  if (faint) pen.parts.push(`<g opacity="${style.opacity}">`);
  const isDrawn = element.matches('[type="range"], [type="checkbox"], [type="radio"]');
  if (!isDrawn && box.width > 0 && box.height > 0) drawBox(box, style, pen);
  if (element instanceof SVGSVGElement) pen.parts.push(inlined(element, box, pen));
  else if (element instanceof HTMLCanvasElement) pen.parts.push(image(element, box, pen));
  else if (element.matches('input, select, textarea, progress')) {
    pen.parts.push(`<g clip-path="url(#${clip(box, pen)})">`);
    drawControl(element, box, style, pen);
    pen.parts.push('</g>');
  } else {
    const clips = box.width > 0 && `${style.overflowX}${style.overflowY}` !== 'visiblevisible';
    if (clips) pen.parts.push(`<g clip-path="url(#${clip(box, pen)})">`);
    drawPseudo(element, '::before', box, pen);
    drawPseudo(element, '::after', box, pen);
    if (element.localName === 'mfrac') drawBar(element, style, pen);
    if (element.localName === 'summary') drawMarker(element, box, style, pen);
    for (const child of element.childNodes) {
      if (child instanceof Element) draw(child, pen);
      else if (child instanceof Text) drawText(child, style, pen);
    }
    if (clips) pen.parts.push('</g>');
  }
  drawRing(box, style, pen);
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
  const of = (/** @type {string[]} */ ...sides) =>
    sides.reduce(
      (sum, side) => sum + parseFloat(style.getPropertyValue(`border-${side}-width`)),
      0,
    );
  const isWhole = style.boxSizing === 'border-box';
  const width = parseFloat(style.width) + (isWhole ? 0 : of('left', 'right'));
  const height = parseFloat(style.height) + (isWhole ? 0 : of('top', 'bottom'));
  if (!(width > 0) || !(height > 0)) return;
  const isPlaced = style.position === 'absolute';
  const left = box.left + parseFloat(isPlaced ? style.left : getComputedStyle(element).paddingLeft);
  const top = isPlaced ? box.top + parseFloat(style.top) : box.top + (box.height - height) / 2;
  const faint = Number(style.opacity) < 1;
  if (faint) pen.parts.push(`<g opacity="${style.opacity}">`);
  drawBox({ left, top, width, height }, style, pen);
  if (faint) pen.parts.push('</g>');
}

/** @typedef {import('./picture-boxes.js').Box} Box */

/** Between what stands over and under it. @param {Element} fraction @param {CSSStyleDeclaration} style @param {Pen} pen */
function drawBar(fraction, style, pen) {
  const { left, right } = fraction.getBoundingClientRect();
  const [over, under] = [...fraction.children].map((part) => part.getBoundingClientRect());
  const y = (over.bottom + under.top) / 2 - pen.origin.top;
  const { colour } = pen.inks.hex(style.color);
  const [from, to] = [left, right].map((x) => round(x - pen.origin.left));
  pen.parts.push(
    `<path d="M${from} ${round(y)}H${to}" stroke="${colour}" stroke-width="1" data-bar=""/>`,
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
  copy.setAttribute('font-family', getComputedStyle(svg).fontFamily.replaceAll('"', "'"));
  copy.setAttribute('x', round(box.left - pen.origin.left));
  copy.setAttribute('y', round(box.top - pen.origin.top));
  copy.setAttribute('width', round(box.width));
  copy.setAttribute('height', round(box.height));
  return new XMLSerializer().serializeToString(copy);
}
