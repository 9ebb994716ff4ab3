/** @file Headscope as few files: everything in one HTML file, or a small site. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { filesBelow } from './files.mjs';
import { kRoot } from './toolchain.mjs';

const kWeb = path.join(kRoot, 'web');

/** @typedef {import('esbuild').Plugin} Plugin */

/** What every build shares. */
const kCommon = /** @type {const} */ ({
  absWorkingDir: kRoot,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'error',
  write: false,
});

/** @param {string} name below web/ */
const read = (name) => readFileSync(path.join(kWeb, name));

/** @param {string} css */
export async function minifyCss(css) {
  const { outputFiles } = await build({
    ...kCommon,
    bundle: false,
    stdin: { contents: css, loader: 'css' },
  });
  return outputFiles[0].text.trim();
}

/** Style sheets by name. @returns {Promise<Record<string, string>>} */
async function styles() {
  const names = filesBelow('web/styles').filter((file) => file.endsWith('.css'));
  const entries = names.map(async (file) => [
    path.basename(file),
    await minifyCss(readFileSync(path.join(kRoot, file), 'utf8')),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Puts what the element fetches besides scripts into the bundle.
 * @param {string} assets JavaScript that stands for web/assets.js
 * @returns {Plugin}
 */
const withAssets = (assets) => ({
  name: 'assets',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]web[\\/]assets\.js$/ }, () => ({ contents: assets, loader: 'js' }));
  },
});

/** One module is enough, and the one every browser runs. @type {Plugin} */
const withoutRelaxed = {
  name: 'without-relaxed',
  setup({ onLoad }) {
    onLoad({ filter: /headscope(-train)?-relaxed\.js$/ }, () => ({
      contents: 'export default null',
    }));
  },
};

/**
 * @param {string} entry below web/
 * @param {Plugin[]} plugins
 * @returns {Promise<string>} one script; addresses in it count from the page
 */
async function bundleScript(entry, plugins) {
  const { outputFiles } = await build({
    ...kCommon,
    entryPoints: [path.join(kWeb, entry)],
    define: { 'import.meta.url': 'document.baseURI' },
    plugins,
  });
  return outputFiles[0].text;
}

/** What stands for web/assets.js where there are no files beside the page. */
async function heldAssets() {
  const bytes = (/** @type {string} */ name) => JSON.stringify(read(name).toString('base64'));
  const font = `data:font/woff2;base64,${read('styles/fonts/inter-latin-variable.woff2').toString('base64')}`;
  return [
    `const styles = ${JSON.stringify(await styles())};`,
    `const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));`,
    `export const styleText = async (name) => styles[name] ?? '';`,
    `export const pages = null;`,
    `export const fontUrl = ${JSON.stringify(font)};`,
    `const held = document.getElementById('headscope-model');`,
    `const model = held ? { bytes: bytes(held.textContent) } : {};`,
    `export const hasModel = () => 'bytes' in model;`,
    `export const giveModel = (file) => { model.bytes = file; };`,
    `export const engineOptions = () => ({ worker: false, module: 'simd', model,`,
    `  wasmBinary: bytes(${bytes('core/built/headscope.wasm')}) });`,
    `export const trainingOptions = () => ({ worker: false, module: 'simd',`,
    `  wasmBinary: bytes(${bytes('core/built/headscope-train.wasm')}) });`,
  ].join('\n');
}

/**
 * The whole of Headscope for one scene, as a page that opens from a disk.
 * @param {{model?: boolean}} [options] whether the model is inside; without, the page asks for its file
 * @returns {Promise<string>}
 */
export async function singleFile({ model = false } = {}) {
  const script = await bundleScript('single.js', [withAssets(await heldAssets()), withoutRelaxed]);
  const safe = script.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
  const held = model
    ? `<script type="text/plain" id="headscope-model">${read('models/built/use-lite-f16.safetensors').toString('base64')}</script>`
    : '';
  const page = read('single.html').toString('utf8');
  return page
    .replace('<!-- styles -->', () => `<style>${readStyles()}</style>`)
    .replace('<!-- model -->', () => held)
    .replace('<!-- script -->', () => `<script type="module">${safe}</script>`);
}

/**
 * The anywidget module with all that it fetches inside, as a notebook takes it: one text.
 * @returns {Promise<string>}
 */
export const anywidgetFile = async () =>
  bundleScript('anywidget.js', [withAssets(await heldAssets()), withoutRelaxed]);

/** What the page around the element needs. */
const readStyles = () =>
  ['tokens.css', 'base.css', 'embed.css', 'single.css']
    .map((name) =>
      read(`styles/${name}`)
        .toString('utf8')
        .replace(/@font-face\s*\{[^}]*\}/g, ''),
    )
    .join('\n');

/**
 * Where a source stands, as an address that holds in a bundle at the site's root. The module worker
 * and the glue of the modules find their files by it.
 * @type {Plugin}
 */
const keepAddresses = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path: file }) => {
      const code = readFileSync(file, 'utf8');
      const place = path.relative(kWeb, file).split(path.sep).join('/');
      const address = `new URL(${JSON.stringify(`./${place}`)}, import.meta.url).href`;
      return { contents: code.replaceAll('import.meta.url', address), loader: 'js' };
    });
  },
};

/** Scripts of workers, in engine/, which are found there by their address. */
const kWorkers = ['worker', 'train-worker'];

/** Pages and modules that others name; the rest is theirs. */
const kEntries = [
  ...['app', 'gallery', 'embed', 'element', 'anywidget', 'myst', 'headscope'],
  ...kWorkers.map((name) => `engine/${name}`),
];

/**
 * The site's scripts, minified and split along their late imports.
 * @returns {Promise<{name: string, text: string, gzip: number}[]>} names below the site
 */
export async function siteScripts() {
  const { outputFiles } = await build({
    ...kCommon,
    splitting: true,
    entryPoints: kEntries.map((name) => path.join(kWeb, `${name}.js`)),
    outdir: kWeb,
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    plugins: [keepAddresses],
  });
  const scripts = outputFiles.map(({ path: file, text }) => ({
    ...{ name: path.relative(kWeb, file), text, gzip: gzipSync(text).length },
  }));
  const stubs = kWorkers.map((name) => {
    const text = `export * from '../${name}.js';\n`;
    return { name: `engine/${name}.js`, text, gzip: gzipSync(text).length };
  });
  return [...scripts, ...stubs];
}
