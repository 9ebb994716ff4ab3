/**
 * @file Headscope as few files.
 *
 *   node scripts/bundle.mjs single            web/built/single.html, which asks for the model's file
 *   node scripts/bundle.mjs single --model    also dist/headscope.html, with the model inside
 *   node scripts/bundle.mjs anywidget         dist/headscope-anywidget.js, for a notebook's `_esm`
 *   node scripts/bundle.mjs site              dist/site, minified, to be served from any folder
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { anywidgetFile, minifyCss, singleFile, siteScripts } from './lib/bundle.mjs';
import { filesBelow } from './lib/files.mjs';
import { readArguments, runMain, SetupError } from './lib/process.mjs';
import { createSetup } from './lib/setup.mjs';
import { kRoot } from './lib/toolchain.mjs';

/** What a site holds besides scripts. */
const kKept =
  /^web\/(index|gallery|embed)\.html$|^web\/styles\/|\.wasm$|^web\/(models|snapshots)\/built\/.*(f16|first)\.safetensors$|^web\/built\//;

await runMain(async () => {
  const { positionals, values } = readArguments({
    allowPositionals: true,
    options: { model: { type: 'boolean' } },
  });
  const [what] = positionals;
  if (what !== 'single' && what !== 'anywidget' && what !== 'site') {
    throw new SetupError(`what is ${what ?? 'missing'}; expected single, anywidget or site`);
  }
  const setup = createSetup((line) => console.log(`[set-up] ${line}`));
  await setup.packages();
  await setup.snapshot();
  if (what === 'anywidget') {
    write(path.join(kRoot, 'dist/headscope-anywidget.js'), await anywidgetFile());
    return;
  }
  await single(path.join(kRoot, 'web/built/single.html'), false);
  if (what === 'single' && values.model)
    await single(path.join(kRoot, 'dist/headscope.html'), true);
  if (what === 'site') await site(path.join(kRoot, 'dist/site'));
});

/** @param {string} file @param {boolean} model */
async function single(file, model) {
  write(file, await singleFile({ model }));
}

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${path.relative(kRoot, file)}  ${Math.round(text.length / 1000)} kB`);
}

/** @param {string} folder */
async function site(folder) {
  rmSync(folder, { recursive: true, force: true });
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
