import { count, flag, floats, names, number, numbers, object, optional } from './arguments.js';
import { isInside, outside, unwrap } from './boundary.js';
import { dispose } from './dispose.js';
import { failure } from './error.js';
import { maskParts } from './mask.js';
import { Layouts, Trace } from './trace.js';

/** @typedef {import('./core.d.ts').Attention} DeclaredAttention */

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
    const made = unwrap(binding.attentionConfig(this.#handle));
    this.config = Object.freeze({
      dModel: made.d_model,
      heads: made.heads,
      dHead: made.d_head,
      dMemory: made.d_memory,
      dOutput: made.d_output,
      scale: made.scale,
      byteBudget: made.byte_budget,
    });
  }

  /**
   * @param {Float32Array} x
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
   * @param {Float32Array} x
   * @param {import('./core.d.ts').AttentionOptions & {out?: Float32Array}} options
   */
  forward(x, options) {
    const where = 'Attention.forward';
    const request = this.#request(where, x, options, ['out']);
    const out = optional(floats, where, 'out', options.out);
    if (out !== null && isInside(this.#binding, out)) {
      throw failure('BadArgument', where, "out lies in the module's memory; expected your own");
    }
    return unwrap(this.#binding.forwardAttention(this.#handle, request, out));
  }

  dispose() {
    this.#binding.disposeAttention(this.#handle);
  }

  [dispose]() {
    this.dispose();
  }

  /**
   * @param {string} where
   * @param {unknown} x
   * @param {unknown} options
   * @param {readonly string[]} own options that are the method's own
   * @returns {import('./binding.d.ts').AttentionRequest}
   */
  #request(where, x, options, own) {
    const given = object(where, 'options', options, [...INPUTS, ...own]);
    const memory = optional(floats, where, 'memory', given.memory);
    return {
      x: outside(this.#binding, floats(where, 'x', x)),
      seq_len: count(where, 'seqLen', given.seqLen),
      memory: memory && outside(this.#binding, memory),
      memory_len: memory ? count(where, 'memoryLen', given.memoryLen) : 0,
      mask: maskParts(where, this.#binding, given.mask),
      gains: optional(numbers, where, 'gains', given.gains) ?? new Float32Array(0),
      contribution: optional(flag, where, 'contribution', given.contribution) ?? false,
      names: optional(names, where, 'names', given.names) ?? [],
    };
  }
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
