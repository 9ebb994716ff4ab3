/**
 * Sentences of the tasks as words that can be chosen: a token of the tiles is a value, a colour and
 * perhaps a mark, joined by `-`; one of the micro-English is one word.
 *
 * @typedef {import('./train.js').TaskInfo} TaskInfo
 * @typedef {{kind: string, words: readonly string[]}} WordList
 * @typedef {{name: string, word: string, lists: readonly WordList[], may: boolean}} Part `may` be left out
 */

/** @param {string} text @returns {string[]} */
export const tokensOf = (text) => text.split(/\s+/).filter(Boolean);

/** @param {Readonly<TaskInfo>} info @returns {WordList[]} in the order of the vocabulary */
export function wordLists(info) {
  /** @type {Map<string, string[]>} */
  const lists = new Map();
  for (const { word, kind } of info.vocabulary) {
    const words = lists.get(kind) ?? [];
    if (!words.includes(word)) lists.set(kind, [...words, word]);
  }
  return [...lists].map(([kind, words]) => ({ kind, words }));
}

/**
 * What of a token can be chosen.
 * @param {Readonly<TaskInfo>} info
 * @param {string} token
 * @returns {Part[]}
 */
export function partsOf(info, token) {
  const lists = wordLists(info);
  const named = (/** @type {string} */ kind) => lists.filter((list) => list.kind === kind);
  if (!named('mark').length) return [{ name: 'word', word: token, lists, may: false }];
  const words = token.split('-');
  const part = (/** @type {string} */ name, may = false) => ({
    name,
    word: words.find((word) => named(name)[0].words.includes(word)) ?? '',
    lists: named(name),
    may,
  });
  if (words[0] === '?') return [part('colour')];
  return [part('value'), part('colour'), part('mark', true)];
}

/**
 * @param {Readonly<TaskInfo>} info
 * @param {string} text
 * @param {{token: number, part: number, word: string}} choice
 * @returns {string} the text with one word chosen anew
 */
export function withWord(info, text, { token, part, word }) {
  const tokens = tokensOf(text);
  const words = partsOf(info, tokens[token]).map((each, i) => (i === part ? word : each.word));
  const query = tokens[token].startsWith('?') ? ['?'] : [];
  tokens[token] = [...query, ...words].filter(Boolean).join('-');
  return tokens.join(' ');
}
