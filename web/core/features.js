/**
 * What this JavaScript engine can run, asked of the engine itself: each probe is a whole module of
 * one function that uses the feature.
 */

const HEADER = [0, 97, 115, 109, 1, 0, 0, 0];
const END = 11;
const NOTHING = [96, 0, 0];
const VECTOR = [96, 0, 1, 123];

const SPLAT = [65, 0, 253, 17]; // i32x4.splat(0)
const RELAXED_MADD = [253, 133, 2]; // f32x4.relaxed_madd
const TRY_CATCH_ALL = [6, 64, 25, END];

/**
 * @param {number[]} type of the function, which takes nothing
 * @param {number[]} body its instructions
 */
function probe(type, body) {
  const code = [0, ...body, END];
  return Uint8Array.from([
    ...HEADER,
    ...[1, type.length + 1, 1, ...type],
    ...[3, 2, 1, 0],
    ...[10, code.length + 2, 1, code.length, ...code],
  ]);
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
const runs = (bytes) => typeof WebAssembly === 'object' && WebAssembly.validate(bytes);

/** What the module cannot do without, that this engine lacks; empty when it lacks nothing. */
export function missingFeatures() {
  if (typeof WebAssembly !== 'object') return ['WebAssembly'];
  const missing = [];
  if (!runs(probe(VECTOR, SPLAT))) missing.push('WebAssembly SIMD');
  if (!runs(probe(NOTHING, TRY_CATCH_ALL))) missing.push('WebAssembly exceptions');
  return missing;
}

export const hasRelaxedSimd = () =>
  runs(probe(VECTOR, [...SPLAT, ...SPLAT, ...SPLAT, ...RELAXED_MADD]));
