/** Numbers written into the cells of a small tensor's miniature. Pure. */

/**
 * @typedef {{text: string, fill: 'ink' | 'panel'}} CellNumber
 * @typedef {import('./matrix.js').Rgb} Rgb
 */

/** @param {number} channel 0..255 @returns {number} linear light */
function light(channel) {
  const share = channel / 255;
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** @param {Rgb} colour @returns {number} relative luminance (WCAG) */
const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);

/** @param {number} a @param {number} b luminances */
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/**
 * Each value in two decimals, in the ink that stands out from its cell.
 * @param {Float32Array} values
 * @param {Uint8ClampedArray} pixels RGBA, one a value; transparent where a score is masked
 * @param {{zero: Rgb, fault: Rgb}} colours of the panel and of the ink
 * @returns {CellNumber[]}
 */
export function cellNumbers(values, pixels, { zero, fault }) {
  const [panel, ink] = [luminance(zero), luminance(fault)];
  return Array.from(values, (value, i) => {
    const [r, g, b, opaque] = pixels.subarray(4 * i, 4 * i + 4);
    const ground = opaque ? luminance([r, g, b]) : panel;
    const fill = contrast(ink, ground) >= contrast(panel, ground) ? 'ink' : 'panel';
    return { text: textOf(value), fill };
  });
}

/** @param {number} value */
function textOf(value) {
  if (!Number.isFinite(value)) return value < 0 ? '−∞' : String(value);
  const text = Math.abs(value).toFixed(2);
  return value < 0 && Number(text) > 0 ? `−${text}` : text;
}

/**
 * @param {import('./tensor-layout.js').MiniLayout} layout
 * @param {number} panel
 * @param {readonly CellNumber[]} numbers row by row; empty for none
 * @returns {import('./display-list.js').Item[]}
 */
export function numberItems({ panels, panelWidth, panelHeight, rows, columns }, panel, numbers) {
  const { x, y } = panels[panel];
  const [width, height] = [panelWidth / columns, panelHeight / rows];
  return numbers.map(({ text, fill }, i) => ({
    type: 'text',
    id: `value ${panel} ${i}`,
    text,
    x: x + ((i % columns) + 0.5) * width,
    y: y + (Math.floor(i / columns) + 0.5) * height,
    size: 10,
    anchor: 'middle',
    fill,
  }));
}
