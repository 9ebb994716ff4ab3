import {
  count,
  flag,
  floats,
  list,
  names,
  numbers,
  object,
  optional,
  text,
  wrong,
} from './arguments.js';
import { outside, unwrap } from './boundary.js';
import { dispose, disposed } from './dispose.js';
import { encoderConfigParts } from './encoder-config.js';
import { maskParts } from './mask.js';
import { Layouts, ofText, Trace } from './trace.js';

/** @typedef {import('./core.d.ts').Model} DeclaredModel */

const OPTIONS = ['gains', 'outputGains', 'mask', 'contribution', 'names', 'truncate'];

/** The table of embeddings is left out: its rows in use are the trace's `embedding`. */
const TABLE = 'embedding.weight';

/**
 * A pretrained encoder with its tokenizer.
 * @implements {DeclaredModel}
 */
export class Model {
  #binding;
  #handle;
  #tokenizer;
  #layouts = new Layouts();
  #isDisposed = false;
  /** The core packs its weights; these are kept to be read. @type {Map<string, import('./core.d.ts').Weight>} */
  #weights;

  /**
   * @param {import('./binding.d.ts').Binding} binding
   * @param {import('./core.d.ts').Flavour} module
   * @param {import('./core.d.ts').Checkpoint} checkpoint
   */
  constructor(binding, module, { config, weights, tokenizer, info }) {
    const where = 'createModel';
    const named = Object.entries(weights).map(([name, { shape, data }]) => ({
      name,
      shape: shape.map((extent, i) => count(where, `weights["${name}"].shape[${i}]`, extent)),
      data: outside(binding, floats(where, `weights["${name}"].data`, data)),
    }));
    this.#binding = binding;
    this.#handle = unwrap(binding.createEncoder(encoderConfigParts(where, config), named));
    this.#tokenizer = tokenizer;
    this.#weights = new Map(
      named
        .filter(({ name }) => name !== TABLE)
        .map(({ name, shape, data }) => [name, { name, shape, data: data.slice() }]),
    );
    this.info = Object.freeze({ ...info, module });
  }

  /** @param {string} input */
  tokenize(input) {
    if (this.#isDisposed) throw disposed('Model.tokenize', 'model');
    return this.#tokenizer.encode(text('Model.tokenize', 'text', input));
  }

  /** @param {string} input @param {import('./core.d.ts').ModelTraceOptions} [options] */
  trace(input, options = {}) {
    const where = 'Model.trace';
    const given = object(where, 'options', options, OPTIONS);
    const request = {
      mask: maskParts(where, this.#binding, given.mask),
      gains: optional(layerGains, where, 'gains', given.gains) ?? [],
      output_gains: optional(layerGains, where, 'outputGains', given.outputGains) ?? [],
      contribution: optional(flag, where, 'contribution', given.contribution) ?? false,
      names: optional(names, where, 'names', given.names) ?? [],
    };
    const truncate = optional(flag, where, 'truncate', given.truncate) ?? false;
    const all = this.#tokenizer.encode(text(where, 'text', input));
    const most = this.info.maxTokens;
    const cut =
      truncate && all.length > most ? { start: all[most].start, tokens: all.length } : null;
    const tokens = cut ? all.slice(0, most) : all;
    const ids = Int32Array.from(tokens, (token) => token.id);
    const handle = unwrap(this.#binding.traceEncoder(this.#handle, ids, request));
    const sizes = [ids.length, request.contribution, request.names];
    const tensors = this.#layouts.of(this.#binding, handle, sizes);
    const source = { text: input, tokens, cut, model: this.info };
    return ofText(new Trace(this.#binding, handle, tensors, source));
  }

  /** @param {string} name */
  weight(name) {
    const where = 'Model.weight';
    if (this.#isDisposed) throw disposed(where, 'model');
    const weight = this.#weights.get(text(where, 'name', name));
    if (!weight) throw wrong(where, 'name', name, [...this.#weights.keys()].join(', '));
    return { ...weight, shape: [...weight.shape], data: weight.data.slice() };
  }

  dispose() {
    this.#isDisposed = true;
    this.#weights.clear();
    this.#binding.disposeEncoder(this.#handle);
  }

  [dispose]() {
    this.dispose();
  }
}

/** @param {string} where @param {string} name @param {unknown} value */
function layerGains(where, name, value) {
  return list(where, name, value, 'an array with one entry per layer').map(
    (layer, i) => optional(numbers, where, `${name}[${i}]`, layer) ?? new Float32Array(0),
  );
}
