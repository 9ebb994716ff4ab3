/**
 * @file `npm run build`: makes the folder web/ complete, ready to be served from anywhere.
 *
 *   node scripts/build.mjs                  modules, model and first snapshot, where they are missing
 *   node scripts/build.mjs native wasm      the named CMake presets, tests included
 */
import { buildPreset } from './lib/build.mjs';
import { readArguments, runMain } from './lib/process.mjs';
import { createSetup } from './lib/setup.mjs';

await runMain(async () => {
  const { positionals: presets } = readArguments({ allowPositionals: true });
  const setup = createSetup((line) => console.log(`[set-up] ${line}`));
  if (presets.length === 0) await setup.snapshot();
  // The modules' own script is made small by a package.
  if (presets.includes('wasm')) await setup.packages();
  for (const preset of presets) await buildPreset(preset, await setup.toolchain());
});
