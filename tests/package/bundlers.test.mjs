/** @file The packed package through every bundler and without one: each page computes the right number. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { addFiles, application, openChromium, page, tool } from './support.mjs';

/** @type {string} */
let app;
/** @type {Awaited<ReturnType<typeof openChromium>>} */
let chromium;
/** What Node computes. */
let right = NaN;

before(async () => {
  app = application('bundlers', ['headscope', 'headscope-model-use-lite']);
  right = Number(spawnSync(process.execPath, ['node.mjs'], { cwd: app, encoding: 'utf8' }).stdout);
  chromium = await openChromium();
});
after(() => chromium.close());

/** @param {string} folder @param {string} [file] */
async function isRight(folder, file) {
  const look = await chromium.look(folder, file);
  // The page may run the module with fused arithmetic, Node 20 cannot.
  assert.ok(Math.abs(look - right) < 1e-5 && right > 0.3, `${look} in the page, ${right} in Node`);
}

/** @param {string} name */
const outOf = (name) => path.join(app, `dist-${name}`);

/** @param {string} out */
function addWasm(out) {
  mkdirSync(out, { recursive: true });
  cpSync(
    path.join(app, 'node_modules/headscope/web/core/built/headscope.wasm'),
    path.join(out, 'headscope.wasm'),
  );
}

test('Vite', async () => {
  const { build } = await tool('vite');
  writeFileSync(path.join(app, 'index.html'), page('./page.js'));
  await build({
    root: app,
    base: './',
    logLevel: 'error',
    configFile: false,
    build: { outDir: outOf('vite') },
  });
  addFiles(app, outOf('vite'), '');
  await isRight(outOf('vite'));
});

test('webpack 5', async () => {
  const { default: webpack } = await tool('webpack');
  const stats = await new Promise((resolve, reject) =>
    webpack(
      {
        ...{
          mode: 'production',
          context: app,
          entry: './page.js',
          experiments: { outputModule: true },
        },
        output: { path: outOf('webpack'), filename: 'main.js', module: true },
        performance: false,
      },
      (/** @type {Error | null} */ error, /** @type {any} */ done) =>
        error ? reject(error) : resolve(done),
    ),
  );
  const { errors, warnings } = stats.toJson();
  assert.deepEqual([errors, warnings], [[], []]);
  addFiles(app, outOf('webpack'), './main.js');
  await isRight(outOf('webpack'));
});

test('esbuild, with the module’s address given', async () => {
  const { build } = await tool('esbuild');
  const outdir = outOf('esbuild');
  const { errors, warnings } = await build({
    ...{
      absWorkingDir: app,
      entryPoints: ['page-wasm-url.js'],
      bundle: true,
      format: 'esm',
      outdir,
    },
    ...{ splitting: true, minify: true, logLevel: 'silent', platform: 'browser' },
  });
  assert.deepEqual([errors, warnings], [[], []]);
  addWasm(outdir);
  addFiles(app, outdir, './page-wasm-url.js');
  await isRight(outdir);
});

test('Rollup, with the module’s address given', async () => {
  const { rollup } = await tool('rollup');
  const { nodeResolve } = await tool('@rollup/plugin-node-resolve');
  /** @type {string[]} */
  const warnings = [];
  const bundle = await rollup({
    input: path.join(app, 'page-wasm-url.js'),
    plugins: [nodeResolve({ browser: true })],
    onwarn: (/** @type {{message: string}} */ { message }) => warnings.push(message),
  });
  await bundle.write({ dir: outOf('rollup'), format: 'es' });
  await bundle.close();
  assert.deepEqual(warnings, []);
  addWasm(outOf('rollup'));
  addFiles(app, outOf('rollup'), './page-wasm-url.js');
  await isRight(outOf('rollup'));
});

test('no bundler: a module script from a static server', async () => {
  const script =
    '<script type="importmap">{"imports": {"headscope": "./node_modules/headscope/web/headscope.js"}}</script>';
  writeFileSync(
    path.join(app, 'plain.html'),
    page('./page.js').replace('<body>', `${script}<body>`),
  );
  addFiles(app, app, '');
  await isRight(app, 'plain.html');
});
