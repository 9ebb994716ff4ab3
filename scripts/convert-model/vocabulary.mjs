/** @file The vocabulary of the Universal Sentence Encoder Lite. */
import { readFileSync } from 'node:fs';
import { SetupError } from '../lib/process.mjs';

/** The unknown piece, the sentence marks and three spare ids: pieces that no text contains. */
const kReserved = [
  '\ufffd',
  '<s>',
  '</s>',
  'extra_token_id_1',
  'extra_token_id_2',
  'extra_token_id_3',
];

/**
 * @param {string} file a JSON array of [piece, score]
 * @param {number} rows of the embedding
 * @returns {import('../../web/models/tokenizer.js').Vocabulary}
 */
export function readVocabulary(file, rows) {
  /** @type {[string, number | null][]} */
  const entries = JSON.parse(readFileSync(file, 'utf8'));
  const pieces = entries.map(([piece]) => piece);
  if (pieces.length > rows) {
    throw new SetupError(`${file} has ${pieces.length} pieces; the embedding has ${rows} rows`);
  }
  kReserved.forEach((piece, id) => {
    if (pieces[id] !== piece) {
      throw new SetupError(`Piece ${id} of ${file} is "${pieces[id]}"; expected "${piece}"`);
    }
  });
  // Whoever made the file lost a few scores: ":" and its kin have none, ":30" has 30. The model's own
  // tokenizer adds what it finds, and nothing counts as 0.
  const scores = entries.map(([, score]) => score ?? 0);
  return { pieces, scores, reserved: kReserved.length, unknown: 0 };
}
