/** @file From a checkpoint's bytes to what the core needs, by model family. */
import { failure } from '../core/error.js';
import { readSafetensors } from './safetensors.js';
import { readUseLite } from './use-lite.js';

/** Families by the name that a file's `__metadata__.family` gives. */
const kFamilies = Object.freeze({ 'use-lite': readUseLite });

const kHere = import.meta.url;

/**
 * The default model, in float16. By way of a name, because a bundler that sees the address of a file
 * stops or warns where the file is not there, and the npm package is without it.
 */
export const defaultModelUrl = new URL('./built/use-lite-f16.safetensors', kHere);

/**
 * @param {ArrayBuffer | Uint8Array} bytes a safetensors file
 * @returns {import('../core/core.d.ts').Checkpoint}
 * @throws HeadscopeError BadFile, Unsupported
 */
export function readModel(bytes) {
  const file = readSafetensors(bytes);
  const { family } = file.metadata;
  const read = Object.entries(kFamilies).find(([name]) => name === family)?.[1];
  if (!read) {
    const known = Object.keys(kFamilies).join(', ');
    throw failure(
      'Unsupported',
      'readModel',
      `the file's model family is ${family}; expected one of ${known}`,
    );
  }
  return read(file);
}
