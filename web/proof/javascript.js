/** @file A proof in JavaScript: Headscope itself, in Node, given the same weights and input. */
import { cellName, nameOf, SHOWN, shortest } from './case.js';
import { lines } from './numpy.js';

/**
 * @param {import('./case.js').Case} proof
 * @returns {string} a module for Node 20 or later; it throws where a number differs
 */
export function javascriptProof(proof) {
  const { layer, text, seqLen, dModel, heads, dHead, dOutput, gains, biases, cell, outputGains } =
    proof;
  const roles = ['query', 'key', 'value', 'output'];
  const weights = roles.map((role) => `  ${role}: tensor('W_${role[0].toUpperCase()}'),`);
  const offsets = roles.map((role) => `  ${role}Bias: tensor('b_${role[0].toUpperCase()}'),`);
  return lines(
    `// Layer ${layer} of the model, computed again by Headscope in Node 20 or later:`,
    `//   npm install headscope && node ${nameOf(proof)}.mjs`,
    'import assert from "node:assert/strict";',
    ...(proof.inline ? [] : ['import { readFile } from "node:fs/promises";']),
    'import { loadHeadscope } from "headscope";',
    '',
    `export const text = ${JSON.stringify(text)};`,
    '',
    proof.inline ? inlineData(proof) : fileData(proof),
    '',
    'const headscope = await loadHeadscope();',
    `const config = { dModel: ${dModel}, heads: ${heads}, dHead: ${dHead}, dOutput: ${dOutput} };`,
    'const attention = headscope.createAttention(config, {',
    weights,
    biases ? offsets : [],
    '});',
    "const trace = attention.trace(tensor('x'), {",
    `  seqLen: ${seqLen},`,
    "  mask: { allow: tensor('allowed') },",
    `  gains: [${gains.join(', ')}],`,
    '});',
    '',
    outputGains ? slices(outputGains, proof) : plain,
    `for (const name of [${SHOWN.map((name) => `'${name}'`).join(', ')}]) {`,
    '  const shown = tensor(`shown_${name}`);',
    '  computed(name).forEach((value, i) => {',
    '    const near = Math.abs(value - shown[i]) <= 1e-4 + 1e-4 * Math.abs(shown[i]);',
    '    assert.ok(value === shown[i] || near, `${name}: ${value} at ${i}, shown ${shown[i]}`);',
    '  });',
    '}',
    '',
    `const cell = computed('${cell.name}')[${offsetOf(proof)}]; // ${cellName(cell)}`,
    cell.value === -Infinity
      ? 'assert.equal(cell, -Infinity);'
      : `assert.ok(Math.abs(cell - ${cell.value.toFixed(cell.digits)}) <= 1e-${cell.digits}, String(cell));`,
    `console.log('${cellName(cell)} =', cell, '- and every number of the layer agrees');`,
    '',
    'trace.dispose();',
    'attention.dispose();',
  );
}

/** @param {import('./case.js').Case} proof @returns {string[]} */
const fileData = (proof) => [
  '// The input, the weights and the numbers shown, exactly as they were used.',
  `const file = await readFile(new URL('./${nameOf(proof)}.safetensors', import.meta.url));`,
  'const start = 8 + Number(file.readBigUInt64LE(0));',
  'const header = JSON.parse(file.toString("utf8", 8, start));',
  '',
  'function tensor(name) {',
  '  const { dtype, data_offsets: [from, to] } = header[name];',
  "  const Numbers = dtype === 'F32' ? Float32Array : Uint8Array;",
  '  return new Numbers(Uint8Array.from(file.subarray(start + from, start + to)).buffer);',
  '}',
];

/** @param {import('./case.js').Case} proof @returns {string[]} */
const inlineData = ({ tensors }) => [
  '// The input, the weights and the numbers shown, exactly as they were used.',
  'const data = {',
  ...Object.entries(tensors).map(([name, { data }]) => {
    const floats = data instanceof Float32Array;
    const list = Array.from(data, (n) => (Number.isFinite(n) ? shortest(n) : String(n)));
    return `  ${name}: ${floats ? 'Float32Array' : 'Uint8Array'}.of(${list.join(', ')}),`;
  }),
  '};',
  'const tensor = (name) => data[name];',
];

const plain = ['const computed = (name) => trace.get(name).data;', ''];

/** @param {readonly number[]} gains after W_O @param {import('./case.js').Case} proof */
const slices = (gains, { dOutput, heads }) => [
  '// After W_O the output was multiplied by a gain for each slice of its columns.',
  `const slices = [${gains.join(', ')}];`,
  'const computed = (name) =>',
  "  name === 'output'",
  `    ? trace.get(name).data.map((value, i) => value * slices[Math.floor((i % ${dOutput}) / ${dOutput / heads})])`,
  '    : trace.get(name).data;',
  '',
];

/** Where the cell lies in its tensor's data. @param {import('./case.js').Case} proof */
function offsetOf({ tensors, cell: { name, index } }) {
  const { shape } = tensors[`shown_${name}`];
  return index.reduce((offset, i, axis) => offset * shape[axis] + i, 0);
}
