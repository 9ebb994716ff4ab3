/**
 * Calls of named functions across threads: `answer` on the thread that works, `Calls` on the page's.
 */
import { failure } from '../core/error.js';
import { fromPlain, toPlain } from './errors.js';

/**
 * @typedef {import('./host.d.ts').WorkerLike} WorkerLike
 * @typedef {Record<string, (given: any) => unknown>} Functions
 * @typedef {{id: number, name: string, given: unknown}} Asked
 * @typedef {{id: number, value?: unknown, error?: import('./errors.js').PlainError}} Answered
 */

/** The id of the worker's first word. */
const READY = 0;

/**
 * Answers calls from now on.
 * @param {Pick<WorkerLike, 'postMessage' | 'addEventListener'>} port
 * @param {Functions} functions
 */
export function answer(port, functions) {
  port.addEventListener('message', async ({ data }) => {
    const { id, name, given } = /** @type {Asked} */ (data);
    try {
      port.postMessage({ id, value: await functions[name](given) });
    } catch (error) {
      port.postMessage({ id, error: toPlain(error) });
    }
  });
  port.postMessage({ id: READY });
}

export class Calls {
  #worker;
  #last = READY;
  /** @type {unknown} why the worker is no more */
  #ended = null;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: unknown) => void}>} */
  #open = new Map();

  /** @param {WorkerLike} worker that runs `answer` */
  constructor(worker) {
    this.#worker = worker;
    /** Settles with the worker's first word. */
    this.ready = new Promise((resolve, reject) => this.#open.set(READY, { resolve, reject }));
    worker.addEventListener('message', ({ data }) => this.#hear(data));
    worker.addEventListener('error', ({ message }) => this.end(broken(message)));
    worker.addEventListener('messageerror', () => this.end(broken('a message was unreadable')));
  }

  /**
   * @param {string} name
   * @param {unknown} given
   * @returns {Promise<any>}
   */
  ask(name, given) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      if (this.#ended) throw this.#ended;
      this.#worker.postMessage({ id, name, given });
      this.#open.set(id, { resolve, reject });
    });
  }

  /** Ends the worker; what it has not answered rejects. @param {unknown} error */
  end(error) {
    this.#worker.terminate();
    this.#ended ??= error;
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
  }

  /** @param {Answered} answered */
  #hear({ id, value, error }) {
    const call = this.#open.get(id);
    this.#open.delete(id);
    if (error) call?.reject(fromPlain(error));
    else call?.resolve(value);
  }
}

/** @param {string} what */
const broken = (what) => failure('Internal', 'Training', `the worker failed: ${what}`);
