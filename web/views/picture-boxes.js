/** Grounds, borders and rings of a picture of the page, in the shapes of SVG. */
import { round } from '../draw/svg.js';

/** @typedef {import('./picture.js').Pen} Pen */
/** @typedef {{left: number, top: number, width: number, height: number}} Box px on the screen */

/** Ground and border. @param {Box} box @param {CSSStyleDeclaration} style @param {Pen} pen */
export function drawBox(box, style, pen) {
  const fill = pen.inks.gradient(style.backgroundImage, pen.defs) ?? style.backgroundColor;
  const paint = fill.startsWith('url(') ? { colour: fill, alpha: 1 } : pen.inks.hex(fill);
  const line = parseFloat(style.borderTopWidth) || 0;
  const sides = ['Bottom', 'Left', 'Right'].map((side) =>
    parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)),
  );
  const border = pen.inks.hex(style.borderTopColor);
  const same = SIDES.every((side) =>
    ['color', 'style'].every(
      (name) =>
        style.getPropertyValue(`border-${side}-${name}`) ===
        style.getPropertyValue(`border-top-${name}`),
    ),
  );
  const framed = line > 0 && border.alpha > 0 && same && sides.every((side) => side === line);
  const own = framed ? [] : sidesOf(box, style, pen);
  if (paint.alpha === 0 && !framed) {
    pen.parts.push(...own);
    return;
  }
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
    ...own,
  );
}

const SIDES = /** @type {const} */ (['top', 'right', 'bottom', 'left']);

/**
 * Borders that are not all alike, each as the trapezium that it is: a rule, a mark, a corner.
 * @param {Box} box
 * @param {CSSStyleDeclaration} style
 * @param {Pen} pen
 * @returns {string[]}
 */
function sidesOf({ left, top, width, height }, style, pen) {
  const [x, y] = [left - pen.origin.left, top - pen.origin.top];
  const [right, bottom] = [x + width, y + height];
  const [up, across, down, back] = SIDES.map(
    (side) => parseFloat(style.getPropertyValue(`border-${side}-width`)) || 0,
  );
  const outer = [
    [x, y],
    [right, y],
    [right, bottom],
    [x, bottom],
  ];
  const inner = [
    [x + back, y + up],
    [right - across, y + up],
    [right - across, bottom - down],
    [x + back, bottom - down],
  ];
  return [up, across, down, back].flatMap((wide, i) => {
    const { colour, alpha } = pen.inks.hex(style.getPropertyValue(`border-${SIDES[i]}-color`));
    const kind = style.getPropertyValue(`border-${SIDES[i]}-style`);
    if (!(wide > 0) || alpha === 0 || kind === 'none') return [];
    const next = (i + 1) % 4;
    const faint = alpha < 1 ? ` opacity="${round(alpha)}"` : '';
    if (kind === 'dashed' || kind === 'dotted') {
      const ends = [i, next].map((k) => outer[k].map((at, axis) => (at + inner[k][axis]) / 2));
      const [from, to] = ends.map((point) => point.map(round).join(' '));
      const dash = kind === 'dashed' ? 2 * wide : wide;
      return `<path d="M${from}L${to}" stroke="${colour}" stroke-width="${round(wide)}" stroke-dasharray="${round(dash)}"${faint}/>`;
    }
    const points = [outer[i], outer[next], inner[next], inner[i]];
    return `<polygon points="${points.map((point) => point.map(round).join(',')).join(' ')}" fill="${colour}"${faint}/>`;
  });
}

/** An edge within a box, or a ring around it, without blur; as computed. */
const SHADOW = /^(.+\)) (-?[\d.]+)px (-?[\d.]+)px 0px (-?[\d.]+)px( inset)?$/;

/**
 * What stands around a box without taking room: an outline, or a shadow that is a line.
 * @param {Box} box
 * @param {CSSStyleDeclaration} style
 * @param {Pen} pen
 */
export function drawRing(box, style, pen) {
  const wide = parseFloat(style.outlineWidth);
  if (style.outlineStyle !== 'none' && wide > 0) {
    pen.parts.push(
      ring(box, { wide, gap: parseFloat(style.outlineOffset) }, style, style.outlineColor, pen),
    );
  }
  const [, colour, across, down, spread, inset] = SHADOW.exec(style.boxShadow) ?? [];
  if (!colour || Number(across) !== 0) return;
  const high = Math.abs(Number(down));
  if (inset && high > 0) {
    const top = Number(down) < 0 ? box.top + box.height - high : box.top;
    const ink = pen.inks.hex(colour);
    pen.parts.push(
      `<rect x="${round(box.left - pen.origin.left)}" y="${round(top - pen.origin.top)}" ` +
        `width="${round(box.width)}" height="${round(high)}" fill="${ink.colour}"/>`,
    );
  } else if (!inset && high === 0 && Number(spread) > 0) {
    pen.parts.push(ring(box, { wide: Number(spread), gap: 0 }, style, colour, pen));
  }
}

/**
 * @param {Box} box
 * @param {{wide: number, gap: number}} of px, from the box outwards
 * @param {CSSStyleDeclaration} style
 * @param {string} css its colour
 * @param {Pen} pen
 */
function ring({ left, top, width, height }, { wide, gap }, style, css, pen) {
  const out = gap + wide / 2;
  const { colour, alpha } = pen.inks.hex(css);
  const radius = Math.max(0, (parseFloat(style.borderTopLeftRadius) || 0) + out);
  return (
    `<rect x="${round(left - pen.origin.left - out)}" y="${round(top - pen.origin.top - out)}" ` +
    `width="${round(width + 2 * out)}" height="${round(height + 2 * out)}" rx="${round(radius)}" ` +
    `fill="none" stroke="${colour}" stroke-width="${round(wide)}" stroke-opacity="${round(alpha)}"/>`
  );
}
