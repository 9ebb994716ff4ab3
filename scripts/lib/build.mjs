/** @file CMake presets as functions, run with the toolchain's environment. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { findCommand, run, SetupError } from './process.mjs';
import { kRoot } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Toolchain} Toolchain */

export const kPresets = ['native', 'native-bench', 'native-sanitize', 'wasm'];

/**
 * Builds a preset, configured first where that is needed; both are incremental.
 *
 * @param {string} preset one of kPresets
 * @param {Toolchain} toolchain
 * @param {string[]} [targets] default: all
 */
export async function buildPreset(preset, toolchain, targets = []) {
  await lockPreset(preset, async () => {
    await configure(preset, toolchain);
    const chosen = targets.length > 0 ? ['--target', ...targets] : [];
    const env = { ...process.env, ...toolchain.env };
    await run('cmake', ['--build', '--preset', preset, ...chosen], { env, cwd: kRoot });
  });
}

/**
 * Configures a preset; from scratch when the toolchain, or the place of the checkout, is another than
 * last time: CMake's cache holds the paths of both.
 *
 * @param {string} preset one of kPresets
 * @param {Toolchain} toolchain
 * @returns {Promise<string>} the build folder.
 */
export function configurePreset(preset, toolchain) {
  return lockPreset(preset, () => configure(preset, toolchain));
}

/**
 * One at a time in a build folder: neither cmake nor ninja looks after that.
 *
 * @template T
 * @param {string} preset
 * @param {() => Promise<T>} work
 */
function lockPreset(preset, work) {
  const progress = (/** @type {string} */ line) => console.log(`[build] ${line}`);
  return withLock(path.join(kRoot, '.cache', `build-${preset}.lock`), progress, work);
}

/**
 * @param {string} preset
 * @param {Toolchain} toolchain
 */
async function configure(preset, toolchain) {
  if (!kPresets.includes(preset)) {
    throw new SetupError(`preset is ${preset}; expected one of ${kPresets.join(', ')}`);
  }
  const env = { ...process.env, ...toolchain.env };
  const needed = preset === 'wasm' ? ['cmake', 'python3'] : ['cmake', 'c++'];
  const missing = needed.filter((name) => !findCommand(name, env.PATH));
  if (missing.length > 0) {
    throw new SetupError(
      `Building ${preset} needs ${missing.join(' and ')}, which PATH does not hold. ` +
        'On Debian: apt-get install cmake g++ python3',
    );
  }
  const folder = path.join(kRoot, 'build', preset);
  const key = path.join(folder, 'headscope-toolchain.txt');
  const identity = `${toolchain.version} ${toolchain.emscripten} ${kRoot}\n`;
  const isSame = existsSync(key) && readFileSync(key, 'utf8') === identity;
  const fresh = isSame ? [] : ['--fresh'];
  await run('cmake', [...fresh, '--preset', preset], { env, cwd: kRoot, quiet: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(key, identity);
  return folder;
}
