/** @file What the NumPy and the PyTorch proof have in common. */
import { nameOf, shortest } from './case.js';

/** @typedef {import('./case.js').Case} Case */

/** @param {Case} proof @param {string} what @returns {string[]} */
export const heading = (proof, what) => [
  `"""Layer ${proof.layer} of the model, computed again with ${what}.`,
  '',
  ...(proof.inline
    ? ['The input, the weights and the numbers shown stand below, exactly as they were used.']
    : [
        'The input, the weights and the numbers shown are read from',
        `${nameOf(proof)}.npz, exactly as they were used: keep the file beside this one.`,
      ]),
  '"""',
];

/** @param {Case} proof @returns {string[]} lines that define `data`, a mapping of arrays */
export function data(proof) {
  if (!proof.inline) {
    return [
      "folder = Path(__file__).parent if '__file__' in globals() else Path()",
      `data = np.load(folder / '${nameOf(proof)}.npz')`,
    ];
  }
  return [
    'inf = np.inf',
    'data = {',
    ...Object.entries(proof.tensors).map(([name, { shape, data: numbers }]) => {
      const floats = numbers instanceof Float32Array;
      const list = Array.from(numbers, (n) => (floats ? number(n) : n ? 'True' : 'False'));
      const kind = floats ? 'np.float32' : 'bool';
      return `    '${name}': np.array([${list.join(', ')}], ${kind}).reshape(${shape.join(', ')}),`;
    }),
    '}',
  ];
}

/** @param {number} value a float32 */
const number = (value) => (Number.isFinite(value) ? shortest(value) : value < 0 ? '-inf' : 'inf');

/** @param {Case} proof @returns {string[]} */
export const sizes = ({ text, seqLen, heads, dModel, dHead, dOutput, gains }) => [
  `text = ${pythonString(text)}`,
  `seq_len, d_model, heads, d_head, d_output = ${[seqLen, dModel, heads, dHead, dOutput].join(', ')}`,
  `gains = [${gains.join(', ')}]  # of each head, before W_O`,
];

/**
 * A Python literal in ASCII, whatever the text holds.
 * @param {string} text
 */
function pythonString(text) {
  const escaped = Array.from(JSON.stringify(text), (character) => {
    const code = /** @type {number} */ (character.codePointAt(0));
    if (code < 0x7f) return character;
    return code > 0xffff
      ? `\\U${code.toString(16).padStart(8, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return escaped.join('');
}
