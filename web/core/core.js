import { Attention } from './attention.js';
import { FloatBuffer } from './float-buffer.js';
import { load } from './load.js';
import { Model } from './model.js';
import { fetchBytes } from './read.js';

/**
 * One instance of the module, its memory and everything in it.
 * @type {typeof import('./core.d.ts').loadCore}
 */
export async function loadCore(options = {}, read = fetchBytes) {
  const { binding, module } = await load(options, read);
  return Object.freeze({
    module,
    get liveHandles() {
      return binding.liveHandles();
    },
    /** @type {import('./core.d.ts').Core['createAttention']} */
    createAttention: (config, weights) => new Attention(binding, config, weights),
    /** @type {import('./core.d.ts').Core['createBuffer']} */
    createBuffer: (length) => new FloatBuffer(binding, length),
    /** @type {import('./core.d.ts').Core['createModel']} */
    createModel: (checkpoint) => new Model(binding, module, checkpoint),
  });
}
