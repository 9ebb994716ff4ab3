/** Every visible string in every language: the same keys, the same values, nothing left in English. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { directionOf } from '../../web/draw/direction.js';
import {
  bringMessages,
  fill,
  formatBytes,
  formatCount,
  formatNumber,
  LANGUAGES,
  pickLanguage,
  t,
  useLanguage,
} from '../../web/i18n/index.js';

/** @typedef {import('../../web/i18n/index.js').Message} Message */

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const languages = Object.fromEntries(
  await Promise.all(
    Object.entries(LANGUAGES).map(async ([name, { messages, parts }]) => {
      const all = [messages, ...Object.values(parts)].map((bring) => bring());
      return [name, Object.assign({}, ...(await Promise.all(all)))];
    }),
  ),
);
const { en, ...others } = languages;

/** Names, symbols and bare layout, which no language changes. */
const KEPT =
  /^(share\.target\.(myst|quarto|docusaurus|hugo|reveal)|page\.name|trace\.step\.|trace\.axisSize|trace\.layerOf|trace\.range|trace\.at\.column)|\.symbol\./;

/** The values that a message asks for. @param {Message} message */
function holes(message) {
  const asked = new Set();
  const values = new Proxy({}, { get: (_, name) => (asked.add(String(name)), 2) });
  if (typeof message === 'function') message(values);
  else for (const [, name] of message.matchAll(/\{(\w+)\}/g)) asked.add(name);
  return [...asked].sort();
}

/** @param {Message} message @returns {string} as it reads with some values */
const read = (message) => fill(message, new Proxy({}, { get: () => 2 }));

for (const [name, messages] of Object.entries(others)) {
  describe(name, () => {
    test('has every message of English and no other', () => {
      const missing = Object.keys(en).filter((key) => !(key in messages));
      const unknown = Object.keys(messages).filter((key) => !(key in en));
      assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] });
    });

    test('says the same values', () => {
      for (const [key, message] of Object.entries(messages)) {
        assert.deepEqual(holes(message), holes(en[key]), key);
      }
    });

    test('leaves nothing in English', () => {
      for (const [key, message] of Object.entries(messages)) {
        const words = read(message).match(/[a-z]{3,}/gi);
        if (KEPT.test(key) || !words) continue;
        assert.notEqual(read(message), read(en[key]), key);
      }
    });
  });
}

test('Chinese is written in Chinese', () => {
  for (const [key, message] of Object.entries(languages.zh)) {
    const text = read(message);
    if (KEPT.test(key) || !/[a-z]{3,}/i.test(read(en[key]))) continue;
    assert.match(text, /\p{Script=Han}/u, key);
    assert.doesNotMatch(text, /\p{Script=Han}[,;:?!]/u, `${key} has a half-width mark: ${text}`);
  }
});

test('a per cent sign stands by itself in English and at its number in Chinese, everywhere', () => {
  const wrong = { en: /[\d}]%/, zh: /[\d}]\s+%/ };
  for (const [name, pattern] of Object.entries(wrong)) {
    for (const [key, message] of Object.entries(languages[name])) {
      assert.doesNotMatch(read(message), pattern, `${name} ${key}`);
    }
  }
});

describe('the code and its messages', () => {
  const sources = readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|html)$/.test(entry.name))
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`)
    .filter((file) => !/\/(built|i18n|core|models|node)\//.test(file));
  const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n');

  test('every message that is asked for by its name exists', () => {
    const asked = [...code.matchAll(/\bt\(\s*'([\w.*-]+)'|data-t="([\w.]+)"/g)];
    const names = asked.map(([, called, written]) => called ?? written);
    assert.ok(names.length > 50, `${names.length} names`);
    assert.deepEqual(
      names.filter((key) => !(key in en)),
      [],
    );
  });

  test('every message is asked for', () => {
    const quoted = new Set(
      [...code.matchAll(/['"]([\w*-]+(?:\.[\w*-]+)+)['"]/g)].map(([, k]) => k),
    );
    const patterns = [...code.matchAll(/`([a-z][\w.]*\.\$\{[^`]*)`/g)].map(
      ([, template]) =>
        new RegExp(
          `^${template.replace(/\$\{[^}]*\}|[.*+?^()[\]\\|]/g, (part) =>
            part.startsWith('$') ? '.+' : `\\${part}`,
          )}$`,
        ),
    );
    // A view may be given the first part of its messages' names.
    const beginsQuoted = (/** @type {string} */ key) =>
      [...key.matchAll(/\./g)].some(({ index }) => quoted.has(key.slice(0, index)));
    const unused = Object.keys(en).filter(
      (key) =>
        !quoted.has(key) && !beginsQuoted(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    assert.deepEqual(unused, []);
  });
});

test('the language is what the address says, or English', () => {
  /** @type {[string, string][]} */
  const cases = [
    ['en', 'en'],
    ['zh', 'zh'],
    ['ZH-cn', 'zh'],
    ['zh-Hant-TW', 'zh'],
    ['en-GB', 'en'],
    ['fr', 'en'],
    ['toString', 'en'],
    ['', 'en'],
  ];
  for (const [wanted, expected] of cases) assert.equal(pickLanguage(wanted), expected, wanted);
});

test('an unknown message is an error, a missing value stays visible', () => {
  assert.throws(() => t('nothing.here'), /no message 'nothing\.here'/);
  assert.equal(t('heads.head'), 'Head\u00a0{head}');
  assert.equal(t('heads.head', { head: 0 }), 'Head\u00a00');
});

test('no line ends between a number and what it is of, in either language', () => {
  const said = [
    ...['12~ms', '8~heads', '1~head of~4', '63.7~% in A', '4~×~128 = 512', '{value}~MB of~{total}'],
    ...[
      'layer~1, head~2',
      'rank~{rank} by {count}',
      '{percent}~% at “{text}”',
      '3~numbers of every token',
    ],
    ...[
      'of~128 products',
      'W_O in {heads}~slabs',
      'd_model~32',
      '第~{layer}~层，头~2',
      '{count}~个词元',
    ],
    ...['2 away-games', 'two heads are', 'a headline 3', 'step by 4 steps'],
  ];
  for (const message of said) {
    const plain = message.replaceAll('~', ' ');
    const values = {
      value: 1,
      total: 2,
      rank: 3,
      count: 4,
      percent: 5,
      text: 'a',
      heads: 6,
      layer: 7,
    };
    const expected = fill(message.replaceAll('~', '\u00a0'), values);
    assert.equal(fill(plain, values), expected);
    assert.equal(
      fill(() => fill(plain, values).replaceAll('\u00a0', ' '), {}),
      expected,
      'of a function, too',
    );
  }
  for (const [name, messages] of Object.entries(languages)) {
    for (const [key, message] of Object.entries(messages)) {
      const loose = /\d (?:%|×|ms|[kMG]B|heads?|tokens?)(?!\w)|\d \p{Script=Han}/u.exec(
        read(message),
      );
      assert.equal(loose?.[0], undefined, `${name}, ${key}: ${read(message)}`);
    }
  }
});

test('a word from right to left keeps to itself, and only such a word', () => {
  const values = { text: 'bank', count: 3 };
  const called = ({ text = '' }) => `${text}: 12`;
  assert.equal(fill('{text} {count}', values), 'bank 3');
  for (const word of ['שלום', 'عبر', '“ދިވެހި”', '𞤀𞤁']) {
    const alone = `\u2068${word}\u2069`;
    assert.equal(directionOf(word), 'rtl', 'one notion of such words in both rooms');
    assert.equal(fill('{text}: {count}', { ...values, text: word }), `${alone}: 3`);
    assert.equal(fill(called, { text: word }), `${alone}: 12`);
  }
  for (const word of ['bank', '銀行', 'Ελλάδα', '12', '🙂']) {
    assert.equal(directionOf(word), 'ltr');
    assert.equal(fill('{text}', { text: word }), word);
    assert.equal(fill(called, { text: word }), `${word}: 12`);
  }
});

test('numbers read as numbers', () => {
  assert.equal(formatNumber(-1234.5, 2), '−1234.50');
  assert.equal(formatNumber(-0.0001), '0.000');
  assert.equal(formatNumber(-Infinity), '−∞');
  assert.equal(formatNumber(NaN), 'NaN');
  assert.equal(formatNumber(0.005, 2), '0.01');
  assert.equal(formatCount(262144), '262,144');
  assert.deepEqual([999, 12_300, 8_340_000].map(formatBytes), [
    '999\u00a0B',
    '12\u00a0kB',
    '8.3\u00a0MB',
  ]);
});

test('another language is that of the parts that came before it, and of those on their way', async () => {
  const { zh } = others;
  await bringMessages('split');
  assert.equal(t('split.title'), en['split.title']);
  const coming = bringMessages('fuse');
  const changing = useLanguage('zh');
  const late = bringMessages('cost');
  await Promise.all([coming, changing, late]);
  try {
    for (const key of ['page.title', 'split.title', 'fuse.title', 'cost.title']) {
      assert.equal(t(key), zh[key], key);
    }
  } finally {
    await useLanguage('en');
  }
  assert.equal(t('split.title'), en['split.title']);
});
