/**
 * @file Half-precision numbers in whole arrays: IEEE 754 binary16 ("F16") and bfloat16 ("BF16").
 * A table of all 65,536 halves is by far the quickest way to read millions of them.
 */

/** @type {Float32Array | undefined} */
let table;

/** @returns {Float32Array} the value of every binary16 bit pattern. */
function halfTable() {
  if (table) return table;
  table = new Float32Array(65536);
  for (let bits = 0; bits < 32768; ++bits) {
    const exponent = bits >> 10;
    const fraction = bits & 0x3ff;
    let value = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
    if (exponent === 31) value = fraction === 0 ? Infinity : NaN;
    table[bits] = value;
    table[bits | 0x8000] = -value;
  }
  return table;
}

/**
 * @param {Uint16Array} halves binary16 bit patterns
 * @returns {Float32Array} the same numbers, exactly.
 */
export function float32FromFloat16(halves) {
  const values = halfTable();
  const floats = new Float32Array(halves.length);
  for (let i = 0; i < floats.length; ++i) floats[i] = values[halves[i]];
  return floats;
}

/**
 * @param {Uint16Array} halves bfloat16 bit patterns: the upper half of a binary32
 * @returns {Float32Array} the same numbers, exactly.
 */
export function float32FromBfloat16(halves) {
  const bits = new Uint32Array(halves.length);
  for (let i = 0; i < bits.length; ++i) bits[i] = halves[i] << 16;
  return new Float32Array(bits.buffer);
}

/**
 * @param {Float32Array} floats
 * @returns {Uint16Array} binary16 bit patterns, rounded to the nearest, ties to even; what lies
 *   beyond 65,504 (by half a step or more) becomes an infinity, as the rounding rule says.
 */
export function float16FromFloat32(floats) {
  const bits = new Uint32Array(floats.buffer, floats.byteOffset, floats.length);
  const halves = new Uint16Array(floats.length);
  for (let i = 0; i < halves.length; ++i) halves[i] = roundToHalf(bits[i]);
  return halves;
}

/**
 * @param {number} bits of a binary32
 * @returns {number} bits of the nearest binary16.
 */
function roundToHalf(bits) {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x47800000) return sign | 0x7c00;
  if (magnitude >= 0x38800000) {
    // Normal: drop 13 bits of the fraction and rebias the exponent from 127 to 15. A carry out of
    // the fraction runs into the exponent, which is just what rounding up to a power of two means.
    const rebiased = magnitude - 0x38000000;
    return sign | ((rebiased + 0xfff + ((rebiased >>> 13) & 1)) >>> 13);
  }
  const shift = 126 - (magnitude >>> 23);
  if (shift > 24) return sign;
  // Subnormal: a multiple of 2^-24, so the fraction with its leading one is shifted into place.
  const fraction = (magnitude & 0x7fffff) | 0x800000;
  const kept = fraction >>> shift;
  const dropped = fraction & ((1 << shift) - 1);
  const tie = 1 << (shift - 1);
  return sign | (kept + (dropped > tie || (dropped === tie && (kept & 1) === 1) ? 1 : 0));
}
