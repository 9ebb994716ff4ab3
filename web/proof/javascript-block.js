/** @file What stands around the attention of a layer, in plain JavaScript. */

/** @typedef {import('./case.js').Side} Side */

/** @param {Side} side @returns {string[]} functions over rows that lie one after another */
export function blockHelpers({ block }) {
  if (!block) return [];
  return [
    '/** Every row brought to mean 0 and variance 1, then scaled and shifted by column. */',
    'function layerNorm(rows, scale, bias) {',
    '  const width = scale.length;',
    '  const result = new Float32Array(rows.length);',
    '  for (let start = 0; start < rows.length; start += width) {',
    '    const row = rows.subarray(start, start + width);',
    '    const mean = row.reduce((sum, value) => sum + value, 0) / width;',
    '    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width;',
    '    for (let c = 0; c < width; c++) {',
    `      const normal = (row[c] - mean) / Math.sqrt(variance + ${block.epsilon});`,
    '      result[start + c] = normal * scale[c] + bias[c];',
    '    }',
    '  }',
    '  return result;',
    '}',
    '',
    '/** Every row times W, plus b. */',
    'function dense(rows, W, b) {',
    '  const inner = W.length / b.length;',
    '  const sums = new Float64Array((rows.length / inner) * b.length);',
    '  for (let i = 0; i < rows.length / inner; i++) {',
    '    sums.set(b, i * b.length);',
    '    for (let k = 0; k < inner; k++) {',
    '      const x = rows[i * inner + k];',
    '      for (let c = 0; c < b.length; c++) sums[i * b.length + c] += x * W[k * b.length + c];',
    '    }',
    '  }',
    '  return Float32Array.from(sums);',
    '}',
    '',
    'const add = (a, b) => a.map((value, i) => value + b[i]);',
    '',
  ];
}

/** @param {Side} side @returns {string[]} from what enters to `norm` */
export function blockBefore({ block }) {
  if (!block) return [];
  const embedded = [
    '// Twice the embedding and the timing: sines in the first half of the columns, then cosines.',
    'const pairs = Math.floor(dModel / 2);',
    'const step = Math.log(10000) / (Math.max(pairs, 2) - 1);',
    "const input = tensor('x').map((value, at) => {",
    '  const [i, c] = [Math.floor(at / dModel), at % dModel];',
    '  const angle = i * Math.exp(-step * (c % pairs));',
    '  const wave = c < pairs ? Math.sin(angle) : c < 2 * pairs ? Math.cos(angle) : 0;',
    `  return ${block.embeddingScale} * value + wave;`,
    '});',
  ];
  return [
    ...(block.first ? embedded : ["const input = tensor('x');"]),
    "const norm = layerNorm(input, tensor('norm_scale'), tensor('norm_bias'));",
  ];
}

/** @param {Side} side @returns {string[]} from the attention's output on */
export function blockAfter({ block }) {
  if (!block) return [];
  const lifted = block.lifted ? "dense(input, tensor('W_R'), tensor('b_R'))" : 'input';
  return [
    '// The rest of the layer.',
    `computed.residual = add(${lifted}, computed.output);`,
    'computed.ffn_norm = layerNorm(',
    '  computed.residual,',
    "  tensor('ffn_norm_scale'),",
    "  tensor('ffn_norm_bias'),",
    ');',
    "const inside = dense(computed.ffn_norm, tensor('W_1'), tensor('b_1'));",
    'computed.ffn_hidden = inside.map((value) => Math.max(0, value));',
    "computed.ffn_output = dense(computed.ffn_hidden, tensor('W_2'), tensor('b_2'));",
    'computed.layer_output = add(computed.residual, computed.ffn_output);',
    ...(block.last
      ? [
          'computed.pooled = new Float32Array(dOutput).map((_, c) => {',
          '  let sum = 0;',
          '  for (let i = 0; i < seqLen; i++) sum += computed.layer_output[i * dOutput + c];',
          '  return sum / seqLen;',
          '});',
          "const bent = dense(computed.pooled, tensor('W_S'), tensor('b_S')).map(Math.tanh);",
          'computed.sentence = bent.map((value) => value / Math.hypot(...bent));',
        ]
      : []),
  ];
}
