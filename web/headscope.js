/**
 * Headscope for pages and workers; `web/node/index.js` is the same for Node.
 * The types, with shapes and units, are in headscope.d.ts.
 */
import { compose } from './compose.js';
import { loadCore } from './core/core.js';
import { fetchBytes } from './core/read.js';

export { HeadscopeError } from './core/error.js';

/** @type {typeof import('./headscope.d.ts').loadHeadscope} */
export async function loadHeadscope(options) {
  return compose(await loadCore(options, fetchBytes), fetchBytes);
}
