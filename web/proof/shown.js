/** @file Which tensors a proof asserts, and how numbers are written in code. */

/** Every tensor the page shows of an attention layer, in flow order. */
export const ATTENTION = Object.freeze([
  'query',
  'key',
  'value',
  'scores',
  'scaled',
  'masked',
  'weights',
  'context',
  'concat',
  'output',
]);

/** Of the rest of a layer, behind its attention. */
const BEHIND = ['residual', 'ffn-norm', 'ffn-hidden', 'ffn-output', 'layer-output'];

/**
 * @param {{block: Readonly<import('./case.js').Block> | null, contribution: boolean}} what
 * @returns {string[]} names of tensors, in flow order
 */
export const namesShown = ({ block, contribution }) => [
  ...(block?.first ? ['input'] : []),
  ...(block ? ['norm'] : []),
  ...ATTENTION,
  ...(contribution ? ['contribution'] : []),
  ...(block ? BEHIND : []),
  ...(block?.last ? ['pooled', 'sentence'] : []),
];

/** Below this a score is a mask. */
const HIDDEN = -1e8;

/** @param {number} score @returns {boolean} whether a masked score hides its key */
export const isHidden = (score) => !(score > HIDDEN);

/** @param {{name: string, index: readonly number[], average?: boolean}} cell @returns {string} such as `weights[2, 8, 1]` */
export const cellName = ({ name, index }) => `${name.replaceAll('-', '_')}[${index.join(', ')}]`;

/** @param {number} value a float32 @returns {string} the shortest decimal that reads back as it */
export function shortest(value) {
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}

/** @param {...(string | readonly string[])} parts @returns {string} */
export const lines = (...parts) => `${parts.flat().join('\n')}\n`;

/** @param {readonly string[]} code @returns {string[]} one level deeper; empty lines stay empty */
export const indented = (code) => code.map((line) => (line ? `    ${line}` : ''));
