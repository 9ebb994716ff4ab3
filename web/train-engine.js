/**
 * Training off the page's thread: in a worker, or on this thread where no worker can be had. Its
 * functions are those of engine/training.d.ts.
 */
import { startCalls, withWorker } from './engine/calls.js';
import { ended } from './engine/errors.js';

/** @typedef {import('./engine/training.d.ts').TrainHost} TrainHost */
/** @typedef {TrainHost & {threaded: boolean, dispose: (why?: unknown) => void}} TrainEngine */

const NAMES = /** @type {const} */ ([
  'open',
  'advance',
  'look',
  'evaluate',
  'muteCosts',
  'states',
  'restore',
  'runThrough',
  'trace',
  'weight',
  'toFile',
  'fromFile',
]);

/**
 * @param {{worker?: boolean} & import('./headscope.d.ts').LoadOptions} [options]
 * @returns {Promise<TrainEngine>} a broken worker rejects every call with the code Internal
 */
export async function createTrainEngine({ worker = true, ...options } = {}) {
  const calls = worker ? await startWorker(options).catch(() => null) : null;
  if (!calls) {
    const { createTrainHost } = await import('./engine/train-host.js');
    return { ...(await createTrainHost(options)), threaded: false, dispose: () => {} };
  }
  const functions = NAMES.map((name) => [
    name,
    (/** @type {unknown} */ given) => calls.ask(name, given),
  ]);
  return {
    .../** @type {TrainHost} */ (Object.fromEntries(functions)),
    threaded: true,
    dispose: (why = ended()) => calls.end(why),
  };
}

/** @param {import('./headscope.d.ts').LoadOptions} options */
const startWorker = (options) =>
  withWorker(new URL('./engine/train-worker.js', import.meta.url), 'headscope-training', (worker) =>
    startCalls(worker, 'Training', options),
  );
