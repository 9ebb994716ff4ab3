import { count } from './arguments.js';
import { current, unwrap } from './boundary.js';
import { dispose } from './dispose.js';
import { failure } from './error.js';

/** @typedef {import('./core.d.ts').FloatBuffer} DeclaredFloatBuffer */
/** @typedef {import('./binding.d.ts').Binding} Binding */

/** All memory of a module is 4 GiB at most. */
const MOST_FLOATS = 2 ** 30 - 1;

/**
 * Floats in the module's own memory.
 * @implements {DeclaredFloatBuffer}
 */
export class FloatBuffer {
  #binding;
  #handle;
  #length;
  /** @type {Float32Array | undefined} */
  #view;

  /**
   * @param {Binding} binding
   * @param {unknown} length
   */
  constructor(binding, length) {
    this.#length = count('createBuffer', 'length', length, MOST_FLOATS);
    this.#binding = binding;
    this.#handle = unwrap(binding.createBuffer(this.#length));
  }

  get length() {
    return this.#length;
  }

  get data() {
    this.#view = current(this.#view, () => this.#binding.bufferView(this.#handle));
    return this.#view;
  }

  dispose() {
    this.#view = undefined;
    this.#binding.disposeBuffer(this.#handle);
  }

  [dispose]() {
    this.dispose();
  }

  /**
   * A proxy of one, or one of another copy of this script, is not.
   * @param {unknown} value
   * @returns {value is FloatBuffer}
   */
  static is(value) {
    return typeof value === 'object' && value !== null && #handle in value;
  }

  /**
   * What C++ calls the buffer by. Throws BadArgument where it is not of this module.
   * @param {FloatBuffer} buffer
   * @param {Binding} binding
   * @param {string} where
   * @param {string} name
   */
  static handleOf(buffer, binding, where, name) {
    if (buffer.#binding === binding) return buffer.#handle;
    const what = `${name} is a FloatBuffer of another module; expected one of this module`;
    throw failure('BadArgument', where, what);
  }
}
