/** @file The way of a model's file into the module: progress, aborting, and files that are wrong. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { defaultModelUrl } from '../../web/models/registry.js';
import { readSafetensors, writeSafetensors } from '../../web/models/safetensors.js';
import { loadHeadscope } from '../../web/node/index.js';
import { assertRejects } from './support/assertions.mjs';
import { withServer } from './support/server.mjs';

const headscope = await loadHeadscope();
const bytes = await readFile(defaultModelUrl);
/** @param {any} options */
const load = (options) => headscope.loadModel(options);

after(() => assert.equal(headscope.liveHandles, 0));

/** @param {import('node:http').ServerResponse} response */
const sendWhole = (response) =>
  response.writeHead(200, { 'content-length': bytes.length }).end(bytes);

describe('sources', () => {
  /** @type {[string, any][]} */
  const sources = [
    ['the default', {}],
    ['bytes', { bytes }],
    ['a buffer', { bytes: Uint8Array.from(bytes).buffer }],
    ['a file URL', { url: defaultModelUrl }],
    ['its text', { url: defaultModelUrl.href }],
    ['its text in capitals', { url: defaultModelUrl.href.replace('file', 'FILE') }],
  ];
  for (const [what, options] of sources) {
    it(what, async () => {
      const model = await load(options);
      assert.equal(model.info.name, 'use-lite');
      model.dispose();
    });
  }

  it('the web, with progress in bytes up to the last', () =>
    withServer(
      (_, response) => sendWhole(response),
      async (url) => {
        /** @type {{loaded: number, total: number}[]} */
        const progress = [];
        const model = await load({
          url,
          onProgress: (/** @type {any} */ step) => progress.push(step),
        });
        model.dispose();
        assert.deepEqual(progress[0], { loaded: 0, total: bytes.length });
        assert.deepEqual(progress.at(-1), { loaded: bytes.length, total: bytes.length });
        assert.ok(progress.length > 10);
        assert.ok(progress.every(({ loaded }, i) => i === 0 || loaded > progress[i - 1].loaded));
      },
    ));

  it('the web, compressed: the total is not known', () =>
    withServer(
      (_, response) => {
        const body = gzipSync(bytes, { level: 1 });
        const headers = { 'content-encoding': 'gzip', 'content-length': body.length };
        response.writeHead(200, headers).end(body);
      },
      async (url) => {
        /** @type {{loaded: number, total: number}[]} */
        const progress = [];
        const model = await load({
          url,
          onProgress: (/** @type {any} */ step) => progress.push(step),
        });
        model.dispose();
        assert.deepEqual(progress.at(-1), { loaded: bytes.length, total: 0 });
      },
    ));
});

describe('failures on the way', () => {
  it('not found', () =>
    withServer(
      (_, response) => response.writeHead(404).end('no'),
      (url) => assertRejects(load({ url }), 'LoadFailed', ['[loadModel]', url, '404']),
    ));

  it('a connection that breaks', () =>
    withServer(
      (_, response) => {
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 100_000), () => response.destroy());
      },
      (url) => assertRejects(load({ url }), 'LoadFailed', [url]),
    ));

  it('a scheme in capitals is of the web, too', () =>
    assertRejects(load({ url: 'HTTP://127.0.0.1:9/' }), 'LoadFailed', ['fetch failed']));

  it('nobody there', () =>
    assertRejects(load({ url: 'http://127.0.0.1:9/' }), 'LoadFailed', ['127.0.0.1:9']));

  it('no such file', () =>
    assertRejects(load({ url: '/nowhere/model.safetensors' }), 'LoadFailed', [
      '/nowhere/model.safetensors',
      'ENOENT',
    ]));
});

describe('aborting', () => {
  it('during the download', () =>
    withServer(
      (_, response) => {
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 100_000));
      },
      async (url) => {
        const controller = new AbortController();
        const onProgress = (/** @type {{loaded: number}} */ { loaded }) => {
          if (loaded > 0) controller.abort();
        };
        await assertRejects(load({ url, onProgress, signal: controller.signal }), 'Aborted', [
          '[loadModel]',
        ]);
      },
    ));

  it('at the last byte, before the end', () =>
    withServer(
      (_, response) => response.end(bytes),
      async (url) => {
        const controller = new AbortController();
        const onProgress = (/** @type {{loaded: number}} */ { loaded }) => {
          if (loaded === bytes.length) controller.abort();
        };
        const { signal } = controller;
        await assertRejects(load({ url, onProgress, signal }), 'Aborted', ['[loadModel]']);
      },
    ));

  it('by a progress that throws: what it throws comes out, and the connection ends', () => {
    const thrown = new RangeError('no more');
    /** @type {Promise<unknown> | undefined} */
    let closed;
    return withServer(
      (_, response) => {
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 100_000));
        closed = new Promise((resolve) => response.once('close', resolve));
      },
      async (url) => {
        const onProgress = (/** @type {{loaded: number}} */ { loaded }) => {
          if (loaded > 0) throw thrown;
        };
        await assert.rejects(load({ url, onProgress }), thrown);
        await closed;
      },
    );
  });

  it("by another frame's signal, which is known by its tag alone", () =>
    assertRejects(
      load({ signal: { [Symbol.toStringTag]: 'AbortSignal', aborted: true } }),
      'Aborted',
    ));

  it('before it began', () => assertRejects(load({ signal: AbortSignal.abort() }), 'Aborted'));

  it('with the bytes at hand', () =>
    assertRejects(load({ bytes, signal: AbortSignal.abort() }), 'Aborted'));
});

it('what a progress throws comes out where the file is on disk, too', async () => {
  const thrown = new RangeError('no more');
  const onProgress = () => {
    throw thrown;
  };
  await assert.rejects(load({ onProgress }), (error) => error === thrown);
});

describe('files that are wrong', () => {
  const { tensors, metadata } = readSafetensors(bytes);
  /** @param {Record<string, any>} changes tensors by name; null leaves one out */
  function changed(changes) {
    const entries = Object.entries({ ...tensors, ...changes }).filter(([, tensor]) => tensor);
    return writeSafetensors(Object.fromEntries(entries), metadata);
  }

  for (const length of [0, 7, 8, 5000, bytes.length - 1]) {
    it(`cut short after ${length} bytes`, () =>
      assertRejects(load({ bytes: bytes.subarray(0, length) }), 'BadFile'));
  }

  it('a web page instead', () =>
    withServer(
      (_, response) => response.writeHead(200).end('<!doctype html><title>Not here</title>'),
      (url) => assertRejects(load({ url }), 'BadFile'),
    ));

  it('a header that is not JSON', () => {
    const broken = Uint8Array.from(bytes);
    broken[8] = 0x7d;
    return assertRejects(load({ bytes: broken }), 'BadFile');
  });

  it('a weight that is not there', () =>
    assertRejects(
      load({ bytes: changed({ 'layers.1.ffn.hidden.weight': null }) }),
      'MissingTensor',
      ['layers.1.ffn.hidden.weight'],
    ));

  it('a weight of another shape', () => {
    const weight = { shape: [4, 4], data: new Float32Array(16) };
    return assertRejects(
      load({ bytes: changed({ 'layers.0.attention.query.weight': weight }) }),
      'BadShape',
      ['layers.0.attention.query.weight', '[4, 4]', '[256, 256]'],
    );
  });

  /** @type {[string, (config: any) => unknown, string, string][]} */
  const configs = [
    ['half a head', (c) => (c.blocks[0].attention.heads = 2.5), 'BadFile', 'heads is 2.5'],
    ['no heads', (c) => (c.blocks[1].attention.heads = 0), 'BadConfig', 'heads is 0'],
    ['no layers', (c) => (c.blocks = []), 'BadConfig', 'blocks is empty'],
    ['a misspelt key', (c) => (c.max_len = 5), 'BadFile', 'max_len'],
    ['words of 4 GB', (c) => (c.vocabulary = 1e9), 'TooLarge', 'byte_budget'],
    ['a layer missing', (c) => c.blocks.push(c.blocks[1]), 'MissingTensor', 'layers.2.'],
  ];
  for (const [what, change, code, part] of configs) {
    it(`a config with ${what}`, () => {
      const config = JSON.parse(metadata.config);
      change(config);
      const file = writeSafetensors(tensors, { ...metadata, config: JSON.stringify(config) });
      return assertRejects(load({ bytes: file }), code, [part]);
    });
  }

  for (const [key, value] of [
    ['unknown', '0'],
    ['unknown', 0.5],
    ['reserved', '2'],
    ['reserved', 1e9],
  ]) {
    it(`a tokenizer whose ${key} is ${JSON.stringify(value)}`, () => {
      const tokenizer = JSON.stringify({ ...JSON.parse(metadata.tokenizer), [key]: value });
      const file = writeSafetensors(tensors, { ...metadata, tokenizer });
      return assertRejects(load({ bytes: file }), 'BadFile', [JSON.stringify(value)]);
    });
  }

  it('a tokenizer with more pieces than the table has rows', () => {
    const { pieces, scores, ...rest } = JSON.parse(metadata.tokenizer);
    const more = Array.from({ length: 3 }, (_, i) => `zz${i}`);
    const tokenizer = { ...rest, pieces: [...pieces, ...more], scores: [...scores, -1, -1, -1] };
    const file = writeSafetensors(tensors, { ...metadata, tokenizer: JSON.stringify(tokenizer) });
    return assertRejects(load({ bytes: file }), 'BadFile', ['8003 pieces', '[8002,256]']);
  });

  it('a weight of NaN', () => {
    const name = 'layers.1.attention.output.bias';
    const { shape, data } = tensors[name];
    const poisoned = Float32Array.from(data, (value, i) => (i === 17 ? NaN : value));
    return assertRejects(
      load({ bytes: changed({ [name]: { shape, data: poisoned } }) }),
      'NonFinite',
      [name, 'NaN', '[17]'],
    );
  });
});

describe('options of the wrong kind', () => {
  /** @type {[string, any, string[]][]} */
  const table = [
    ['options', 5, ['options is 5', 'url, bytes']],
    ['a misspelt option', { uri: 'x' }, ['"uri"', 'url']],
    ['url', { url: 5 }, ['url is 5', 'a string or a URL']],
    ['bytes', { bytes: 'abc' }, ['bytes is "abc"', 'an ArrayBuffer']],
    ['onProgress', { onProgress: true }, ['onProgress is true', 'a function']],
    ['signal', { signal: 'stop' }, ['signal is "stop"', 'an AbortSignal']],
  ];
  for (const [what, options, parts] of table) {
    it(what, () => assertRejects(load(options), 'BadArgument', parts));
  }
});
