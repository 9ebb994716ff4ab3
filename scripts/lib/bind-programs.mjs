/** @file Makes programs of a newer Debian release run on an older system, from a folder of ours. */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { capture, run, SetupError } from './process.mjs';

/**
 * Makes every program below `root` use the glibc and libraries of `prefix`, and writes Emscripten's
 * configuration. Each file is replaced by one rename, so a killed call leaves no half-written program.
 *
 * @param {string} root where the files are now
 * @param {string} prefix where they will be used
 * @param {string} llvm the major version of LLVM
 */
export async function bindPrograms(root, prefix, llvm) {
  const llvmFolder = `usr/lib/llvm-${llvm}`;
  const triple = readdirSync(path.join(root, 'usr/lib')).find((name) =>
    name.endsWith('-linux-gnu'),
  );
  if (!triple) throw new SetupError(`${root}/usr/lib holds no *-linux-gnu folder; expected one`);
  const libraries = path.join('usr/lib', triple);
  const loader = readdirSync(path.join(root, libraries)).find((name) =>
    /^ld-linux.*\.so/.test(name),
  );
  if (!loader) throw new SetupError(`${root}/${libraries} holds no ld-linux*.so*; expected one`);
  const runPath = [libraries, `${llvmFolder}/lib`]
    .map((folder) => path.join(prefix, folder))
    .join(':');
  const patchelf = [
    '--library-path',
    path.join(root, libraries),
    path.join(root, 'usr/bin/patchelf'),
  ];
  const start = path.join(root, libraries, loader);
  for (const folder of ['usr/bin', `${llvmFolder}/bin`, `${llvmFolder}/lib`, libraries]) {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = path.join(root, folder, entry.name);
      if (!entry.isFile() || entry.name === 'patchelf' || !isElf(file)) continue;
      const isProgram = capture(start, [...patchelf, '--print-interpreter', file]) !== '';
      const carriesPath = capture(start, [...patchelf, '--print-rpath', file]).trim() !== '';
      const isGlibc = folder === libraries && !carriesPath;
      if (isGlibc || (!isProgram && !carriesPath)) continue;
      const interpreter = path.join(prefix, libraries, loader);
      const changed = `${file}.bound`;
      await run(
        start,
        [
          ...patchelf,
          ...(isProgram ? ['--set-interpreter', interpreter] : []),
          ...['--force-rpath', '--set-rpath', runPath, '--output', changed, file],
        ],
        { quiet: true },
      );
      renameSync(changed, file);
    }
  }
  const modules = path.join(root, 'usr/share/emscripten/node_modules');
  if (!existsSync(modules)) symlinkSync('../nodejs', modules);
  // Emscripten's own CommonJS files must not inherit the repository's "type": "module".
  writeFileSync(path.join(root, 'package.json'), '{ "private": true }\n');
  const cache = 'usr/share/emscripten/cache';
  // A frozen cache is only ever read, so clones and users can share it, also without write access.
  // Only trixie's package brings a filled one; forky's libraries are compiled on first use.
  const isFilled = existsSync(path.join(root, cache, 'sysroot_install.stamp'));
  writeFileSync(
    path.join(root, 'emscripten.config'),
    [
      `LLVM_ROOT = ${JSON.stringify(path.join(prefix, llvmFolder, 'bin'))}`,
      `BINARYEN_ROOT = ${JSON.stringify(path.join(prefix, 'usr'))}`,
      `NODE_JS = ${JSON.stringify(process.execPath)}`,
      `CACHE = ${JSON.stringify(path.join(prefix, cache))}`,
      `FROZEN_CACHE = ${isFilled ? 'True' : 'False'}`,
      '',
    ].join('\n'),
  );
}

/** @param {string} file */
function isElf(file) {
  const head = Buffer.alloc(4);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, head, 0, 4, 0);
  closeSync(descriptor);
  return head.equals(Buffer.from('\x7fELF', 'latin1'));
}
