/** @file A layer as torch.nn.MultiheadAttention, with its weights mapped. */

/**
 * The module has one width for everything it does. Where the layer's own differ, the projection in
 * question is done outside and the module's own is the identity.
 * @param {import('./case.js').Side} side
 * @returns {string[]}
 */
export function moduleOf({ dModel, dOutput, heads, dHead, biases, gains, outputGains }) {
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
  const sliced = ['module_output = module_output * slice_gains'];
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
