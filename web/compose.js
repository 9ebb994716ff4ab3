import { abortSignal, address, buffer, callback, object, optional } from './core/arguments.js';
import { failure, HeadscopeError, messageOf } from './core/error.js';
import { readFile, throwIfAborted } from './core/read.js';
import { defaultModelUrl, readModel } from './models/registry.js';

const WHERE = 'loadModel';
const OPTIONS = ['url', 'bytes', 'onProgress', 'signal'];

/**
 * The core and the models, as one.
 * @param {import('./core/core.d.ts').Core} core
 * @param {import('./core/core.d.ts').Read} read
 * @param {() => string | URL} [findModel] where the default model is
 * @returns {import('./headscope.d.ts').Headscope}
 */
export function compose(core, read, findModel = () => defaultModelUrl) {
  return Object.freeze({
    module: core.module,
    get liveHandles() {
      return core.liveHandles;
    },
    createAttention: core.createAttention,
    createBuffer: core.createBuffer,
    /** @param {import('./headscope.d.ts').LoadModelOptions} [options] */
    async loadModel(options = {}) {
      const given = object(WHERE, 'options', options, OPTIONS);
      const url = optional(address, WHERE, 'url', given.url) ?? findModel();
      const onProgress = optional(callback, WHERE, 'onProgress', given.onProgress);
      const signal = optional(abortSignal, WHERE, 'signal', given.signal);
      const bytes =
        optional(buffer, WHERE, 'bytes', given.bytes) ??
        (await readFile(WHERE, read, url, { onProgress, signal }));
      throwIfAborted(WHERE, signal);
      return createModel(core, bytes);
    },
  });
}

/**
 * What is of the wrong kind in a file is the file's fault, not that of an argument.
 * @param {import('./core/core.d.ts').Core} core
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function createModel(core, bytes) {
  try {
    return core.createModel(readModel(bytes));
  } catch (error) {
    const isFault = error instanceof HeadscopeError && error.code === 'BadArgument';
    throw isFault ? failure('BadFile', WHERE, messageOf(error), error) : error;
  }
}
