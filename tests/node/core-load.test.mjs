/** @file Where the module comes from, and what happens when it does not. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { loadHeadscope } from '../../web/node/index.js';
import { assertRejects } from './support/assertions.mjs';
import { allowRelaxedSimd } from './support/modules.mjs';

/** @param {string} name */
const built = (name) => new URL(`../../web/core/built/${name}.wasm`, import.meta.url);
const bytes = await readFile(built('headscope'));
/** @param {any} options */
const load = (options) => loadHeadscope(options);

describe('sources', () => {
  it('the file beside the script', async () => {
    const headscope = await loadHeadscope({ module: 'simd' });
    assert.equal(headscope.module, 'simd');
    assert.equal(headscope.liveHandles, 0);
  });

  it('bytes, as a buffer or a view of one', async () => {
    assert.equal((await loadHeadscope({ wasmBinary: bytes })).module, 'simd');
    const whole = Uint8Array.from([0, ...bytes, 0]).subarray(1, bytes.length + 1);
    assert.equal((await loadHeadscope({ wasmBinary: whole })).module, 'simd');
    assert.equal(
      (await loadHeadscope({ wasmBinary: Uint8Array.from(bytes).buffer })).module,
      'simd',
    );
  });

  it('a compiled module, as often as one likes', async () => {
    const wasmModule = await WebAssembly.compile(bytes);
    const [one, two] = await Promise.all([load({ wasmModule }), load({ wasmModule })]);
    const ones = Float32Array.of(1);
    const layer = one.createAttention(
      { dModel: 1, heads: 1, dHead: 1 },
      { query: ones, key: ones, value: ones, output: ones },
    );
    assert.deepEqual([one.liveHandles, two.liveHandles], [1, 0]);
    layer.dispose();
  });

  it('a compiled module of another realm', async () => {
    const other = runInNewContext('new WebAssembly.Module(bytes)', { bytes });
    assert.ok(!(other instanceof WebAssembly.Module));
    assert.equal((await loadHeadscope({ wasmModule: other })).module, 'simd');
  });

  it('a path, a file URL, an address', async () => {
    assert.equal((await loadHeadscope({ wasmUrl: built('headscope') })).module, 'simd');
    assert.equal((await loadHeadscope({ wasmUrl: built('headscope').href })).module, 'simd');
    assert.equal(
      (await loadHeadscope({ wasmUrl: fileURLToPath(built('headscope')) })).module,
      'simd',
    );
  });
});

describe('flavours', () => {
  it('auto takes the relaxed module exactly where the engine can run it', async () => {
    const before = await loadHeadscope();
    const relaxed = await load({ module: 'relaxed' }).catch((error) => error.code);
    assert.equal(before.module, relaxed === 'Unsupported' ? 'simd' : 'relaxed');
    allowRelaxedSimd();
    assert.equal((await loadHeadscope()).module, 'relaxed');
    assert.equal((await loadHeadscope({ module: 'auto' })).module, 'relaxed');
  });

  it('a source of one own is taken for the simd module unless it says otherwise', async () => {
    allowRelaxedSimd();
    assert.equal((await loadHeadscope({ wasmBinary: bytes })).module, 'simd');
    const relaxed = await readFile(built('headscope-relaxed'));
    const headscope = await loadHeadscope({ wasmBinary: relaxed, module: 'relaxed' });
    assert.equal(headscope.module, 'relaxed');
  });

  it('the simd module uses nothing that is not in every engine with SIMD', async () => {
    // Node 20 validates relaxed opcodes only behind its flag; this asks a process without it.
    const { execFileSync } = await import('node:child_process');
    const code = `process.stdout.write(String(WebAssembly.validate(require('fs').readFileSync(process.argv[1]))))`;
    const path = fileURLToPath(built('headscope'));
    assert.equal(execFileSync(process.execPath, ['-e', code, path], { encoding: 'utf8' }), 'true');
  });
});

describe('failures', () => {
  it('bytes cut short', () =>
    assertRejects(load({ wasmBinary: bytes.subarray(0, bytes.length - 1000) }), 'BadFile', [
      '[loadHeadscope]',
      'wasmBinary',
      `${bytes.length - 1000} bytes`,
    ]));
  it('no bytes', () =>
    assertRejects(load({ wasmBinary: new Uint8Array(0) }), 'BadFile', ['0 bytes']));
  it('bytes that are no module', () =>
    assertRejects(load({ wasmBinary: new TextEncoder().encode('<!doctype html>') }), 'BadFile', [
      'not a WebAssembly module',
    ]));
  it("somebody else's module", async () => {
    const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
    await assertRejects(load({ wasmBinary: empty }), 'BadFile', ["not Headscope's"]);
    await assertRejects(load({ wasmModule: await WebAssembly.compile(empty) }), 'BadFile');
  });
  it('a file that is not there', () =>
    assertRejects(load({ wasmUrl: '/nowhere/headscope.wasm' }), 'LoadFailed', [
      '/nowhere/headscope.wasm',
      'ENOENT',
    ]));

  /** @type {[string, any, string[]][]} */
  const wrong = [
    ['options', 'auto', ['options is "auto"', 'wasmUrl']],
    ['a misspelt option', { wasmURL: 'x' }, ['"wasmURL"', 'wasmUrl']],
    ['module', { module: 'fast' }, ['module is "fast"', "'relaxed'"]],
    ['wasmBinary', { wasmBinary: 'AGFzbQ==' }, ['wasmBinary is "AGFzbQ=="', 'an ArrayBuffer']],
    ['wasmModule', { wasmModule: bytes }, ['wasmModule is Uint8Array(', 'a WebAssembly.Module']],
    ['wasmUrl', { wasmUrl: 5 }, ['wasmUrl is 5', 'a string or a URL']],
  ];
  for (const [what, options, parts] of wrong) {
    it(`${what} of the wrong kind`, () => assertRejects(load(options), 'BadArgument', parts));
  }

  it('an engine without SIMD is told so', async () => {
    const { validate } = WebAssembly;
    WebAssembly.validate = () => false;
    try {
      await assertRejects(load({}), 'Unsupported', ['WebAssembly SIMD', 'exceptions']);
    } finally {
      WebAssembly.validate = validate;
    }
  });
});
