/** Small helpers that make elements; text always goes in as text. */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes] `false`, null and undefined are left out
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/**
 * A canvas sized for sharp pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width CSS px
 * @param {number} height CSS px
 * @returns {CanvasRenderingContext2D} cleared, scaled to CSS px
 */
export function prepareCanvas(canvas, width, height) {
  const ratio = globalThis.devicePixelRatio || 1;
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/**
 * @param {readonly string[]} texts
 * @param {string} font a CSS font
 * @returns {number} px of the widest
 */
export function widest(texts, font) {
  ruler ??= document.createElement('canvas').getContext('2d');
  const context = /** @type {CanvasRenderingContext2D} */ (ruler);
  context.font = font;
  return texts.reduce((width, text) => Math.max(width, context.measureText(text).width), 0);
}

/**
 * What a token shows: the user's own text, or the sign for a space where it has none of its own.
 * @param {{text: string, piece: string}} token
 */
export const tokenText = ({ text, piece }) => text.trim() || piece.replaceAll('▁', '␣');
