/**
 * @file The unigram tokenizer of the Universal Sentence Encoder Lite.
 *
 * Its ids equal, for any text, those of the tokenizer the model is published with (npm package
 * @tensorflow-models/universal-sentence-encoder), quirks included: an unknown character scores 0,
 * better than any piece; a best score of 0 counts as "not reached"; neighbouring unknowns merge.
 * The general tokenizer in @huggingface/tokenizers gives other ids for 2 of 100 random texts (it takes
 * a typed "<s>" for the control symbol, and weighs the pieces that lost their score differently), and
 * it does not tell where in the text a token stands, which is what Headscope draws.
 */
import { failure } from '../core/error.js';
import { normalizeAligned } from './alignment.js';
import { shown } from './shown.js';
import { kRoot, Trie } from './trie.js';

/** Stands for a space in pieces (U+2581). */
const kSpace = '\u2581';

/**
 * @typedef {object} Token
 * @property {number} id row of the embedding
 * @property {string} piece the vocabulary's spelling, a leading space written ▁
 * @property {string} text what the user typed there; empty where the character went to the token
 *   before (½ gives 1, ⁄ and 2) or where there was none (the ▁ before a first, unknown word)
 * @property {number} start UTF-16 position in the text
 * @property {number} end past the token; tokens never overlap, and only white space lies between
 * @property {boolean} known false for the unknown piece
 * @property {number} score log probability of the piece; 0 for the unknown piece, as it is weighed
 */

/**
 * @typedef {object} Vocabulary
 * @property {readonly string[]} pieces by id
 * @property {readonly number[]} scores log probabilities, by id
 * @property {number} reserved ids below are control symbols, which no text gives
 * @property {number} unknown id of the unknown piece
 */

/**
 * A text cut into pieces; `normalized` and `offsets` as in {@link normalizeAligned}.
 * @typedef {{text: string, normalized: string, offsets: Uint32Array,
 *   ends: {id: number, end: number}[]}} Cut
 */

export class UnigramTokenizer {
  /** @type {Vocabulary} */ #vocabulary;
  #trie = new Trie();
  /** The last text: while a fader moves, a model is given one text again and again. @type {Cut} */
  #last = { text: '', normalized: '', offsets: new Uint32Array(1), ends: [] };

  /**
   * @param {Vocabulary} vocabulary
   * @throws HeadscopeError BadFile
   */
  constructor(vocabulary) {
    checkVocabulary(vocabulary);
    this.#vocabulary = vocabulary;
    vocabulary.pieces.forEach((piece, id) => {
      if (id >= vocabulary.reserved) this.#trie.insert(piece, id);
    });
  }

  /**
   * @param {string} text
   * @returns {Token[]} none for an empty text. Takes time in proportion to the text's length.
   */
  encode(text) {
    if (text !== this.#last.text) this.#last = this.#cut(text);
    const { normalized, offsets, ends } = this.#last;
    let begin = 0;
    const { pieces, scores, unknown } = this.#vocabulary;
    return ends.map(({ id, end }) => {
      // Position k of the symbols is position k - 1 of the normalized text: they begin with a ▁ that
      // nobody typed.
      let first = Math.max(begin - 1, 0);
      const last = end - 1;
      const known = id !== unknown;
      while (known && first < last - 1 && normalized[first] === ' ') ++first;
      begin = end;
      const [from, to] = [offsets[first], offsets[last]];
      const score = known ? scores[id] : 0;
      return {
        id,
        piece: pieces[id],
        text: text.slice(from, to),
        start: from,
        end: to,
        known,
        score,
      };
    });
  }

  /** @param {string} text @returns {Cut} */
  #cut(text) {
    const { normalized, offsets } = normalizeAligned(text);
    const symbols = kSpace + normalized.replaceAll(' ', kSpace);
    return { text, normalized, offsets, ends: normalized === '' ? [] : this.#segment(symbols) };
  }

  /**
   * The most likely segmentation (Viterbi over all pieces that match).
   *
   * @param {string} symbols
   * @returns {{id: number, end: number}[]} ids in order, each with the position it ends at.
   */
  #segment(symbols) {
    const { pieces, scores, unknown } = this.#vocabulary;
    const trie = this.#trie;
    const best = new Float64Array(symbols.length + 1);
    const ids = new Int32Array(symbols.length + 1).fill(unknown);
    /** @type {(end: number, id: number, score: number) => void} */
    const offer = (end, id, score) => {
      if (best[end] !== 0 && score < best[end]) return;
      best[end] = score;
      ids[end] = id;
    };
    for (let start = 0; start < symbols.length; ++start) {
      let matched = false;
      let step = trie.step(kRoot, symbols.charCodeAt(start));
      for (let end = start + 1; step >= 0; ++end) {
        const id = trie.id(step);
        if (id >= 0) {
          matched = true;
          offer(end, id, scores[id] + best[start]);
        }
        step = end < symbols.length ? trie.step(trie.node(step), symbols.charCodeAt(end)) : -1;
      }
      if (!matched) offer(start + 1, unknown, best[start]);
    }
    const segments = [];
    for (let end = symbols.length; end > 0; end -= pieces[ids[end]].length) {
      const id = ids[end];
      if (id !== unknown || segments.at(-1)?.id !== unknown) segments.push({ id, end });
    }
    return segments.reverse();
  }
}

/** @param {Vocabulary} vocabulary */
function checkVocabulary({ pieces, scores, reserved, unknown }) {
  /** @type {(message: string) => never} */
  const reject = (message) => {
    throw failure('BadFile', 'UnigramTokenizer', message);
  };
  if (!Array.isArray(pieces) || !Array.isArray(scores) || pieces.length !== scores.length) {
    reject(`has ${pieces?.length} pieces and ${scores?.length} scores; expected as many of each`);
  }
  const odd = pieces.findIndex(
    (piece, id) => typeof piece !== 'string' || piece === '' || !Number.isFinite(scores[id]),
  );
  if (odd >= 0) {
    const found = shown([pieces[odd], scores[odd]]);
    reject(`piece ${odd} is ${found}; expected some text and a finite score`);
  }
  const counts = Number.isInteger(unknown) && Number.isInteger(reserved);
  const inside = counts && unknown < reserved && reserved <= pieces.length;
  if (!inside || pieces[unknown]?.length !== 1) {
    reject(
      `the unknown piece is ${shown(unknown)} and ${shown(reserved)} ids are reserved; expected a reserved piece of one character`,
    );
  }
}
