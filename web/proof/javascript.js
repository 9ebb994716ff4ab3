/** @file A proof in JavaScript: Headscope itself, in Node, given the same weights and input. */
import { javascriptClaims } from './claims.js';
import { blockAfter, blockBefore, blockHelpers } from './javascript-block.js';
import { layersOf } from './python.js';
import { cellName, indented, lines, shortest } from './shown.js';

/** @typedef {import('./case.js').Case} Case */
/** @typedef {import('./case.js').Side} Side */

/**
 * @param {Case} proof
 * @returns {string} a module for Node 20 or later; it throws where a number differs
 */
export function javascriptProof(proof) {
  const { sides, inline, name } = proof;
  const [first] = sides;
  return lines(
    `// ${layersOf(sides)}, computed again by Headscope in Node 20 or later:`,
    `//   npm install headscope && node ${name}.mjs`,
    'import assert from "node:assert/strict";',
    ...(inline ? [] : ['import { readFile } from "node:fs/promises";']),
    'import { loadHeadscope } from "headscope";',
    '',
    `export const texts = ${JSON.stringify(sides.map(({ text }) => text))};`,
    '',
    inline ? inlineData(proof) : fileData(proof),
    '',
    'const headscope = await loadHeadscope();',
    '',
    blockHelpers(first),
    sides.length === 1
      ? layer(first)
      : sides.flatMap((side) => [
          `function attend_${side.prefix[0]}() {`,
          ...indented([...layer(side), 'return computed;']),
          '}',
          '',
        ]),
    javascriptClaims(proof),
    verdict(proof),
  );
}

/** @param {Side} side @returns {string[]} */
function layer(side) {
  const { prefix, biases, gains, outputGains, shown, block, contribution } = side;
  const { seqLen, dModel, heads, dHead, dOutput } = side;
  const roles = ['query', 'key', 'value', 'output'];
  const letter = (/** @type {string} */ role) => role[0].toUpperCase();
  return [
    prefix
      ? `const tensor = (name) => data('${prefix}' + name) ?? data(name);`
      : 'const tensor = (name) => data(name);',
    `const [seqLen, dModel, dOutput] = [${seqLen}, ${dModel}, ${dOutput}];`,
    `const config = { dModel, heads: ${heads}, dHead: ${dHead}, dOutput };`,
    ...blockBefore(side),
    'const attention = headscope.createAttention(config, {',
    ...roles.map((role) => `  ${role}: tensor('W_${letter(role)}'),`),
    ...(biases ? roles.map((role) => `  ${role}Bias: tensor('b_${letter(role)}'),`) : []),
    '});',
    `const trace = attention.trace(${block ? 'norm' : "tensor('x')"}, {`,
    '  seqLen,',
    "  mask: { allow: tensor('allowed') },",
    `  gains: [${gains.join(', ')}],`,
    ...(contribution ? ['  contribution: true,'] : []),
    '});',
    `const computed = {${block ? ' input, norm' : ''} };`,
    'for (const { name } of trace.tensors) computed[name] = trace.get(name).copy();',
    'trace.dispose();',
    'attention.dispose();',
    ...(outputGains ? slices(outputGains, side) : []),
    ...blockAfter(side),
    '',
    `for (const name of [${shown.map((name) => `'${name}'`).join(', ')}]) {`,
    '  const shown = tensor(`shown_${name}`);',
    '  assert.equal(computed[name].length, shown.length, name);',
    '  computed[name].forEach((value, i) => {',
    '    const near = Math.abs(value - shown[i]) <= 1e-4 + 1e-4 * Math.abs(shown[i]);',
    '    assert.ok(value === shown[i] || near, `${name}: ${value} at ${i}, shown ${shown[i]}`);',
    '  });',
    '}',
    '',
  ];
}

/** @param {Case} proof @returns {string[]} */
const fileData = ({ name }) => [
  '// The input, the weights and the numbers shown, exactly as they were used.',
  `const file = await readFile(new URL('./${name}.safetensors', import.meta.url));`,
  'const start = 8 + Number(file.readBigUInt64LE(0));',
  'const header = JSON.parse(file.toString("utf8", 8, start));',
  '',
  'function data(name) {',
  '  if (!(name in header)) return undefined;',
  '  const { dtype, data_offsets: [from, to] } = header[name];',
  "  const Numbers = dtype === 'F32' ? Float32Array : Uint8Array;",
  '  return new Numbers(Uint8Array.from(file.subarray(start + from, start + to)).buffer);',
  '}',
];

/** @param {Case} proof @returns {string[]} */
const inlineData = ({ tensors }) => [
  '// The input, the weights and the numbers shown, exactly as they were used.',
  'const numbers = {',
  ...Object.entries(tensors).map(([name, { data }]) => {
    const floats = data instanceof Float32Array;
    const list = Array.from(data, (n) => (Number.isFinite(n) ? shortest(n) : String(n)));
    return `  ${name}: ${floats ? 'Float32Array' : 'Uint8Array'}.of(${list.join(', ')}),`;
  }),
  '};',
  'const data = (name) => numbers[name];',
];

/** @param {readonly number[]} gains after W_O @param {Side} side */
const slices = (gains, { dOutput, heads }) => [
  '// After W_O the output is multiplied by a gain for each slice of its columns.',
  `const slices = [${gains.join(', ')}];`,
  'computed.output = computed.output.map(',
  `  (value, i) => value * slices[Math.floor((i % ${dOutput}) / ${dOutput / heads})],`,
  ');',
];

/** @param {Case} proof */
function verdict({ claims, sides }) {
  const cell = claims.find(({ kind }) => kind === 'cell');
  const all =
    sides.length > 1 ? 'every number of both sides agrees' : 'every number of the layer agrees';
  if (!cell || cell.kind !== 'cell' || cell.average) return `console.log('${all}');`;
  return `console.log('${cellName(cell)} =', cell, '- and ${all}');`;
}
