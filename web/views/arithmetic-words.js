/** How the arithmetic names its numbers, in the page's language. */
import { cellName as nameOf, placeWords as placeOf } from '../draw/arithmetic-names.js';
import { t } from '../i18n/index.js';
import { tokenText } from './dom.js';

export { COORDINATES, roleOf, tensorName } from '../draw/arithmetic-names.js';

/** @typedef {import('../state/unfolding.js').Unfolding} Unfolding */

/** @param {import('../draw/arithmetic.js').Cell} cell @param {number} dHead */
export const cellName = (cell, dHead) => nameOf(cell, dHead, t);

/** @param {Readonly<Unfolding>} unfolding @param {{query: string, key: string}} words */
export const placeWords = (unfolding, words) => placeOf(unfolding, words, t);

/**
 * @param {Readonly<Unfolding>} unfolding
 * @param {readonly import('../state/store.js').Token[]} tokens
 * @returns {{query: string, key: string}} the words that the chain runs through
 */
export const wordsOf = ({ query, key }, tokens) => ({
  query: tokenText(tokens[query]),
  key: tokenText(tokens[key]),
});
