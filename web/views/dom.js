/** Small helpers that make elements; text always goes in as text. */
export { tokenText } from '../draw/token-text.js';

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
    // As an attribute it would be inline style, which a strict policy forbids.
    if (name === 'style') element.style.cssText = String(value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/**
 * A word with the number of its token, since words repeat; tokens count from 0 as axes, heads and code
 * do.
 * @param {number | string} number
 * @param {string} text
 */
export const numbered = (number, text) => `${number} ${text}`;

/**
 * What tokens are called, in a direction of its own: a token runs as its letters do, the name of two,
 * which a message set apart, as the page.
 * @param {string} name
 */
export const nameOf = (name) => el('bdi', { dir: name.includes('\u2068') ? 'ltr' : 'auto' }, name);

/**
 * Sizes a canvas for sharp pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width CSS px
 * @param {number} height CSS px
 * @returns {{w: number, h: number, ratio: number}} device pixels, and how many a CSS px has
 */
export function sizeCanvas(canvas, width, height) {
  const ratio = globalThis.devicePixelRatio || 1;
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  return { w, h, ratio };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number} width CSS px
 * @param {number} height CSS px
 * @returns {CanvasRenderingContext2D} of a canvas sized for sharp pixels; cleared, scaled to CSS px
 */
export function prepareCanvas(canvas, width, height) {
  const { ratio } = sizeCanvas(canvas, width, height);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** Measures words, and remembers: most of them come again with the next key. */
export class Ruler {
  /** @type {Map<string, number>} px by font and text */
  #widths = new Map();
  #context = /** @type {CanvasRenderingContext2D} */ (
    document.createElement('canvas').getContext('2d')
  );

  /**
   * @param {readonly string[]} texts
   * @param {string} font a CSS font
   * @returns {number} px of the widest
   */
  widest(texts, font) {
    if (this.#widths.size > 2000) this.#widths.clear();
    return texts.reduce((width, text) => Math.max(width, this.#width(text, font)), 0);
  }

  /**
   * @param {string} text
   * @param {string} font a CSS font
   * @param {number} room px
   * @returns {string} the text, or its beginning and an ellipsis
   */
  fitting(text, font, room) {
    const letters = [...text];
    if (letters.length < 2 || this.#width(text, font) <= room) return text;
    letters.pop();
    while (letters.length > 1 && this.#width(`${letters.join('')}…`, font) > room) letters.pop();
    return `${letters.join('')}…`;
  }

  /**
   * Labels of a matrix as its layout draws them: whole where they fit, and as they are where none are
   * drawn.
   * @param {readonly string[]} texts
   * @param {string} family
   * @param {{labelled: boolean, font: number, margin: number}} layout
   */
  labels(texts, family, { labelled, font, margin }) {
    if (!labelled) return [...texts];
    return texts.map((text) => this.fitting(text, `650 ${font}px ${family}`, margin - 8));
  }

  /** @param {string} text @param {string} font */
  #width(text, font) {
    const key = `${font}\n${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    this.#context.font = font;
    const { width } = this.#context.measureText(text);
    // While a face is still on its way the text is measured in another one.
    if (document.fonts.status === 'loaded') this.#widths.set(key, width);
    return width;
  }
}

/**
 * What has the focus in the document or the shadow tree in which an element stands.
 * @param {Node} node
 * @returns {Element | null}
 */
export const focusedBeside = (node) =>
  /** @type {Partial<DocumentOrShadowRoot>} */ (/** @type {unknown} */ (node.getRootNode()))
    .activeElement ?? null;

/** What has the focus, in whichever shadow tree. @returns {Element | null} */
export function focusedWithin() {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

/**
 * Lets a sentence be spoken only while the reader is in its part of the page: what is pointed at
 * changes sentences everywhere, and one of them is enough.
 * @param {HTMLElement} part
 * @param {HTMLElement} sentence its `aria-live` is off elsewhere
 */
export function speakWithin(part, sentence) {
  part.addEventListener('focusin', () => sentence.setAttribute('aria-live', 'polite'));
  part.addEventListener('focusout', () => sentence.setAttribute('aria-live', 'off'));
}

/** What the core says, in English, ended so that a sentence can follow. @param {string} message */
export const asSentence = (message) => message.replace(/(?<![.!?…。！？])$/u, '.');
