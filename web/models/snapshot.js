/** @file Snapshots as files: what a trace computed, kept for showing it before the model is there. */
import { failure } from '../core/error.js';
import { readSafetensors, writeSafetensors } from './safetensors.js';
import { shown } from './shown.js';

/** @typedef {import('../core/core.d.ts').Snapshot} Snapshot */

const kFormat = 'headscope-snapshot';

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
      `the file's format is ${shown(file.metadata.format)}; expected ${kFormat}`,
    );
  }
  const { text, tokens, cut, model, axes } = parse(file.metadata.snapshot);
  const tensors = Object.entries(file.tensors).map(([name, { shape, data }]) => {
    if (axes?.[name]?.length !== shape.length) {
      throw failure(
        'BadFile',
        'snapshotFromBytes',
        `tensor ${shown(name)} has axes ${shown(axes?.[name])}; expected one for each of [${shape}]`,
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
  /** @type {any} */
  let value;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw failure('BadFile', 'snapshotFromBytes', '__metadata__.snapshot is not JSON', error);
  }
  if (typeof value?.text === 'string' && Array.isArray(value.tokens)) return value;
  const what = `__metadata__.snapshot is ${shown(value)}; expected {text, tokens, cut, model, axes}`;
  throw failure('BadFile', 'snapshotFromBytes', what);
}
