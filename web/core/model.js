import { count, flag, floats, numbers, object, optional, text, wrong } from './arguments.js';
import { outside, unwrap } from './boundary.js';
import { dispose } from './dispose.js';
import { encoderConfigParts } from './encoder-config.js';
import { maskParts } from './mask.js';
import { Trace } from './trace.js';

/** @typedef {import('./core.d.ts').Model} DeclaredModel */

const OPTIONS = ['gains', 'mask', 'contribution', 'truncate'];

/**
 * A pretrained encoder with its tokenizer.
 * @implements {DeclaredModel}
 */
export class Model {
  #binding;
  #handle;
  #tokenizer;

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
    this.info = Object.freeze({ ...info, module });
  }

  /** @param {string} input */
  tokenize(input) {
    return this.#tokenizer.encode(text('Model.tokenize', 'text', input));
  }

  /** @param {string} input @param {import('./core.d.ts').ModelTraceOptions} [options] */
  trace(input, options = {}) {
    const where = 'Model.trace';
    const given = object(where, 'options', options, OPTIONS);
    const request = {
      mask: maskParts(where, this.#binding, given.mask),
      gains: optional(layerGains, where, 'gains', given.gains) ?? [],
      contribution: optional(flag, where, 'contribution', given.contribution) ?? false,
    };
    const truncate = optional(flag, where, 'truncate', given.truncate) ?? false;
    const all = this.#tokenizer.encode(text(where, 'text', input));
    const most = this.info.maxTokens;
    const cut =
      truncate && all.length > most ? { start: all[most].start, tokens: all.length } : null;
    const tokens = cut ? all.slice(0, most) : all;
    const ids = Int32Array.from(tokens, (token) => token.id);
    const handle = unwrap(this.#binding.traceEncoder(this.#handle, ids, request));
    return new Trace(this.#binding, handle, { text: input, tokens, cut, model: this.info });
  }

  dispose() {
    this.#binding.disposeEncoder(this.#handle);
  }

  [dispose]() {
    this.dispose();
  }
}

/** @param {string} where @param {string} name @param {unknown} value */
function layerGains(where, name, value) {
  if (!Array.isArray(value)) throw wrong(where, name, value, 'an array with one entry per layer');
  return value.map(
    (layer, i) => optional(numbers, where, `${name}[${i}]`, layer) ?? new Float32Array(0),
  );
}
