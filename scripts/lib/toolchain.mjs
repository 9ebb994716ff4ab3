/** @file Which Emscripten and which C++ libraries the build uses, and the environment that says so. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDebianPrefix, kReleases } from './debian-prefix.mjs';
import { capture, findCommand, SetupError } from './process.mjs';

export const kRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The first Emscripten whose relaxed-SIMD opcodes are the final ones. */
const kOldestEmscripten = [3, 1, 69];

/**
 * @typedef {object} Toolchain
 * @property {'path' | 'private'} kind found on PATH, or the private one
 * @property {string} emscripten the folder of Emscripten's own files
 * @property {string} version of Emscripten, or the Debian release it came with
 * @property {string | undefined} prefix root of the private toolchain
 * @property {NodeJS.ProcessEnv} env what cmake, emcc and the linters need on top of the environment
 */

/**
 * Finds or installs the toolchain: `emcc` on PATH if it is new enough, else the private one.
 *
 * @param {{release?: string, progress?: (line: string) => void}} [options] release: a Debian release;
 *   naming one asks for the private toolchain whatever PATH holds. Default: HEADSCOPE_RELEASE, or
 *   trixie.
 * @returns {Promise<Toolchain>}
 */
export async function ensureToolchain({ release, progress = () => {} } = {}) {
  const asked = release ?? process.env.HEADSCOPE_RELEASE;
  const found = asked ? undefined : emscriptenOnPath();
  if (found) return found;
  const chosen = asked ?? 'trixie';
  if (!isRelease(chosen)) {
    throw new SetupError(
      `release is ${chosen}; expected one of ${Object.keys(kReleases).join(', ')}`,
    );
  }
  const base = toolchainFolder(process.env.HEADSCOPE_TOOLCHAIN);
  const prefix = await ensureDebianPrefix(base, chosen, progress);
  const emscripten = path.join(prefix, 'usr/share/emscripten');
  const llvm = path.join(prefix, `usr/lib/llvm-${kReleases[chosen].llvm}/bin`);
  const folders = [emscripten, llvm, path.join(prefix, 'usr/bin')];
  return {
    kind: 'private',
    emscripten,
    version: chosen,
    prefix,
    env: {
      PATH: [...folders, process.env.PATH].join(path.delimiter),
      CMAKE_GENERATOR: 'Ninja',
      EM_CONFIG: path.join(prefix, 'emscripten.config'),
      HEADSCOPE_EMSCRIPTEN: emscripten,
      HEADSCOPE_PREFIX: path.join(prefix, 'usr'),
    },
  };
}

/**
 * By its real name: under another the same toolchain would look as if it had moved, and be bound
 * again.
 *
 * @param {string} [named] by the user
 * @returns {string} the folder of all private toolchains
 */
export function toolchainFolder(named = '.toolchain') {
  const folder = path.resolve(kRoot, named);
  return existsSync(folder) ? realpathSync(folder) : folder;
}

/** @param {string} name @returns {name is keyof typeof kReleases} */
function isRelease(name) {
  return Object.hasOwn(kReleases, name);
}

/** @returns {Toolchain | undefined} */
function emscriptenOnPath() {
  const emcc = findCommand('emcc');
  const version = emcc && /\b(\d+)\.(\d+)\.(\d+)\b/.exec(capture(emcc, ['--version']));
  if (!emcc || !version) return undefined;
  const numbers = version.slice(1, 4).map(Number);
  const difference = numbers.map((n, i) => n - (kOldestEmscripten[i] ?? 0)).find((d) => d !== 0);
  if ((difference ?? 0) < 0) return undefined;
  const configured = capture(path.join(path.dirname(emcc), 'em-config'), ['EMSCRIPTEN_ROOT']);
  const emscripten = configured.trim() || path.dirname(realpathSync(emcc));
  return {
    kind: 'path',
    emscripten,
    version: version[0],
    prefix: undefined,
    env: {
      HEADSCOPE_EMSCRIPTEN: emscripten,
      ...(findCommand('ninja') && { CMAKE_GENERATOR: 'Ninja' }),
    },
  };
}
