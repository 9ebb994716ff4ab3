/**
 * The little of Protocol Buffers' wire format that writing an ONNX model takes: fields of kinds 0
 * (varint), 2 (bytes) and 5 (float). A message is an array of chunks.
 * https://protobuf.dev/programming-guides/encoding/
 *
 * @typedef {Uint8Array[]} Message
 */

const VARINT = 0;
const BYTES = 2;
const FLOAT = 5;

/** @param {number} value a whole number of at most 53 bits */
function varint(value) {
  const bytes = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

/** @param {number} field @param {number} kind */
const tag = (field, kind) => varint(field * 8 + kind);

/** @param {number} field @param {number} value @returns {Message} */
export const integer = (field, value) => [tag(field, VARINT), varint(value)];

/** @param {number} field @param {number} value @returns {Message} */
export const float = (field, value) => [
  tag(field, FLOAT),
  new Uint8Array(Float32Array.of(value).buffer),
];

/** @param {number} field @param {Uint8Array} value @returns {Message} */
export const bytes = (field, value) => [tag(field, BYTES), varint(value.length), value];

/** @param {number} field @param {string} value @returns {Message} */
export const string = (field, value) => bytes(field, new TextEncoder().encode(value));

/** @param {number} field @param {Message} value @returns {Message} */
export const message = (field, value) => [tag(field, BYTES), varint(length(value)), ...value];

/** @param {Message} chunks */
const length = (chunks) => chunks.reduce((sum, chunk) => sum + chunk.length, 0);

/** @param {Message} chunks */
export function serialise(chunks) {
  const whole = new Uint8Array(length(chunks));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
