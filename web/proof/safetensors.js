/** @file Writes the safetensors format: 8 bytes of header length, a JSON header, the data. */
import { bytesOf, join } from './npz.js';

/**
 * @param {Readonly<Record<string, import('./npz.js').Tensor>>} tensors
 * @param {Readonly<Record<string, string>>} metadata
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function writeSafetensors(tensors, metadata) {
  /** @type {Record<string, object>} */
  const header = { __metadata__: metadata };
  let offset = 0;
  // Floats first, so that they stay aligned behind the padded header.
  const ordered = Object.entries(tensors).sort(([, a], [, b]) => width(b) - width(a));
  for (const [name, { shape, data }] of ordered) {
    const dtype = data instanceof Float32Array ? 'F32' : 'U8';
    header[name] = { dtype, shape, data_offsets: [offset, (offset += data.byteLength)] };
  }
  const json = JSON.stringify(header);
  const bytes = new TextEncoder().encode(json);
  const padded = join([bytes, new Uint8Array(-bytes.length & 7).fill(0x20)]);
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(0, padded.length, true);
  return join([length, padded, ...ordered.map(([, { data }]) => bytesOf(data))]);
}

/** @param {import('./npz.js').Tensor} tensor */
const width = ({ data }) => data.BYTES_PER_ELEMENT;
