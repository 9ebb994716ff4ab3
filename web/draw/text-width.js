/** How wide a text gets where there is nothing to measure it with: a little more than it will need. */

/** Shares of the font size, by letter. @type {readonly (readonly [RegExp, number])[]} */
const WIDTHS = [
  [/[\p{Mn}\p{Me}]|[\u200b-\u200f]/u, 0],
  [/[ijlI.,:;'’!|\s]/, 0.34],
  [/[ftr()[\]{}/\\"“”*-]/, 0.44],
  [/[mwMW@%…—]/, 0.98],
  [
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/,
    1.02,
  ],
  [/\p{Extended_Pictographic}/u, 1.3],
  [/\p{Lu}/u, 0.76],
  [/./u, 0.64],
];

/**
 * @param {string} text
 * @param {number} size px
 * @returns {number} px
 */
export function textWidth(text, size) {
  let width = 0;
  for (const letter of text) width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? 0.64;
  return Math.ceil(width * size);
}

/**
 * @param {string} text
 * @param {number} size px
 * @param {number} room px
 * @returns {string} the text, or its beginning and an ellipsis
 */
export function fitted(text, size, room) {
  if (textWidth(text, size) <= room) return text;
  const letters = [...text];
  while (letters.length && textWidth(`${letters.join('')}…`, size) > room) letters.pop();
  return `${letters.join('')}…`;
}
