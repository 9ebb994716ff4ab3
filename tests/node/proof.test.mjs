/** @file What "Prove it" hands out: the programs run, agree, and stop where a number is wrong. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { decimalsFor } from '../../web/draw/arithmetic.js';
import { readSafetensors } from '../../web/models/safetensors.js';
import { loadHeadscope } from '../../web/node/index.js';
import { proofCase, shortest } from '../../web/proof/case.js';
import { LANGUAGES, prove } from '../../web/proof/proof.js';
import { writeSafetensors } from '../../web/proof/safetensors.js';
import { randomFloats, randomWeights } from './support/random.mjs';

/** @typedef {import('../../web/proof/case.js').Case} Case */

const kPython = process.env.PYTHON ?? '/usr/bin/python3';
const kRoot = fileURLToPath(new URL('../../', import.meta.url));
const kSentence = 'She said: "\\n is no bank" \u2028 Ελλάδα 🙂';

/** @type {string} */
let folder;
/** @type {import('../../web/headscope.js').Headscope} */
let headscope;
before(async () => {
  headscope = await loadHeadscope({ module: 'simd' });
  folder = mkdtempSync(path.join(tmpdir(), 'headscope-proof-'));
  // As `npm install headscope` would leave it.
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(kRoot, path.join(folder, 'node_modules/headscope'));
});
after(() => rmSync(folder, { recursive: true }));

/** @param {import('../../web/headscope.js').Snapshot} snapshot @param {string} name */
const cellOf = (snapshot, name, index = [1, 1, 0]) => {
  const { data, shape } = snapshot.tensors[name];
  const value = data[index.reduce((offset, i, axis) => offset * shape[axis] + i, 0)];
  return { name: name.split('.').at(-1) ?? '', index, value, digits: decimalsFor(value) };
};

/**
 * A layer of the real model.
 * @param {number} layer
 * @param {import('../../web/headscope.js').ModelTraceOptions} options
 * @param {string} [text]
 */
async function realCase(layer, options, text = kSentence) {
  const model = await headscope.loadModel();
  const trace = model.trace(text, options);
  const snapshot = trace.snapshot();
  const at = (/** @type {string} */ name) => `layers.${layer}.attention.${name}`;
  const proof = proofCase({
    layer,
    text,
    tensors: (name) => snapshot.tensors[at(name)],
    weights: (name) => model.weight(at(name)),
    gains: options.gains?.[layer],
    outputGains: options.outputGains?.[layer],
    cell: cellOf(snapshot, at('weights')),
  });
  trace.dispose();
  model.dispose();
  assert.ok(proof);
  return proof;
}

/**
 * A small layer, whose numbers all stand in the code.
 * @param {{dModel?: number, heads?: number, dHead?: number, dOutput?: number, biases?: boolean,
 *   mask?: import('../../web/headscope.js').MaskSpec, cell?: string}} options
 */
function smallCase({ dModel = 6, heads = 2, dHead = 3, dOutput = 6, biases = true, mask, cell }) {
  const random = randomFloats(dModel + dOutput);
  const config = { dModel, heads, dHead, dOutput };
  const weights = randomWeights(random, config, { biases });
  const seqLen = 4;
  const x = random(seqLen * dModel);
  const attention = headscope.createAttention(config, weights);
  const trace = attention.trace(x, { seqLen, mask });
  const snapshot = trace.snapshot();
  trace.dispose();
  attention.dispose();
  const inner = heads * dHead;
  const proof = proofCase({
    layer: 0,
    text: kSentence,
    tensors: (name) =>
      name === 'norm' ? { shape: [seqLen, dModel], data: x } : snapshot.tensors[name],
    weights: (name) => {
      const [role, kind] = name.split('.');
      const out = role === 'output' ? dOutput : inner;
      const data = /** @type {Record<string, Float32Array>} */ (weights)[
        kind === 'bias' ? `${role}Bias` : role
      ];
      const shape = kind === 'bias' ? [out] : [role === 'output' ? inner : dModel, out];
      return data && { shape, data };
    },
    cell: cellOf(snapshot, cell ?? 'weights'),
  });
  assert.ok(proof);
  return proof;
}

/** Writes a proof's files and runs it. @param {Case} of @param {(typeof LANGUAGES)[number]} language */
function runProof(of, language) {
  const { name, code, data } = prove(of, language);
  writeFileSync(path.join(folder, name), code);
  if (data) writeFileSync(path.join(folder, data.name), data.bytes());
  const program = language === 'javascript' ? process.execPath : kPython;
  const args = language === 'pytorch' ? ['-m', 'py_compile', name] : [name];
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** @param {Case} of @param {string} name @param {(data: Float32Array) => void} change @returns {Case} */
function altered(of, name, change) {
  const { shape, data } = of.tensors[name];
  const copy = Float32Array.from(data);
  change(copy);
  return { ...of, tensors: { ...of.tensors, [name]: { shape, data: copy } } };
}

/** Each of them run in NumPy and in Headscope, compiled for PyTorch. @type {[string, () => Promise<Case> | Case][]} */
const kCases = [
  ['layer 0 of the model, from 256 to 512', () => realCase(0, {})],
  ['layer 1 of the model under a mask', () => realCase(1, { mask: 'causal' })],
  [
    'layer 1 of the model with a head turned down',
    () => realCase(1, { gains: [null, [1, 0.3, 0, 1.5]] }),
  ],
  [
    'layer 1 of the model with a slice of the output turned down',
    () => realCase(1, { outputGains: [null, [1, 0.3, 0, 1.5]] }),
  ],
  ['a small layer', () => smallCase({})],
  ['a small layer that a mask closes in part', () => smallCase({ mask: { padding: 0 } })],
  [
    'a small layer without biases, of other widths',
    () => smallCase({ dModel: 5, dOutput: 3, biases: false }),
  ],
  ['a masked score', () => smallCase({ mask: { window: 0 }, cell: 'masked' })],
];

describe('a proof', () => {
  for (const [what, make] of kCases) {
    it(`runs: ${what}`, async () => {
      const proof = await make();
      assert.equal(proof.inline, what.includes('small') || what.includes('score'));
      for (const language of LANGUAGES) {
        const { status, stdout, stderr } = runProof(proof, language);
        assert.equal(status, 0, `${language}: ${stderr}`);
        if (language !== 'pytorch') assert.match(stdout, /^\w+\[1, 1, 0\] = .* agrees$/m);
      }
    });
  }

  it('stops where a number shown is wrong, by its name', async () => {
    for (const proof of [smallCase({}), await realCase(1, {})]) {
      const wrong = altered(proof, 'shown_context', (data) => (data[4] += 0.01));
      for (const language of /** @type {const} */ (['numpy', 'javascript'])) {
        const { status, stderr } = runProof(wrong, language);
        assert.equal(status, 1, language);
        assert.match(stderr, /context/);
      }
    }
  });

  it('stops where a weight is another, and where the cell is', () => {
    const proof = smallCase({});
    const other = altered(proof, 'W_V', (data) => (data[0] += 0.1));
    const cell = { ...proof.cell, value: proof.cell.value + 0.01 };
    for (const language of /** @type {const} */ (['numpy', 'javascript'])) {
      assert.equal(runProof(other, language).status, 1, language);
      assert.equal(runProof({ ...proof, cell }, language).status, 1, language);
    }
  });

  it('gives torch.nn.MultiheadAttention the weights where its one width allows', async () => {
    const square = prove(await realCase(1, {}), 'pytorch').code;
    assert.match(square, /in_proj_weight\.copy_\(torch\.cat\(\[W_Q\.T, W_K\.T, W_V\.T\]\)\)/);
    assert.match(square, /out_proj\.weight\.copy_\(W_O\.T\)/);
    assert.doesNotMatch(square, /scaled_dot_product_attention/);
    const wider = prove(await realCase(0, {}), 'pytorch').code;
    assert.match(wider, /out_proj\.weight\.copy_\(torch\.eye\(inner\)\)/);
    assert.match(wider, /@ W_O \+ b_O\n/);
    const narrow = prove(smallCase({ dModel: 5 }), 'pytorch').code;
    assert.match(narrow, /inputs = x @ W_Q \+ b_Q, x @ W_K/);
  });

  it('lacks nothing: without a weight there is none', () => {
    const tensors = () => ({ shape: [1, 1, 1], data: new Float32Array(1) });
    const cell = { name: 'weights', index: [0, 0, 0], value: 0, digits: 4 };
    const weights = () => undefined;
    assert.equal(proofCase({ layer: 0, text: '', tensors, weights, cell }), null);
  });
});

describe('the files of a proof', () => {
  it('numbers are written so that they read back as they were', () => {
    const random = randomFloats(5);
    for (const value of random(2000)) {
      for (const scale of [1e-30, 1e-7, 1, 1e9]) {
        const single = Math.fround(value * scale);
        assert.equal(Math.fround(Number(shortest(single))), single);
      }
    }
    assert.equal(shortest(Math.fround(0.1)), '0.1');
  });

  it('safetensors read back', () => {
    const data = randomFloats(3)(6);
    const bytes = writeSafetensors({ W_Q: { shape: [2, 3], data } }, { text: kSentence });
    const { tensors, metadata } = readSafetensors(bytes);
    assert.deepEqual(tensors.W_Q.data, data);
    assert.deepEqual(tensors.W_Q.shape, [2, 3]);
    assert.deepEqual(metadata, { text: kSentence });
  });
});
