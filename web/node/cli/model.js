/** The model of the command line, and the options that choose it. */
import { loadHeadscope } from '../index.js';
import { oneOf } from './usage.js';

/** @type {Readonly<Record<string, import('./usage.js').Option>>} */
export const MODEL_OPTIONS = Object.freeze({
  model: {
    type: 'string',
    value: 'FILE|URL',
    help: 'the model’s safetensors file; the default model when left out',
  },
  module: {
    type: 'string',
    value: 'NAME',
    help: 'auto, simd or relaxed: which WebAssembly module computes',
  },
});

/** @type {Readonly<Record<string, import('./usage.js').Option>>} */
export const FILE_OPTION = Object.freeze({
  file: {
    type: 'string',
    short: 'f',
    value: 'FILE',
    help: 'read sentences from a file, one a line; - is standard input',
  },
});

/**
 * @param {{model?: string, module?: string}} values
 * @param {import('./io.js').Io} io
 */
export async function openModel({ model, module = 'auto' }, io) {
  const flavour = /** @type {'auto' | 'simd' | 'relaxed'} */ (
    oneOf('module', module, ['auto', 'simd', 'relaxed'])
  );
  const headscope = await loadHeadscope({ module: flavour });
  let told = 0;
  /** @param {{loaded: number, total: number}} progress */
  const onProgress = ({ loaded, total }) => {
    if (!/^https?:/i.test(model ?? '') || Date.now() - told < 1000) return;
    told = Date.now();
    io.note(
      `model: ${(loaded / 1e6).toFixed(1)} MB${total ? ` of ${(total / 1e6).toFixed(1)} MB` : ''}`,
    );
  };
  return {
    headscope,
    model: await headscope.loadModel({ ...(model !== undefined && { url: model }), onProgress }),
  };
}
