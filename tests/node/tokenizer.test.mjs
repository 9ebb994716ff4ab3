import assert from 'node:assert/strict';
import { test } from 'node:test';

import { normalizeAligned } from '../../web/models/alignment.js';
import { UnigramTokenizer } from '../../web/models/tokenizer.js';
import { oracleIds, vocabulary } from './oracle-use-lite.mjs';

const tokenizer = new UnigramTokenizer({
  pieces: vocabulary.map(([piece]) => piece),
  scores: vocabulary.map(([, score]) => score ?? 0),
  reserved: 6,
  unknown: 0,
});

/** What random texts are made of: whatever normalization, the trie or the alignment might trip over. */
const kPools = [
  [..."abcdefghijklmnopqrstuvwxyz    ETAOIN.,'!?0123456789:"],
  [...'ﬁﬂ½¼⅓ＡＢＣａｂ１２\u3000\u00a0\u2003\t\n\r \u0301\u0302\u0323\u0334\u0308éñüåÀ¨´ª²™℃Å…ǆ'],
  ['😀', '👩', '\u200d', '🚀', '🇩🇪', '👍🏽', '\ufe0f', '❤', '𝐀', '𝅗𝅥', '\u{11099}', '\u{110ba}'],
  [...'שלוםمرحبا नमस्ते ﷺﷲﻻ'],
  [...'日本語テストｶﾞｷﾞ한국어ㄱㅏㄴㅋㅋ가\u1100\u1161\u11a8'],
  [
    '\ud800',
    '\udc00',
    '\u2581',
    '\ufffd',
    '\ufeff',
    '\0',
    '<s>',
    '</s>',
    'extra_token_id_1',
    ':30',
  ],
  vocabulary.slice(6).map(([piece]) => piece.replace('\u2581', ' ')),
];

/** @param {number} seed @returns {(below: number) => number} */
function randomIntegers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** @param {(below: number) => number} random */
function randomText(random) {
  let text = '';
  for (let parts = random(30); parts > 0; --parts) {
    const pool = kPools[random(kPools.length)];
    text +=
      random(10) < 8
        ? pool[random(pool.length)]
        : String.fromCodePoint(random(2) ? random(0x3000) : random(0x110000));
  }
  return text;
}

/**
 * Tokens stand in order, do not overlap, say what the user typed, and leave out white space only.
 * @param {string} text
 */
function assertTiled(text) {
  const tokens = tokenizer.encode(text);
  let at = 0;
  for (const token of tokens) {
    const where = `${JSON.stringify(text)}: ${JSON.stringify(token)}`;
    assert.ok(token.start >= at && token.end >= token.start, where);
    assert.equal(token.text, text.slice(token.start, token.end), where);
    assert.match(text.slice(at, token.start), /^\s*$/, where);
    assert.equal(token.known, token.id !== 0, where);
    assert.ok(!/^[\udc00-\udfff]/.test(token.text) || !isPaired(text, token.start), where);
    at = token.end;
  }
  assert.match(text.slice(at), /^\s*$/, JSON.stringify(text));
}

/** @param {string} text @param {number} at @returns {boolean} whether `at` parts a surrogate pair. */
function isPaired(text, at) {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}

/** @param {string} text */
const shown = (text) => tokenizer.encode(text).map((token) => `${token.piece}=${token.text}`);

test('the ids that the model documents', () => {
  const ids = tokenizer.encode('Hello, how are you?').map(({ id }) => id);
  assert.deepEqual(ids, [341, 4125, 8, 140, 31, 19, 54]);
});

test('an empty text has no tokens', () => {
  assert.deepEqual(tokenizer.encode(''), oracleIds(''));
});

test('a text again gives the same tokens again, each time others of their own', () => {
  const texts = ['She sat on the bank.', '½ ﬁsh', '', 'She sat on the bank.'];
  const first = texts.map((text) => tokenizer.encode(text));
  for (const [i, text] of texts.entries()) {
    for (const again of [tokenizer.encode(text), tokenizer.encode(text)]) {
      assert.deepEqual(again, first[i]);
      for (const token of again) token.id = -1;
    }
  }
  assert.deepEqual(first[3], first[0]);
});

test("ids equal those of the model's own tokenizer on 6,000 random texts, and tokens tile them", () => {
  const random = randomIntegers(20261129);
  for (let i = 0; i < 6000; ++i) {
    const text = randomText(random);
    const ids = tokenizer.encode(text).map(({ id }) => id);
    assert.deepEqual(ids, oracleIds(text), JSON.stringify(text));
    assertTiled(text);
  }
});

test('where normalization changes nothing, each piece spells what was typed', () => {
  const random = randomIntegers(7);
  let checked = 0;
  while (checked < 2000) {
    const text = randomText(random);
    if (text.normalize('NFKC') !== text || /[\u2581]/.test(text)) continue;
    for (const { known, piece, text: typed } of tokenizer.encode(text)) {
      if (!known) continue;
      const spelled = piece.replaceAll('\u2581', ' ');
      assert.ok(spelled === typed || spelled.trimStart() === typed, JSON.stringify([piece, typed]));
    }
    checked += 1;
  }
});

test('alignment survives what normalization does to the text', () => {
  assert.deepEqual(shown('ﬁsh'), ['▁fish=ﬁsh']);
  assert.deepEqual(shown('½ cup'), ['▁1=½', '⁄=', '2=', '▁cup=cup']);
  assert.deepEqual(shown('ｃａｔ'), ['▁cat=ｃａｔ']);
  assert.deepEqual(shown('cafe\u0301s'), ['▁ca=ca', 'f=f', 'é=e\u0301', 's=s']);
  assert.deepEqual(shown('a¨'), ['▁a=a', '▁=', '\u0308=¨']);
  assert.deepEqual(shown('x\u0302y'), ['▁x=x', '\ufffd=\u0302', 'y=y']);
  assert.deepEqual(shown('ｶﾞ ok'), ['▁=', '\ufffd=ｶﾞ', '▁ok=ok']);
  assert.deepEqual(shown('a\u00a0cat'), ['▁a=a', '▁cat=cat']);
});

test('the unknown piece shows what the user typed and shifts nothing after it', () => {
  const text = 'I 💚 the 👩\u200d👩\u200d👧 日本 cat';
  const tokens = tokenizer.encode(text);
  assert.deepEqual(
    tokens.filter(({ known }) => !known).map(({ id, text: typed }) => [id, typed]),
    [
      [0, '💚'],
      [0, '👩\u200d👩\u200d👧'],
      [0, '日本'],
    ],
  );
  assert.deepEqual(tokens.at(-1), {
    id: tokens.at(-1)?.id,
    piece: '▁cat',
    text: 'cat',
    start: text.indexOf('cat'),
    end: text.length,
    known: true,
    score: -9.09969043732,
  });
});

test('each token carries the log probability that its piece was weighed with', () => {
  const scores = new Map(vocabulary.map(([piece, score]) => [piece, score]));
  for (const { piece, score, known } of tokenizer.encode('Hello 💚, how are you?')) {
    assert.equal(score, known ? scores.get(piece) : 0, piece);
  }
});

test('spaces of all kinds', () => {
  assert.deepEqual(shown('  two  cats '), [
    '▁=',
    '▁= ',
    '▁two=two',
    '▁= ',
    '▁cat=cat',
    's=s',
    '▁= ',
  ]);
  assert.deepEqual(shown('tab\tnew'), ['▁tab=tab', '\ufffd=\t', 'new=new']);
});

test('right-to-left text keeps its logical order', () => {
  const text = 'the שלום cat';
  assertTiled(text);
  assert.equal(tokenizer.encode(text).find(({ known }) => !known)?.text, 'שלום');
});

test('every character that normalization joins to the one before it is foreseen', () => {
  /** @type {Map<string, string>} by what comes second, a character that it joins */
  const bases = new Map();
  for (let code = 0; code < 0x110000; ++code) {
    const character = String.fromCodePoint(code);
    const parts = [...character.normalize('NFD')];
    if (parts.length > 1 && character.normalize('NFC') === character) {
      bases.set(/** @type {string} */ (parts.at(-1)), parts.slice(0, -1).join(''));
    }
  }
  assert.ok(bases.has('\u0301') && bases.has('\u1161') && bases.has('\u11a8'));
  for (let code = 0x80; code < 0x110000; ++code) {
    const character = String.fromCodePoint(code);
    const [first] = character.normalize('NFKC');
    const base = bases.get(first);
    if (base === undefined) continue;
    // Were the character not in its cluster, the whole word would be one part, and its ends blurred.
    const text = `ﬁx${base}${character}ﬁ`;
    const { normalized, offsets } = normalizeAligned(text);
    assert.equal(normalized, text.normalize('NFKC'));
    assert.equal(offsets[2], 1, `U+${code.toString(16)}`);
    assert.equal(offsets[normalized.length - 2], text.length - 1, `U+${code.toString(16)}`);
  }
});

test('time grows with the length of the text, not with its square', () => {
  const texts = [
    'word '.repeat(40000),
    'é😀ﬁ '.repeat(40000),
    'a'.repeat(2e5),
    '\u0301'.repeat(2e5),
  ];
  for (const text of texts) {
    const start = process.cpuUsage().user;
    const tokens = tokenizer.encode(text);
    assert.equal(tokens.at(-1)?.end, text.length);
    assert.ok(process.cpuUsage().user - start < 2e6, `${text.slice(0, 5)}…`);
  }
});

test('a broken vocabulary is refused with what is wrong in it', () => {
  const good = { pieces: ['?', 'a'], scores: [0, -1], reserved: 1, unknown: 0 };
  const bad = [
    [{ ...good, scores: [0] }, /2 pieces and 1 scores/],
    [{ ...good, pieces: ['?', ''] }, /piece 1 is \["",-1\]/],
    [{ ...good, scores: [0, NaN] }, /piece 1 is \["a",null\]/],
    [{ ...good, unknown: 1 }, /unknown piece is 1 and 1 ids are reserved/],
    [{}, /undefined pieces/],
  ];
  for (const [faulty, message] of bad) {
    const make = () =>
      new UnigramTokenizer(
        /** @type {import('../../web/models/tokenizer.js').Vocabulary} */ (faulty),
      );
    assert.throws(make, { code: 'BadFile', message: /** @type {RegExp} */ (message) });
  }
  assert.equal(new UnigramTokenizer(good).encode('a').length, 2);
});
