/** Words and controls of a picture of the page, line by line as the browser broke them. */
import { escape } from '../draw/escape.js';
import { round } from '../draw/svg.js';

/** @typedef {import('./picture.js').Pen} Pen */

const measure = new OffscreenCanvas(1, 1).getContext('2d');

/** @param {Text} node @param {CSSStyleDeclaration} style of its parent @param {Pen} pen */
export function drawText(node, style, pen) {
  const text = node.data;
  if (!text.trim()) return;
  const range = document.createRange();
  /** @type {{words: string, left: number, right: number, top: number, height: number}[]} */
  const lines = [];
  for (const { 0: word, index } of text.matchAll(/\S+\s*/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const { left, right, top, width, height } = range.getBoundingClientRect();
    if (width === 0) continue;
    const line = lines.at(-1);
    if (line && Math.abs(line.top - top) < 2) {
      line.words += ` ${word.trimEnd()}`;
      line.left = Math.min(line.left, left);
      line.right = Math.max(line.right, right);
    } else lines.push({ words: word.trimEnd(), left, right, top, height });
  }
  const isOperator = node.parentElement?.localName === 'mo';
  for (const { words, left, right, top, height } of lines) {
    const room = { left, top, width: right - left, ...(isOperator && { height }) };
    drawWords(words, room, style, pen);
  }
}

/**
 * @param {string} words
 * @param {{left: number, top: number, width: number, height?: number}} place on the screen; `top` of the
 *   letters' box; `height` of it, where it may be around their ink alone
 * @param {CSSStyleDeclaration} style
 * @param {Pen} pen
 */
function drawWords(words, { left, top, width, height = 0 }, style, pen) {
  const { colour, alpha } = pen.inks.hex(style.color);
  const size = parseFloat(style.fontSize);
  const shown = style.textTransform === 'uppercase' ? words.toUpperCase() : words;
  // A single letter of a formula slants without its style saying so.
  const isVariable = style.textTransform === 'math-auto' && /^\p{L}$/u.test(words);
  const slant = style.fontStyle === 'italic' || isVariable ? 'italic' : 'normal';
  let ascent = size * 0.97;
  if (measure) {
    measure.font = `${slant} ${style.fontWeight} ${size}px ${style.fontFamily}`;
    const sizes = measure.measureText(shown);
    ascent = sizes.fontBoundingBoxAscent;
    // A fence of a formula has a box of its own, around what is seen of it.
    const ink = sizes.actualBoundingBoxAscent + sizes.actualBoundingBoxDescent;
    const whole = ascent + sizes.fontBoundingBoxDescent;
    if (height > 0 && Math.abs(height - whole) > 1) {
      ascent = (height - ink) / 2 + sizes.actualBoundingBoxAscent;
    }
  }
  const family = style.fontFamily.replaceAll('"', "'");
  const isTurned = style.direction === 'rtl';
  pen.parts.push(
    `<text x="${round((isTurned ? left + width : left) - pen.origin.left)}" y="${round(top - pen.origin.top + ascent)}" ` +
      `font-family="${escape(family)}" font-size="${round(size)}" font-weight="${style.fontWeight}" ` +
      (isTurned ? 'direction="rtl" ' : '') +
      (slant === 'italic' ? 'font-style="italic" ' : '') +
      (style.textDecorationLine === 'underline' ? 'text-decoration="underline" ' : '') +
      // A figure as wide as the other: what SVG has no attribute for.
      (style.fontVariantNumeric === 'tabular-nums'
        ? 'style="font-variant-numeric:tabular-nums" '
        : '') +
      `fill="${colour}"${alpha < 1 ? ` fill-opacity="${round(alpha)}"` : ''}` +
      // Another typeface keeps to the room that this one had.
      (width > 0 ? ` textLength="${round(width)}" lengthAdjust="spacingAndGlyphs"` : '') +
      `>${escape(shown)}</text>`,
  );
}

/** The triangle before a fold. @param {Element} element @param {DOMRect} box @param {CSSStyleDeclaration} style @param {Pen} pen */
export function drawMarker(element, box, style, pen) {
  if (!/^disclosure/.test(style.listStyleType)) return;
  const size = parseFloat(style.fontSize);
  const x = box.left - pen.origin.left + parseFloat(style.paddingLeft);
  const line = parseFloat(style.lineHeight) || 1.5 * size;
  const y = box.top - pen.origin.top + parseFloat(style.paddingTop) + line / 2;
  const open = element.parentElement?.hasAttribute('open');
  const [a, b] = [round(0.28 * size), round(0.5 * size)];
  const shape = open
    ? `M${round(x)} ${round(y - 0.22 * size)}h${round(0.56 * size)}l-${a} ${b}z`
    : `M${round(x)} ${round(y - 0.28 * size)}v${round(0.56 * size)}l${b} -${a}z`;
  pen.parts.push(`<path d="${shape}" fill="${pen.inks.hex(style.color).colour}"/>`);
}

/** @param {Element} element @param {DOMRect} box @param {CSSStyleDeclaration} style @param {Pen} pen */
export function drawControl(element, box, style, pen) {
  const [x, y] = [box.left - pen.origin.left, box.top - pen.origin.top];
  if (element instanceof HTMLProgressElement) {
    const { colour: bar } = pen.inks.hex(style.accentColor);
    const high = Math.min(8, box.height);
    const at = `x="${round(x)}" y="${round(y + (box.height - high) / 2)}" height="${round(high)}" rx="${round(high / 2)}"`;
    pen.parts.push(
      `<rect ${at} width="${round(box.width)}" fill="${bar}" fill-opacity="0.15"/>`,
      `<rect ${at} width="${round(box.width * Math.max(0, element.position))}" fill="${bar}"/>`,
    );
    return;
  }
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
    const right = box.right - parseFloat(style.paddingRight) - 1;
    const start = style.direction === 'rtl' ? right : left;
    if (words) drawWords(words, { left: start, top, width: 0 }, style, pen);
    if (!(field instanceof HTMLSelectElement)) return;
    const tip = pen.inks.hex(style.color).colour;
    pen.parts.push(
      `<path d="M${round(x + box.width - 17)} ${round(middle - 2)}l4 4l4 -4" fill="none" stroke="${tip}" stroke-width="1.8"/>`,
    );
  }
}
