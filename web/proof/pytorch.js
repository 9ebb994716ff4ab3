/**
 * @file A proof in PyTorch: plain operations, then torch.nn.MultiheadAttention with the same weights,
 * and that both agree.
 */
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
import { moduleOf } from './pytorch-module.js';
import { lines } from './shown.js';

/** @type {import('./python.js').Dialect} */
const TORCH = {
  module: 'torch',
  meanOf: (axis) => `dim=${axis}, keepdim=True`,
  relu: (rows) => `torch.relu(${rows})`,
  unit: (vector) => `${vector} / ${vector}.norm()`,
};

/**
 * @param {import('./case.js').Case} proof
 * @returns {string} a program for Python 3 with PyTorch 2; it ends with an error where a number differs
 */
export const pytorchProof = (proof) =>
  lines(
    heading(proof, 'PyTorch'),
    ...(proof.inline ? [] : ['from pathlib import Path', '']),
    'import numpy as np',
    'import torch',
    '',
    data(proof),
    ...(proof.sides.length > 1 ? ['', ''] : []),
    sidesOf(proof, layer),
    '',
    pythonClaims(proof, {
      mean: (tensor) => `${tensor}.mean(dim=0)`,
      array: (tensor) => `${tensor}.numpy()`,
      slices: 'slice_gains',
      norm: (tensor) => `${tensor}.norm(dim=-1, keepdim=True)`,
      sum: (tensor, axis) => `${tensor}.sum(dim=${axis})`,
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
    ...reader(side, (array) => `torch.tensor(${array}).double()`),
    'def split(rows):',
    '    """(seq_len, heads * d_head) to (heads, seq_len, d_head)"""',
    '    return rows.view(seq_len, heads, d_head).transpose(0, 1)',
    '',
    '',
    ...blockHelpers(side, TORCH),
    ...weightNames(side).map((name) => `${name} = read('${name}')`),
    "allowed = read('allowed') > 0",
    'gain = torch.tensor(gains).double()',
    ...(outputGains
      ? ['slice_gains = torch.tensor(slices).double().repeat_interleave(d_output // heads)']
      : []),
    '',
    '# 1. In plain operations.',
    ...blockBefore(side, 'torch.tensor(timing())'),
    `query = split(x @ W_Q${bias('Q')})`,
    `key = split(x @ W_K${bias('K')})`,
    `value = split(x @ W_V${bias('V')})`,
    'scores = query @ key.transpose(1, 2)',
    'scaled = scores / d_head**0.5',
    'masked = scaled.masked_fill(~allowed, float("-inf"))',
    '# A row that may look nowhere is NaN after the softmax; it has weights of 0.',
    'weights = masked.softmax(dim=-1).nan_to_num(0.0)',
    'context = weights @ value',
    'gained = context * gain.view(heads, 1, 1)',
    'concat = gained.transpose(0, 1).reshape(seq_len, heads * d_head)',
    `output = concat @ W_O${bias('O')}`,
    ...(contribution
      ? ['contribution = gained @ W_O.view(heads, d_head, d_output)  # a slab for each head']
      : []),
    ...(outputGains ? ['output = output * slice_gains'] : []),
    ...blockAfter(side, TORCH),
    '',
    ...computed(side),
    'for name, tensor in computed.items():',
    `    shown = data['${prefix}shown_' + name]`,
    '    np.testing.assert_allclose(tensor.numpy(), shown, rtol=1e-4, atol=1e-4, err_msg=name)',
    '',
    ...moduleOf(side),
    '',
    '# It gives NaN where a query may look nowhere: those rows are left out.',
    'rows = allowed.any(dim=-1)',
    'torch.testing.assert_close(module_weights[:, rows], weights[:, rows])',
    'torch.testing.assert_close(module_output[rows], output[rows])',
  ];
}
