/** The worker's side of remote.js: the same work, asked for and answered by messages. */
import { toPlain } from './errors.js';
import { createLocalHost } from './local.js';

/**
 * @typedef {import('./host.d.ts').Request} Request
 * @typedef {import('./host.d.ts').Reply} Reply
 * @typedef {{value: unknown, transfer?: Transferable[]}} Answer
 */

/**
 * Answers calls from now on. The first must be `start`, and succeed.
 * @param {Pick<import('./host.d.ts').WorkerLike, 'postMessage' | 'addEventListener'>} port a worker's
 *   global scope, or a MessagePort
 */
export function serve(port) {
  /** @type {import('./host.d.ts').Host} */
  let host;
  /** @type {Map<number, AbortController>} */
  const abortable = new Map();
  /** @param {Reply} reply @param {Transferable[]} [transfer] */
  const send = (reply, transfer = []) => port.postMessage(reply, transfer);

  /** What tells of a call's progress, and ends it when asked to. @param {number} id */
  function watch(id) {
    const controller = new AbortController();
    abortable.set(id, controller);
    /** @param {{loaded: number, total: number}} progress */
    const onProgress = (progress) => send({ kind: 'progress', id, progress });
    return { onProgress, signal: controller.signal };
  }

  /** @param {Request} request @returns {Promise<Answer>} */
  async function perform(request) {
    const { id } = request;
    switch (request.call) {
      case 'start':
        host = await createLocalHost(request.options);
        return { value: null };
      case 'load':
        return { value: await host.load({ ...request.source, ...watch(id) }) };
      case 'measure': {
        const value = await host.measure(request.spec, watch(id));
        const transfer = value.flatMap(({ outputs }) => outputs.map(({ buffer }) => buffer));
        return { value, transfer: /** @type {ArrayBuffer[]} */ (transfer) };
      }
      case 'trace': {
        const value = await host.trace(request.text, request.options);
        // The tensors' memory moves to the page instead of being copied.
        const transfer = Object.values(value.tensors).map(({ data }) => data.buffer);
        return { value, transfer: /** @type {ArrayBuffer[]} */ (transfer) };
      }
      case 'weight': {
        const value = await host.weight(request.name);
        return { value, transfer: [/** @type {ArrayBuffer} */ (value.data.buffer)] };
      }
      case 'attention': {
        const value = await host.attention(request.options);
        const { x, weights, tensors } = value;
        const all = [x, ...Object.values(weights), ...Object.values(tensors)];
        const transfer = all.map(({ data }) => data.buffer);
        return { value, transfer: /** @type {ArrayBuffer[]} */ (transfer) };
      }
      case 'abort':
        abortable.get(request.target)?.abort();
        return { value: null };
    }
  }

  port.addEventListener('message', async ({ data }) => {
    const { id } = /** @type {Request} */ (data);
    try {
      const { value, transfer } = await perform(data);
      send({ kind: 'value', id, value }, transfer);
    } catch (error) {
      send({ kind: 'error', id, error: toPlain(error) });
    } finally {
      abortable.delete(id);
    }
  });
  send({ kind: 'ready' });
}
