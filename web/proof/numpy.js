/** @file A proof in NumPy: the whole layer in plain operations, in double precision. */
import { pythonClaims } from './claims.js';
import {
  blockAfter,
  blockBefore,
  blockHelpers,
  computed,
  data,
  heading,
  reader,
  sidesOf,
  sizes,
  verdict,
  weightNames,
} from './python.js';
import { lines } from './shown.js';

/** @type {import('./python.js').Dialect} */
const NUMPY = {
  module: 'np',
  meanOf: (axis) => `axis=${axis}, keepdims=True`,
  relu: (rows) => `np.maximum(0, ${rows})`,
  unit: (vector) => `${vector} / np.linalg.norm(${vector})`,
};

/**
 * @param {import('./case.js').Case} proof
 * @returns {string} a program for Python 3 with NumPy; it ends with an error where a number differs
 */
export const numpyProof = (proof) =>
  lines(
    heading(proof, 'NumPy'),
    ...(proof.inline ? [] : ['from pathlib import Path', '']),
    'import numpy as np',
    '',
    data(proof),
    ...(proof.sides.length > 1 ? ['', ''] : []),
    sidesOf(proof, layer),
    '',
    pythonClaims(proof, {
      mean: (tensor) => `${tensor}.mean(axis=0)`,
      array: (tensor) => tensor,
      slices: 'np.repeat(slices, d_output // heads)',
      norm: (tensor) => `np.linalg.norm(${tensor}, axis=-1, keepdims=True)`,
      sum: (tensor, axis) => `${tensor}.sum(axis=${axis})`,
    }),
    verdict(proof),
  );

/** @param {import('./case.js').Side} side @returns {string[]} */
function layer(side) {
  const { biases, outputGains, prefix, contribution } = side;
  const bias = (/** @type {string} */ letter) => (biases ? ` + b_${letter}` : '');
  return [
    ...sizes(side),
    '',
    '',
    ...reader(side, (array) => `${array}.astype(np.float64)`),
    'def split(rows):',
    '    """(seq_len, heads * d_head) to (heads, seq_len, d_head)"""',
    '    return rows.reshape(seq_len, heads, d_head).transpose(1, 0, 2)',
    '',
    '',
    ...blockHelpers(side, NUMPY),
    ...weightNames(side).map((name) => `${name} = read('${name}')`),
    "allowed = read('allowed') > 0",
    '',
    ...blockBefore(side, 'timing()'),
    `query = split(x @ W_Q${bias('Q')})`,
    `key = split(x @ W_K${bias('K')})`,
    `value = split(x @ W_V${bias('V')})`,
    'scores = query @ key.transpose(0, 2, 1)',
    'scaled = scores / np.sqrt(d_head)',
    'masked = np.where(allowed, scaled, -np.inf)',
    '',
    '# A row that may look nowhere has weights of 0.',
    'largest = masked.max(axis=-1, keepdims=True)',
    'powers = np.exp(masked - np.where(np.isfinite(largest), largest, 0))',
    'total = powers.sum(axis=-1, keepdims=True)',
    'weights = powers / np.where(total > 0, total, 1)',
    '',
    'context = weights @ value',
    'gained = context * np.reshape(gains, (heads, 1, 1))',
    'concat = gained.transpose(1, 0, 2).reshape(seq_len, heads * d_head)',
    `output = concat @ W_O${bias('O')}`,
    ...(contribution
      ? ['contribution = gained @ W_O.reshape(heads, d_head, d_output)  # a slab for each head']
      : []),
    ...(outputGains ? ['output *= np.repeat(slices, d_output // heads)'] : []),
    ...blockAfter(side, NUMPY),
    '',
    ...computed(side),
    'for name, tensor in computed.items():',
    `    shown = data['${prefix}shown_' + name]`,
    '    np.testing.assert_allclose(tensor, shown, rtol=1e-4, atol=1e-4, err_msg=name)',
  ];
}
