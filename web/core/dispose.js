import { HeadscopeError } from './error.js';

/**
 * `Symbol.dispose`, so that `using` frees what the module holds; where the engine does not know it
 * yet, a symbol of our own that nobody calls.
 * @type {typeof Symbol.dispose}
 */
export const dispose = Symbol.dispose ?? Symbol('dispose');

/** As C++ says it. @param {string} where @param {string} what */
export const disposed = (where, what) =>
  new HeadscopeError('Disposed', `[${where}] ${what} was disposed of before this call`);
