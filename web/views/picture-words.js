/** Words and controls of a picture of the page, line by line as the browser broke them. */
import { escape } from '../draw/escape.js';

/** @typedef {import('./picture.js').Pen} Pen */

const measure = new OffscreenCanvas(1, 1).getContext('2d');

/** @param {Text} node @param {CSSStyleDeclaration} style of its parent @param {Pen} pen */
export function drawText(node, style, pen) {
  const text = node.data;
  if (!text.trim()) return;
  const range = document.createRange();
  /** @type {{words: string, left: number, right: number, top: number}[]} */
  const lines = [];
  for (const { 0: word, index } of text.matchAll(/\S+\s*/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const { left, right, top, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    const line = lines.at(-1);
    if (line && Math.abs(line.top - top) < 2) {
      line.words += ` ${word.trimEnd()}`;
      line.right = right;
    } else lines.push({ words: word.trimEnd(), left, right, top });
  }
  for (const { words, left, right, top } of lines) {
    drawWords(words, { left, top, width: right - left }, style, pen);
  }
}

/**
 * @param {string} words
 * @param {{left: number, top: number, width: number}} place on the screen; `top` of the letters' box
 * @param {CSSStyleDeclaration} style
 * @param {Pen} pen
 */
function drawWords(words, { left, top, width }, style, pen) {
  const { colour, alpha } = pen.inks.hex(style.color);
  const size = parseFloat(style.fontSize);
  const shown = style.textTransform === 'uppercase' ? words.toUpperCase() : words;
  let ascent = size * 0.97;
  if (measure) {
    measure.font = `${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}`;
    ascent = measure.measureText(shown).fontBoundingBoxAscent;
  }
  const family = style.fontFamily.replaceAll('"', "'");
  pen.parts.push(
    `<text x="${round(left - pen.origin.left)}" y="${round(top - pen.origin.top + ascent)}" ` +
      `font-family="${escape(family)}" font-size="${round(size)}" font-weight="${style.fontWeight}" ` +
      (style.fontStyle === 'italic' ? 'font-style="italic" ' : '') +
      `fill="${colour}"${alpha < 1 ? ` fill-opacity="${round(alpha)}"` : ''}` +
      // Another typeface keeps to the room that this one had.
      (width > 0 ? ` textLength="${round(width)}" lengthAdjust="spacingAndGlyphs"` : '') +
      `>${escape(shown)}</text>`,
  );
}

/** @param {Element} element @param {DOMRect} box @param {CSSStyleDeclaration} style @param {Pen} pen */
export function drawControl(element, box, style, pen) {
  const [x, y] = [box.left - pen.origin.left, box.top - pen.origin.top];
  const { colour } = pen.inks.hex(style.accentColor === 'auto' ? style.color : style.accentColor);
  const line = pen.inks.hex(style.borderTopColor).colour;
  const middle = y + box.height / 2;
  if (element instanceof HTMLInputElement && element.type === 'range') {
    const share =
      (element.valueAsNumber - Number(element.min)) / (Number(element.max) - Number(element.min));
    const at = x + 8 + share * (box.width - 16);
    pen.parts.push(
      `<path d="M${round(x + 2)} ${round(middle)}H${round(x + box.width - 2)}" stroke="${line}" stroke-opacity="0.35" stroke-width="4" stroke-linecap="round"/>`,
      `<path d="M${round(x + 2)} ${round(middle)}H${round(at)}" stroke="${colour}" stroke-width="4" stroke-linecap="round"/>`,
      `<circle cx="${round(at)}" cy="${round(middle)}" r="8" fill="${colour}"/>`,
    );
  } else if (element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)) {
    const side = Math.min(box.width, box.height);
    const fill = element.checked ? colour : 'none';
    const corner = element.type === 'radio' ? side / 2 : 2;
    pen.parts.push(
      `<rect x="${round(x)}" y="${round(y)}" width="${round(side)}" height="${round(side)}" rx="${corner}" fill="${fill}" stroke="${line}"/>`,
    );
  } else {
    const field = /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (
      element
    );
    const words = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.value;
    const top = box.top + (box.height - parseFloat(style.fontSize) * 1.21) / 2;
    const left = box.left + parseFloat(style.paddingLeft) + 1;
    if (words) drawWords(words, { left, top, width: 0 }, style, pen);
  }
}

/** @param {number} value */
const round = (value) => String(Math.round(value * 100) / 100);
