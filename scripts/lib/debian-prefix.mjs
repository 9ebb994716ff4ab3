/**
 * @file The private toolchain: Emscripten, its LLVM and binaryen, the C++ libraries and the C++
 * linters of a newer Debian release, unpacked below a folder of ours and bound to that release's own
 * glibc, so that they run on an older system and without root.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { downloadPackages } from './apt.mjs';
import { bindPrograms } from './bind-programs.mjs';
import { withLock } from './lock.mjs';
import { findCommand, run, SetupError } from './process.mjs';

/** Debian releases the sources are known to build with. */
export const kReleases = /** @type {const} */ ({
  trixie: { llvm: '19' },
  forky: { llvm: '21' },
});

/** @typedef {keyof typeof kReleases} Release */

/** What the system provides, or what only programs we never start would need. */
const kProvided = [
  ...Object.values(kReleases).map(({ llvm }) => `clang-tools-${llvm}`),
  'binutils',
  'ccache',
  'debconf',
  'dpkg',
  'libc6-dev',
  'libcurl4t64',
  'libpfm4',
  'nlohmann-json3-dev',
  'nodejs',
  'python3',
  'python3-yaml',
  'tar',
  ...['13', '14', '15', '16'].flatMap((gcc) => [
    `libgcc-${gcc}-dev`,
    `libobjc-${gcc}-dev`,
    `libstdc++-${gcc}-dev`,
  ]),
];

/** Left packed: 1.6 GB of thread, worker, LTO, graphics and sanitizer variants of system libraries. */
const kUnwanted = [
  './usr/share/doc*',
  './usr/share/man',
  './usr/share/locale',
  './usr/share/emscripten/test',
  './usr/share/emscripten/docs',
  './usr/share/emscripten/ChangeLog*',
  './usr/share/emscripten/cache/*.lock',
  ...['lto*', 'pic', 'libwasmfs*', 'libwebgpu*', 'libfetch*', 'libwasm_workers.a'],
  ...[
    'libGL-emu*',
    'libGL-full*',
    'libGL-ofb*',
    'libGL-webgl2*',
    '*-mt.a',
    '*-mt-*',
    '*-ww.a',
    '*-ww-*',
  ],
  ...['*asan*', '*lsan*', '*ubsan*', '*-tracing.a', '*memvalidate*'],
].map((pattern) =>
  pattern.startsWith('./')
    ? pattern
    : `./usr/share/emscripten/cache/sysroot/lib/wasm32-emscripten/${pattern}`,
);

/** The LLVM programs Emscripten and the linters start; the other sixty are removed. */
const kLlvmPrograms =
  /^(clang.*|lld|wasm-ld|llvm-(ar|ranlib|nm|objcopy|strip|objdump|readobj|dwarfdump|dwp|size|cxxfilt|profdata|symbolizer))$/;

/** Raised when what `bindPrograms` leaves behind changes, so that every installed toolchain is made anew. */
const kLayout = 2;

const kStamp = 'headscope-toolchain.json';

/** @param {Release} release */
const packagesOf = (release) => [
  'emscripten',
  'libxsimd-dev',
  'libxtensor-dev',
  'googletest',
  'ninja-build',
  'patchelf',
  `clang-format-${kReleases[release].llvm}`,
  `clang-tidy-${kReleases[release].llvm}`,
];

/**
 * Installs the private toolchain, or finds it installed.
 *
 * Every step can be killed: packages are downloaded and unpacked beside the final folder, which
 * appears by one rename; what was downloaded is used again.
 *
 * @param {string} base the folder that holds one folder per release
 * @param {Release} release
 * @param {(line: string) => void} progress
 * @returns {Promise<string>} the prefix, `base/release`.
 */
export async function ensureDebianPrefix(base, release, progress) {
  const prefix = path.join(base, release);
  const recipe = recipeOf(release);
  if (isReady(prefix, recipe)) return prefix;
  requireCommands();
  mkdirSync(base, { recursive: true });
  await withLock(path.join(base, `${release}.lock`), progress, async () => {
    if (isReady(prefix, recipe)) return;
    if (readStamp(prefix)?.recipe === recipe) {
      progress('the toolchain has moved; binding it to its new place');
      await bindPrograms(prefix, prefix, kReleases[release].llvm);
      writeStamp(prefix, prefix, recipe);
    } else {
      await install(base, release, recipe, progress);
    }
  });
  return prefix;
}

/**
 * @param {string} base
 * @param {Release} release
 * @param {string} recipe
 * @param {(line: string) => void} progress
 */
async function install(base, release, recipe, progress) {
  const prefix = path.join(base, release);
  const work = path.join(base, `${release}.work`);
  const files = await downloadPackages({
    folder: work,
    suite: release,
    packages: packagesOf(release),
    provided: kProvided,
    progress,
  });
  for (const name of existsSync(work) ? readdirSync(work) : []) {
    if (name.startsWith('root-')) rmSync(path.join(work, name), { recursive: true, maxRetries: 5 });
  }
  const root = path.join(work, `root-${process.pid}`);
  mkdirSync(root);
  progress(`unpacking ${files.length} packages`);
  for (const file of files) await unpack(file, root);
  // NODE_PATH holds for require alone; newer Emscriptens import Debian's modules from one another.
  symlinkSync('.', path.join(root, 'usr/share/nodejs/node_modules'));
  const programs = path.join(root, `usr/lib/llvm-${kReleases[release].llvm}/bin`);
  for (const name of readdirSync(programs)) {
    if (!kLlvmPrograms.test(name)) rmSync(path.join(programs, name));
  }
  progress('binding the programs to their own libraries');
  await bindPrograms(root, prefix, kReleases[release].llvm);
  writeStamp(root, prefix, recipe);
  rmSync(prefix, { recursive: true, force: true, maxRetries: 5 });
  renameSync(root, prefix);
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * @param {string} file a Debian package
 * @param {string} root
 */
async function unpack(file, root) {
  const excludes = kUnwanted.map((pattern) => `--exclude=${pattern}`);
  const script =
    'set -o pipefail; dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --no-same-owner "${@:3}"';
  await run('bash', ['-c', script, 'unpack', file, root, ...excludes], { quiet: true });
}

/** @param {Release} release */
function recipeOf(release) {
  const recipe = [
    kLayout,
    release,
    packagesOf(release),
    kProvided,
    kUnwanted,
    kLlvmPrograms.source,
  ];
  return createHash('sha256').update(JSON.stringify(recipe)).digest('hex');
}

/**
 * @param {string} prefix
 * @returns {{recipe: string, prefix: string, node: string} | undefined}
 */
function readStamp(prefix) {
  const file = path.join(prefix, kStamp);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * @param {string} root where the file goes
 * @param {string} prefix
 * @param {string} recipe
 */
function writeStamp(root, prefix, recipe) {
  const stamp = { recipe, prefix, node: process.execPath };
  writeFileSync(path.join(root, `${kStamp}.new`), JSON.stringify(stamp, null, 2));
  renameSync(path.join(root, `${kStamp}.new`), path.join(root, kStamp));
}

/**
 * @param {string} prefix
 * @param {string} recipe
 */
function isReady(prefix, recipe) {
  const stamp = readStamp(prefix);
  return stamp?.recipe === recipe && stamp.prefix === prefix && existsSync(stamp.node);
}

function requireCommands() {
  const missing = ['apt-get', 'dpkg', 'dpkg-deb', 'tar', 'bash', 'python3'].filter(
    (name) => !findCommand(name),
  );
  if (missing.length > 0) {
    throw new SetupError(
      `The private toolchain needs ${missing.join(', ')}, which PATH does not hold.\n` +
        'Install Emscripten 3.1.69 or newer (emsdk) so that `emcc` is on PATH, or work on Debian 12 or newer with python3.',
    );
  }
}

/** @param {string} folder @returns {number} the size of all files below it, in MB. */
export function megabytesOf(folder) {
  const sizes = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(path.join(entry.parentPath ?? entry.path, entry.name)).blocks * 512);
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6);
}
