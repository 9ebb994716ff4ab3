/**
 * `Symbol.dispose`, so that `using` frees what the module holds; where the engine does not know it
 * yet, a symbol of our own that nobody calls.
 * @type {typeof Symbol.dispose}
 */
export const dispose = Symbol.dispose ?? Symbol('dispose');
