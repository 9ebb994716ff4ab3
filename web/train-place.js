/**
 * Where training happens, and what is done when that place is lost: another one is made, the last
 * snapshot restored there, and the call that was lost made once more.
 */
import { failure } from './core/error.js';
import { isBroken } from './engine/errors.js';
import { createTrainEngine } from './train-engine.js';

/**
 * @typedef {import('./engine/training.d.ts').TrainHost} TrainHost
 * @typedef {import('./train-engine.js').TrainEngine} TrainEngine
 */

/** ms after which a silent worker counts as lost; whole trainings take longer than slices. */
const PATIENCE = { slice: 8_000, training: 180_000 };

/**
 * @param {object} options
 * @param {(places: {heads: number, step: number}[]) => void} options.onLost the models went back to
 *   these steps
 * @param {() => Promise<TrainEngine>} [options.create]
 */
export function createTrainPlace({ onLost, create = createTrainEngine }) {
  /** @type {Promise<TrainEngine> | null} */
  let engine = null;
  /** @type {import('./training.d.ts').TrainState[]} */
  let states = [];
  /** @type {Parameters<TrainHost['open']>[0] | null} */
  let opened = null;
  let threaded = true;
  /** @type {Promise<TrainEngine>} */
  let replacement;

  function here() {
    engine ??= create().catch((error) => {
      engine = null;
      throw error;
    });
    return engine;
  }

  /**
   * @template {keyof TrainHost} Name
   * @param {TrainEngine} current
   * @param {Name} name
   * @param {Parameters<TrainHost[Name]>[0]} given
   * @returns {Promise<Awaited<ReturnType<TrainHost[Name]>>>}
   */
  async function ask(current, name, given) {
    const patience = name === 'runThrough' ? PATIENCE.training : PATIENCE.slice;
    let timer = 0;
    const silent = new Promise((_, reject) => {
      const what = `the worker has not answered '${name}' for ${patience / 1000} s`;
      timer = window.setTimeout(() => reject(failure('Internal', 'Training', what)), patience);
    });
    try {
      const work = /** @type {(given: any) => Promise<any>} */ (current[name]);
      return await Promise.race([work(given), silent]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A new place with the models as they were. */
  async function replace() {
    const next = await here();
    if (states.length) await ask(next, 'restore', { states });
    else if (opened) await ask(next, 'open', opened);
    const heads = opened?.heads ?? [];
    onLost(
      states.length
        ? states.map(({ config, step }) => ({ heads: config.heads, step }))
        : heads.map((count) => ({ heads: count, step: 0 })),
    );
    return next;
  }

  /**
   * @template {keyof TrainHost} Name
   * @param {Name} name
   * @param {Parameters<TrainHost[Name]>[0]} given
   */
  async function call(name, given) {
    const place = here();
    const current = await place;
    threaded = current.threaded;
    try {
      return await ask(current, name, given);
    } catch (error) {
      if (!isBroken(error)) throw error;
      if (engine === place) {
        engine = null;
        current.dispose(error);
        replacement = replace();
      }
      return ask(await replacement, name, given);
    }
  }

  return {
    get threaded() {
      return threaded;
    },
    /** Gives it up; the next call makes another, without models. */
    end() {
      const last = engine;
      [engine, opened, states] = [null, null, []];
      last?.then(
        ({ dispose }) => dispose(),
        () => {},
      );
    },
    /** @param {Parameters<TrainHost['open']>[0]} given */
    async open(given) {
      [opened, states] = [given, []];
      return call('open', given);
    },
    /** Remembers the models as they are now. */
    async keep() {
      states = await call('states', undefined);
    },
    /** @param {Parameters<TrainHost['fromFile']>[0]} given */
    async fromFile(given) {
      const loaded = await call('fromFile', given);
      states = await call('states', undefined);
      return loaded;
    },
    advance: bound('advance'),
    look: bound('look'),
    evaluate: bound('evaluate'),
    muteCosts: bound('muteCosts'),
    runThrough: bound('runThrough'),
    trace: bound('trace'),
    weight: bound('weight'),
    toFile: bound('toFile'),
  };

  /**
   * @template {keyof TrainHost} Name
   * @param {Name} name
   */
  function bound(name) {
    return (/** @type {Parameters<TrainHost[Name]>[0]} */ given) => call(name, given);
  }
}
