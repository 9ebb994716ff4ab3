import assert from 'node:assert/strict';
import { test } from 'node:test';

import { HeadscopeError } from '../../web/core/error.js';
import { float16FromFloat32, float32FromFloat16 } from '../../web/models/float16.js';
import { readSafetensors, writeSafetensors } from '../../web/models/safetensors.js';

/** @param {unknown} header @param {number} dataBytes @param {string} [padding] */
function fileOf(header, dataBytes, padding = '') {
  const json = new TextEncoder().encode(JSON.stringify(header) + padding);
  const file = new Uint8Array(8 + json.length + dataBytes);
  new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
  file.set(json, 8);
  return file;
}

const kAllHalves = Uint16Array.from({ length: 65536 }, (_, bits) => bits);

test('what is written is read back: float32 to the bit, float16 to the nearest', () => {
  const data = Float32Array.of(0, -0, 1.5, -2.25, 65504, 1e-7, Infinity, NaN);
  const tensors = { a: { shape: [2, 4], data }, b: { shape: [8], data, dtype: 'F16' } };
  const read = readSafetensors(writeSafetensors(tensors, { title: 'ünï ▁' }));
  assert.deepEqual(read.metadata, { title: 'ünï ▁' });
  assert.deepEqual(Object.keys(read.tensors), ['a', 'b']);
  assert.deepEqual(read.tensors.a, { dtype: 'F32', shape: [2, 4], data });
  assert.deepEqual(
    read.tensors.b.data,
    Float32Array.of(0, -0, 1.5, -2.25, 65504, 2 * 2 ** -24, Infinity, NaN),
  );
});

test('scalars, empty tensors and names that JavaScript minds', () => {
  const tensors = Object.fromEntries([
    ['scalar', { shape: [], data: Float32Array.of(3) }],
    ['empty', { shape: [4, 0], data: new Float32Array(0) }],
    ['__proto__', { shape: [1], data: Float32Array.of(7) }],
  ]);
  const read = readSafetensors(writeSafetensors(tensors)).tensors;
  assert.deepEqual(Object.keys(read), ['scalar', 'empty', '__proto__']);
  assert.equal(read.scalar.data[0], 3);
  assert.equal(Object.getOwnPropertyDescriptor(read, '__proto__')?.value.data[0], 7);
  assert.deepEqual(readSafetensors(fileOf({}, 0)), { tensors: {}, metadata: {} });
});

test('float32 data off the multiple of four, in a view off the start of its buffer', () => {
  for (const padding of ['', ' ', '  ', '   ']) {
    const header = { x: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } };
    const file = fileOf(header, 8, padding);
    new DataView(file.buffer).setFloat32(file.length - 8, 1.5, true);
    const shifted = new Uint8Array(file.length + 3);
    shifted.set(file, 3);
    for (const bytes of [file, file.buffer, shifted.subarray(3)]) {
      assert.deepEqual(readSafetensors(bytes).tensors.x.data, Float32Array.of(1.5, 0));
    }
  }
});

test('bfloat16 is the upper half of a float32', () => {
  const file = fileOf({ x: { dtype: 'BF16', shape: [3], data_offsets: [0, 6] } }, 6);
  const view = new DataView(file.buffer, file.length - 6);
  [0x3fc0, 0xc010, 0x7f80].forEach((bits, i) => view.setUint16(2 * i, bits, true));
  assert.deepEqual(readSafetensors(file).tensors.x.data, Float32Array.of(1.5, -2.25, Infinity));
});

test('every half survives the way to float32 and back', () => {
  const floats = float32FromFloat16(kAllHalves);
  assert.deepEqual([floats[1], floats[0x3c00], floats[0xfbff]], [2 ** -24, 1, -65504]);
  const back = float16FromFloat32(floats);
  for (let bits = 0; bits < 65536; ++bits) {
    const isNan = (bits & 0x7fff) > 0x7c00;
    assert.ok(isNan ? Number.isNaN(floats[bits]) : back[bits] === bits, bits.toString(16));
  }
});

test('between any two halves, rounding goes to the nearest, from the middle to the even one', () => {
  const floats = float32FromFloat16(kAllHalves);
  const middle = new Float32Array(1);
  const bits = new Uint32Array(middle.buffer);
  for (const sign of [0, 0x8000]) {
    for (let low = 0; low < 0x7bff; ++low) {
      middle[0] = (floats[low | sign] + floats[(low + 1) | sign]) / 2;
      const even = low & 1 ? low + 1 : low;
      assert.equal(float16FromFloat32(middle)[0], even | sign);
      bits[0] -= 1;
      assert.equal(float16FromFloat32(middle)[0], low | sign);
      bits[0] += 2;
      assert.equal(float16FromFloat32(middle)[0], (low + 1) | sign);
    }
  }
  const edges = Float32Array.of(
    65519.996,
    65520,
    3e38,
    -Infinity,
    2 ** -25,
    2 ** -25 * 1.0001,
    1e-45,
  );
  assert.deepEqual(
    float16FromFloat32(edges),
    Uint16Array.of(0x7bff, 0x7c00, 0x7c00, 0xfc00, 0, 1, 0),
  );
});

test('a broken file is refused, and the message names tensor, value and what was expected', () => {
  const x = { dtype: 'F32', shape: [2], data_offsets: [0, 8] };
  const claim = (/** @type {bigint} */ length) => {
    const file = new Uint8Array(16);
    new DataView(file.buffer).setBigUint64(0, length, true);
    return file;
  };
  // Deeper than JSON.stringify goes, though JSON.parse reads it.
  const deep = '['.repeat(1e5) + ']'.repeat(1e5);
  const nested = (/** @type {string} */ entry) => {
    const header = new TextEncoder().encode(`{"x":${entry}}`);
    const file = new Uint8Array(8 + header.length);
    new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
    file.set(header, 8);
    return file;
  };
  /** @type {[string, Uint8Array, RegExp][]} */
  const cases = [
    ['nothing', new Uint8Array(0), /has 0 bytes; expected at least the 8/],
    ['header cut', fileOf({ x }, 8).subarray(0, 20), /header claims \d+ bytes; the file holds 12/],
    [
      'huge header',
      claim(2n ** 63n),
      /claims 9223372036854776000 bytes; expected at most 100000000/,
    ],
    ['not JSON', claim(8n), /header is not JSON/],
    ['not UTF-8', Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0xff), /header is not JSON/],
    ['an array', fileOf([1], 0), /header is not an object/],
    [
      'odd metadata',
      fileOf({ __metadata__: { a: 1 } }, 0),
      /__metadata__ .* expected an object of/,
    ],
    ['no entry', fileOf({ x: 5 }, 0), /tensor "x" is 5; expected {dtype, shape, data_offsets}/],
    [
      'dtype',
      fileOf({ x: { ...x, dtype: 'I8' } }, 8),
      /"x" has dtype "I8"; expected one of F32, F16/,
    ],
    ['no dtype', fileOf({ x: { ...x, dtype: 'toString' } }, 8), /"x" has dtype "toString"/],
    ['shape', fileOf({ x: { ...x, shape: [-2] } }, 8), /"x" has shape \[-2\]; expected sizes of 0/],
    ['no shape', fileOf({ x: { ...x, shape: '2' } }, 8), /"x" has shape "2"/],
    ['offsets', fileOf({ x: { ...x, data_offsets: [8, 0] } }, 8), /"x" has data_offsets \[8,0\]/],
    [
      'wrong size',
      fileOf({ x: { ...x, shape: [3] } }, 8),
      /"x" .* has 8 bytes of data; expected 12/,
    ],
    ['huge shape', fileOf({ x: { ...x, shape: [2 ** 40, 2 ** 40] } }, 8), /expected 4.8\d+e\+24/],
    [
      'truncated',
      fileOf({ x }, 7),
      /"x" ends at byte 8 of the data; the file holds 7 \(truncated\?\)/,
    ],
    [
      'overlap',
      fileOf({ x, y: { ...x, data_offsets: [4, 12] } }, 12),
      /"y" .* 4 and overlaps .* expected 8/,
    ],
    ['hole', fileOf({ x, y: { ...x, data_offsets: [12, 20] } }, 20), /"y" .* 12 and leaves a hole/],
    ['more data', fileOf({ x }, 9), /tensors end at byte 8 of the data; the file holds 9/],
    ['a deep entry', nested(deep), /tensor "x" is a deep array; expected {dtype,/],
    ['a deep dtype', nested(`{"dtype":${deep}}`), /tensor "x" has dtype a deep array; expected/],
    ['a deep shape', nested(`{"dtype":"F32","shape":${deep}}`), /has shape a deep array; expected/],
    ['a long entry', fileOf({ x: 'y'.repeat(1e6) }, 0), /^.{0,200}; expected {dtype,.{0,200}$/],
    ['a long name', fileOf({ ['x'.repeat(1e6)]: 5 }, 0), /^.{0,200}; expected {dtype,.{0,200}$/],
  ];
  for (const [what, file, message] of cases) {
    assert.throws(() => readSafetensors(file), { code: 'BadFile', message }, what);
  }
});

test('no damage to a file makes anything but a HeadscopeError', () => {
  const data = Float32Array.from({ length: 24 }, (_, i) => i);
  const whole = writeSafetensors({
    a: { shape: [4, 6], data },
    b: { shape: [24], data, dtype: 'F16' },
  });
  let refused = 0;
  for (let length = 0; length < whole.length; ++length) {
    assert.throws(() => readSafetensors(whole.subarray(0, length)), HeadscopeError);
  }
  for (let at = 0; at < whole.length; ++at) {
    for (const flip of [1, 16, 128]) {
      const damaged = whole.slice();
      damaged[at] ^= flip;
      try {
        readSafetensors(damaged);
      } catch (error) {
        assert.ok(error instanceof HeadscopeError && error.code === 'BadFile', String(error));
        refused += 1;
      }
    }
  }
  assert.ok(refused > whole.length / 2);
});

test('the writer refuses what it cannot write', () => {
  const data = Float32Array.of(1, 2);
  assert.throws(() => writeSafetensors({ x: { shape: [3], data } }), {
    code: 'BadArgument',
    message: '[writeSafetensors] tensor "x" has 2 values; its shape [3] holds 3',
  });
  assert.throws(() => writeSafetensors({ x: { shape: [2], data, dtype: 'BF16' } }), {
    code: 'BadArgument',
    message: '[writeSafetensors] tensor "x" has dtype BF16; expected F32 or F16',
  });
});

test('what is no file is an argument of the wrong kind, never a length to allocate', () => {
  for (const value of /** @type {any[]} */ ([
    'abc',
    5,
    2 ** 40,
    null,
    new DataView(new ArrayBuffer(9)),
  ])) {
    assert.throws(() => readSafetensors(value), {
      code: 'BadArgument',
      message: /^\[readSafetensors\] bytes is .*; expected an ArrayBuffer or a Uint8Array$/,
    });
  }
});
