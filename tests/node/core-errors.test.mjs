/** @file What goes wrong says so: a code, the argument, its value and what was expected. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { JS_CODES } from '../../web/core/error.js';
import { loadHeadscope } from '../../web/node/index.js';
import { assertThrows } from './support/assertions.mjs';
import { randomFloats, randomWeights } from './support/random.mjs';

const headscope = await loadHeadscope();
const config = { dModel: 8, heads: 2, dHead: 4 };
const random = randomFloats(7);
const weights = randomWeights(random, config);
const x = random(3 * 8);
const layer = headscope.createAttention(config, weights);
const create = /** @type {(config: any, weights: any) => any} */ (headscope.createAttention);
const trace = /** @type {(x: any, options?: any) => any} */ (
  (...given) => layer.trace(.../** @type {[any, any]} */ (given))
);
const forward = /** @type {(x: any, options?: any) => any} */ (
  (...given) => layer.forward(.../** @type {[any, any]} */ (given))
);

after(() => {
  layer.dispose();
  assert.equal(headscope.liveHandles, 0);
});

/** @param {Float32Array} array @param {number} index @param {number} value */
function withValue(array, index, value) {
  const copy = array.slice();
  copy[index] = value;
  return copy;
}

/** @type {[what: string, call: () => unknown, code: string, parts: string[]][]} */
const kTable = [
  ['no config', () => create(undefined, weights), 'BadArgument', ['config is undefined', 'dModel']],
  ['config a list', () => create([], weights), 'BadArgument', ['config is Array(0)', 'an object']],
  [
    'a misspelt key',
    () => create({ ...config, dmodel: 8 }, weights),
    'BadArgument',
    ['config', '"dmodel"', 'dModel, heads, dHead'],
  ],
  [
    'a width in words',
    () => create({ ...config, dModel: '8' }, weights),
    'BadArgument',
    ['config.dModel is "8"', 'a whole number'],
  ],
  [
    'half a head',
    () => create({ ...config, heads: 2.5 }, weights),
    'BadArgument',
    ['config.heads is 2.5', 'a whole number'],
  ],
  [
    'negative width',
    () => create({ ...config, dHead: -4 }, weights),
    'BadArgument',
    ['config.dHead is -4', 'a whole number from 0'],
  ],
  [
    'past 32 bits',
    () => create({ ...config, byteBudget: 2 ** 32 }, weights),
    'BadArgument',
    ['config.byteBudget is 4294967296', '4294967295'],
  ],
  [
    'a scale in words',
    () => create({ ...config, scale: 'big' }, weights),
    'BadArgument',
    ['config.scale is "big"', 'a number'],
  ],
  ['no weights', () => create(config, null), 'BadArgument', ['weights is null', 'query, key']],
  [
    'weights in double',
    () => create(config, { ...weights, key: new Float64Array(64) }),
    'BadArgument',
    ['weights.key is Float64Array(64)', 'a Float32Array'],
  ],
  [
    'a bias as a list',
    () => create(config, { ...weights, queryBias: [1, 2] }),
    'BadArgument',
    ['weights.queryBias is Array(2)', 'a Float32Array'],
  ],
  ['x missing', () => trace(undefined, { seqLen: 3 }), 'BadArgument', ['x is undefined']],
  ['x a function', () => trace(() => x, { seqLen: 3 }), 'BadArgument', ['x is a function']],
  ['no options', () => trace(x), 'BadArgument', ['options is undefined', 'seqLen']],
  ['no length', () => trace(x, {}), 'BadArgument', ['seqLen is undefined', 'a whole number']],
  [
    'an option of the other method',
    () => forward(x, { seqLen: 3, contribution: true }),
    'BadArgument',
    ['"contribution"', 'seqLen'],
  ],
  [
    'memory without its length',
    () => trace(x, { seqLen: 3, memory: x }),
    'BadArgument',
    ['memoryLen is undefined'],
  ],
  [
    'an unknown mask',
    () => trace(x, { seqLen: 3, mask: 'casual' }),
    'BadArgument',
    ['mask is "casual"', "'causal'"],
  ],
  [
    'a misspelt part of a mask',
    () => trace(x, { seqLen: 3, mask: { pad: 2 } }),
    'BadArgument',
    ['mask', '"pad"', 'padding'],
  ],
  [
    'a mask of booleans',
    () => trace(x, { seqLen: 3, mask: { allow: [true, false] } }),
    'BadArgument',
    ['mask.allow is Array(2)', 'a Uint8Array'],
  ],
  [
    'a negative window',
    () => trace(x, { seqLen: 3, mask: { window: -1 } }),
    'BadArgument',
    ['mask.window is -1'],
  ],
  [
    'a causal mask in words',
    () => trace(x, { seqLen: 3, mask: { causal: 'yes' } }),
    'BadArgument',
    ['mask.causal is "yes"', 'true or false'],
  ],
  ['one gain', () => trace(x, { seqLen: 3, gains: 1 }), 'BadArgument', ['gains is 1', 'an array']],
  [
    'a gain in words',
    () => trace(x, { seqLen: 3, gains: [1, '0'] }),
    'BadArgument',
    ['gains[1] is "0"', 'a number'],
  ],
  [
    'contribution as a number',
    () => trace(x, { seqLen: 3, contribution: 1 }),
    'BadArgument',
    ['contribution is 1', 'true or false'],
  ],
  [
    'names in one string',
    () => trace(x, { seqLen: 3, names: 'weights' }),
    'BadArgument',
    ['names is "weights"', 'an array of at least one name'],
  ],
  [
    'no names',
    () => trace(x, { seqLen: 3, names: [] }),
    'BadArgument',
    ['names is Array(0)', 'an array of at least one name'],
  ],
  [
    'a number among the names',
    () => trace(x, { seqLen: 3, names: ['weights', 7] }),
    'BadArgument',
    ['names[1] is 7', 'a string'],
  ],
  [
    'a name that no tensor has',
    () => trace(x, { seqLen: 3, names: ['output', 'weight'] }),
    'UnknownTensor',
    ['names[1] is "weight"', 'scores, scaled, masked, weights, context'],
  ],
  [
    'names of a forward pass',
    () => forward(x, { seqLen: 3, names: ['output'] }),
    'BadArgument',
    ['"names"', 'seqLen'],
  ],
  [
    'out in double',
    () => forward(x, { seqLen: 3, out: new Float64Array(24) }),
    'BadArgument',
    ['out is Float64Array(24)', 'a Float32Array'],
  ],

  ['no heads', () => create({ ...config, heads: 0 }, weights), 'BadConfig', ['heads is 0']],
  [
    'a scale of NaN',
    () => create({ ...config, scale: NaN }, weights),
    'BadConfig',
    ['scale is NaN', 'finite'],
  ],
  [
    'heads that do not fit the weights',
    () => create({ ...config, heads: 3 }, weights),
    'BadShape',
    ['query has 64 values', '[8, 12]'],
  ],
  [
    'a short bias',
    () => create(config, { ...weights, outputBias: new Float32Array(7) }),
    'BadShape',
    ['output_bias has 7 values', '[8]'],
  ],
  [
    'sizes whose product would wrap',
    () => create({ dModel: 2 ** 31, heads: 2 ** 31, dHead: 2 ** 31 }, weights),
    'BadShape',
    ['query has 64 values', '[2147483648, 4611686018427387904]'],
  ],
  ['a short x', () => trace(x, { seqLen: 4 }), 'BadShape', ['x has 24 values', '[4, 8]']],
  [
    'a short memory',
    () => trace(x, { seqLen: 3, memory: x, memoryLen: 2 }),
    'BadShape',
    ['memory has 24 values', '[2, 8]'],
  ],
  [
    'a short out',
    () => forward(x, { seqLen: 3, out: new Float32Array(23) }),
    'BadShape',
    ['out has 23 values', '[3, 8]'],
  ],
  [
    'a short mask',
    () => trace(x, { seqLen: 3, mask: { allow: new Uint8Array(8) } }),
    'BadMask',
    ['8 entries', '[3, 3]'],
  ],
  [
    'more padding than keys',
    () => trace(x, { seqLen: 3, mask: { padding: 4 } }),
    'BadMask',
    ['padding length 4', '3 keys'],
  ],
  [
    'a gain too many',
    () => trace(x, { seqLen: 3, gains: [1, 1, 1] }),
    'BadGains',
    ['gains has 3 entries', 'heads is 2'],
  ],
  [
    'a list without gains',
    () => trace(x, { seqLen: 3, gains: [] }),
    'BadArgument',
    ['gains is Array(0)', 'at least one number'],
  ],
  [
    'a gain of NaN',
    () => trace(x, { seqLen: 3, gains: [1, NaN] }),
    'BadGains',
    ['gains is NaN at [1]', 'finite'],
  ],
  [
    'a weight of NaN',
    () => create(config, { ...weights, value: withValue(weights.value, 10, NaN) }),
    'NonFinite',
    ['value', 'NaN', '[1, 2]'],
  ],
  [
    'an infinite bias',
    () =>
      create(config, { ...weights, keyBias: withValue(weights.query.slice(0, 8), 5, -Infinity) }),
    'NonFinite',
    ['key_bias', 'inf', '[5]'],
  ],
  [
    'an x of NaN',
    () => trace(withValue(x, 13, NaN), { seqLen: 3 }),
    'NonFinite',
    ['x', 'NaN', '[1, 5]'],
  ],
  [
    'a trace past the budget',
    () => {
      const small = headscope.createAttention({ ...config, byteBudget: 4096 }, weights);
      try {
        return small.trace(random(64 * 8), { seqLen: 64 });
      } finally {
        small.dispose();
      }
    },
    'TooLarge',
    ['byte_budget is 4096'],
  ],
  [
    'a length of memory that is not there',
    () => forward(x, { seqLen: 3, memoryLen: 3 }),
    'BadArgument',
    ['memory is undefined', 'memoryLen is 3'],
  ],
  [
    'a length in words of memory that is not there',
    () => trace(x, { seqLen: 3, memoryLen: 'q' }),
    'BadArgument',
    ['memoryLen is "q"', 'a whole number'],
  ],
  ...[new Map([['causal', true]]), new Date(), new Uint8Array(9), Object(5), Object('causal')].map(
    (mask) =>
      /** @type {[string, () => unknown, string, string[]]} */ ([
        `a mask that is ${mask.constructor.name}`,
        () => forward(x, { seqLen: 3, mask }),
        'BadArgument',
        ['mask is ', mask.constructor.name, 'an object with causal, padding'],
      ]),
  ),
  [
    'options in a Map',
    () => forward(x, new Map([['seqLen', 3]])),
    'BadArgument',
    ['options is an object of kind Map'],
  ],
];

describe('errors', () => {
  for (const [what, call, code, parts] of kTable) {
    it(`${code}: ${what}`, () => assertThrows(call, code, parts));
  }

  it('every refused call left nothing behind', () => assert.equal(headscope.liveHandles, 1));

  it('memory that is used up is TooLarge, and the module works on', () => {
    const wide = headscope.createAttention(
      { dModel: 1, heads: 1, dHead: 1, byteBudget: 2 ** 32 - 1 },
      { query: random(1), key: random(1), value: random(1), output: random(1) },
    );
    const held = wide.trace(random(4000), { seqLen: 4000 });
    const call = () => wide.trace(random(16000), { seqLen: 16000 });
    try {
      // 4.1 GB: within the budget, but not beside what is held. Nothing is computed.
      assertThrows(call, 'TooLarge', ['[MultiHeadAttention::trace]', 'memory is used up']);
    } finally {
      held.dispose();
      wide.dispose();
    }
    assert.equal(layer.forward(x, { seqLen: 3 }).length, 24);
  });

  it('names of tensors that are not there', () => {
    const made = layer.trace(x, { seqLen: 3 });
    assertThrows(() => made.get('weight'), 'UnknownTensor', ['"weight"', 'weights', 'context']);
    assertThrows(() => made.snapshot(['output', 'no']), 'UnknownTensor', ['"no"']);
    for (const name of [undefined, 5, {}, Symbol('output'), new Uint8Array(6)]) {
      const wrong = /** @type {any} */ (name);
      assertThrows(() => made.get(wrong), 'BadArgument', ['name is ', 'a string']);
      assertThrows(() => made.snapshot([wrong]), 'BadArgument', ['names[0] is ', 'a string']);
    }
    for (const names of ['output', 5, null, {}]) {
      const wrong = /** @type {any} */ (names);
      assertThrows(() => made.snapshot(wrong), 'BadArgument', ['names is ', 'an array of names']);
    }
    made.dispose();
  });

  it('options of a class, of no prototype and of another frame are taken', () => {
    const plain = layer.forward(x, { seqLen: 3 });
    class Options {
      seqLen = 3;
    }
    const bare = Object.assign(Object.create(null), { seqLen: 3 });
    for (const options of [new Options(), bare, runInNewContext('({ seqLen: 3 })')]) {
      assert.deepEqual(forward(x, options), plain);
    }
  });

  it('what a trace says of its tensors is not for the caller to change', () => {
    const made = layer.trace(x, { seqLen: 3 });
    const tensors = /** @type {any} */ (made.tensors);
    assert.throws(() => (tensors.length = 0), TypeError);
    assert.throws(() => (tensors[0].name = 'mine'), TypeError);
    assert.throws(() => (tensors[0].shape[0] = 9), TypeError);
    assert.throws(() => tensors[0].axes.push('mine'), TypeError);
    made.dispose();
  });

  it('indices that are not there', () => {
    const made = layer.trace(x, { seqLen: 3 });
    const tensor = made.get('weights');
    assertThrows(() => tensor.at(0, 1), 'BadArgument', ['2 indices', '3', 'heads, query, key']);
    assertThrows(() => tensor.at(0, 3, 0), 'BadArgument', ['query is 3', 'below 3']);
    assertThrows(() => tensor.at(0, 0, 0.5), 'BadArgument', ['key is 0.5']);
    assertThrows(() => tensor.at(-1, 0, 0), 'BadArgument', ['heads is -1']);
    assert.equal(tensor.at(1, 2, 0), tensor.data[1 * 9 + 2 * 3]);
    made.dispose();
  });
});

describe('codes', () => {
  /** @param {string} path */
  const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const declared = read('web/core/core.d.ts');

  /** @param {string} type */
  const union = (type) => {
    const [, body] = declared.match(new RegExp(`export type ${type} =([^;]*);`)) ?? [];
    return body.match(/\w+/g);
  };

  it('the declared codes of the core are those of the C++ enum', () => {
    const [, body] =
      read('cpp/include/headscope/error.hpp').match(/enum class ErrorCode {([^}]*)}/) ?? [];
    assert.deepEqual(union('CoreErrorCode'), body.replace(/\/\/.*/g, '').match(/\w+/g));
  });

  it('the declared codes of JavaScript are those of its table', () => {
    assert.deepEqual(union('JsErrorCode'), Object.keys(JS_CODES));
  });
});
