/**
 * @file The default model through the real WebAssembly module, against TensorFlow.js on the original
 * graph. Float32 must agree to rounding; what float16 weights cost is stated by the bounds below.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { sentences } from '../../web/lesson/sentences.js';
import { loadHeadscope } from '../../web/node/index.js';
import { loadOracle, oracleIds } from './oracle-use-lite.mjs';

/** Largest absolute difference allowed in float32: weights lie in 0 … 1, sentence vectors have length 1. */
const kFloat32 = { weights: 1e-5, sentence: 1e-5 };
/** The same for float16 weights: about twice what these texts show (1.2e-3 and 5e-4). */
const kFloat16 = { weights: 2.5e-3, sentence: 1e-3 };
/**
 * Of every tensor in float32, relative to the tensor's largest value (1 at least). Both sides lie this
 * far from the same arithmetic in double, most of all where large residuals cancel.
 */
const kRelative = 3e-5;

/** @param {string} words @param {number} count @returns {string} words, again and again, of that many tokens. */
function textOfTokens(words, count) {
  const cycle = words.split(' ');
  let text = cycle[0];
  for (let i = 1; oracleIds(text).length < count; ++i) text += ` ${cycle[i % cycle.length]}`;
  assert.equal(oracleIds(text).length, count);
  return text;
}

const texts = [
  ...sentences.map(({ text }) => text),
  'Hi',
  'the the the the the the the the',
  'Hello, how are you?',
  'I saw the man on the hill with a telescope.',
  "Don't you think that's what she'd've wanted?",
  'ﬁne ½ cups, ｆｕｌｌ-ｗｉｄｔｈ, cafe\u0301, naïve Å…',
  '日本語',
  '😀',
  'I 💚 my 👩\u200d👩\u200d👧 and 日本 and שלום and مرحبا.',
  '  leading,   inner\tand\ntrailing white space  ',
  'Meet me at 10:30, not at 11:00!',
  'x\u0302 \ud800 \ufffd <s> </s> extra_token_id_1',
  'buffalo buffalo Buffalo buffalo buffalo buffalo Buffalo buffalo',
  'antidisestablishmentarianism supercalifragilisticexpialidocious',
  'SHOUTING, Title Case and lower case are different Words here.',
  'https://example.org/a/b?c=d&e=f#g',
  'We hold these truths to be self-evident, that all men are created equal, that they are endowed by their Creator with certain unalienable Rights.',
  textOfTokens('one two three four', 33),
  textOfTokens('to be or not to be that is the question', 64),
  textOfTokens('the river bank and the money in the bank', 128),
];

const oracle = await loadOracle();
const headscope = await loadHeadscope();
const [exact, half] = await Promise.all(
  ['f32', 'f16'].map((dtype) =>
    headscope.loadModel({
      url: fileURLToPath(
        new URL(`../../web/models/built/use-lite-${dtype}.safetensors`, import.meta.url),
      ),
    }),
  ),
);
const worst = {
  float32: [0, 0],
  float16: [0, 0],
  relative: 0,
  lengths: /** @type {number[]} */ ([]),
};

after(() => {
  exact.dispose();
  half.dispose();
});

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @returns {number} largest absolute difference. */
function difference(a, b) {
  assert.equal(a.length, b.length);
  let most = 0;
  for (let i = 0; i < a.length; ++i) {
    assert.ok(Number.isFinite(a[i]) && Number.isFinite(b[i]));
    most = Math.max(most, Math.abs(a[i] - b[i]));
  }
  return most;
}

/**
 * @param {import('../../web/core/core.d.ts').Trace} trace
 * @param {Record<string, Float32Array>} expected
 * @returns {[number, number]} largest differences of the weights of all layers, and of the sentence.
 */
function differences(trace, expected) {
  const weights = [0, 1].map((layer) => {
    const name = `layers.${layer}.attention.weights`;
    return difference(trace.get(name).data, expected[name]);
  });
  return [Math.max(...weights), difference(trace.get('sentence').data, expected.sentence)];
}

for (const text of texts) {
  const ids = oracleIds(text);
  test(`${ids.length} tokens: ${JSON.stringify(text.slice(0, 60))}`, async () => {
    assert.deepEqual(
      exact.tokenize(text).map(({ id }) => id),
      ids,
    );
    const expected = await oracle(ids);
    const trace = exact.trace(text);
    const [weights, sentence] = differences(trace, expected);
    assert.ok(weights <= kFloat32.weights, `weights differ by ${weights}`);
    assert.ok(sentence <= kFloat32.sentence, `sentence differs by ${sentence}`);
    for (const [name, values] of Object.entries(expected)) {
      const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
      const relative = difference(trace.get(name).data, values) / scale;
      assert.ok(relative <= kRelative, `${name} differs by ${relative} of ${scale}`);
      worst.relative = Math.max(worst.relative, relative);
    }
    trace.dispose();
    const rough = half.trace(text);
    const cost = differences(rough, expected);
    rough.dispose();
    assert.ok(cost[0] <= kFloat16.weights, `float16 weights differ by ${cost[0]}`);
    assert.ok(cost[1] <= kFloat16.sentence, `float16 sentence differs by ${cost[1]}`);
    worst.float32 = worst.float32.map((most, i) => Math.max(most, [weights, sentence][i]));
    worst.float16 = worst.float16.map((most, i) => Math.max(most, cost[i]));
    worst.lengths.push(ids.length);
  });
}

test('a text that is too long, cut, is what the graph makes of its first 128 tokens', async () => {
  const text = `${textOfTokens('the river bank and the money in the bank', 128)} and more words`;
  assert.throws(() => exact.trace(text), { code: 'TooLong' });
  const trace = exact.trace(text, { truncate: true });
  const [weights, sentence] = differences(trace, await oracle(oracleIds(text)));
  assert.ok(weights <= kFloat32.weights && sentence <= kFloat32.sentence);
  assert.equal(text.slice(trace.cut?.start), 'and more words');
  assert.equal(trace.cut?.tokens, 131);
  trace.dispose();
});

test('the texts were enough, and the differences those that are stated', (t) => {
  assert.ok(worst.lengths.length >= 20);
  assert.equal(Math.min(...worst.lengths), 1);
  assert.equal(Math.max(...worst.lengths), 128);
  // Float16 must show: were the difference as small as float32's, the wrong file was loaded.
  assert.ok(worst.float16[0] > 1e-4 && worst.float16[1] > 1e-4);
  const shown = (/** @type {number[]} */ [weights, sentence]) =>
    `weights ${weights.toExponential(1)}, sentence ${sentence.toExponential(1)}`;
  t.diagnostic(
    `float32: ${shown(worst.float32)}; other tensors ${worst.relative.toExponential(1)}`,
  );
  t.diagnostic(`float16: ${shown(worst.float16)}`);
});
