/**
 * @file NumPy's .npz: a zip archive, nothing compressed, of .npy arrays. A .npy is a magic word, a
 * header that is a Python dictionary padded to 64 bytes, and the data, row-major and little-endian.
 */

/**
 * @typedef {{shape: readonly number[], data: Float32Array | Uint8Array}} Tensor floats, or booleans as 0 and 1
 * @typedef {{shape: readonly number[], texts: readonly string[]}} Texts
 */

const DOS_EPOCH = 0x21; // 1 January 1980: the same numbers make the same file.

/**
 * @param {Readonly<Record<string, Tensor | Texts>>} tensors
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function writeNpz(tensors) {
  const entries = Object.entries(tensors).map(([name, tensor]) => {
    const bytes = npy(tensor);
    return { name: new TextEncoder().encode(`${name}.npy`), bytes, crc: crc32(bytes) };
  });
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Uint8Array[]} */
  const directory = [];
  let offset = 0;
  for (const { name, bytes, crc } of entries) {
    // Version to extract, flags, method, time, date, checksum, both sizes, lengths of name and extra.
    const shared = [
      ...[20, 0, 0, 0, DOS_EPOCH].map(u16),
      ...[crc, bytes.length, bytes.length].map(u32),
      ...[name.length, 0].map(u16),
    ];
    const local = join([u32(0x04034b50), ...shared, name]);
    directory.push(
      u32(0x02014b50),
      u16(20),
      ...shared,
      ...[0, 0, 0].map(u16),
      ...[0, offset].map(u32),
      name,
    );
    parts.push(local, bytes);
    offset += local.length + bytes.length;
  }
  const central = join(directory);
  const counts = [0, 0, entries.length, entries.length].map(u16);
  const end = [u32(0x06054b50), ...counts, u32(central.length), u32(offset), u16(0)];
  return join([...parts, central, ...end]);
}

/** @param {Tensor | Texts} tensor @returns {Uint8Array<ArrayBuffer>} */
function npy(tensor) {
  const { shape } = tensor;
  const { kind, bytes } = 'texts' in tensor ? unicode(tensor.texts) : numbers(tensor.data);
  const tuple = `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
  const dictionary = `{'descr': '${kind}', 'fortran_order': False, 'shape': ${tuple}, }`;
  const padding = 63 - ((10 + dictionary.length) % 64);
  const header = new TextEncoder().encode(`${dictionary}${' '.repeat(padding)}\n`);
  const magic = Uint8Array.of(0x93, ...new TextEncoder().encode('NUMPY'), 1, 0);
  return join([magic, u16(header.length), header, bytes]);
}

/** @param {Float32Array | Uint8Array} data */
const numbers = (data) => ({
  kind: data instanceof Float32Array ? '<f4' : '|b1',
  bytes: bytesOf(data),
});

/**
 * As NumPy keeps texts: four bytes a letter, all as long as the longest. One that ends in NUL would
 * lose it there.
 * @param {readonly string[]} texts
 */
function unicode(texts) {
  const letters = texts.map((text) => [...text].map((letter) => letter.codePointAt(0) ?? 0));
  const length = Math.max(1, ...letters.map((list) => list.length));
  const codes = new Uint32Array(texts.length * length);
  letters.forEach((list, i) => codes.set(list, i * length));
  return { kind: `<U${length}`, bytes: bytesOf(codes) };
}

/**
 * The bytes of numbers, little-endian as every machine that runs WebAssembly holds them.
 * @param {Float32Array | Uint8Array | Uint32Array} data
 */
export const bytesOf = ({ buffer, byteOffset, byteLength }) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** @param {readonly Uint8Array[]} parts */
export function join(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** @param {number} value */
const u16 = (value) => Uint8Array.of(value, value >>> 8);

/** @param {number} value */
const u32 = (value) => Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24);

/** By byte, of the polynomial that zip uses. */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC[(crc ^ byte) & 0xff];
  return ~crc >>> 0;
}
