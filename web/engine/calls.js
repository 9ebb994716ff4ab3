/**
 * Calls of named functions across threads: `answer` on the thread that works, `Calls` on the page's.
 * Whoever calls may hear of the progress, and abort.
 */
import { failure, messageOf } from '../core/error.js';
import { aborted, throwIfAborted } from '../core/read.js';
import { fromPlain, toPlain } from './errors.js';

/**
 * @typedef {import('./host.d.ts').WorkerLike} WorkerLike
 * @typedef {import('./host.d.ts').Watch} Watch
 * @typedef {Record<string, (given: any, watch: Required<Watch>) => unknown>} Functions
 * @typedef {{id: number, name: string, given: unknown} | {abort: number}} Asked
 * @typedef {object} Answered
 * @property {number} id
 * @property {{loaded: number, total: number}} [progress] of a call that goes on
 * @property {unknown} [value]
 * @property {import('./errors.js').PlainError} [error]
 * @typedef {{resolve: (value: any) => void, reject: (error: unknown) => void} & Watch} Open
 */

/** The id of the worker's first word; calls count from 1. */
const READY = 0;

/** An answer whose memory moves to the page instead of being copied. */
class Moving {
  /** @param {unknown} value @param {ArrayBuffer[]} buffers */
  constructor(value, buffers) {
    this.value = value;
    this.buffers = buffers;
  }
}

/**
 * @param {unknown} value
 * @param {readonly ArrayBufferView[]} arrays in it, each the only one on its memory
 */
export const moving = (value, arrays) =>
  new Moving(
    value,
    arrays.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer)),
  );

/**
 * Answers calls from now on.
 * @param {Pick<WorkerLike, 'postMessage' | 'addEventListener'>} port a worker's global scope, or a
 *   MessagePort
 * @param {Functions} functions
 */
export function answer(port, functions) {
  /** @type {Map<number, AbortController>} by call */
  const working = new Map();
  /** @param {Answered} answered @param {Transferable[]} [transfer] */
  const send = (answered, transfer = []) => port.postMessage(answered, transfer);

  port.addEventListener('message', async ({ data }) => {
    const asked = /** @type {Asked} */ (data);
    if ('abort' in asked) return working.get(asked.abort)?.abort();
    const { id, name, given } = asked;
    const controller = new AbortController();
    working.set(id, controller);
    const { signal } = controller;
    try {
      const value = await functions[name](given, {
        onProgress: (progress) => send({ id, progress }),
        signal,
      });
      if (value instanceof Moving) send({ id, value: value.value }, value.buffers);
      else send({ id, value });
    } catch (error) {
      send({ id, error: toPlain(error) });
    } finally {
      working.delete(id);
    }
  });
  send({ id: READY });
}

/**
 * A worker made from a blob, because a script of another origin cannot be a worker but can be
 * imported by one. A classic worker: in sandboxed frames a module worker does not start from a blob.
 * @template T
 * @param {URL} script whose `serve` answers
 * @param {string} name of the thread
 * @param {(worker: Worker) => Promise<T>} begin until the worker has said its first word
 */
export async function withWorker(script, name, begin) {
  const source = `import(${JSON.stringify(script.href)}).then(
    ({ serve }) => serve(self),
    (cause) => postMessage({ id: ${READY}, error: { code: 'LoadFailed', message: String(cause) } }),
  );`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  try {
    return await begin(new Worker(url, { name }));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Rejects where the worker cannot run or cannot begin its work, and ends it.
 * @param {WorkerLike} worker that runs `answer`, with a function `start`
 * @param {string} of whose calls they are, in messages
 * @param {unknown} options for `start`
 */
export async function startCalls(worker, of, options) {
  const calls = new Calls(worker, of);
  try {
    await calls.ready;
    await calls.ask('start', options);
    return calls;
  } catch (error) {
    calls.end(error);
    throw error;
  }
}

class Calls {
  #worker;
  #of;
  #last = READY;
  /** @type {unknown} why the worker is no more */
  #ended = null;
  /** @type {Map<number, Open>} */
  #open = new Map();

  /** @param {WorkerLike} worker @param {string} of */
  constructor(worker, of) {
    this.#worker = worker;
    this.#of = of;
    /** Settles with the worker's first word. */
    this.ready = new Promise((resolve, reject) => this.#open.set(READY, { resolve, reject }));
    worker.addEventListener('message', ({ data }) => this.#hear(data));
    worker.addEventListener('error', ({ message }) => this.#break(message));
    worker.addEventListener('messageerror', () => this.#break('a message was unreadable'));
  }

  /**
   * @param {string} name
   * @param {unknown} given
   * @param {Watch & {where?: string}} [watch] `where` it is called, in messages
   * @returns {Promise<any>}
   */
  ask(name, given, { where = `${this.#of}.${name}`, onProgress, signal } = {}) {
    const id = ++this.#last;
    const onAbort = () => this.#abort(id, where, /** @type {AbortSignal} */ (signal));
    return new Promise((resolve, reject) => {
      if (this.#ended) throw this.#ended;
      throwIfAborted(where, signal);
      try {
        this.#send({ id, name, given });
      } catch (cause) {
        const what = `the ${name} options cannot be sent to the worker: ${messageOf(cause)}`;
        throw failure('BadArgument', this.#of, what, cause);
      }
      this.#open.set(id, { resolve, reject, onProgress });
      signal?.addEventListener('abort', onAbort);
    }).finally(() => signal?.removeEventListener('abort', onAbort));
  }

  /** Ends the worker; what it has not answered rejects. @param {unknown} error */
  end(error) {
    this.#worker.terminate();
    this.#ended ??= error;
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
  }

  /** @param {string} what */
  #break(what) {
    this.end(failure('Internal', this.#of, `the worker failed: ${what}`));
  }

  /** @param {Answered} answered */
  #hear({ id, progress, value, error }) {
    if (progress) return this.#open.get(id)?.onProgress?.(progress);
    const call = this.#settle(id);
    if (error) call?.reject(fromPlain(error));
    else call?.resolve(value);
  }

  /** The call, which is open no more; nothing when it was aborted. @param {number} id */
  #settle(id) {
    const call = this.#open.get(id);
    this.#open.delete(id);
    return call;
  }

  /** @param {number} id @param {string} where @param {AbortSignal} signal */
  #abort(id, where, signal) {
    const call = this.#settle(id);
    if (!call) return;
    this.#send({ abort: id });
    call.reject(aborted(where, signal));
  }

  /** @param {Asked} asked */
  #send(asked) {
    this.#worker.postMessage(asked);
  }
}
