import {
  count,
  flag,
  floats,
  names,
  number,
  numbers,
  object,
  optional,
  wrong,
} from './arguments.js';
import { isInside, outside, unwrap } from './boundary.js';
import { dispose } from './dispose.js';
import { failure } from './error.js';
import { FloatBuffer } from './float-buffer.js';
import { maskParts } from './mask.js';
import { Layouts, Trace } from './trace.js';

/** @typedef {import('./core.d.ts').Attention} DeclaredAttention */
/** @typedef {import('./core.d.ts').FloatBuffer} DeclaredFloatBuffer */

const GIBIBYTE = 2 ** 30;
const CONFIG = ['dModel', 'heads', 'dHead', 'dMemory', 'dOutput', 'scale', 'byteBudget'];
const WEIGHTS = ['query', 'key', 'value', 'output'];
const BIASES = ['queryBias', 'keyBias', 'valueBias', 'outputBias'];
const INPUTS = ['seqLen', 'memory', 'memoryLen', 'mask', 'gains'];
const TRACED = ['contribution', 'names'];

/** @typedef {import('./binding.d.ts').Binding} Binding */

/**
 * One layer of multi-head attention.
 * @implements {DeclaredAttention}
 */
export class Attention {
  #binding;
  #handle;
  #layouts = new Layouts();

  /**
   * @param {Binding} binding
   * @param {unknown} config
   * @param {unknown} weights
   */
  constructor(binding, config, weights) {
    const parts = configParts('createAttention', config);
    this.#binding = binding;
    this.#handle = unwrap(
      binding.createAttention(parts, weightParts('createAttention', binding, weights)),
    );
    this.config = Object.freeze({
      dModel: parts.d_model,
      heads: parts.heads,
      dHead: parts.d_head,
      dMemory: parts.d_memory,
      dOutput: parts.d_output,
      scale: unwrap(binding.attentionScale(this.#handle)),
      byteBudget: parts.byte_budget,
    });
  }

  /**
   * @param {Float32Array | DeclaredFloatBuffer} x
   * @param {import('./core.d.ts').AttentionOptions & import('./core.d.ts').TraceOptions} options
   */
  trace(x, options) {
    const request = this.#request('Attention.trace', x, options, TRACED);
    const handle = unwrap(this.#binding.traceAttention(this.#handle, request));
    const { seq_len, memory, memory_len, contribution, names: kept } = request;
    const sizes = [seq_len, memory !== null, memory_len, contribution, kept];
    return new Trace(this.#binding, handle, this.#layouts.of(this.#binding, handle, sizes));
  }

  /**
   * @overload
   * @param {Float32Array | DeclaredFloatBuffer} x
   * @param {import('./core.d.ts').AttentionOptions & {out?: Float32Array}} options
   * @returns {Float32Array}
   */
  /**
   * @overload
   * @param {Float32Array | DeclaredFloatBuffer} x
   * @param {import('./core.d.ts').AttentionOptions & {out: DeclaredFloatBuffer}} options
   * @returns {DeclaredFloatBuffer}
   */
  /**
   * @param {Float32Array | DeclaredFloatBuffer} x
   * @param {import('./core.d.ts').AttentionOptions & {out?: Float32Array | DeclaredFloatBuffer}} options
   */
  forward(x, options) {
    const where = 'Attention.forward';
    const request = this.#request(where, x, options, ['out']);
    const { out } = options;
    const place = optional(this.#floats, where, 'out', out);
    if (typeof place === 'object' && place !== null && isInside(this.#binding, place)) {
      const expected = 'an array of your own, or what createBuffer makes';
      throw failure('BadArgument', where, `out lies in the module's memory; expected ${expected}`);
    }
    const output = unwrap(this.#binding.forwardAttention(this.#handle, request, place));
    return out ?? /** @type {Float32Array} */ (output);
  }

  dispose() {
    this.#binding.disposeAttention(this.#handle);
  }

  [dispose]() {
    this.dispose();
  }

  /**
   * A Float32Array, or the handle of a buffer of this module.
   * @param {string} where
   * @param {string} name
   * @param {unknown} value
   */
  #floats = (where, name, value) =>
    FloatBuffer.is(value)
      ? FloatBuffer.handleOf(value, this.#binding, where, name)
      : floats(where, name, value, 'a Float32Array or a FloatBuffer');

  /**
   * The same, to be read.
   * @param {string} where
   * @param {string} name
   * @param {unknown} value
   */
  #input = (where, name, value) => {
    const given = this.#floats(where, name, value);
    return typeof given === 'number' ? given : outside(this.#binding, given);
  };

  /**
   * @param {string} where
   * @param {unknown} x
   * @param {unknown} options
   * @param {readonly string[]} own options that are the method's own
   * @returns {import('./binding.d.ts').AttentionRequest}
   */
  #request(where, x, options, own) {
    const given = object(where, 'options', options, [...INPUTS, ...own]);
    const memory = optional(this.#input, where, 'memory', given.memory);
    return {
      x: this.#input(where, 'x', x),
      seq_len: count(where, 'seqLen', given.seqLen),
      memory,
      memory_len: memory ? count(where, 'memoryLen', given.memoryLen) : withoutMemory(where, given),
      mask: maskParts(where, this.#binding, given.mask),
      gains: optional(numbers, where, 'gains', given.gains) ?? new Float32Array(0),
      contribution: optional(flag, where, 'contribution', given.contribution) ?? false,
      names: optional(names, where, 'names', given.names) ?? [],
    };
  }
}

/** The keys would silently come from x. @param {string} where @param {Record<string, unknown>} options */
function withoutMemory(where, { memory, memoryLen }) {
  const length = optional(count, where, 'memoryLen', memoryLen);
  if (length === null) return 0;
  throw wrong(
    where,
    'memory',
    memory,
    `a Float32Array or a FloatBuffer, as memoryLen is ${length}`,
  );
}

/**
 * @param {string} where
 * @param {unknown} config
 * @returns {import('./binding.d.ts').AttentionConfigParts}
 */
function configParts(where, config) {
  const given = object(where, 'config', config, CONFIG);
  const dModel = count(where, 'config.dModel', given.dModel);
  return {
    d_model: dModel,
    heads: count(where, 'config.heads', given.heads),
    d_head: count(where, 'config.dHead', given.dHead),
    d_memory: optional(count, where, 'config.dMemory', given.dMemory) ?? dModel,
    d_output: optional(count, where, 'config.dOutput', given.dOutput) ?? dModel,
    scale: optional(number, where, 'config.scale', given.scale),
    byte_budget: optional(count, where, 'config.byteBudget', given.byteBudget) ?? GIBIBYTE,
  };
}

/**
 * @param {string} where
 * @param {Binding} binding
 * @param {unknown} weights
 * @returns {import('./binding.d.ts').AttentionWeightParts}
 */
function weightParts(where, binding, weights) {
  const given = object(where, 'weights', weights, [...WEIGHTS, ...BIASES]);
  /** @param {string} name */
  const weight = (name) => outside(binding, floats(where, `weights.${name}`, given[name]));
  /** @param {string} name */
  const bias = (name) => {
    const array = optional(floats, where, `weights.${name}`, given[name]);
    return array && outside(binding, array);
  };
  return {
    query: weight('query'),
    key: weight('key'),
    value: weight('value'),
    output: weight('output'),
    query_bias: bias('queryBias'),
    key_bias: bias('keyBias'),
    value_bias: bias('valueBias'),
    output_bias: bias('outputBias'),
  };
}
