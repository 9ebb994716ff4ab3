/**
 * Headscope off the page's thread: one worker loads, tokenizes and computes; where no worker can be
 * had, as in some sandboxed frames, this thread does it. The types are in engine.d.ts.
 */
import { wrong } from './core/arguments.js';
import { withWorker } from './engine/calls.js';
import { broken, disposed, ended, isBroken, noModel, notHere } from './engine/errors.js';
import { Lanes } from './engine/lanes.js';
import { createRemoteHost } from './engine/remote.js';

/** @typedef {import('./engine/host.d.ts').Host} Host */
/** @typedef {import('./headscope.js').LoadOptions} LoadOptions */

/** @type {typeof import('./engine.d.ts').createEngine} */
export function createEngine({ worker = true, model = {}, ...options } = {}) {
  const end = new AbortController();
  const lanes = new Lanes();
  let reads = 0;
  const measures = new Lanes();
  const source = withAbsolute(model, 'url');
  const settings = withAbsolute(options, 'wasmUrl');
  let threaded = false;
  /** @type {Promise<Host> | null} */
  let host = null;
  /** @type {Promise<unknown>} settles, never rejects, when the load that is under way has ended */
  let loading = Promise.resolve();
  /** @type {unknown} why there is no host any more */
  let lost = null;
  /** Whether a host that breaks is replaced: once, until one has worked again. */
  let spare = true;
  /** Whether a model was there, which a new host has to load again. */
  let hadModel = false;

  /** @returns {Promise<Host>} */
  async function start() {
    const remote = worker ? await startWorker(settings).catch(() => null) : null;
    threaded = remote !== null;
    if (remote) return remote;
    const { createLocalHost } = await import('./engine/local.js').catch((cause) => {
      throw notHere(cause);
    });
    return createLocalHost(settings);
  }

  /** A host with the model, where the one before it had it. */
  async function restart() {
    const made = await start();
    try {
      if (hadModel) await made.load({ ...source, signal: end.signal });
      return made;
    } catch (error) {
      discard(made);
      throw error;
    }
  }

  /** The host that is there, or the one that begins now. */
  function open(begin = restart) {
    host ??= begin().catch((error) => {
      host = null;
      throw error;
    });
    return host;
  }

  /**
   * Does it on the host; one that breaks meanwhile is given up, and its memory with it.
   * @template T
   * @param {Promise<Host>} place
   * @param {(host: Host) => Promise<T>} work
   */
  async function use(place, work) {
    const current = await place;
    try {
      return await work(current);
    } catch (error) {
      if (!isBroken(error)) throw error;
      const why = broken(error);
      // Another call may have found it broken first, and opened the next one.
      if (host === place) {
        host = null;
        lost = why;
        discard(current);
      }
      throw why;
    }
  }

  /** Whether the replacement broke as well: only a new load tries once more. */
  const isGivenUp = () => !host && !spare;

  /**
   * Does the work; once more on a new host where one breaks.
   * @template T
   * @param {(host: Host) => Promise<T>} work
   */
  async function perform(work) {
    if (end.signal.aborted) throw ended();
    if (isGivenUp()) throw lost;
    const value = await use(open(), work).catch((error) => {
      if (!isBroken(error) || isGivenUp() || end.signal.aborted) throw error;
      spare = false;
      return use(open(), work);
    });
    spare = true;
    return value;
  }

  /**
   * Work with the model: waits for the load that is under way.
   * @template T
   * @param {string} where
   * @param {string} lane
   * @param {(host: Host) => Promise<T>} work
   * @returns {Promise<T>}
   */
  const inLane = (where, lane, work) =>
    lanes.add(where, lane, async () => {
      await loading;
      if (end.signal.aborted) throw ended();
      if (!host && !lost) throw noModel(where);
      return perform(work);
    });

  return {
    get threaded() {
      return threaded;
    },

    async load({ onProgress, signal } = {}) {
      if (end.signal.aborted) throw disposed('Engine.load');
      const loaded = withEither(end.signal, signal, (either) =>
        use(open(start), ({ load }) => load({ ...source, onProgress, signal: either })),
      );
      loading = loaded.catch(() => {});
      const info = await loaded;
      spare = hadModel = true;
      return info;
    },

    async trace(text, { lane = '', ...given } = {}) {
      const where = 'Engine.trace';
      if (end.signal.aborted) throw disposed(where);
      return inLane(where, lane, (current) => current.trace(text, given));
    },

    async weight(name) {
      const where = 'Engine.weight';
      if (end.signal.aborted) throw disposed(where);
      // Nobody who reads a weight pushes aside another who waits for the same one.
      return inLane(where, `weight ${name} ${++reads}`, (current) => current.weight(name));
    },

    async attention({ lane = 'attention', ...given }) {
      const where = 'Engine.attention';
      if (end.signal.aborted) throw disposed(where);
      return lanes.add(where, lane, () => perform((current) => current.attention(given)));
    },

    async measure({ lane = '', onProgress, signal, ...spec }) {
      const where = 'Engine.measure';
      if (end.signal.aborted) throw disposed(where);
      return measures.add(where, lane, () =>
        withEither(end.signal, signal, (either) =>
          perform(({ measure }) => measure(spec, { onProgress, signal: either })),
        ),
      );
    },

    dispose() {
      end.abort(ended());
      lanes.clear(ended());
      measures.clear(ended());
      host?.then(({ dispose }) => dispose()).catch(() => {});
    },
  };
}

/** @param {LoadOptions} options */
const startWorker = (options) =>
  withWorker(new URL('./engine/worker.js', import.meta.url), 'headscope', (worker) =>
    createRemoteHost(worker, options),
  );

/**
 * The options with one address made absolute, as a string: a blob has no address of its own to
 * resolve it against, and a URL cannot be sent to a worker.
 * @template {Record<string, unknown>} T
 * @param {T} options
 * @param {keyof T & string} key
 * @returns {T}
 */
function withAbsolute(options, key) {
  const address = options[key];
  if (address === undefined || address === null) return options;
  try {
    return { ...options, [key]: new URL(String(address), globalThis.document?.baseURI).href };
  } catch {
    throw wrong('createEngine', key, address, 'an address');
  }
}

/**
 * Does the work under a signal that follows both. They outlive it, and must not hold on to it.
 * @template T
 * @param {AbortSignal} a
 * @param {AbortSignal | undefined} b
 * @param {(either: AbortSignal) => Promise<T>} work
 */
async function withEither(a, b, work) {
  const either = new AbortController();
  const over = new AbortController();
  for (const signal of b ? [a, b] : [a]) {
    if (signal.aborted) either.abort(signal.reason);
    signal.addEventListener('abort', () => either.abort(signal.reason), { signal: over.signal });
  }
  try {
    return await work(either.signal);
  } finally {
    over.abort();
  }
}

/** @param {Host} host that broke, or never came to work */
function discard(host) {
  try {
    host.dispose();
  } catch {
    // A module that trapped may trap once more; nothing holds on to it now.
  }
}
