/** The worker's side of train-engine.js. */
import { answer } from './calls.js';
import { createTrainHost } from './train-host.js';

/**
 * Answers calls from now on. The first must be `start`, and succeed.
 * @param {Pick<import('./host.d.ts').WorkerLike, 'postMessage' | 'addEventListener'>} port
 */
export function serve(port) {
  /** @type {import('./calls.js').Functions} */
  const functions = {
    async start(options) {
      Object.assign(functions, await createTrainHost(options));
    },
  };
  answer(port, functions);
}
