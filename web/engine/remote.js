/** The page's side of worker.js: a host whose work is done in a worker. */
import { startCalls } from './calls.js';
import { ended } from './errors.js';

/**
 * Rejects when the worker cannot run or cannot load the module, and ends it.
 * @param {import('./host.d.ts').WorkerLike} worker that runs `serve` of worker.js
 * @param {import('../headscope.js').LoadOptions} options
 * @returns {Promise<import('./host.d.ts').Host>}
 */
export async function createRemoteHost(worker, options) {
  const calls = await startCalls(worker, 'Engine', options);
  return {
    load: ({ onProgress, signal, ...source }) =>
      calls.ask('load', source, { where: 'loadModel', onProgress, signal }),
    trace: (text, given) => calls.ask('trace', { text, options: given }),
    weight: (name) => calls.ask('weight', { name }),
    attention: (given) => calls.ask('attention', given),
    measure: (spec, watch) => calls.ask('measure', spec, watch),
    dispose: () => calls.end(ended()),
  };
}
