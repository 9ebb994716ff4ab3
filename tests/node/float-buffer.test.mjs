/** @file Buffers in the module's own memory: read and written where they lie, with the same bits. */
import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { assertThrows } from './support/assertions.mjs';
import { bothModules } from './support/modules.mjs';
import { randomFloats, randomWeights } from './support/random.mjs';

/** @typedef {import('../../web/headscope.js').Headscope} Headscope */
/** @typedef {import('../../web/headscope.js').FloatBuffer} FloatBuffer */

const config = { dModel: 16, heads: 4, dHead: 4 };
const n = 6;
const random = randomFloats(21);
const weights = randomWeights(random, config);
const x = random(n * 16);
const memory = random(n * 16);
const options = { seqLen: n, gains: [1, 0.5, 0, 1] };
const crossed = { ...options, memoryLen: n, mask: { window: 2 } };

const modules = await bothModules();

for (const headscope of modules) {
  const layer = headscope.createAttention(config, weights);
  /** @type {FloatBuffer[]} */
  const made = [];
  /** A buffer with these values. @param {ArrayLike<number>} values */
  const holding = (values) => {
    const buffer = headscope.createBuffer(values.length);
    buffer.data.set(values);
    made.push(buffer);
    return buffer;
  };

  /** Takes as much memory as there is: all views lose their buffer. */
  const growMemory = () => {
    const size = holding([]).data.buffer.byteLength;
    made.push(headscope.createBuffer(size / 4));
    assert.ok(holding([]).data.buffer.byteLength > size, 'memory did not grow');
  };

  describe(`buffers, module ${headscope.module}`, () => {
    afterEach(() => {
      for (const buffer of made.splice(0)) buffer.dispose();
      assert.equal(headscope.liveHandles, 1, 'the layer alone');
    });
    after(() => layer.dispose());

    it('are zero at first, also where other numbers lay', () => {
      holding(new Float32Array(1000).fill(7)).dispose();
      const buffer = headscope.createBuffer(1000);
      made.push(buffer);
      assert.equal(headscope.liveHandles, 2);
      assert.equal(buffer.length, 1000);
      assert.deepEqual(buffer.data, new Float32Array(1000));
      assert.equal(buffer.data, buffer.data, 'a view, not a copy');
      assert.equal(holding([]).data.length, 0);
    });

    it('give the bits of arrays, from anywhere to anywhere', () => {
      const alone = layer.forward(x, options);
      const across = layer.forward(x, { ...crossed, memory });
      const out = holding(new Float32Array(n * 16).fill(NaN));
      assert.equal(layer.forward(holding(x), { ...options, out }), out);
      assert.deepEqual(out.data, alone);
      assert.deepEqual(layer.forward(holding(x), options), alone);
      const mine = new Float32Array(n * 16);
      assert.equal(layer.forward(holding(x), { ...options, out: mine }), mine);
      assert.deepEqual(mine, alone);
      layer.forward(x, { ...options, out });
      assert.deepEqual(out.data, alone);
      for (const [from, to] of [
        [x, holding(memory)],
        [holding(x), memory],
        [holding(x), holding(memory)],
      ]) {
        layer.forward(from, { ...crossed, memory: to, out });
        assert.deepEqual(out.data, across);
      }
    });

    it('may be written over', () => {
      const alone = layer.forward(x, options);
      const across = layer.forward(x, { ...crossed, memory });
      const self = layer.forward(x, { ...crossed, memory: x });
      const one = holding(x);
      layer.forward(one, { ...options, out: one });
      assert.deepEqual(one.data, alone);
      const two = holding(x);
      layer.forward(two, { ...crossed, memory: holding(memory), out: two });
      assert.deepEqual(two.data, across);
      const three = holding(memory);
      layer.forward(holding(x), { ...crossed, memory: three, out: three });
      assert.deepEqual(three.data, across);
      const four = holding(x);
      layer.forward(four, { ...crossed, memory: four, out: four });
      assert.deepEqual(four.data, self);
      layer.forward(one, { ...options, out: one });
      assert.deepEqual(one.data, layer.forward(alone, options), 'again');
    });

    it('may be written over at sizes of many tiles', () => {
      const wide = { dModel: 96, heads: 3, dHead: 32 };
      const attention = headscope.createAttention(wide, randomWeights(random, wide));
      for (const seqLen of [1, 65, 300]) {
        const input = random(seqLen * 96);
        const buffer = holding(input);
        attention.forward(buffer, { seqLen, mask: 'causal', out: buffer });
        assert.deepEqual(buffer.data, attention.forward(input, { seqLen, mask: 'causal' }));
      }
      attention.dispose();
    });

    it('give the traces of arrays', () => {
      const same = holding(x);
      for (const [arrays, buffers] of [
        [layer.trace(x, options), layer.trace(same, options)],
        [
          layer.trace(x, { ...crossed, memory, contribution: true }),
          layer.trace(same, { ...crossed, memory: holding(memory), contribution: true }),
        ],
        [
          layer.trace(x, { ...crossed, memory: x }),
          layer.trace(same, { ...crossed, memory: same }),
        ],
      ]) {
        assert.deepEqual(buffers.snapshot(), arrays.snapshot());
        arrays.dispose();
        buffers.dispose();
      }
      assert.deepEqual(same.data, x, 'the input is as it was');
    });

    it('stay what they are when the memory grows, before a call and within one', () => {
      const buffer = holding(x);
      const out = holding(new Float32Array(n * 16));
      const old = buffer.data;
      growMemory();
      assert.equal(old.length, 0, 'the old view should have lost its buffer');
      assert.deepEqual(buffer.data, x);
      layer.forward(buffer, { ...options, out });
      assert.deepEqual(out.data, layer.forward(x, options));

      const seqLen = Math.ceil(out.data.buffer.byteLength / 4 / 16 / 8);
      const many = random(seqLen * 16);
      const long = holding(many);
      const grown = long.data;
      const mask = { window: 1 };
      layer.forward(long, { seqLen, mask, out: long });
      assert.equal(grown.length, 0, 'memory did not grow while the layer ran');
      assert.deepEqual(long.data, layer.forward(many, { seqLen, mask }));
    });

    it('have nothing copied', () => {
      // Wide rows and a narrow head: the input is large, the scratch is small.
      const narrow = { dModel: 4096, heads: 1, dHead: 1 };
      const attention = headscope.createAttention(narrow, randomWeights(random, narrow));
      const [seqLen, size] = [2048, 2048 * 4096];
      const input = holding(new Float32Array(size).fill(0.5));
      const out = holding(new Float32Array(size));
      const before = out.data.buffer.byteLength;
      attention.forward(input, { seqLen, out });
      const added = out.data.buffer.byteLength - before;
      assert.ok(added < 4 * size, `${added} bytes; one copy has ${4 * size}`);
      assert.ok(out.data.every(Number.isFinite));
      attention.dispose();
    });

    it('that do not fit say so, and nothing is written', () => {
      const out = holding(new Float32Array(n * 16).fill(3));
      const short = holding(new Float32Array(n * 16 - 1));
      const bad = holding(x);
      bad.data[2 * 16 + 5] = NaN;
      const array = bad.data.slice();
      const nan = ['x is NaN at [2, 5]'];
      for (const [call, code, parts] of /** @type {[() => unknown, string, string[]][]} */ ([
        [() => layer.forward(short, { ...options, out }), 'BadShape', ['x has 95', '[6, 16]']],
        [() => layer.trace(short, options), 'BadShape', ['x has 95', '[6, 16]']],
        [
          () => layer.forward(x, { ...crossed, memory: short, out }),
          'BadShape',
          ['memory has 95', '[6, 16]'],
        ],
        [
          () => layer.forward(x, { ...options, out: short }),
          'BadShape',
          ['out', '95', 'seq_len * d_output is 96'],
        ],
        [() => layer.forward(bad, { ...options, out }), 'NonFinite', nan],
        [() => layer.forward(array, { ...options, out }), 'NonFinite', nan],
        [() => layer.forward(bad, { ...options, out: bad }), 'NonFinite', nan],
        [() => layer.forward(x, { ...options, gains: [1], out }), 'BadGains', ['gains']],
      ])) {
        assertThrows(call, code, parts);
      }
      assert.deepEqual(out.data, new Float32Array(n * 16).fill(3));
      assert.deepEqual(short.data, new Float32Array(n * 16 - 1));
      assert.deepEqual(bad.data, array);
    });

    it('of another module are refused', () => {
      const other = modules.find((each) => each !== headscope);
      const foreign = /** @type {Headscope} */ (other).createBuffer(n * 16);
      const parts = (/** @type {string} */ name) => [`${name} is a FloatBuffer of another module`];
      assertThrows(() => layer.forward(foreign, options), 'BadArgument', parts('x'));
      assertThrows(() => layer.trace(foreign, options), 'BadArgument', parts('x'));
      const from = { ...crossed, memory: foreign };
      assertThrows(() => layer.forward(x, from), 'BadArgument', parts('memory'));
      const to = { ...options, out: foreign };
      assertThrows(() => layer.forward(x, to), 'BadArgument', parts('out'));
      assert.deepEqual(foreign.data, new Float32Array(n * 16));
      foreign.dispose();
    });

    it('have views that are copied as an input and refused as an output', () => {
      const { data } = holding(x);
      assert.deepEqual(layer.forward(data, options), layer.forward(x, options));
      const parts = ['out lies in', 'createBuffer'];
      assertThrows(() => layer.forward(x, { ...options, out: data }), 'BadArgument', parts);
    });

    it('are made of a length that there can be', () => {
      const create = /** @type {(length?: any) => FloatBuffer} */ (headscope.createBuffer);
      for (const [length, said] of [
        [-1, '-1'],
        [NaN, 'NaN'],
        [1.5, '1.5'],
        ['4', '"4"'],
        [undefined, 'undefined'],
        [2 ** 30, '1073741824'],
      ]) {
        assertThrows(() => create(length), 'BadArgument', [`length is ${said}`, 'from 0 to']);
      }
      assertThrows(() => create(2 ** 30 - 1), 'TooLarge', ["module's memory"]);
    });

    it('are gone after dispose, once or twice', () => {
      const buffer = holding(x);
      const { liveHandles } = headscope;
      buffer.dispose();
      buffer.dispose();
      assert.equal(headscope.liveHandles, liveHandles - 1);
      const next = holding(memory);
      buffer.dispose();
      assert.deepEqual(next.data, memory, 'the one that came after lives');
      const parts = ['buffer', 'disposed'];
      assertThrows(() => buffer.data, 'Disposed', ['[FloatBuffer::data]', ...parts]);
      assertThrows(() => layer.forward(buffer, options), 'Disposed', parts);
      assertThrows(() => layer.trace(buffer, options), 'Disposed', parts);
      const from = { ...crossed, memory: buffer };
      assertThrows(() => layer.trace(x, from), 'Disposed', parts);
      assertThrows(() => layer.forward(x, { ...options, out: buffer }), 'Disposed', parts);
      assert.equal(buffer.length, n * 16);
    });

    it('are gone when they are disposed of while a call reads its options', () => {
      const buffer = holding(x);
      const late = {
        out: buffer,
        get seqLen() {
          buffer.dispose();
          return n;
        },
      };
      assertThrows(() => layer.forward(buffer, late), 'Disposed', ['buffer']);
    });

    it('and layers live on while a call reads arrays with getters of their own', () => {
      const attention = headscope.createAttention(config, weights);
      const buffer = holding(x);
      const dispose = () => {
        buffer.dispose();
        attention.dispose();
        holding(new Float32Array(n * 16).fill(NaN));
      };
      class Sly extends Float32Array {
        get length() {
          dispose();
          return 1;
        }
      }
      const allow = new Uint8Array(n * n).fill(1);
      const from = { ...crossed, memory: new Sly(memory), mask: { window: 2, allow } };
      Object.defineProperty(allow, 'length', { get: dispose });
      const out = new Sly(n * 16);
      assert.equal(attention.forward(buffer, { ...from, out }), out);
      assert.deepEqual(new Float32Array(out), layer.forward(x, { ...crossed, memory }));
      attention.trace(buffer, from).dispose();
      assert.deepEqual(buffer.data, x);
      attention.dispose();
    });

    it('are no other objects, and of one length for good', () => {
      const buffer = holding(x);
      for (const other of [new Proxy(buffer, {}), Object.create(buffer), [...x]]) {
        const parts = ['x is ', 'expected a Float32Array or a FloatBuffer'];
        assertThrows(() => layer.forward(other, options), 'BadArgument', parts);
      }
      assert.equal(Reflect.set(buffer, 'length', 3), false);
      assert.equal(buffer.length, x.length);
      buffer.dispose();
    });

    it('are outlived by the traces made from them', () => {
      const buffer = holding(x);
      const trace = layer.trace(buffer, options);
      const query = trace.get('query').copy();
      buffer.data.fill(0);
      buffer.dispose();
      assert.deepEqual(trace.get('query').data, query);
      trace.dispose();
    });

    it('are freed by Symbol.dispose', { skip: Symbol.dispose === undefined }, () => {
      const buffer = holding(x);
      buffer[Symbol.dispose]();
      assertThrows(() => buffer.data, 'Disposed');
    });

    it('leave the heap as it was after 10 000 of them', () => {
      const cycle = () => {
        const buffer = headscope.createBuffer(n * 16);
        buffer.data.set(x);
        layer.forward(buffer, { ...options, out: buffer });
        assertThrows(() => layer.forward(buffer, { seqLen: 5, out: buffer }), 'BadShape');
        const { byteLength } = buffer.data.buffer;
        buffer.dispose();
        return byteLength;
      };
      const size = cycle();
      for (let i = 0; i < 10_000; i++) cycle();
      assert.equal(cycle(), size);
    });
  });
}
