/** @file What lives in the module's memory: views, copies, disposing, and that nothing leaks. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { loadHeadscope } from '../../web/node/index.js';
import { assertClose, assertThrows } from './support/assertions.mjs';
import { randomFloats, randomWeights } from './support/random.mjs';

const kCycles = 10_000;
const config = { dModel: 16, heads: 4, dHead: 4 };
const random = randomFloats(11);
const weights = randomWeights(random, config);
const x = random(6 * 16);

/** @type {import('../../web/headscope.js').Headscope} */
let headscope;
/** @type {import('../../web/headscope.js').Attention} */
let layer;

beforeEach(async () => {
  headscope = await loadHeadscope();
  layer = headscope.createAttention(config, weights);
});

afterEach(() => {
  layer.dispose();
  assert.equal(headscope.liveHandles, 0);
});

/** @param {import('../../web/headscope.js').Tensor} tensor of this module */
const heapBytes = (tensor) => tensor.data.buffer.byteLength;

/** Takes more memory than there is, and gives it back. */
function growMemory() {
  const before = layer.trace(x, { seqLen: 6 });
  const size = heapBytes(before.get('output'));
  before.dispose();
  const wide = headscope.createAttention(config, weights);
  const large = wide.trace(random(2000 * 16), { seqLen: 2000 });
  assert.ok(heapBytes(large.get('output')) > size, 'memory did not grow');
  large.dispose();
  wide.dispose();
}

describe('views', () => {
  it('are no copies', () => {
    const trace = layer.trace(x, { seqLen: 6 });
    const tensor = trace.get('output');
    assert.equal(tensor.data, tensor.data);
    assert.equal(tensor.data.buffer, trace.get('query').data.buffer);
    assert.notEqual(tensor.copy().buffer, tensor.data.buffer);
    trace.dispose();
  });

  it('follow the memory when it grows', () => {
    const trace = layer.trace(x, { seqLen: 6 });
    const tensor = trace.get('weights');
    const old = tensor.data;
    const copy = tensor.copy();
    growMemory();
    assert.equal(old.length, 0, 'the old view should have lost its buffer');
    assert.deepEqual(tensor.data, copy);
    assert.deepEqual(trace.get('weights').data, copy);
    assert.equal(tensor.at(3, 5, 2), copy[(3 * 6 + 5) * 6 + 2]);
    trace.dispose();
  });

  it('can be inputs, also when the call makes the memory grow', () => {
    const trace = layer.trace(x, { seqLen: 6 });
    const expected = layer.forward(trace.get('output').copy(), { seqLen: 6 });
    assert.deepEqual(layer.forward(trace.get('output').data, { seqLen: 6 }), expected);
    trace.dispose();

    const queries = random(1000 * 16);
    const memory = random(3000 * 16);
    const options = { seqLen: 1000, memory, memoryLen: 3000 };
    const large = layer.trace(queries, options);
    const output = large.get('output');
    const copy = output.copy();
    const before = heapBytes(output);
    const next = layer.trace(output.data, options);
    assert.ok(heapBytes(next.get('output')) > before, 'memory did not grow');
    assertClose(next.get('output').data, layer.forward(copy, options), 1e-5, 'output');
    large.dispose();
    next.dispose();
  });

  it('stand where their own trace has them, whatever those before held', () => {
    const memory = random(6 * 16);
    const cases = [
      { seqLen: 6 },
      { seqLen: 6, contribution: true },
      { seqLen: 6, names: ['weights'] },
      { seqLen: 6, names: ['weights', 'output'] },
      { seqLen: 5 },
      { seqLen: 6, memory, memoryLen: 6 },
      { seqLen: 6, memory, memoryLen: 5 },
    ];
    /** @param {typeof layer} of @param {(typeof cases)[number]} options */
    const tensorsOf = (of, options) => {
      const given = {
        ...options,
        ...(options.memory && { memory: memory.slice(0, options.memoryLen * 16) }),
      };
      const trace = of.trace(x.slice(0, options.seqLen * 16), given);
      const { tensors } = trace;
      for (const { name, shape } of tensors) {
        const size = shape.reduce((product, extent) => product * extent, 1);
        assert.equal(trace.get(name).data.length, size, name);
      }
      trace.dispose();
      return tensors;
    };
    const many = Array.from({ length: 24 }, (_, i) => ({
      seqLen: 1 + (i % 6),
      memory,
      memoryLen: 1 + Math.floor(i / 6),
    }));
    for (const options of [...cases, ...many, ...cases]) {
      const fresh = headscope.createAttention(config, weights);
      const expected = tensorsOf(fresh, options);
      fresh.dispose();
      assert.deepEqual(tensorsOf(layer, options), expected);
      assert.equal(tensorsOf(layer, options), tensorsOf(layer, options), 'asked for again');
    }
  });

  it('cannot be outputs', () => {
    const trace = layer.trace(x, { seqLen: 6 });
    const out = trace.get('output').data;
    assertThrows(() => layer.forward(x, { seqLen: 6, out }), 'BadArgument', ['out', 'your own']);
    trace.dispose();
  });
});

describe('copies', () => {
  it('a snapshot outlives its trace, its layer and the memory it came from', () => {
    const trace = layer.trace(x, { seqLen: 6, contribution: true });
    const names = trace.tensors.map((tensor) => tensor.name);
    const snapshot = trace.snapshot();
    const before = structuredClone(snapshot);
    trace.dispose();
    growMemory();
    assert.deepEqual(snapshot, before);
    assert.deepEqual(Object.keys(snapshot.tensors), names);
    assert.deepEqual(snapshot.tensors.weights.shape, [4, 6, 6]);
    assert.deepEqual(snapshot.tensors.weights.axes, ['heads', 'query', 'key']);
    assert.equal(snapshot.tensors.weights.data.length, 4 * 6 * 6);
    assert.deepEqual(
      [snapshot.text, snapshot.tokens, snapshot.cut, snapshot.model],
      ['', [], null, null],
    );
  });

  it('a snapshot of some tensors holds those, in the order asked for', () => {
    const trace = layer.trace(x, { seqLen: 6 });
    assert.deepEqual(Object.keys(trace.snapshot(['output', 'weights']).tensors), [
      'output',
      'weights',
    ]);
    trace.dispose();
  });

  it('out receives the output and is what comes back', () => {
    const out = new Float32Array(6 * 16).fill(NaN);
    assert.equal(layer.forward(x, { seqLen: 6, out }), out);
    assert.deepEqual(out, layer.forward(x, { seqLen: 6 }));
  });

  it('inputs are copied: changing them later changes nothing', () => {
    const mine = randomWeights(randomFloats(5), config);
    const other = headscope.createAttention(config, mine);
    const expected = other.forward(x, { seqLen: 6 });
    for (const array of Object.values(mine)) array.fill(0);
    assert.deepEqual(other.forward(x, { seqLen: 6 }), expected);
    other.dispose();
  });
});

describe('disposing', () => {
  it('twice is once', () => {
    const trace = layer.trace(x, { seqLen: 6 });
    assert.equal(headscope.liveHandles, 2);
    trace.dispose();
    trace.dispose();
    assert.equal(headscope.liveHandles, 1);
    layer.dispose();
    layer.dispose();
    assert.equal(headscope.liveHandles, 0);
  });

  it('twice does not reach the object that came after', () => {
    const first = layer.trace(x, { seqLen: 6 });
    first.dispose();
    const second = layer.trace(x, { seqLen: 6 });
    first.dispose();
    assert.equal(second.get('output').data.length, 6 * 16);
    second.dispose();
  });

  it('then using is an error that C++ reports', () => {
    const trace = layer.trace(x, { seqLen: 6 });
    const tensor = trace.get('output');
    trace.dispose();
    for (const use of [
      () => tensor.data,
      () => tensor.copy(),
      () => tensor.at(0, 0),
      () => trace.get('output'),
      () => trace.snapshot(),
    ]) {
      assertThrows(use, 'Disposed', ['[Trace::get]', 'trace', 'disposed']);
    }
    layer.dispose();
    assertThrows(() => layer.trace(x, { seqLen: 6 }), 'Disposed', ['[MultiHeadAttention::trace]']);
    assertThrows(() => layer.forward(x, { seqLen: 6 }), 'Disposed', ['::forward]', 'attention']);
  });

  it('a layer leaves its traces alone', () => {
    const trace = layer.trace(x, { seqLen: 6 });
    const copy = trace.get('output').copy();
    layer.dispose();
    assert.deepEqual(trace.get('output').data, copy);
    trace.dispose();
  });

  it('is what Symbol.dispose does', { skip: Symbol.dispose === undefined }, () => {
    const trace = layer.trace(x, { seqLen: 6 });
    trace[Symbol.dispose]();
    assertThrows(() => trace.get('output'), 'Disposed');
    layer[Symbol.dispose]();
    assert.equal(headscope.liveHandles, 0);
  });
});

describe('leaks', () => {
  it(`${kCycles} cycles of create, trace, forward, fail and dispose leave the heap as it was`, () => {
    const cycle = () => {
      const made = headscope.createAttention(config, weights);
      const trace = made.trace(x, { seqLen: 6, mask: 'causal', contribution: true });
      made.forward(x, { seqLen: 6, gains: [1, 0, 1, 1] });
      assertThrows(() => made.trace(x, { seqLen: 5 }), 'BadShape');
      const size = heapBytes(trace.get('output'));
      trace.dispose();
      made.dispose();
      return size;
    };
    const size = cycle();
    for (let i = 1; i < kCycles; i++) cycle();
    assert.equal(headscope.liveHandles, 1);
    assert.equal(cycle(), size);
  });
});
