/** The page's side of worker.js: a host whose work is done in a worker. */
import { failure } from '../core/error.js';
import { aborted, reason, throwIfAborted } from '../core/read.js';
import { ended, fromPlain } from './errors.js';

/**
 * @typedef {import('./host.d.ts').Call} Call
 * @typedef {import('./host.d.ts').Reply} Reply
 * @typedef {import('./host.d.ts').WorkerLike} WorkerLike
 * @typedef {import('./host.d.ts').Watch} Watch
 * @typedef {{resolve: (value: any) => void, reject: (error: unknown) => void} & Watch} Open
 */

/**
 * Rejects when the worker cannot run or cannot load the module, and ends it.
 * @param {WorkerLike} worker that runs `serve` of worker.js
 * @param {import('../headscope.js').LoadOptions} options
 * @returns {Promise<import('./host.d.ts').Host>}
 */
export async function createRemoteHost(worker, options) {
  const line = new Line(worker);
  try {
    await line.ready;
    await line.ask({ call: 'start', options });
  } catch (error) {
    line.end(error);
    throw error;
  }
  return {
    load: ({ onProgress, signal, ...source }) =>
      line.ask({ call: 'load', source }, { onProgress, signal }),
    trace: (text, given) => line.ask({ call: 'trace', text, options: given }),
    weight: (name) => line.ask({ call: 'weight', name }),
    attention: (given) => line.ask({ call: 'attention', options: given }),
    measure: (spec, watch) => line.ask({ call: 'measure', spec }, watch),
    dispose: () => line.end(ended()),
  };
}

/** Calls to a worker and its answers. */
class Line {
  #worker;
  #last = 0;
  /** @type {unknown} why the worker is no more */
  #ended = null;
  /** @type {Map<number, Open>} */
  #open = new Map();

  /** @param {WorkerLike} worker */
  constructor(worker) {
    this.#worker = worker;
    /** Settles with the worker's first word; calls count from 1. */
    this.ready = new Promise((resolve, reject) => this.#open.set(0, { resolve, reject }));
    worker.addEventListener('message', ({ data }) => this.#hear(data));
    worker.addEventListener('error', ({ message }) => this.end(broken(message)));
    worker.addEventListener('messageerror', () => this.end(broken('a message was unreadable')));
  }

  /**
   * @param {Call} call
   * @param {Watch} [watch]
   * @returns {Promise<any>}
   */
  ask(call, { onProgress, signal } = {}) {
    const id = ++this.#last;
    const onAbort = () => this.#abort(id, call, /** @type {AbortSignal} */ (signal));
    return new Promise((resolve, reject) => {
      if (this.#ended) throw this.#ended;
      throwIfAborted(whereOf(call), signal);
      this.#send({ id, ...call });
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

  /** @param {Reply} reply */
  #hear(reply) {
    if (reply.kind === 'ready') return this.#settle(0)?.resolve(null);
    if (reply.kind === 'unavailable') return this.#settle(0)?.reject(broken(reply.message));
    if (reply.kind === 'progress') return this.#open.get(reply.id)?.onProgress?.(reply.progress);
    if (reply.kind === 'value') return this.#settle(reply.id)?.resolve(reply.value);
    return this.#settle(reply.id)?.reject(fromPlain(reply.error));
  }

  /** The call, which is open no more; nothing when it was aborted. @param {number} id */
  #settle(id) {
    const call = this.#open.get(id);
    this.#open.delete(id);
    return call;
  }

  /** @param {number} target @param {Call} call @param {AbortSignal} signal */
  #abort(target, call, signal) {
    const open = this.#settle(target);
    if (!open) return;
    this.#send({ id: ++this.#last, call: 'abort', target });
    open.reject(aborted(whereOf(call), signal));
  }

  /** @param {import('./host.d.ts').Request} request */
  #send(request) {
    try {
      this.#worker.postMessage(request);
    } catch (cause) {
      const what = `the ${request.call} options cannot be sent to the worker: ${reason(cause)}`;
      throw failure('BadArgument', 'Engine', what, cause);
    }
  }
}

/** What errors call a call. @param {Call} call */
const whereOf = ({ call }) => (call === 'load' ? 'loadModel' : `Engine.${call}`);

/** @param {string} what */
const broken = (what) => failure('Internal', 'Engine', `the worker failed: ${what}`);
