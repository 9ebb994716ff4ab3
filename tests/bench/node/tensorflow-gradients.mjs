/**
 * @file TensorFlow.js with its derivatives, which its Node bundle leaves out: they are ES modules
 * that name their files without an ending, as bundlers allow and Node does not.
 */
import { createRequire, register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);

const kHooks = `
  const isCore = (url) => url?.includes('/@tensorflow/tfjs-core/dist/');
  export const resolve = (name, context, next) =>
    next(isCore(context.parentURL) && /^\\.[^]*\\/[^.]+$/.test(name) ? name + '.js' : name, context);
  export const load = (url, context, next) =>
    next(url, isCore(url) && !url.endsWith('.node.js') ? { ...context, format: 'module' } : context);
`;

const GRADIENTS = '@tensorflow/tfjs-core/dist/register_all_gradients.js';

/** The derivatives as one script for a page, whose bundle leaves them out as well. @returns {Promise<string>} */
export async function gradientsScript() {
  const { outputFiles } = await build({
    ...{
      stdin: {
        contents: `import '${GRADIENTS}';`,
        resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      },
    },
    ...{ bundle: true, format: 'esm', platform: 'browser', logLevel: 'error', write: false },
  });
  return outputFiles[0].text;
}

/** @returns {Promise<typeof import('@tensorflow/tfjs-core')>} on its WebAssembly backend, one thread */
export async function loadTensorFlowWithGradients() {
  const tf = require('@tensorflow/tfjs-core');
  const { setThreadsCount } = require('@tensorflow/tfjs-backend-wasm');
  register(`data:text/javascript,${encodeURIComponent(kHooks)}`);
  await import(GRADIENTS);
  setThreadsCount(1);
  await tf.setBackend('wasm');
  return tf;
}
