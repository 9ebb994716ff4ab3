/**
 * @file A proof in PyTorch: plain operations, then torch.nn.MultiheadAttention with the same weights,
 * and that both agree.
 */
import { cellName, SHOWN } from './case.js';
import { cellCheck, lines } from './numpy.js';
import { data, heading, sizes } from './python.js';

/**
 * @param {import('./case.js').Case} proof
 * @returns {string} a program for Python 3 with PyTorch 2; it ends with an error where a number differs
 */
export function pytorchProof(proof) {
  const { biases, cell, inline } = proof;
  const bias = (/** @type {string} */ letter) => (biases ? ` + b_${letter}` : '');
  const letters = ['Q', 'K', 'V', 'O'];
  const read = (/** @type {string} */ name) => `${name} = torch.tensor(data['${name}']).double()`;
  const name = cellName(cell);
  return lines(
    heading(proof, 'PyTorch'),
    ...(inline ? [] : ['from pathlib import Path', '']),
    'import numpy as np',
    'import torch',
    '',
    data(proof),
    sizes(proof),
    '',
    read('x'),
    letters.map((letter) => read(`W_${letter}`)),
    biases ? letters.map((letter) => read(`b_${letter}`)) : [],
    "allowed = torch.tensor(data['allowed'])",
    'gain = torch.tensor(gains).double()',
    '',
    '',
    'def split(rows):',
    '    """(seq_len, heads * d_head) to (heads, seq_len, d_head)"""',
    '    return rows.view(seq_len, heads, d_head).transpose(0, 1)',
    '',
    '',
    '# 1. In plain operations.',
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
    proof.outputGains
      ? [
          `slices = torch.tensor([${proof.outputGains.join(', ')}]).double()`,
          'output = output * slices.repeat_interleave(d_output // heads)',
        ]
      : [],
    '',
    'computed = {',
    SHOWN.map((tensor) => `    '${tensor}': ${tensor},`),
    '}',
    'for name, tensor in computed.items():',
    "    shown = data['shown_' + name]",
    '    np.testing.assert_allclose(tensor.numpy(), shown, rtol=1e-4, atol=1e-4, err_msg=name)',
    ...cellCheck(cell),
    '',
    moduleOf(proof),
    '',
    '# It gives NaN where a query may look nowhere: those rows are left out.',
    'rows = allowed.any(dim=-1)',
    'torch.testing.assert_close(module_weights[:, rows], weights[:, rows])',
    'torch.testing.assert_close(module_output[rows], output[rows])',
    `print('${name} =', ${name}.item(), '- and every number of the layer agrees')`,
  );
}

/**
 * The module has one width for everything it does. Where the layer's own differ, the projection in
 * question is done outside and the module's own is the identity.
 * @param {import('./case.js').Case} proof
 * @returns {string[]}
 */
function moduleOf({ dModel, dOutput, heads, dHead, biases, gains, outputGains }) {
  const inner = heads * dHead;
  const projectsIn = dModel === inner;
  const projectsOut = dOutput === inner && gains.every((gain) => gain === 1);
  const bias = (/** @type {string} */ letter) => (biases ? ` + b_${letter}` : '');
  const inputs = ['Q', 'K', 'V'];
  const copies = [
    ...(projectsIn
      ? [`module.in_proj_weight.copy_(torch.cat([W_Q.T, W_K.T, W_V.T]))`]
      : ['module.in_proj_weight.copy_(torch.eye(inner).repeat(3, 1))']),
    ...(biases && projectsIn ? ['module.in_proj_bias.copy_(torch.cat([b_Q, b_K, b_V]))'] : []),
    ...(biases && !projectsIn ? ['module.in_proj_bias.zero_()'] : []),
    `module.out_proj.weight.copy_(${projectsOut ? 'W_O.T' : 'torch.eye(inner)'})`,
    ...(biases ? [`module.out_proj.bias${projectsOut ? '.copy_(b_O)' : '.zero_()'}`] : []),
  ];
  const given = projectsIn
    ? ['inputs = x, x, x']
    : [
        `# The layer reads d_model = ${dModel}, the module heads * d_head = ${inner}: projected outside.`,
        `inputs = ${inputs.map((letter) => `x @ W_${letter}${bias(letter)}`).join(', ')}`,
      ];
  const sliced = ['module_output = module_output * slices.repeat_interleave(d_output // heads)'];
  const after = projectsOut
    ? []
    : [
        '# What the module cannot do is done outside: the gains of the heads, W_O to another width.',
        `module_output = module_output * gain.repeat_interleave(d_head) @ W_O${bias('O')}`,
      ];
  return [
    '# 2. With torch.nn.MultiheadAttention, which keeps its weights as (out, in).',
    'inner = heads * d_head',
    ...given,
    `module = torch.nn.MultiheadAttention(inner, heads, bias=${biases ? 'True' : 'False'}, dtype=torch.float64)`,
    'with torch.no_grad():',
    ...copies.map((line) => `    ${line}`),
    '    module_output, module_weights = module(',
    '        *inputs, attn_mask=~allowed, average_attn_weights=False',
    '    )',
    ...after,
    ...(outputGains ? sliced : []),
  ];
}
