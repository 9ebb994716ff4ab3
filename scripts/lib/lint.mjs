/** @file The linters, and the same tools as formatters. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configurePreset } from './build.mjs';
import { makeApiReference } from './docs-api.mjs';
import { attempt, capture, findCommand, run, SetupError } from './process.mjs';
import { filesBelow, hashOf } from './files.mjs';
import { kRoot } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').Toolchain} Toolchain */

/** Another major version formats and warns differently. */
const kClangMajor = 19;
const kParallel = 2;
const kCppFolders = ['cpp', 'tests/cpp'];

/** The kernels once more with other flags: what `*.base.cpp` includes is the same text. */
const kSameText = /\.(avx2|sse4)\.cpp$/;

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {(toolchain: Toolchain) => Promise<void>} work throws when something is wrong
 */

/** @type {Check[]} */
export const kChecks = [
  {
    name: 'clang-format',
    work: (toolchain) =>
      run(clangTool('clang-format', toolchain), ['--dry-run', '-Werror', ...cppFiles()], {
        cwd: kRoot,
      }),
  },
  { name: 'clang-tidy', work: clangTidy },
  { name: 'prettier', work: () => runPackage('prettier/bin/prettier.cjs', ['--check', '.']) },
  { name: 'eslint', work: () => runPackage('eslint/bin/eslint.js', ['--max-warnings=0', '.']) },
  { name: 'tsc', work: () => runPackage('typescript/bin/tsc', ['--project', '.']) },
  { name: 'typedoc', work: () => makeApiReference() },
];

/** @param {Toolchain} toolchain */
export async function formatEverything(toolchain) {
  await run(clangTool('clang-format', toolchain), ['-i', ...cppFiles()], { cwd: kRoot });
  await runPackage('prettier/bin/prettier.cjs', ['--write', '--log-level=warn', '.']);
}

/**
 * Checks every source below cpp/ that the native build compiles with clang-tidy. A file is checked
 * again only when it, any header, the build's flags or the list of checks has changed.
 *
 * @param {Toolchain} toolchain
 */
async function clangTidy(toolchain) {
  const tidy = clangTool('clang-tidy', toolchain);
  const database = await configurePreset('native', toolchain);
  const compiled = readFileSync(path.join(database, 'compile_commands.json'), 'utf8');
  const context = hashOf([
    '.clang-tidy',
    'CMakeLists.txt',
    'CMakePresets.json',
    'cmake',
    ...cppFiles().filter((file) => file.endsWith('.hpp')),
  ]);
  const done = path.join(kRoot, '.cache/clang-tidy');
  mkdirSync(done, { recursive: true });
  const queue = filesBelow('cpp')
    .filter(
      (file) =>
        file.endsWith('.cpp') &&
        !kSameText.test(file) &&
        compiled.includes(`"${path.join(kRoot, file)}"`),
    )
    .map((file) => ({ file, key: sha256(`${toolchain.version} ${context} ${hashOf([file])}`) }))
    .filter(({ key }) => !existsSync(path.join(done, key)));
  let isClean = true;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const source = path.join(kRoot, next.file);
      // The flags are those of the native build, whose compiler may not be clang.
      const args = ['--quiet', '--extra-arg-before=-Wno-unknown-warning-option', '-p', database];
      const { code, output } = await attempt(tidy, [...args, source], { quiet: true, cwd: kRoot });
      if (code === 0) {
        writeFileSync(path.join(done, next.key), '');
      } else {
        isClean = false;
        console.error(`${next.file}\n${output}`);
      }
    }
  };
  await Promise.all(Array.from({ length: kParallel }, worker));
  if (!isClean) throw new SetupError('clang-tidy found problems');
}

/**
 * @param {string} name
 * @param {Toolchain} toolchain
 * @returns {string} the path of the private toolchain's program, or of one of that major version.
 */
function clangTool(name, toolchain) {
  const searchPath = toolchain.env.PATH ?? process.env.PATH;
  const seen = [`${name}-${kClangMajor}`, name].flatMap((program) => {
    const file = findCommand(program, searchPath);
    const version = file && /version (\d+)/.exec(capture(file, ['--version']))?.[1];
    return file ? [{ file, version }] : [];
  });
  const found = seen.find(({ version }) => Number(version) === kClangMajor);
  if (found) return found.file;
  const what = seen[0] ? `is version ${seen[0].version}: ${seen[0].file}` : 'is not on PATH';
  throw new SetupError(
    `${name} ${what}; expected ${name} ${kClangMajor}. ` +
      `On Debian, HEADSCOPE_RELEASE=trixie before the command fetches it with the private toolchain.`,
  );
}

function cppFiles() {
  return kCppFolders.flatMap(filesBelow).filter((file) => /\.[ch]pp$/.test(file));
}

/**
 * @param {string} script a program's path in node_modules
 * @param {string[]} args
 */
function runPackage(script, args) {
  return run(process.execPath, [path.join(kRoot, 'node_modules', script), ...args], { cwd: kRoot });
}

/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}
