/**
 * @file The ready sentences, in the language of the default model. In two of them one word at the end
 * decides what *it* is; in the other two, what a *bank* is.
 */
export const sentences = Object.freeze(
  [
    { id: 'tired', text: "The animal didn't cross the street because it was too tired." },
    { id: 'wide', text: "The animal didn't cross the street because it was too wide." },
    { id: 'river', text: 'She sat on the river bank.' },
    { id: 'money', text: 'She put her money in the bank.' },
  ].map((sentence) => Object.freeze(sentence)),
);

/** @param {string} id */
const textOf = (id) => sentences.find((sentence) => sentence.id === id)?.text ?? '';

/**
 * Pairs worth comparing, each with the head and the word it is about. `probe` names a query and keys that a reader might expect to decide it, so
 * that the page can measure whether they do.
 */
export const pairs = Object.freeze([
  Object.freeze({
    id: 'tired-wide',
    left: textOf('tired'),
    right: textOf('wide'),
    layer: 1,
    head: 2,
    word: 'it',
    probe: Object.freeze({ query: 'it', keys: Object.freeze(['animal', 'street']) }),
  }),
  Object.freeze({
    id: 'river-money',
    left: textOf('river'),
    right: textOf('money'),
    layer: 1,
    head: 3,
    word: 'bank',
    probe: null,
  }),
]);
