/** Headscope for Node 20 and later: the same as `web/headscope.js`, with files read from disk. */
import { readFile } from 'node:fs/promises';

import { compose } from '../compose.js';
import { loadCore } from '../core/core.js';
import { fetchBytes } from '../core/read.js';

export { HeadscopeError } from '../core/error.js';

/** @type {typeof import('../headscope.d.ts').loadHeadscope} */
export async function loadHeadscope(options) {
  return compose(await loadCore(options, readBytes), readBytes);
}

/**
 * A file by its path or file: URL; anything on the network is fetched.
 * @type {import('../core/core.d.ts').Read}
 */
async function readBytes(url, options = {}) {
  if (/^https?:/.test(String(url))) return fetchBytes(url, options);
  const { onProgress, signal } = options;
  const path = String(url).startsWith('file:') ? new URL(url) : url;
  const { buffer, byteOffset, length } = await readFile(path, { ...(signal && { signal }) });
  const bytes = new Uint8Array(buffer, byteOffset, length);
  onProgress?.({ loaded: length, total: length });
  return bytes;
}
