/** @file Tensors as files: read back by NumPy, by a CSV reader, by JSON, bit for bit. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { findPython } from '../../scripts/lib/python.mjs';
import { exportTensors } from '../../web/export.js';
import { loadHeadscope } from '../../web/node/index.js';
import { version } from '../../web/version.js';

const kPython = findPython() ?? 'python3';
const headscope = await loadHeadscope();
const model = await headscope.loadModel();
const folder = mkdtempSync(path.join(tmpdir(), 'headscope-export-'));
after(() => {
  model.dispose();
  rmSync(folder, { recursive: true });
});

const text = 'She said, "no", and\nleft 😀.';
const trace = model.trace(text, { mask: 'causal' });
const snapshot = trace.snapshot();
trace.dispose();

const names = [
  'layers.1.attention.masked',
  'layers.1.attention.weights',
  'layers.0.attention.concat',
  'sentence',
];

/** @param {'npz' | 'csv' | 'json'} format */
const textOf = (format) => new TextDecoder().decode(exportTensors(snapshot, { format, names }));

test('the version is that of the package', () => {
  const { version: packed } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  assert.equal(version, packed);
});

test('NumPy reads names, shapes, numbers, tokens and what they are of', () => {
  const file = path.join(folder, 'trace.npz');
  writeFileSync(file, exportTensors(snapshot, { format: 'npz' }));
  const code = `
import json, sys, numpy
data = numpy.load(sys.argv[1])
about = json.loads(data['about'].item())
print(json.dumps({
  'names': [name for name in data.files if name not in ('tokens', 'about')],
  'shapes': [data[name].shape for name in data.files if name not in ('tokens', 'about')],
  'tokens': data['tokens'].tolist(), 'about': about, 'dtype': str(data['sentence'].dtype),
  'weights': data['layers.1.attention.weights'].tobytes().hex(),
  'hidden': int(numpy.isneginf(data['layers.1.attention.masked']).sum()) }))
`;
  const { stdout, stderr } = spawnSync(kPython, ['-c', code, file], {
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  const read = JSON.parse(stdout);
  const tensors = Object.values(snapshot.tensors);
  assert.deepEqual(
    read.names,
    tensors.map(({ name }) => name),
  );
  assert.deepEqual(
    read.shapes,
    tensors.map(({ shape }) => shape),
  );
  assert.deepEqual(
    read.tokens,
    snapshot.tokens.map((token) => token.text),
  );
  assert.equal(read.dtype, 'float32');
  assert.equal(read.about.text, text);
  assert.equal(read.about.headscope, version);
  assert.deepEqual(read.about.model, snapshot.model);
  assert.deepEqual(read.about.axes['layers.1.attention.weights'], ['heads', 'query', 'key']);
  const { data } = snapshot.tensors['layers.1.attention.weights'];
  assert.equal(
    read.weights,
    Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('hex'),
  );
  const n = snapshot.tokens.length;
  assert.equal(read.hidden, 4 * ((n * (n - 1)) / 2));
});

test('JSON holds every number exactly, and −∞ as a text', () => {
  const read = JSON.parse(textOf('json'));
  assert.equal(read.headscope, version);
  assert.equal(read.text, text);
  assert.deepEqual(
    read.tokens.map((/** @type {{text: string}} */ token) => token.text),
    snapshot.tokens.map((token) => token.text),
  );
  for (const { name, shape, axes, data } of read.tensors) {
    const tensor = snapshot.tensors[name];
    assert.deepEqual([shape, axes], [tensor.shape, tensor.axes]);
    assert.deepEqual(Float32Array.from(data), tensor.data);
  }
  assert.deepEqual(
    read.tensors.map((/** @type {{name: string}} */ { name }) => name),
    names,
  );
});

test('CSV has a row for every number, with its place and its tokens', () => {
  const file = path.join(folder, 'trace.csv');
  writeFileSync(file, exportTensors(snapshot, { format: 'csv', names }));
  const code =
    "import csv, json, sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline='')))))";
  const { stdout } = spawnSync(kPython, ['-c', code, file], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  /** @type {Record<string, string>[]} */
  const rows = JSON.parse(stdout);
  const sizes = names.map((name) => snapshot.tensors[name].data.length);
  assert.equal(
    rows.length,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  const n = snapshot.tokens.length;
  for (const row of rows.filter(({ tensor }) => tensor === 'layers.1.attention.weights')) {
    const [head, query, key] = [row.heads, row.query, row.key].map(Number);
    const { data } = snapshot.tensors[row.tensor];
    assert.equal(Math.fround(Number(row.value)), data[(head * n + query) * n + key]);
    assert.equal(row.query_token, snapshot.tokens[query].text);
    assert.equal(row.key_token, snapshot.tokens[key].text);
    assert.deepEqual(
      [row.shape, row.model, row.headscope],
      [`4x${n}x${n}`, snapshot.model?.name, version],
    );
  }
  const hidden = rows.find(
    ({ tensor, query, key }) => tensor.endsWith('masked') && query === '0' && key === '1',
  );
  assert.equal(hidden?.value, '-inf');
  const last = rows.at(-1);
  assert.deepEqual([last?.tensor, last?.heads, last?.d_sentence], ['sentence', '', '511']);
});

test('what is not there is said', () => {
  assert.throws(() => exportTensors(snapshot, { format: 'npz', names: ['weights'] }), {
    code: 'BadArgument',
    message: /^\[exportTensors\] names\[0\] is "weights"; expected one of embedding, layers/,
  });
  // @ts-expect-error: another format
  assert.throws(() => exportTensors(snapshot, { format: 'xls' }), {
    code: 'BadArgument',
    message: /format is "xls"; expected one of npz, csv, json/,
  });
});

test('arguments of the wrong kind are named', () => {
  const loose = /** @type {any} */ (exportTensors);
  const tensors = { mine: { name: 'mine', shape: [1], axes: ['one'], data: [1] } };
  /** @type {[unknown[], RegExp][]} */
  const table = [
    [[snapshot], /^\[exportTensors\] options is undefined; expected an object with format, names$/],
    [[snapshot, null], /options is null; expected an object/],
    [
      [snapshot, { format: 'csv', name: [] }],
      /options has the key "name"; expected format, names$/,
    ],
    [[snapshot, { format: 'csv', names: 'sentence' }], /names is "sentence"; expected an array/],
    [[snapshot, { format: 'csv', names: [5] }], /names\[0\] is 5; expected a string$/],
    [[null, { format: 'csv' }], /snapshot is null; expected what Trace.snapshot makes$/],
    [[{}, { format: 'csv' }], /snapshot.text is undefined; expected a string$/],
    [
      [{ ...snapshot, tokens: [5] }, { format: 'csv' }],
      /snapshot.tokens\[0\] is 5; expected a token$/,
    ],
    [
      [{ ...snapshot, tensors }, { format: 'csv' }],
      /tensors\["mine"\].data is Array\(1\); expected/,
    ],
  ];
  for (const [given, message] of table) {
    assert.throws(() => loose(...given), { code: 'BadArgument', message });
  }
});
