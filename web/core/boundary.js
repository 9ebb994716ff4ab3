import { HeadscopeError } from './error.js';

/** @typedef {import('./binding.d.ts').Failure} Failure */

/**
 * What a call of the binding answered with; throws what C++ threw, its message untouched.
 * @template T
 * @param {T | Failure} answer
 * @returns {T}
 */
export function unwrap(answer) {
  if (typeof answer === 'object' && answer !== null && 'code' in answer) {
    throw new HeadscopeError(answer.code, answer.message);
  }
  return answer;
}

/**
 * Floats of the module's memory, where they are now: the view that was handed out before, or a new
 * one where there is none or where that one's buffer is gone, because the memory grew. C++ is asked
 * then, and throws Disposed where the object is no more: who disposes of it drops its views.
 * @param {Float32Array | undefined} view
 * @param {() => Float32Array | Failure} ask
 */
export function current(view, ask) {
  return view === undefined || view.buffer.byteLength === 0 ? unwrap(ask()) : view;
}

/**
 * An array that C++ may read while it allocates. A view of the module's own memory, such as a
 * tensor of a trace, would lose its buffer when that memory grows: it is copied first.
 * @template {Float32Array | Uint8Array} T
 * @param {import('./binding.d.ts').TraceBinding} binding
 * @param {T} array
 * @returns {T}
 */
export function outside(binding, array) {
  return isInside(binding, array) ? /** @type {T} */ (array.slice()) : array;
}

/**
 * Whether an array lies in the module's own memory.
 * @param {import('./binding.d.ts').TraceBinding} binding
 * @param {Float32Array | Uint8Array} array
 */
export function isInside(binding, array) {
  return array.buffer === binding.heap().buffer;
}
