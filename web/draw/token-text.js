/**
 * What a token shows: the user's own text, or the sign for a space where it has none of its own.
 * @param {{text: string, piece: string}} token
 */
export const tokenText = ({ text, piece }) => text.trim() || piece.replaceAll('▁', '␣');
