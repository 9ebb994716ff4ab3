/** What is neither white space nor a character without a shape, as a joiner or a turn of direction. */
const SHAPE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/**
 * What a token shows: the user's own text; where that shows nothing, the sign for a space, or the name
 * of its first character (`U+200B`).
 * @param {{text: string, piece: string}} token
 */
export function tokenText({ text, piece }) {
  if (SHAPE.test(text)) return text.trim();
  const [first = ' ', ...more] = text;
  if (first === ' ' || piece.startsWith('▁')) return piece.replaceAll('▁', '␣');
  const code = /** @type {number} */ (first.codePointAt(0)).toString(16).toUpperCase();
  return `U+${code.padStart(4, '0')}${more.length ? '…' : ''}`;
}
