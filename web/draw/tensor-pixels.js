/**
 * Values to pixels. Signed values diverge from the panel colour at zero; shares (attention weights)
 * run on a fixed scale from 0 to 1, by the law every picture of weights uses. Pure: colours come in
 * as `[red, green, blue]`, 0..255.
 */
import { isMasked } from './matrix.js';
import { strength } from './style.js';

/**
 * @typedef {import('./matrix.js').Rgb} Rgb
 * @typedef {{zero: Rgb, negative: Rgb, positive: Rgb, fault: Rgb}} SignedPalette
 * @typedef {{zero: Rgb, full: Rgb, fault: Rgb}} SharePalette
 */

const STEPS = 255;

/**
 * @param {Float32Array} values masked ones stay transparent, for a hatch to show
 * @param {number} limit magnitude at which the colour is full, above 0
 * @param {SignedPalette} palette
 * @returns {Uint8ClampedArray<ArrayBuffer>} RGBA, one pixel per value
 */
export function signedPixels(values, limit, { zero, negative, positive, fault }) {
  const below = ramp(zero, negative);
  const above = ramp(zero, positive);
  return pixels(values, fault, (value, out, at) => {
    const step = Math.min(STEPS, Math.round((Math.abs(value) / limit) * STEPS));
    copy(value < 0 ? below : above, step, out, at);
  });
}

/**
 * @param {Float32Array} values shares, 0..1; what lies outside is drawn as a fault
 * @param {SharePalette} palette
 * @returns {Uint8ClampedArray<ArrayBuffer>} RGBA, one pixel per value
 */
export function sharePixels(values, { zero, full, fault }) {
  const colours = ramp(zero, full);
  const slack = 1e-5;
  return pixels(values, fault, (value, out, at) => {
    if (value < -slack || value > 1 + slack) put(fault, out, at);
    else copy(colours, Math.round(strength(value) * STEPS), out, at);
  });
}

/**
 * @param {Uint8ClampedArray<ArrayBuffer>} image RGBA
 * @param {{columns: number, across: number, down: number}} size of the image, and how many pixels each
 *   of its own becomes along either axis
 * @returns {Uint8ClampedArray<ArrayBuffer>} RGBA
 */
export function repeated(image, { columns, across, down }) {
  if (across === 1 && down === 1) return image;
  const from = new Uint32Array(image.buffer);
  const to = new Uint32Array(from.length * across * down);
  const width = columns * across;
  for (let i = 0; i < from.length; i += 1) {
    const at = Math.floor(i / columns) * down * width + (i % columns) * across;
    to.fill(from[i], at, at + across);
  }
  for (let start = 0; start < to.length; start += width * down) {
    for (let row = 1; row < down; row += 1)
      to.copyWithin(start + row * width, start, start + width);
  }
  return new Uint8ClampedArray(to.buffer);
}

/**
 * @param {Float32Array} values
 * @param {Rgb} fault
 * @param {(value: number, out: Uint8ClampedArray, at: number) => void} colour finite values only
 */
function pixels(values, fault, colour) {
  const out = new Uint8ClampedArray(values.length * 4);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (isMasked(value)) continue;
    if (Number.isFinite(value)) colour(value, out, i * 4);
    else put(fault, out, i * 4);
  }
  return out;
}

/** @param {Rgb} from @param {Rgb} to @returns {Uint8ClampedArray} 256 RGBA colours */
function ramp(from, to) {
  const colours = new Uint8ClampedArray((STEPS + 1) * 4);
  for (let step = 0; step <= STEPS; step += 1) {
    for (let k = 0; k < 3; k += 1) {
      colours[step * 4 + k] = from[k] + ((to[k] - from[k]) * step) / STEPS;
    }
    colours[step * 4 + 3] = 255;
  }
  return colours;
}

/** @param {Uint8ClampedArray} colours @param {number} step @param {Uint8ClampedArray} out @param {number} at */
function copy(colours, step, out, at) {
  for (let k = 0; k < 4; k += 1) out[at + k] = colours[step * 4 + k];
}

/** @param {Rgb} colour @param {Uint8ClampedArray} out @param {number} at */
function put(colour, out, at) {
  for (let k = 0; k < 3; k += 1) out[at + k] = colour[k];
  out[at + 3] = 255;
}
