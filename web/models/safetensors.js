/**
 * @file The safetensors format: 8 bytes of header length (little-endian), a JSON header
 * `{name: {dtype, shape, data_offsets: [begin, end]}, __metadata__: {…strings}}`, then the data,
 * row-major and little-endian. Offsets count from the end of the header.
 */
import { file as checkFile } from '../core/arguments.js';
import { failure, messageOf } from '../core/error.js';
import { float16FromFloat32, float32FromBfloat16, float32FromFloat16 } from './float16.js';
import { shown } from './shown.js';

/** The format's own limit, which keeps a hostile length from allocating anything. */
const kMaxHeaderBytes = 100_000_000;

/** @type {Readonly<Record<string, number>>} */
const kDtypeBytes = { F32: 4, F16: 2, BF16: 2 };

/**
 * @typedef {object} Tensor
 * @property {number[]} shape
 * @property {Float32Array} data row-major
 * @property {string} [dtype] as stored in the file: F32 (when absent), F16 or BF16
 */

/**
 * @param {string} message
 * @returns {never}
 */
function reject(message) {
  throw failure('BadFile', 'readSafetensors', message);
}

/**
 * Reads a whole file. F32 tensors are views of `bytes` where their offset allows, copies otherwise;
 * F16 and BF16 are widened to float32.
 *
 * @param {ArrayBuffer | Uint8Array} bytes
 * @returns {{tensors: Record<string, Tensor>, metadata: Record<string, string>}} the tensors in the
 *   order of the header.
 * @throws HeadscopeError BadArgument; BadFile, which names the tensor, the value found and the one expected.
 */
export function readSafetensors(bytes) {
  const file = checkFile('readSafetensors', 'bytes', bytes);
  const { header, dataStart } = readHeader(file);
  const { __metadata__: metadata = {}, ...entries } = header;
  if (!isRecord(metadata) || Object.values(metadata).some((value) => typeof value !== 'string')) {
    reject('__metadata__ holds something else than strings; expected an object of strings');
  }
  const ranges = Object.entries(entries).map(([name, entry]) => checkEntry(name, entry));
  checkLayout(ranges, file.length - dataStart);
  return {
    tensors: Object.fromEntries(
      ranges.map(({ name, dtype, shape, begin, end }) => [
        name,
        { dtype, shape, data: decode(file.subarray(dataStart + begin, dataStart + end), dtype) },
      ]),
    ),
    metadata: /** @type {Record<string, string>} */ (metadata),
  };
}

/**
 * @param {Uint8Array} file
 * @returns {{header: Record<string, unknown>, dataStart: number}}
 */
function readHeader(file) {
  if (file.length < 8) {
    reject(`the file has ${file.length} bytes; expected at least the 8 of the header's length`);
  }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const length = Number(view.getBigUint64(0, true));
  if (length > kMaxHeaderBytes) {
    reject(`the header claims ${length} bytes; expected at most ${kMaxHeaderBytes}`);
  }
  if (length > file.length - 8) {
    reject(`the header claims ${length} bytes; the file holds ${file.length - 8} after its length`);
  }
  /** @type {unknown} */
  let header;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file.subarray(8, 8 + length));
    header = JSON.parse(text);
  } catch (error) {
    reject(`the header is not JSON: ${messageOf(error)}`);
  }
  if (!isRecord(header)) reject('the header is not an object; expected {name: tensor, …}');
  return { header, dataStart: 8 + length };
}

/**
 * @typedef {{name: string, dtype: string, shape: number[], begin: number, end: number}} Range
 * @param {string} name
 * @param {unknown} entry
 * @returns {Range}
 */
function checkEntry(name, entry) {
  if (!isRecord(entry)) {
    reject(`tensor ${shown(name)} is ${shown(entry)}; expected {dtype, shape, data_offsets}`);
  }
  const { dtype, shape, data_offsets: offsets } = entry;
  if (typeof dtype !== 'string' || !Object.hasOwn(kDtypeBytes, dtype)) {
    const known = Object.keys(kDtypeBytes).join(', ');
    reject(`tensor ${shown(name)} has dtype ${shown(dtype)}; expected one of ${known}`);
  }
  if (!isSizes(shape)) {
    reject(`tensor ${shown(name)} has shape ${shown(shape)}; expected sizes of 0 or more`);
  }
  if (!isSizes(offsets) || offsets.length !== 2 || offsets[0] > offsets[1]) {
    reject(
      `tensor ${shown(name)} has data_offsets ${shown(offsets)}; expected [begin, end], begin <= end`,
    );
  }
  const [begin, end] = offsets;
  const expected = shape.reduce((product, size) => product * size, kDtypeBytes[dtype]);
  if (end - begin !== expected) {
    reject(
      `tensor ${shown(name)} (${dtype} ${shown(shape)}) has ${end - begin} bytes of data; expected ${expected}`,
    );
  }
  return { name, dtype, shape, begin, end };
}

/**
 * The data must be covered once and whole: no tensor past the end, none over another, no holes.
 * @param {readonly Range[]} ranges
 * @param {number} size bytes of data in the file
 */
function checkLayout(ranges, size) {
  let covered = 0;
  const ordered = [...ranges].sort((a, b) => a.begin - b.begin || a.end - b.end);
  for (const { name, begin, end } of ordered) {
    if (end > size) {
      reject(
        `tensor ${shown(name)} ends at byte ${end} of the data; the file holds ${size} (truncated?)`,
      );
    }
    if (begin !== covered) {
      const fault = begin < covered ? 'overlaps the tensor before it' : 'leaves a hole before it';
      reject(`tensor ${shown(name)} begins at byte ${begin} and ${fault}; expected ${covered}`);
    }
    covered = end;
  }
  if (covered !== size) {
    reject(`the tensors end at byte ${covered} of the data; the file holds ${size}`);
  }
}

/**
 * @param {Uint8Array} data
 * @param {string} dtype
 * @returns {Float32Array}
 */
function decode(data, dtype) {
  const width = kDtypeBytes[dtype];
  const aligned = data.byteOffset % width === 0 ? data : data.slice();
  const count = data.length / width;
  if (dtype === 'F32') return new Float32Array(aligned.buffer, aligned.byteOffset, count);
  const halves = new Uint16Array(aligned.buffer, aligned.byteOffset, count);
  return dtype === 'F16' ? float32FromFloat16(halves) : float32FromBfloat16(halves);
}

/**
 * @param {Readonly<Record<string, Tensor>>} tensors written in this order, as F32 or F16
 * @param {Readonly<Record<string, string>>} [metadata]
 * @returns {Uint8Array} the whole file.
 * @throws HeadscopeError BadArgument
 */
export function writeSafetensors(tensors, metadata = {}) {
  let size = 0;
  /** @type {[string, unknown][]} */
  const header = [['__metadata__', metadata]];
  const parts = Object.entries(tensors).map(([name, { shape, data, dtype = 'F32' }]) => {
    const expected = shape.reduce((product, length) => product * length, 1);
    if (data.length !== expected) {
      throw failure(
        'BadArgument',
        'writeSafetensors',
        `tensor "${name}" has ${data.length} values; its shape ${JSON.stringify(shape)} holds ${expected}`,
      );
    }
    if (dtype !== 'F32' && dtype !== 'F16') {
      throw failure(
        'BadArgument',
        'writeSafetensors',
        `tensor "${name}" has dtype ${dtype}; expected F32 or F16`,
      );
    }
    const encoded = dtype === 'F16' ? float16FromFloat32(data) : data;
    header.push([
      name,
      { dtype, shape: [...shape], data_offsets: [size, size + encoded.byteLength] },
    ]);
    size += encoded.byteLength;
    return encoded;
  });
  // Spaces after the JSON put the data on a multiple of 8, where typed arrays can view it in place.
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(header)));
  const dataStart = 8 + Math.ceil(json.length / 8) * 8;
  const file = new Uint8Array(dataStart + size).fill(0x20, 8, dataStart);
  new DataView(file.buffer).setBigUint64(0, BigInt(dataStart - 8), true);
  file.set(json, 8);
  let at = dataStart;
  for (const part of parts) {
    file.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return file;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @returns {value is number[]}
 */
function isSizes(value) {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}
