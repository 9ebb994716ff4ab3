/**
 * What JavaScript alone can see: whether an argument is of the kind asked for. Whether sizes fit
 * together is the core's to say. Every check returns the value, or throws BadArgument naming the
 * argument, its value and what was expected. Absent values are the caller's business.
 */
import { failure } from './error.js';

const MOST = 2 ** 32 - 1;

/**
 * How a value reads in a message.
 * @param {unknown} value
 */
export function describe(value) {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  }
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return 'length' in value ? `${kind}(${value.length})` : kind;
  }
  return kind === 'Object' ? 'an object' : `an object of kind ${kind}`;
}

/** @param {string} where @param {string} name @param {unknown} value @param {string} expected */
export function wrong(where, name, value, expected) {
  return failure('BadArgument', where, `${name} is ${describe(value)}; expected ${expected}`);
}

/**
 * Not a Map or a Date, which would pass for an object that leaves everything out. Classes of the
 * caller's and objects of another frame count too.
 * @param {unknown} value
 */
const hasKeys = (value) => isKind(value, 'Object') || isKind(value, 'Module');

/**
 * An object whose keys are for the caller to choose.
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @param {string} expected
 * @returns {Record<string, unknown>}
 */
export function record(where, name, value, expected) {
  if (hasKeys(value)) return /** @type {Record<string, unknown>} */ (value);
  throw wrong(where, name, value, expected);
}

/**
 * An object with no keys but the known ones, so that a misspelt option never goes unnoticed.
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @param {readonly string[]} keys
 * @returns {Record<string, unknown>}
 */
export function object(where, name, value, keys) {
  const given = record(where, name, value, `an object with ${keys.join(', ')}`);
  for (const key of Object.keys(given)) {
    if (!keys.includes(key)) {
      throw failure(
        'BadArgument',
        where,
        `${name} has the key ${describe(key)}; expected ${keys.join(', ')}`,
      );
    }
  }
  return given;
}

/**
 * A whole number.
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @param {number} [most]
 * @returns {number}
 */
export function count(where, name, value, most = MOST) {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) {
    return value;
  }
  throw wrong(where, name, value, `a whole number from 0 to ${most}`);
}

/** A count of at least one. @type {typeof count} */
export function positive(where, name, value) {
  const given = count(where, name, value);
  if (given === 0) throw wrong(where, name, value, 'at least 1');
  return given;
}

/** @param {string} where @param {string} name @param {unknown} value @returns {number} */
export function number(where, name, value) {
  if (typeof value === 'number') return value;
  throw wrong(where, name, value, 'a number');
}

/** @param {string} where @param {string} name @param {unknown} value @returns {boolean} */
export function flag(where, name, value) {
  if (typeof value === 'boolean') return value;
  throw wrong(where, name, value, 'true or false');
}

/**
 * A list, its holes filled with undefined.
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @param {string} expected
 * @returns {unknown[]}
 */
export function list(where, name, value, expected) {
  if (Array.isArray(value)) return Array.from(value);
  throw wrong(where, name, value, expected);
}

/** @param {string} where @param {string} name @param {unknown} value @returns {string} */
export function text(where, name, value) {
  if (typeof value === 'string') return value;
  throw wrong(where, name, value, 'a string');
}

/**
 * Names of tensors; never an empty list, which C++ takes for all.
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @returns {string[]}
 */
export function names(where, name, value) {
  const expected = 'an array of at least one name of a tensor';
  const given = list(where, name, value, expected);
  if (given.length === 0) throw wrong(where, name, value, expected);
  return given.map((entry, i) => text(where, `${name}[${i}]`, entry));
}

/**
 * By its tag, not by `instanceof`: an object may come from another frame.
 * @param {unknown} value
 * @param {string} kind
 */
const isKind = (value, kind) =>
  typeof value === 'object' && Object.prototype.toString.call(value) === `[object ${kind}]`;

/**
 * A view of a typed array's numbers, or undefined for a value of another kind. C++ holds pointers
 * while it reads one: a getter of a subclass could dispose of what they point to, so that only the
 * typed array's own are asked.
 * @template {Float32ArrayConstructor | Uint8ArrayConstructor} Kind
 * @param {unknown} value
 * @param {Kind} Kind
 */
function view(value, Kind) {
  /** @param {string | symbol} key */
  const own = (key) => Reflect.get(Object.getPrototypeOf(Kind.prototype), key, value);
  if (own(Symbol.toStringTag) !== Kind.name) return undefined;
  // One that lost its buffer has a length of 0, and cannot be viewed again.
  const of = own('length') === 0 ? [0] : [own('buffer'), own('byteOffset'), own('length')];
  return /** @type {InstanceType<Kind>} */ (Reflect.construct(Kind, of));
}

/**
 * A view of the same floats.
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @param {string} [expected] where it is not the only kind
 * @returns {Float32Array}
 */
export function floats(where, name, value, expected = 'a Float32Array') {
  const given = view(value, Float32Array);
  if (given === undefined) throw wrong(where, name, value, expected);
  return given;
}

/** A view of the same bytes. @param {string} where @param {string} name @param {unknown} value */
export function bytes(where, name, value) {
  const given = view(value, Uint8Array);
  if (given === undefined) throw wrong(where, name, value, 'a Uint8Array');
  return given;
}

/**
 * Any bytes, not copied.
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function buffer(where, name, value) {
  if (isKind(value, 'ArrayBuffer')) {
    return new Uint8Array(/** @type {ArrayBuffer} */ (value));
  }
  if (ArrayBuffer.isView(value)) {
    const { buffer: whole, byteOffset, byteLength } = value;
    return new Uint8Array(/** @type {ArrayBuffer} */ (whole), byteOffset, byteLength);
  }
  throw wrong(where, name, value, 'an ArrayBuffer or a view of one');
}

/** A whole file, not copied. @param {string} where @param {string} name @param {unknown} value */
export function file(where, name, value) {
  if (isKind(value, 'ArrayBuffer')) return new Uint8Array(/** @type {ArrayBuffer} */ (value));
  const given = view(value, Uint8Array);
  if (given === undefined) throw wrong(where, name, value, 'an ArrayBuffer or a Uint8Array');
  return given;
}

/** @param {string} where @param {string} name @param {unknown} value @returns {string | URL} */
export function address(where, name, value) {
  if (typeof value === 'string') return value;
  if (isKind(value, 'URL')) return /** @type {URL} */ (value);
  throw wrong(where, name, value, 'a string or a URL');
}

/** @param {string} where @param {string} name @param {unknown} value @returns {AbortSignal} */
export function abortSignal(where, name, value) {
  if (isKind(value, 'AbortSignal')) return /** @type {AbortSignal} */ (value);
  throw wrong(where, name, value, 'an AbortSignal');
}

/** @param {string} where @param {string} name @param {unknown} value @returns {WebAssembly.Module} */
export function compiledModule(where, name, value) {
  if (isKind(value, 'WebAssembly.Module')) return /** @type {WebAssembly.Module} */ (value);
  throw wrong(where, name, value, 'a WebAssembly.Module');
}

/**
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @returns {(...given: any[]) => void}
 */
export function callback(where, name, value) {
  if (typeof value === 'function') return /** @type {(...given: any[]) => void} */ (value);
  throw wrong(where, name, value, 'a function');
}

/**
 * Any list of numbers, as floats; never an empty one, which C++ takes for none.
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @returns {Float32Array}
 */
export function numbers(where, name, value) {
  if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    throw wrong(where, name, value, 'an array of numbers');
  }
  const list = /** @type {ArrayLike<unknown>} */ (/** @type {unknown} */ (value));
  if (list.length === 0) throw wrong(where, name, value, 'at least one number');
  return Float32Array.from(list, (entry, i) => number(where, `${name}[${i}]`, entry));
}

/**
 * The same check for an argument that may be left out: null then.
 * @template T
 * @param {(where: string, name: string, value: unknown) => T} check
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @returns {T | null}
 */
export function optional(check, where, name, value) {
  return value === undefined || value === null ? null : check(where, name, value);
}
