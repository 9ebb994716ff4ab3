/** Headscope for Node 20 and later: the same as `web/headscope.js`, with files read from disk. */
import { compose } from '../compose.js';
import { loadCore } from '../core/core.js';
import { findDefaultModel } from './default-model.js';
import { readBytes } from './read.js';

export { HeadscopeError } from '../core/error.js';

/** @type {typeof import('../headscope.d.ts').loadHeadscope} */
export async function loadHeadscope(options) {
  return compose(await loadCore(options, readBytes), readBytes, findDefaultModel);
}
