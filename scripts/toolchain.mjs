/**
 * @file Finds or installs the C++ toolchain and says what it is.
 *
 *   node scripts/toolchain.mjs [--release=trixie|forky] [--env]
 *
 * --release  ask for the private toolchain of that Debian release
 * --env      print shell lines that put the toolchain into a shell:
 *            eval "$(node scripts/toolchain.mjs --env)"
 *
 * HEADSCOPE_TOOLCHAIN names another folder than .toolchain, so that several clones can share one;
 * HEADSCOPE_RELEASE is --release for every script.
 */
import { megabytesOf } from './lib/debian-prefix.mjs';
import { readArguments, runMain } from './lib/process.mjs';
import { ensureToolchain } from './lib/toolchain.mjs';

await runMain(async () => {
  const { values } = readArguments({
    options: { release: { type: 'string' }, env: { type: 'boolean', default: false } },
  });
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s`;
  const toolchain = await ensureToolchain({
    release: values.release,
    progress: (line) => console.error(`[toolchain ${seconds()}] ${line}`),
  });
  if (values.env) {
    for (const [name, value] of Object.entries(toolchain.env)) {
      console.log(`export ${name}='${value?.replaceAll("'", `'\\''`)}'`);
    }
  } else if (toolchain.prefix) {
    console.log(
      `Emscripten of Debian ${toolchain.version}: ${toolchain.prefix} (${megabytesOf(toolchain.prefix)} MB)`,
    );
  } else {
    console.log(`Emscripten ${toolchain.version}, found on PATH: ${toolchain.emscripten}`);
  }
});
