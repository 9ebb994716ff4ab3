/**
 * @file Walks the code of a WebAssembly module, instruction by instruction, so that bytes of a constant
 * or of an address are never taken for an opcode.
 * https://webassembly.github.io/spec/core/binary/instructions.html
 */

const CODE_SECTION = 10;

/** Reads numbers from bytes, moving forward. */
class Reader {
  /** @param {Uint8Array} bytes @param {number} position @param {number} end */
  constructor(bytes, position = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = position;
    this.end = end;
  }

  get done() {
    return this.position >= this.end;
  }

  byte() {
    if (this.done) throw new Error(`the code ends within an instruction, at ${this.position}`);
    return this.bytes[this.position++];
  }

  /** A LEB128 number; signed ones are as long, and their value is not needed here. */
  leb() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  /** @param {number} count */
  skip(count) {
    this.position += count;
  }

  /** @param {number} length @returns {Reader} of the next bytes, which this one skips */
  part(length) {
    const part = new Reader(this.bytes, this.position, this.position + length);
    this.skip(length);
    return part;
  }
}

/** @typedef {(reader: Reader) => void} Immediates steps over what follows an opcode */

/** @type {Immediates} */
const none = () => {};
/** @type {Immediates} */
const leb = (reader) => void reader.leb();
/** @type {Immediates} */
const lebs2 = (reader) => (leb(reader), leb(reader));
/** @param {number} count @returns {Immediates} */
const bytes = (count) => (reader) => reader.skip(count);
/** Alignment and offset; bit 6 of the alignment says that a memory index stands between them. */
/** @type {Immediates} */
function memoryArgument(reader) {
  if (reader.leb() & 64) leb(reader);
  leb(reader);
}
/** @type {Immediates} */
function labels(reader) {
  for (let count = reader.leb() + 1; count > 0; --count) leb(reader);
}
/** @type {Immediates} */
function handlers(reader) {
  leb(reader);
  for (let count = reader.leb(); count > 0; --count) {
    const kind = reader.byte();
    if (kind < 2) leb(reader);
    leb(reader);
  }
}
/** @type {Immediates} */
function types(reader) {
  for (let count = reader.leb(); count > 0; --count) leb(reader);
}

/** @param {number} opcode @returns {Immediates} */
function immediatesOf(opcode) {
  if (opcode >= 0x45 && opcode <= 0xc4) return none; // comparisons, arithmetic, conversions
  if (opcode >= 0x28 && opcode <= 0x3e) return memoryArgument;
  if (opcode >= 0x20 && opcode <= 0x26) return leb; // locals, globals, tables
  switch (opcode) {
    case 0x00: // unreachable
    case 0x01: // nop
    case 0x05: // else
    case 0x0a: // throw_ref
    case 0x0b: // end
    case 0x0f: // return
    case 0x19: // catch_all
    case 0x1a: // drop
    case 0x1b: // select
    case 0xd1: // ref.is_null
      return none;
    case 0x02: // block
    case 0x03: // loop
    case 0x04: // if
    case 0x06: // try
    case 0x07: // catch
    case 0x08: // throw
    case 0x09: // rethrow
    case 0x0c: // br
    case 0x0d: // br_if
    case 0x10: // call
    case 0x12: // return_call
    case 0x18: // delegate
    case 0x3f: // memory.size
    case 0x40: // memory.grow
    case 0x41: // i32.const
    case 0x42: // i64.const
    case 0xd0: // ref.null
    case 0xd2: // ref.func
      return leb;
    case 0x11: // call_indirect
    case 0x13: // return_call_indirect
      return lebs2;
    case 0x0e:
      return labels;
    case 0x1c: // select, typed
      return types;
    case 0x1f:
      return handlers;
    case 0x43:
      return bytes(4); // f32.const
    case 0x44:
      return bytes(8); // f64.const
  }
  throw new Error(`opcode 0x${opcode.toString(16)} is not known`);
}

/** After 0xfc. @param {number} opcode @returns {Immediates} */
function miscellaneousImmediatesOf(opcode) {
  if (opcode <= 7) return none; // truncations
  if ([8, 10, 12, 14].includes(opcode)) return lebs2; // init and copy
  if (opcode <= 17) return leb;
  throw new Error(`opcode 0xfc ${opcode} is not known`);
}

/** After 0xfd. @param {number} opcode @returns {Immediates} */
function vectorImmediatesOf(opcode) {
  if (opcode <= 11 || opcode === 92 || opcode === 93) return memoryArgument;
  if (opcode === 12 || opcode === 13) return bytes(16); // v128.const, i8x16.shuffle
  if (opcode >= 21 && opcode <= 34) return bytes(1); // lanes
  if (opcode >= 84 && opcode <= 91) return (reader) => (memoryArgument(reader), reader.skip(1));
  if (opcode <= 0x113) return none;
  throw new Error(`opcode 0xfd ${opcode} is not known`);
}

/**
 * @param {Reader} reader of one function's instructions
 * @returns {string} what it stands on, as `0b` or `fd 105` in hexadecimal
 */
function step(reader) {
  const opcode = reader.byte();
  if (opcode !== 0xfc && opcode !== 0xfd) {
    immediatesOf(opcode)(reader);
    return opcode.toString(16).padStart(2, '0');
  }
  const second = reader.leb();
  (opcode === 0xfc ? miscellaneousImmediatesOf : vectorImmediatesOf)(second)(reader);
  return `${opcode.toString(16)} ${second.toString(16)}`;
}

/** @param {Reader} body */
function countFunction(body) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (let groups = body.leb(); groups > 0; --groups) lebs2(body); // locals
  while (!body.done) {
    const name = step(body);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/**
 * @param {Uint8Array} wasm a whole module
 * @returns {Map<string, number>[]} per function that the module defines, how often each instruction
 *   stands in it: `fd 105` is f32x4.relaxed_madd
 */
export function countInstructions(wasm) {
  const reader = new Reader(wasm, 8);
  while (!reader.done) {
    const id = reader.byte();
    const section = reader.part(reader.leb());
    if (id !== CODE_SECTION) continue;
    return Array.from({ length: section.leb() }, () => countFunction(section.part(section.leb())));
  }
  return [];
}
