/** How wide a text gets where there is nothing to measure it with: a little more than it will need. */

/** Shares of the font size, by letter. @type {readonly (readonly [RegExp, number])[]} */
const WIDTHS = [
  [/[\p{Mn}\p{Me}]|[\u200b-\u200f\u2066-\u2069]/u, 0],
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

/** Advances in Inter at weight 420, in hundredths of the size, from the space on. */
// prettier-ignore
const ADVANCES = [
  28, 29, 47, 63, 64, 98, 65, 30, 37, 37, 50, 66, 29, 46, 29, 36, 63, 41, 61, 62, 65, 60, 62, 57,
  62, 62, 29, 30, 66, 66, 66, 51, 97, 69, 65, 73, 72, 60, 59, 75, 74, 27, 57, 67, 57, 91, 75, 77,
  64, 77, 64, 64, 65, 74, 69, 99, 69, 68, 63, 37, 36, 37, 47, 46, 33, 56, 61, 57, 61, 58, 37, 61,
  59, 24, 24, 55, 24, 88, 59, 60, 61, 61, 38, 53, 33, 59, 56, 82, 55, 56, 55, 43, 33, 43, 66,
];

/** Signs that formulas have. @type {Readonly<Record<string, number>>} */
// prettier-ignore
const SIGNS = {
  '−': 66, '·': 29, '×': 66, '÷': 66, '∑': 67, '√': 64, γ: 52, β: 63, ε: 48, '⌈': 39, '⌉': 39,
  '→': 84, '…': 87, '“': 45, '”': 45, '’': 26, '–': 50, '∞': 83, ᵀ: 36, '⊙': 84, '²': 44, '⁻': 34,
};

/**
 * How wide a text is in Inter. Where another typeface draws it, `length` of its item keeps it to that.
 * @param {string} text
 * @param {number} size px
 * @param {boolean} [strong]
 * @returns {number} px
 */
export function advance(text, size, strong = false) {
  let hundredths = 0;
  for (const letter of text) {
    const known = ADVANCES[(letter.codePointAt(0) ?? 0) - 32] ?? SIGNS[letter];
    hundredths += known ?? 100 * textWidth(letter, 1);
  }
  return (hundredths * size * (strong ? 1.03 : 1)) / 100;
}
