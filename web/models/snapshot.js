/** @file Snapshots as files: what a trace computed, kept for showing it before the model is there. */
import { failure } from '../core/error.js';
import { readSafetensors, writeSafetensors } from './safetensors.js';

/** @typedef {import('../core/core.d.ts').Snapshot} Snapshot */

const kFormat = 'headscope-snapshot';

/** The first ready sentence, computed at build time. */
export const firstSnapshotUrl = new URL('../snapshots/built/first.safetensors', import.meta.url);

/**
 * @param {Snapshot} snapshot
 * @returns {Uint8Array} a safetensors file; all that is not a tensor stands in its `__metadata__`.
 */
export function snapshotToBytes({ text, tokens, cut, model, tensors }) {
  const axes = Object.values(tensors).map((tensor) => [tensor.name, tensor.axes]);
  return writeSafetensors(tensors, {
    format: kFormat,
    snapshot: JSON.stringify({ text, tokens, cut, model, axes: Object.fromEntries(axes) }),
  });
}

/**
 * @param {ArrayBuffer | Uint8Array} bytes
 * @returns {Snapshot}
 * @throws HeadscopeError BadFile
 */
export function snapshotFromBytes(bytes) {
  const file = readSafetensors(bytes);
  if (file.metadata.format !== kFormat) {
    throw failure(
      'BadFile',
      'snapshotFromBytes',
      `the file's format is ${file.metadata.format}; expected ${kFormat}`,
    );
  }
  const { text, tokens, cut, model, axes } = parse(file.metadata.snapshot);
  const tensors = Object.entries(file.tensors).map(([name, { shape, data }]) => {
    if (axes?.[name]?.length !== shape.length) {
      throw failure(
        'BadFile',
        'snapshotFromBytes',
        `tensor "${name}" has axes ${JSON.stringify(axes?.[name])}; expected one for each of [${shape}]`,
      );
    }
    return [name, { name, shape, axes: axes[name], data }];
  });
  return { text, tokens, cut, model, tensors: Object.fromEntries(tensors) };
}

/**
 * @param {string} json
 * @returns {Omit<Snapshot, 'tensors'> & {axes: Record<string, string[]>}}
 */
function parse(json) {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw failure('BadFile', 'snapshotFromBytes', '__metadata__.snapshot is not JSON', error);
  }
}
