/**
 * @file Headscope as few files, and its documentation.
 *
 *   node scripts/bundle.mjs single            web/built/single.html, which asks for the model's file
 *   node scripts/bundle.mjs single --model    also dist/headscope.html, with the model inside
 *   node scripts/bundle.mjs anywidget         dist/headscope-anywidget.js, for a notebook's `_esm`
 *   node scripts/bundle.mjs docs              dist/docs, the documentation as pages of the site:
 *                                             `pages` alone, and `api`, the reference in dist/docs/api
 *   node scripts/bundle.mjs site              dist/site, minified, to be served from any folder
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from './lib/files.mjs';
import { readArguments, runMain, SetupError } from './lib/process.mjs';
import { ensureProduct, kProducts } from './lib/products.mjs';
import { createSetup } from './lib/setup.mjs';
import { kRoot } from './lib/toolchain.mjs';

/** What a site holds besides scripts. */
const kKept =
  /^web\/(index|gallery|embed)\.html$|^web\/styles\/|\.wasm$|^web\/(models|snapshots)\/built\/.*(f16|first)\.safetensors$|^web\/built\//;

const kNames = ['single', 'anywidget', 'docs', 'pages', 'api', 'site'];

await runMain(async () => {
  const { positionals, values } = readArguments({
    allowPositionals: true,
    options: { model: { type: 'boolean' } },
  });
  const [what] = positionals;
  if (!kNames.includes(what)) {
    throw new SetupError(`what is ${what ?? 'missing'}; expected one of ${kNames.join(', ')}`);
  }
  const setup = createSetup(say);
  await setup.packages();
  if (what === 'docs' || what === 'pages' || what === 'site') await product('pages');
  if (what === 'docs' || what === 'api' || what === 'site') await product('api');
  if (what === 'docs' || what === 'pages' || what === 'api') return;
  await setup.snapshot();
  // It needs a package, which may have come just now.
  const { anywidgetFile, singleFile } = await import('./lib/bundle.mjs');
  if (what === 'anywidget') {
    return write(path.join(kRoot, 'dist/headscope-anywidget.js'), await anywidgetFile());
  }
  await product('single');
  if (what === 'single' && values.model) {
    write(path.join(kRoot, 'dist/headscope.html'), await singleFile({ model: true }));
  }
  if (what === 'site') await site(path.join(kRoot, 'dist/site'));
});

/** @param {string} line */
function say(line) {
  console.log(`[set-up] ${line}`);
}

/** @param {import('./lib/products.mjs').ProductName} name */
async function product(name) {
  const made = await ensureProduct(name, say);
  console.log(`${path.relative(kRoot, kProducts[name].place)}${made ? '' : ' is up to date'}`);
}

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${path.relative(kRoot, file)}  ${Math.round(text.length / 1000)} kB`);
}

/** @param {string} folder */
async function site(folder) {
  const { minifyCss, siteScripts } = await import('./lib/bundle.mjs');
  rmSync(folder, { recursive: true, force: true });
  cpSync(kProducts.pages.place, path.join(folder, 'docs'), { recursive: true });
  for (const file of filesBelow('web').filter((name) => kKept.test(name))) {
    const target = path.join(folder, path.relative('web', file));
    mkdirSync(path.dirname(target), { recursive: true });
    if (file.endsWith('.css')) {
      writeFileSync(target, await minifyCss(readFileSync(path.join(kRoot, file), 'utf8')));
    } else cpSync(path.join(kRoot, file), target);
  }
  const scripts = await siteScripts();
  for (const { name, text } of scripts) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const gzip = scripts.reduce((sum, script) => sum + script.gzip, 0);
  console.log(`dist/site  ${scripts.length} scripts, ${Math.round(gzip / 1000)} kB gzip`);
}
