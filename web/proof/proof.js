/** @file Code that computes a layer again and asserts the numbers shown, by language. */
import { javascriptProof } from './javascript.js';
import { writeNpz } from './npz.js';
import { numpyProof } from './numpy.js';
import { pytorchProof } from './pytorch.js';
import { writeSafetensors } from './safetensors.js';

/** @typedef {import('./case.js').Case} Case */
/** @typedef {{name: string, bytes: () => Uint8Array<ArrayBuffer>}} DataFile */
/** @typedef {{name: string, code: string, data: DataFile | null}} Proof `data` is null where the code holds it all */

/** In the order in which they are offered. */
export const LANGUAGES = Object.freeze(/** @type {const} */ (['numpy', 'pytorch', 'javascript']));

/** @param {Case} of @returns {DataFile} */
const npz = (of) => ({ name: `${of.name}.npz`, bytes: () => writeNpz(of.tensors) });

/** @param {Case} of @returns {DataFile} */
const safetensors = (of) => ({
  name: `${of.name}.safetensors`,
  bytes: () =>
    writeSafetensors(of.tensors, { texts: JSON.stringify(of.sides.map(({ text }) => text)) }),
});

const WRITERS = Object.freeze({
  numpy: { ending: '-numpy.py', write: numpyProof, data: npz },
  pytorch: { ending: '-pytorch.py', write: pytorchProof, data: npz },
  javascript: { ending: '.mjs', write: javascriptProof, data: safetensors },
});

/**
 * @param {Case} of
 * @param {(typeof LANGUAGES)[number]} language
 * @returns {Proof}
 */
export function prove(of, language) {
  const { ending, write, data } = WRITERS[language];
  return { name: of.name + ending, code: write(of), data: of.inline ? null : data(of) };
}
