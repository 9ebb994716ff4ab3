import { list, text, wrong } from './arguments.js';
import { current, unwrap } from './boundary.js';
import { dispose } from './dispose.js';
import { failure } from './error.js';

/** @typedef {import('./core.d.ts').Trace} DeclaredTrace */
/** @typedef {import('./core.d.ts').Tensor} DeclaredTensor */
/** @typedef {import('./core.d.ts').TensorInfo} TensorInfo */

/**
 * What a model's trace knows beyond its tensors.
 * @typedef {object} Source
 * @property {string} text
 * @property {readonly import('./core.d.ts').Token[]} tokens
 * @property {import('./core.d.ts').Cut | null} cut
 * @property {import('./core.d.ts').ModelInfo} model
 */

/** A page compares a few texts, each in a few ways. */
const kMostLayouts = 16;

/**
 * What stands where in the traces that one object makes: those of the same sizes share it, and a
 * trace like one of the last need not ask for it.
 */
export class Layouts {
  /** @type {Map<string, readonly TensorInfo[]>} */
  #bySizes = new Map();

  /**
   * @param {import('./binding.d.ts').TraceBinding} binding
   * @param {import('./binding.d.ts').Handle} trace
   * @param {readonly unknown[]} sizes all that the tensors of a trace depend on
   */
  of(binding, trace, sizes) {
    const key = `${sizes}`;
    const known = this.#bySizes.get(key);
    if (known) return known;
    /** @type {TensorInfo[]} */
    const tensors = JSON.parse(unwrap(binding.traceTensors(trace)));
    const made = Object.freeze(tensors.map(frozen));
    if (this.#bySizes.size === kMostLayouts) {
      const [oldest] = this.#bySizes.keys();
      this.#bySizes.delete(oldest);
    }
    this.#bySizes.set(key, made);
    return made;
  }
}

/**
 * Every intermediate of one computation.
 * @implements {DeclaredTrace}
 */
export class Trace {
  #binding;
  #handle;
  #source;
  /** @type {Map<string, Float32Array>} */
  #views = new Map();

  /**
   * @param {import('./binding.d.ts').TraceBinding} binding
   * @param {import('./binding.d.ts').Handle} handle owned from here on
   * @param {readonly TensorInfo[]} tensors
   * @param {Source} [source]
   */
  constructor(binding, handle, tensors, source) {
    this.#binding = binding;
    this.#handle = handle;
    this.#source = source;
    this.tensors = tensors;
  }

  get text() {
    return this.#source?.text;
  }

  get tokens() {
    return this.#source?.tokens;
  }

  get cut() {
    return this.#source?.cut;
  }

  /** @param {string} name */
  get(name) {
    this.#view(text('Trace.get', 'name', name));
    const info = /** @type {TensorInfo} */ (this.tensors.find((tensor) => tensor.name === name));
    return new Tensor(info, () => this.#view(name));
  }

  /**
   * @param {readonly string[]} [names]
   * @returns {import('./core.d.ts').Snapshot}
   */
  snapshot(names = this.tensors.map((tensor) => tensor.name)) {
    /** @type {import('./core.d.ts').Snapshot['tensors']} */
    const tensors = {};
    const expected = 'an array of names of tensors';
    for (const [i, entry] of list('Trace.snapshot', 'names', names, expected).entries()) {
      const name = text('Trace.snapshot', `names[${i}]`, entry);
      const tensor = this.get(name);
      tensors[name] = {
        name,
        shape: [...tensor.shape],
        axes: [...tensor.axes],
        data: tensor.copy(),
      };
    }
    const source = this.#source ?? { text: '', tokens: [], cut: null, model: null };
    return { ...source, tokens: [...source.tokens], tensors };
  }

  dispose() {
    this.#views.clear();
    this.#binding.disposeTrace(this.#handle);
  }

  [dispose]() {
    this.dispose();
  }

  /** The tensor's floats, where they are now. @param {string} name */
  #view(name) {
    const known = this.#views.get(name);
    const view = current(known, () => this.#binding.traceView(this.#handle, name));
    if (view !== known) this.#views.set(name, view);
    return view;
  }
}

/** @param {Trace} trace of a source */
export const ofText = (trace) => /** @type {import('./core.d.ts').ModelTrace} */ (trace);

/** @param {TensorInfo} info @returns {TensorInfo} that nobody can change for others */
const frozen = ({ name, shape, axes }) =>
  Object.freeze({ name, shape: Object.freeze(shape), axes: Object.freeze(axes) });

/**
 * @implements {DeclaredTensor}
 */
class Tensor {
  #view;

  /** @param {TensorInfo} info @param {() => Float32Array} view */
  constructor({ name, shape, axes }, view) {
    this.name = name;
    this.shape = shape;
    this.axes = axes;
    this.#view = view;
  }

  get data() {
    return this.#view();
  }

  /** @param {...number} indices */
  at(...indices) {
    const { name, shape, axes } = this;
    const where = 'Trace.at';
    if (indices.length !== shape.length) {
      const expected = `${shape.length} for ${name} [${axes.join(', ')}]`;
      throw failure('BadArgument', where, `${indices.length} indices; expected ${expected}`);
    }
    let offset = 0;
    for (const [axis, extent] of shape.entries()) {
      const index = indices[axis];
      if (!Number.isInteger(index) || index < 0 || index >= extent) {
        throw wrong(where, `index ${axes[axis]}`, index, `a whole number below ${extent}`);
      }
      offset = offset * extent + index;
    }
    return this.#view()[offset];
  }

  copy() {
    return this.#view().slice();
  }
}
