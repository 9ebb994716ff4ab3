/**
 * @file Builds CMake presets.
 *
 *   node scripts/build.mjs [preset...]      default: wasm
 */
import { buildPreset } from './lib/build.mjs';
import { runMain } from './lib/process.mjs';
import { ensureToolchain } from './lib/toolchain.mjs';

await runMain(async () => {
  const presets = process.argv.slice(2);
  const toolchain = await ensureToolchain({
    progress: (line) => console.log(`[toolchain] ${line}`),
  });
  for (const preset of presets.length > 0 ? presets : ['wasm']) {
    await buildPreset(preset, toolchain);
  }
});
