import { HeadscopeError, failure, messageOf } from '../core/error.js';

/** @typedef {{code: import('../headscope.js').ErrorCode, message: string}} PlainError */

/** @param {string} where */
export const noModel = (where) =>
  failure('BadArgument', where, 'no model is there; expected a load() that succeeded');

/** @param {string} where */
export const superseded = (where) =>
  failure('Aborted', where, 'a newer call of the same lane took its place');

export const ended = () => failure('Aborted', 'Engine', 'the engine was disposed of meanwhile');

/** @param {unknown} cause */
export const notHere = (cause) =>
  failure('LoadFailed', 'Engine', 'the script of the engine did not load', cause);

/** @param {string} where */
export const disposed = (where) =>
  new HeadscopeError('Disposed', `[${where}] the engine was disposed of before this call`);

/**
 * An error as it crosses from thread to thread, where classes do not.
 * @param {unknown} error
 * @returns {PlainError}
 */
export function toPlain(error) {
  if (error instanceof HeadscopeError) return { code: error.code, message: error.message };
  return { code: 'Internal', message: messageOf(error) };
}

/**
 * Whether a host that fails so can no longer be trusted: its thread ended, or its module trapped.
 * @param {unknown} error
 */
export const isBroken = (error) => toPlain(error).code === 'Internal';

/**
 * Why a host is no longer trusted; a trap of the module is an error of the JavaScript engine's own.
 * @param {unknown} error for which `isBroken`
 */
export const broken = (error) =>
  error instanceof HeadscopeError ? error : failure('Internal', 'Engine', messageOf(error), error);

/** @param {PlainError} plain */
export const fromPlain = ({ code, message }) => new HeadscopeError(code, message);
