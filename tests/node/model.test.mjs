/** @file The default model through the JavaScript API: tracing it, and all that can be asked wrong. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertClose, assertThrows } from './support/assertions.mjs';
import { bothModules } from './support/modules.mjs';

const kSentence = "The animal didn't cross the street because it was too tired.";
const kAttention = [
  'query',
  'key',
  'value',
  'scores',
  'scaled',
  'masked',
  'weights',
  'context',
  'concat',
  'contribution',
  'output',
];
/** @param {number} layer */
const namesOf = (layer) =>
  [
    'input',
    'attention.norm',
    ...kAttention.map((name) => `attention.${name}`),
    'attention.residual',
    'ffn.norm',
    'ffn.hidden',
    'ffn.output',
    'output',
  ].map((name) => `layers.${layer}.${name}`);
const kFlow = ['embedding', ...namesOf(0), ...namesOf(1), 'pooled', 'sentence'];

for (const headscope of await bothModules()) {
  describe(`the default model, module ${headscope.module}`, () => {
    /** @type {import('../../web/headscope.js').Model} */
    let model;
    before(async () => {
      model = await headscope.loadModel();
    });
    after(() => {
      model.dispose();
      assert.equal(headscope.liveHandles, 0);
    });

    /**
     * @template T
     * @param {string} text
     * @param {(trace: import('../../web/headscope.js').Trace) => T} use
     * @param {import('../../web/headscope.js').ModelTraceOptions} [options]
     */
    function withTrace(text, use, options) {
      const trace = model.trace(text, options);
      try {
        return use(trace);
      } finally {
        trace.dispose();
      }
    }

    it('says what it is', () => {
      const { info } = model;
      assert.equal(info.name, 'use-lite');
      assert.equal(info.licence, 'Apache-2.0');
      assert.equal(info.maxTokens, 128);
      assert.equal(info.module, headscope.module);
      assert.equal(info.encoder.embedding_scale, 2);
      assert.equal(info.encoder.blocks[1].norm_epsilon, 1e-6);
      assert.deepEqual(info.layers, [
        { dModel: 256, heads: 4, dHead: 64, dOutput: 512, dFfn: 1536 },
        { dModel: 512, heads: 4, dHead: 128, dOutput: 512, dFfn: 1536 },
      ]);
    });

    it('traces every tensor in flow order', () => {
      const names = withTrace(kSentence, (trace) => trace.tensors.map(({ name }) => name), {
        contribution: true,
      });
      assert.deepEqual(names, kFlow);
      const lean = withTrace(kSentence, (trace) => trace.tensors.map(({ name }) => name));
      assert.deepEqual(
        lean,
        kFlow.filter((name) => !name.endsWith('.contribution')),
      );
    });

    it('keeps the tensors that are asked for alone, with the same bits', () => {
      const full = withTrace(kSentence, (trace) => trace.snapshot(), { contribution: true });
      for (const names of [
        ['pooled', 'sentence'],
        ['layers.1.ffn.output', 'sentence'],
        ['layers.0.attention.weights', 'layers.1.output', 'sentence'],
        ['layers.0.attention.contribution', 'layers.0.output', 'layers.1.input'],
      ]) {
        const part = withTrace(kSentence, (trace) => trace.snapshot(), { names });
        assert.deepEqual(Object.keys(part.tensors), names);
        for (const name of names) assert.deepEqual(part.tensors[name], full.tensors[name], name);
        assert.deepEqual(part.tokens, full.tokens);
      }
      assertThrows(
        () => model.trace(kSentence, { names: ['sentence', 'weights'] }),
        'UnknownTensor',
        ['names[1] is "weights"', 'embedding, layers.0.input', 'sentence'],
      );
      assertThrows(() => model.trace(kSentence, { names: [] }), 'BadArgument', [
        'names is Array(0)',
      ]);
    });

    it('computes the sentence alone in a shorter way, to the same number', () => {
      const full = withTrace(kSentence, (trace) => trace.snapshot());
      for (const names of [['sentence'], ['layers.1.ffn.hidden', 'sentence']]) {
        const { tensors } = withTrace(kSentence, (trace) => trace.snapshot(), { names });
        assert.deepEqual(Object.keys(tensors), names);
        const [short, long] = [tensors.sentence.data, full.tensors.sentence.data];
        const away = Math.max(...short.map((value, i) => Math.abs(value - long[i])));
        assert.ok(away > 0, 'the shorter way was not taken');
        assert.ok(away < 2e-6, `the sentence differs by ${away}`);
      }
    });

    it('keeps text and tokens beside the tensors', () => {
      withTrace('She sat on the river bank', (trace) => {
        assert.equal(trace.text, 'She sat on the river bank');
        assert.deepEqual(
          trace.tokens?.map(({ text, start, end }) => [text, start, end]),
          [
            ['She', 0, 3],
            ['sat', 4, 7],
            ['on', 8, 10],
            ['the', 11, 14],
            ['river', 15, 20],
            ['bank', 21, 25],
          ],
        );
        assert.equal(trace.cut, null);
        assert.deepEqual(trace.get('layers.1.attention.weights').shape, [4, 6, 6]);
        const snapshot = structuredClone(trace.snapshot());
        assert.deepEqual(snapshot.tokens, trace.tokens);
        assert.deepEqual(snapshot.model, model.info);
        assert.deepEqual(
          Object.keys(snapshot.tensors),
          trace.tensors.map(({ name }) => name),
        );
      });
    });

    it('weights are shares, the sentence has length one, contributions add up', () => {
      withTrace(
        kSentence,
        (trace) => {
          const weights = trace.get('layers.1.attention.weights');
          const [heads, queries, keys] = weights.shape;
          for (let row = 0; row < heads * queries; row++) {
            const shares = weights.data.subarray(row * keys, (row + 1) * keys);
            assertClose([shares.reduce((sum, share) => sum + share, 0)], [1], 1e-5, 'row');
          }
          const square = trace.get('sentence').data.reduce((sum, value) => sum + value * value, 0);
          assertClose([square], [1], 1e-5, 'squared length');

          const contribution = trace.get('layers.1.attention.contribution');
          const output = trace.get('layers.1.attention.output');
          const size = output.data.length;
          const width = output.shape[1];
          const bias = (/** @type {number} */ i) =>
            output.data[i] -
            [0, 1, 2, 3].reduce((sum, head) => sum + contribution.data[head * size + i], 0);
          for (let i = 0; i < size; i++) {
            assertClose([bias(i)], [bias(i % width)], 1e-4, `bias at ${i}`);
          }
        },
        { contribution: true },
      );
    });

    it('a muted head contributes nothing, and the rest of the network hears of it', () => {
      const sentence = withTrace(kSentence, (trace) => trace.get('sentence').copy());
      withTrace(
        kSentence,
        (trace) => {
          const contribution = trace.get('layers.0.attention.contribution');
          const size = contribution.data.length / 4;
          assert.ok(contribution.data.subarray(2 * size, 3 * size).every((value) => value === 0));
          assert.ok(contribution.data.subarray(0, size).some((value) => value !== 0));
          assert.notDeepEqual(trace.get('sentence').copy(), sentence);
        },
        { gains: [[1, 1, 0, 1], null], contribution: true },
      );
      const ones = withTrace(kSentence, (trace) => trace.get('sentence').copy(), {
        gains: [null, Float32Array.of(1, 1, 1, 1)],
      });
      assert.deepEqual(ones, sentence);
    });

    it('gains of 1, before and after W_O, change not one bit', () => {
      const plain = withTrace(kSentence, (trace) => trace.snapshot());
      const ones = [new Float32Array(4).fill(1), [1, 1, 1, 1]];
      for (const options of [{ gains: ones }, { outputGains: ones }]) {
        const mixed = withTrace(kSentence, (trace) => trace.snapshot(), options);
        assert.deepEqual(mixed, plain);
      }
    });

    it('a gain of 0 is W_O without that head’s slab, a slice of the output is no head', () => {
      const name = 'layers.1.attention.';
      const mixed = (/** @type {object} */ options) =>
        withTrace(kSentence, (trace) => trace.get(`${name}output`).copy(), options);
      const { data: w, shape } = model.weight(`${name}output.weight`);
      const { data: bias } = model.weight(`${name}output.bias`);
      assert.deepEqual(shape, [512, 512]);
      const [concat, plain] = withTrace(kSentence, (trace) => [
        trace.get(`${name}concat`).copy(),
        trace.get(`${name}output`).copy(),
      ]);
      const n = concat.length / 512;
      const expected = new Float64Array(n * 512);
      for (let row = 0; row < n; row++) {
        for (let column = 0; column < 512; column++) {
          let sum = bias[column];
          for (let k = 0; k < 512; k++) {
            if (k < 128 || k >= 256) sum += concat[row * 512 + k] * w[k * 512 + column];
          }
          expected[row * 512 + column] = sum;
        }
      }
      assertClose(mixed({ gains: [null, [1, 0, 1, 1]] }), expected, 1e-5, 'output without a slab');
      const sliced = mixed({ outputGains: [null, [1, 0, 1, 1.5]] });
      const gain = (/** @type {number} */ i) => [1, 0, 1, 1.5][Math.floor((i % 512) / 128)];
      assert.deepEqual(
        sliced,
        plain.map((value, i) => (gain(i) === 0 ? 0 : gain(i) * value)),
      );
    });

    it('hands out copies of the weights, all but the table of embeddings', () => {
      const first = model.weight('layers.0.attention.query.weight');
      assert.deepEqual(first.shape, [256, 256]);
      first.data.fill(0);
      assert.ok(model.weight(first.name).data.some((value) => value !== 0));
      for (const [name, shape] of [
        ['layers.0.attention.residual.weight', [256, 512]],
        ['layers.1.attention.norm.scale', [512]],
        ['layers.1.ffn.hidden.weight', [512, 1536]],
        ['sentence.bias', [512]],
      ]) {
        assert.deepEqual(model.weight(String(name)).shape, shape);
      }
      assertThrows(() => model.weight('embedding.weight'), 'BadArgument', [
        'Model.weight',
        'embedding.weight',
        'layers.0.attention.output.weight',
      ]);
    });

    it('a mask holds in every layer', () => {
      withTrace(
        kSentence,
        (trace) => {
          for (const layer of [0, 1]) {
            const weights = trace.get(`layers.${layer}.attention.weights`);
            assert.equal(weights.at(3, 2, 3), 0);
            assert.ok(weights.at(3, 2, 2) > 0);
          }
        },
        { mask: 'causal' },
      );
    });

    it('the last text it can take, and the first it cannot', () => {
      const most = 'word '.repeat(128).trim();
      assert.equal(model.tokenize(most).length, 128);
      assert.equal(
        withTrace(most, (trace) => trace.tokens?.length),
        128,
      );
      const over = `${most} more`;
      assertThrows(() => model.trace(over), 'TooLong', ['[Encoder::trace]', '129', '128']);
      withTrace(
        over,
        (trace) => {
          assert.equal(trace.text, over);
          assert.equal(trace.tokens?.length, 128);
          assert.deepEqual(trace.cut, { start: over.indexOf('more'), tokens: 129 });
          assert.deepEqual(trace.snapshot(['sentence']).cut, trace.cut);
        },
        { truncate: true },
      );
      assert.equal(
        withTrace(most, (trace) => trace.cut, { truncate: true }),
        null,
      );
    });

    it('no text at all has no tokens, and still a sentence', () => {
      withTrace('', (trace) => {
        assert.deepEqual(trace.tokens, []);
        assert.deepEqual(trace.get('layers.0.attention.weights').shape, [4, 0, 0]);
        assert.equal(trace.get('layers.0.attention.weights').data.length, 0);
        assert.equal(trace.get('sentence').data.length, 512);
      });
    });

    const trace = (/** @type {any[]} */ ...given) =>
      model.trace(.../** @type {[any, any]} */ (given));
    /** @type {[what: string, call: () => unknown, code: string, parts: string[]][]} */
    const table = [
      ['no text', () => trace(undefined), 'BadArgument', ['text is undefined', 'a string']],
      ['a number', () => model.tokenize(/** @type {any} */ (5)), 'BadArgument', ['text is 5']],
      ['an unknown option', () => trace('a', { gain: [] }), 'BadArgument', ['"gain"', 'gains']],
      ['gains of one layer', () => trace('a', { gains: [1, 1] }), 'BadArgument', ['gains[0] is 1']],
      ['gains as a word', () => trace('a', { gains: 'mute' }), 'BadArgument', ['gains is "mute"']],
      ['truncate', () => trace('a', { truncate: 1 }), 'BadArgument', ['truncate is 1']],
      ['a layer too few', () => trace('a', { gains: [null] }), 'BadGains', ['gains', '1', '2']],
      ['a head too few', () => trace('a', { gains: [null, [1, 1, 1]] }), 'BadGains', ['3', '4']],
      [
        'output gains of one layer',
        () => trace('a', { outputGains: [1] }),
        'BadArgument',
        ['outputGains[0] is 1'],
      ],
      [
        'output gains, a layer too few',
        () => trace('a', { outputGains: [null] }),
        'BadGains',
        ['output_gains', '1', '2'],
      ],
      ['padding', () => trace('a', { mask: { padding: 9 } }), 'BadMask', ['padding length 9']],
    ];
    for (const [what, call, code, parts] of table) {
      it(`${code}: ${what}`, () => assertThrows(call, code, parts));
    }

    it('hundreds of traces leave the heap as it was', () => {
      const size = () =>
        withTrace(kSentence, (trace) => trace.get('sentence').data.buffer.byteLength);
      const first = size();
      for (let i = 0; i < 300; i++) withTrace(kSentence, () => null, { contribution: true });
      size();
      assert.ok(size() - first <= 2 ** 20 * 4, `grew from ${first} to ${size()}`);
      assert.equal(headscope.liveHandles, 1);
    });

    it('disposed of, it says so', async () => {
      const second = await headscope.loadModel();
      second.dispose();
      second.dispose();
      assertThrows(() => second.trace('a'), 'Disposed', ['[Encoder::trace]', 'encoder']);
      assertThrows(() => second.tokenize('a'), 'Disposed', ['[Model.tokenize] model was disposed']);
      const weight = () => second.weight('sentence.weight');
      assertThrows(weight, 'Disposed', ['[Model.weight] model was disposed']);
    });
  });
}
