/** @file What "Prove it" hands out: the programs run, agree, and stop where a number is wrong. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findPython } from '../../scripts/lib/python.mjs';
import {
  decimalsFor,
  indexOf,
  stepsOf,
  traceName,
  unfold,
  valueAt,
} from '../../web/draw/arithmetic.js';
import { readSafetensors } from '../../web/models/safetensors.js';
import { loadHeadscope } from '../../web/node/index.js';
import { proofCase } from '../../web/proof/case.js';
import { claimDigits } from '../../web/proof/claims.js';
import { LANGUAGES, prove } from '../../web/proof/proof.js';
import { writeSafetensors } from '../../web/proof/safetensors.js';
import { shortest } from '../../web/proof/shown.js';
import { align, alignSame, differences } from '../../web/state/compare.js';
import { stackOf, sumOfStacks } from '../../web/state/contributions.js';
import { randomFloats, randomWeights } from './support/random.mjs';

/** @typedef {import('../../web/proof/case.js').Case} Case */

const kPython = findPython() ?? 'python3';
/** Where it is, PyTorch runs its programs; elsewhere they are compiled, and their names checked. */
const hasTorch = spawnSync(kPython, ['-c', 'import torch']).status === 0;
const runs = (/** @type {string} */ language) => language !== 'pytorch' || hasTorch;
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
after(() => {
  model?.dispose();
  rmSync(folder, { recursive: true });
});

/** @param {import('../../web/headscope.js').Snapshot['tensors']} tensors @param {string} name */
const cellOf = (tensors, name, index = [1, 1, 0]) => {
  const { data, shape } = tensors[name];
  const value = data[index.reduce((offset, i, axis) => offset * shape[axis] + i, 0)];
  return { name: name.split('.').at(-1) ?? '', index, value, digits: decimalsFor(value) };
};

/** @type {Map<string, Promise<import('../../web/headscope.js').Snapshot>>} */
const traced = new Map();
/** @type {import('../../web/headscope.js').Model} */
let model;

/** @param {string} text @param {import('../../web/headscope.js').ModelTraceOptions} options */
async function snapshotOf(text, options) {
  model ??= await headscope.loadModel();
  const key = JSON.stringify([text, options]);
  if (!traced.has(key)) {
    const trace = model.trace(text, { contribution: true, ...options });
    traced.set(key, Promise.resolve(trace.snapshot()));
    trace.dispose();
  }
  return /** @type {Promise<import('../../web/headscope.js').Snapshot>} */ (traced.get(key));
}

/**
 * A layer of the real model.
 * @param {number} layer
 * @param {import('../../web/headscope.js').ModelTraceOptions} options
 * @param {{text?: string, block?: boolean, contribution?: boolean}} [more]
 */
async function realLayer(layer, options, { text = kSentence, block, contribution } = {}) {
  const { tensors } = await snapshotOf(text, options);
  const { embedding_scale: embeddingScale = 1, blocks } = model.info.encoder;
  const [first, last] = [layer === 0, layer === blocks.length - 1];
  const { norm_epsilon: epsilon = 1e-6, project_residual: lifted = false } = blocks[layer];
  return {
    layer,
    text,
    tensors: (/** @type {string} */ name) => tensors[traceName(name, layer)],
    weights: (/** @type {string} */ name) =>
      name.startsWith('residual.') && !lifted ? undefined : model.weight(traceName(name, layer)),
    gains: options.gains?.[layer],
    outputGains: options.outputGains?.[layer],
    block: block ? { embeddingScale, epsilon, first, last, lifted } : null,
    contribution,
  };
}

/**
 * @param {number} layer
 * @param {import('../../web/headscope.js').ModelTraceOptions} options
 * @param {Parameters<typeof realLayer>[2]} [more]
 */
async function realCase(layer, options, more) {
  const { tensors } = await snapshotOf(more?.text ?? kSentence, options);
  const cell = cellOf(tensors, traceName('weights', layer));
  const proof = proofCase({
    name: 'test',
    layers: [await realLayer(layer, options, more)],
    claims: [{ kind: 'cell', ...cell }],
  });
  assert.ok(proof);
  return proof;
}

/** What the page shows of "concat is a sum". @param {import('../../web/headscope.js').ModelTraceOptions} options @param {number | null} token */
async function stackCase(options, token) {
  const given = await realLayer(1, options, { contribution: true });
  const [contribution, output] = ['contribution', 'output'].map(given.tensors);
  const [heads, count, width] = contribution.shape;
  const gains = given.outputGains ? Array.from(given.outputGains) : null;
  const sums = {
    contribution: contribution.data,
    output: output.data,
    bias: model.weight(traceName('output.bias', 1)).data,
    sliceGains: gains,
    ...{ heads, count, width },
  };
  const stacks = Array.from({ length: count }, (_, i) => stackOf(sums, i));
  const { heads: reach, bias, length } = token === null ? sumOfStacks(stacks) : stacks[token];
  const claim = {
    kind: /** @type {const} */ ('stack'),
    token,
    heads: reach,
    bias,
    length,
    digits: 2,
  };
  const proof = proofCase({ name: 'contributions', layers: [given], claims: [claim] });
  assert.ok(proof);
  return proof;
}

/**
 * Two sides, as the page compares them.
 * @param {[Awaited<ReturnType<typeof realLayer>>, Awaited<ReturnType<typeof realLayer>>]} layers
 * @param {readonly [number, number]} heads
 * @param {import('../../web/state/compare.js').Alignment} alignment
 */
function compareCase(layers, heads, { pairs }) {
  const [left, right] = layers.map(({ tensors }, i) => {
    const { data, shape } = tensors('weights');
    return { data, head: heads[i], count: shape[1] };
  });
  const proof = proofCase({
    name: 'compare',
    layers,
    claims: [{ kind: 'difference', heads, pairs: pairs.map((pair) => [pair.left, pair.right]) }],
    difference: differences(left, right, pairs),
  });
  assert.ok(proof);
  return proof;
}

/** @param {string} left @param {string} right */
async function sentencesCase(left, right) {
  const sides = [await realLayer(1, {}, { text: left }), await realLayer(1, {}, { text: right })];
  const pieces = (/** @type {string} */ text) => model.tokenize(text).map(({ piece }) => piece);
  return compareCase([sides[0], sides[1]], [2, 2], align(pieces(left), pieces(right)));
}

async function headsCase() {
  const sides = [await realLayer(1, {}), await realLayer(0, {})];
  const count = model.tokenize(kSentence).length;
  return compareCase([sides[0], sides[1]], [2, 0], alignSame(count));
}

async function masksCase() {
  const sides = [await realLayer(1, {}), await realLayer(1, { mask: 'causal' })];
  return compareCase([sides[0], sides[1]], [1, 1], alignSame(model.tokenize(kSentence).length));
}

/**
 * A small layer, whose numbers all stand in the code.
 * @param {{dModel?: number, heads?: number, dHead?: number, dOutput?: number, biases?: boolean,
 *   mask?: import('../../web/headscope.js').MaskSpec, cell?: string, average?: boolean}} options
 */
function smallCase(options) {
  const { dModel = 6, heads = 2, dHead = 3, dOutput = 6, biases = true, mask, cell } = options;
  const random = randomFloats(dModel + dOutput);
  const config = { dModel, heads, dHead, dOutput };
  const weights = randomWeights(random, config, { biases });
  const seqLen = 4;
  const x = random(seqLen * dModel);
  const attention = headscope.createAttention(config, weights);
  const trace = attention.trace(x, { seqLen, mask });
  const { tensors } = trace.snapshot();
  trace.dispose();
  attention.dispose();
  const inner = heads * dHead;
  const given = {
    layer: 0,
    text: kSentence,
    tensors: (/** @type {string} */ name) =>
      name === 'norm' ? { shape: [seqLen, dModel], data: x } : tensors[name],
    weights: (/** @type {string} */ name) => {
      const [role, kind] = name.split('.');
      const out = role === 'output' ? dOutput : inner;
      const data = /** @type {Record<string, Float32Array>} */ (weights)[
        kind === 'bias' ? `${role}Bias` : role
      ];
      const shape = kind === 'bias' ? [out] : [role === 'output' ? inner : dModel, out];
      return data && { shape, data };
    },
  };
  /** @type {import('../../web/proof/case.js').CellClaim} */
  const claim = { kind: 'cell', ...cellOf(tensors, cell ?? 'weights') };
  if (options.average) {
    const { data } = tensors.weights;
    const value = Array.from({ length: heads }, (_, head) => data[head * 16 + 5] / heads);
    claim.value = value.reduce((sum, share) => sum + share);
    Object.assign(claim, { index: [1, 1], average: true });
  }
  const proof = proofCase({ name: 'small', layers: [given], claims: [claim] });
  assert.ok(proof);
  return proof;
}

/** Finds what a Python program reads and never makes. */
const kUnbound = `
import ast, builtins, sys
tree = ast.parse(open(sys.argv[1]).read())
made = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
made |= {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
made |= {a.arg for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) for a in n.args.args}
made |= {(a.asname or a.name) for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names}
read = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
print(sorted(read - made - set(dir(builtins)) - {'__file__'}))
`;

/** Writes a proof's files and runs it. @param {Case} of @param {(typeof LANGUAGES)[number]} language */
function runProof(of, language) {
  const { name, code, data } = prove(of, language);
  writeFileSync(path.join(folder, name), code);
  if (data) writeFileSync(path.join(folder, data.name), data.bytes());
  const program = language === 'javascript' ? process.execPath : kPython;
  const args = language === 'pytorch' && !hasTorch ? ['-m', 'py_compile', name] : [name];
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

const kGains = [null, [1, 0.3, 0, 1.5]];

/** Each of them run in NumPy, in Headscope and, where it is, in PyTorch. @type {[string, () => Promise<Case> | Case][]} */
const kCases = [
  ['layer 0 of the model, from 256 to 512', () => realCase(0, {})],
  ['layer 1 of the model under a mask', () => realCase(1, { mask: 'causal' })],
  ['layer 1 of the model with a head turned down', () => realCase(1, { gains: kGains })],
  ['layer 1 of the model, a slice of it turned down', () => realCase(1, { outputGains: kGains })],
  ['the whole of layer 0, from the embeddings on', () => realCase(0, {}, { block: true })],
  [
    'the whole of layer 1, to the sentence vector',
    () => realCase(1, { mask: { window: 2 }, gains: kGains }, { block: true }),
  ],
  ['a sum of contributions, one token', () => stackCase({}, 3)],
  ['a sum of contributions, all tokens, sliced', () => stackCase({ outputGains: kGains }, null)],
  ['a sum of contributions, a head turned down', () => stackCase({ gains: kGains }, null)],
  [
    'two sentences of other lengths',
    () => sentencesCase('She sat on the river bank.', 'He opened an account at the bank.'),
  ],
  ['two heads of other layers', headsCase],
  ['without a mask and with one', masksCase],
  ['a small layer', () => smallCase({})],
  ['a small layer that a mask closes in part', () => smallCase({ mask: { padding: 0 } })],
  [
    'a small layer without biases, of other widths',
    () => smallCase({ dModel: 5, dOutput: 3, biases: false }),
  ],
  ['a masked score of a small layer', () => smallCase({ mask: { window: 0 }, cell: 'masked' })],
  ['the average of a small layer', () => smallCase({ average: true })],
];

describe('a proof', () => {
  for (const [what, make] of kCases) {
    it(`runs: ${what}`, async () => {
      const proof = await make();
      assert.equal(proof.inline, what.includes('small'));
      for (const language of LANGUAGES) {
        const { status, stdout, stderr } = runProof(proof, language);
        assert.equal(status, 0, `${language}: ${stderr}`);
        if (runs(language)) assert.match(stdout, /every number of .* agrees$/m);
        const [claim] = proof.claims;
        if (runs(language) && claim.kind === 'cell' && !claim.average) {
          assert.match(stdout, /^\w+\[1, 1, 0\] = .* agrees$/m);
        }
        if (language !== 'javascript') {
          const args = ['-c', kUnbound, prove(proof, language).name];
          const names = spawnSync(kPython, args, { cwd: folder, encoding: 'utf8' });
          assert.equal(names.stdout.trim(), '[]', `${language}: ${names.stderr}`);
        }
      }
    });
  }

  for (const layer of [0, 1]) {
    it(`asserts any number of layer ${layer} as its arithmetic shows it`, async () => {
      const given = await realLayer(layer, {}, { block: true, contribution: true });
      const { heads, dHead, dModel, dOutput, dFfn } = model.info.layers[layer];
      const random = randomFloats(3 + layer);
      const below = (/** @type {number} */ end) => Math.floor((random(1)[0] + 0.5) * end);
      const count = given.tensors('query').shape[1];
      const source = { ...given, block: { ...given.block, layer, activation: 'relu', ids: [] } };
      const names = stepsOf({ first: layer === 0, last: layer === 1 }).filter(
        (name) => name !== 'embedding' && name !== 'projected' && (name !== 'input' || layer === 0),
      );
      const claims = names.flatMap((name) =>
        Array.from({ length: 25 }, () => {
          const place = {
            ...{ head: below(heads), query: below(count), key: below(count) },
            ...{ column: below(dHead), output: below(dOutput), model: below(dModel) },
            ...{ hidden: below(dFfn), sentence: below(512) },
          };
          const index = indexOf(name, place, dHead);
          const value = valueAt(given.tensors(name), index);
          const unfolded = unfold(/** @type {any} */ (source), name, place);
          const digits = claimDigits(name, unfolded?.digits ?? 4);
          return { kind: /** @type {const} */ ('cell'), name, index, value, digits };
        }),
      );
      const proof = proofCase({ name: 'cells', layers: [given], claims });
      assert.ok(proof);
      const { status, stderr } = runProof(proof, 'numpy');
      assert.equal(status, 0, stderr);
    });
  }

  it('stops where a number shown is wrong, by its name', async () => {
    for (const proof of [
      smallCase({}),
      await realCase(1, {}),
      await realCase(1, {}, { block: true }),
    ]) {
      const wrong = altered(proof, 'shown_context', (data) => (data[4] += 0.01));
      for (const language of LANGUAGES.filter(runs)) {
        const { status, stderr } = runProof(wrong, language);
        assert.equal(status, 1, language);
        assert.match(stderr, /context/);
      }
    }
  });

  it('stops where a sum, a difference or a later part of the layer is wrong', async () => {
    const sum = await stackCase({}, 2);
    const [claim] = sum.claims;
    assert.equal(claim.kind, 'stack');
    const heads =
      claim.kind === 'stack' ? claim.heads.map((value, i) => value + (i ? 0 : 0.05)) : [];
    const first = (/** @type {Float32Array} */ data) => (data[1] += 0.01);
    const wrong = [
      /** @type {Case} */ ({ ...sum, claims: [{ ...claim, heads }] }),
      altered(await masksCase(), 'shown_difference', first),
      altered(await masksCase(), 'b_shown_weights', first),
      altered(await realCase(1, {}, { block: true }), 'shown_sentence', first),
      altered(await realCase(0, {}, { block: true }), 'W_1', (data) => data.fill(0.1, 0, 99)),
    ];
    for (const proof of wrong) {
      for (const language of LANGUAGES.filter(runs)) {
        assert.equal(runProof(proof, language).status, 1, language);
      }
    }
  });

  it('stops where a weight is another, and where the cell is', () => {
    const proof = smallCase({});
    const other = altered(proof, 'W_V', (data) => (data[0] += 0.1));
    const [claim] = proof.claims;
    const value = claim.kind === 'cell' ? claim.value + 0.01 : NaN;
    const claims = /** @type {Case['claims']} */ ([{ ...claim, value }]);
    for (const language of LANGUAGES.filter(runs)) {
      assert.equal(runProof(other, language).status, 1, language);
      assert.equal(runProof({ ...proof, claims }, language).status, 1, language);
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
    const layers = [{ layer: 0, text: '', tensors, weights: () => undefined }];
    assert.equal(proofCase({ name: 'test', layers, claims: [] }), null);
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
