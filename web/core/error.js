/**
 * Codes that only JavaScript can raise, with what each means. All others, and their messages, come
 * from C++ (cpp/include/headscope/error.hpp) and are passed on as they are.
 */
export const JS_CODES = Object.freeze({
  BadArgument: 'an argument is not of the kind asked for',
  Unsupported: 'this JavaScript engine lacks something Headscope needs',
  LoadFailed: 'a file could not be fetched or read',
  BadFile: 'a file was there, but is not what it should be',
  Aborted: 'the caller, or a newer call, put an end to it',
  Internal: 'a defect of Headscope itself',
});

/** @typedef {import('./core.d.ts').HeadscopeError} DeclaredHeadscopeError */
/**
 * The one error of this library.
 * @implements {DeclaredHeadscopeError}
 */
export class HeadscopeError extends Error {
  /**
   * @param {import('./core.d.ts').ErrorCode} code
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = 'HeadscopeError';
    this.code = code;
  }
}

/** What an exception says. @param {unknown} cause */
export const messageOf = (cause) => (cause instanceof Error ? cause.message : String(cause));

/**
 * An error of JavaScript's own, in the form that C++ gives its messages: `[where] what`.
 * @param {keyof typeof JS_CODES} code
 * @param {string} where
 * @param {string} what names the argument, its value and what was expected
 * @param {unknown} [cause]
 */
export function failure(code, where, what, cause) {
  return new HeadscopeError(code, `[${where}] ${what}`, cause === undefined ? {} : { cause });
}
