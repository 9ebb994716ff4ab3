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
