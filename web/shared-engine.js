/**
 * One engine for all who show the same model on a page: one module, one download, and for each its own
 * lanes, so that nobody's newest sentence pushes aside another's.
 */
import { createEngine } from './engine.js';

/** @typedef {import('./engine.js').Engine} Engine */

/** @type {Map<string, (lane: string) => Engine>} by the model's address; empty is the default one */
const shared = new Map();
let takers = 0;

/**
 * @param {string} url of the model; empty for the default one
 * @param {Parameters<typeof createEngine>[0]} [options] of the first who asks
 * @returns {Engine} to be used as if it were one's own; it is never disposed
 */
export function takeEngine(url, options = {}) {
  let take = shared.get(url);
  if (!take) {
    // As it is given: a file may be put into it later.
    const model = url ? { url } : options.model;
    shared.set(url, (take = share(createEngine({ ...options, ...(model && { model }) }))));
  }
  return take(`taker ${++takers} `);
}

/** @param {Engine} engine @returns {(lane: string) => Engine} */
function share(engine) {
  /** @type {Promise<import('./headscope.js').ModelInfo> | null} */
  let loading = null;
  let end = new AbortController();
  /** Who waits for the download. @type {Set<object>} */
  const waiting = new Set();
  /** @type {Set<(progress: {loaded: number, total: number}) => void>} */
  const watching = new Set();
  /** @type {Map<string, ReturnType<Engine['weight']>>} */
  const weights = new Map();

  function start() {
    end = new AbortController();
    loading = engine.load({
      signal: end.signal,
      onProgress: (progress) => watching.forEach((watch) => watch(progress)),
    });
    loading.catch(() => (loading = null));
    return loading;
  }

  /**
   * After a fault the next load is a real one.
   * @template T @param {Promise<T>} work @returns {Promise<T>}
   */
  const noting = async (work) => {
    try {
      return await work;
    } catch (error) {
      if (/** @type {{code?: string}} */ (error)?.code !== 'Aborted') {
        loading = null;
        weights.clear();
      }
      throw error;
    }
  };

  return (lane) => ({
    get threaded() {
      return engine.threaded;
    },
    async load({ onProgress, signal } = {}) {
      const me = {};
      waiting.add(me);
      if (onProgress) watching.add(onProgress);
      /** @type {Promise<never>} */
      const given = new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          waiting.delete(me);
          // The last one who waits ends the download.
          if (waiting.size === 0) end.abort(signal.reason);
          reject(signal.reason);
        });
      });
      given.catch(() => {});
      try {
        return await Promise.race([loading ?? start(), given]);
      } finally {
        waiting.delete(me);
        if (onProgress) watching.delete(onProgress);
      }
    },
    trace: (text, options = {}) =>
      noting(engine.trace(text, { ...options, lane: lane + (options.lane ?? '') })),
    weight(name) {
      const known = weights.get(name) ?? noting(engine.weight(name));
      weights.set(name, known);
      return known;
    },
    attention: (options) =>
      engine.attention({ ...options, lane: `${lane}${options.lane ?? 'attention'}` }),
    measure: (options) => engine.measure({ ...options, lane: lane + (options.lane ?? '') }),
    dispose() {},
  });
}
