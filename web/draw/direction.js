/** Which way a text runs, where no DOM says it. */

/** What decides: letters, and the marks that turn a line. */
const STRONG = /[\p{L}\u200e\u200f]/u;

/** The letters, and the mark, of scripts from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The direction of a text by its first strong character, as `dir="auto"` finds it.
 * @param {string} text
 * @returns {'ltr' | 'rtl'}
 */
export const directionOf = (text) =>
  RIGHT_TO_LEFT.test(STRONG.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
