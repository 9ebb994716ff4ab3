/** @file A proof in NumPy: the whole layer in plain operations, in double precision. */
import { cellName, SHOWN } from './case.js';
import { data, heading, sizes } from './python.js';

/**
 * @param {import('./case.js').Case} proof
 * @returns {string} a program for Python 3 with NumPy; it ends with an error where a number differs
 */
export function numpyProof(proof) {
  const { biases, cell, inline } = proof;
  const bias = (/** @type {string} */ letter) => (biases ? ` + b_${letter}` : '');
  const letters = ['Q', 'K', 'V', 'O'];
  const read = (/** @type {string} */ name) => `${name} = data['${name}'].astype(np.float64)`;
  const name = cellName(cell);
  return lines(
    heading(proof, 'NumPy'),
    ...(inline ? [] : ['from pathlib import Path', '']),
    'import numpy as np',
    '',
    data(proof),
    sizes(proof),
    '',
    read('x'),
    letters.map((letter) => read(`W_${letter}`)),
    biases ? letters.map((letter) => read(`b_${letter}`)) : [],
    "allowed = data['allowed']",
    '',
    '',
    'def split(rows):',
    '    """(seq_len, heads * d_head) to (heads, seq_len, d_head)"""',
    '    return rows.reshape(seq_len, heads, d_head).transpose(1, 0, 2)',
    '',
    '',
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
    proof.outputGains
      ? [`output *= np.repeat([${proof.outputGains.join(', ')}], d_output // heads)`]
      : [],
    '',
    'computed = {',
    SHOWN.map((tensor) => `    '${tensor}': ${tensor},`),
    '}',
    'for name, tensor in computed.items():',
    "    shown = data['shown_' + name]",
    '    np.testing.assert_allclose(tensor, shown, rtol=1e-4, atol=1e-4, err_msg=name)',
    '',
    ...cellCheck(cell),
    `print('${name} =', ${name}, '- and every number of the layer agrees')`,
  );
}

/** @param {import('./case.js').ShownCell} cell @returns {string[]} that it reads as it is shown */
export function cellCheck(cell) {
  const name = cellName(cell);
  if (cell.value === -Infinity) return [`assert ${name} == -np.inf`];
  const shown = cell.value.toFixed(cell.digits);
  return [`assert abs(${name} - ${shown}) <= 1e-${cell.digits}, ${name}`];
}

/** @param {...(string | readonly string[])} parts @returns {string} */
export const lines = (...parts) => `${parts.flat().join('\n')}\n`;
