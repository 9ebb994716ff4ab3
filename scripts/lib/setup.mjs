/** @file Everything a fresh clone needs before the page or a test can run, each part on its own. */
import path from 'node:path';
import { buildPreset } from './build.mjs';
import { withLock } from './lock.mjs';
import { ensureNodeModules } from './node-modules.mjs';
import { run } from './process.mjs';
import { filesBelow } from './files.mjs';
import { makeWhenChanged } from './stamp.mjs';
import { ensureToolchain, kRoot } from './toolchain.mjs';

const kModuleNames = [
  'headscope',
  'headscope-relaxed',
  'headscope-train',
  'headscope-train-relaxed',
];
const kModules = kModuleNames.flatMap((name) => [
  `web/core/built/${name}.js`,
  `web/core/built/${name}.wasm`,
]);

const kModuleSources = [
  'CMakeLists.txt',
  'CMakePresets.json',
  'cmake',
  'cpp',
  'scripts/minify-glue.mjs',
];

/**
 * The parts of the set-up. Each runs at most once per call of this function, and the ones it needs
 * run before it.
 *
 * @param {(line: string) => void} progress
 */
export function createSetup(progress) {
  const packages = once(() => ensureNodeModules(progress));
  const toolchain = once(() => ensureToolchain({ progress }));

  const model = once(async () => {
    await packages();
    await runScript('convert-model.mjs');
  });

  const modules = once(async () => {
    await packages();
    await withLock(path.join(kRoot, '.cache/modules.lock'), progress, async () => {
      await makeWhenChanged({
        stampFile: path.join(kRoot, 'web/core/built/stamp.json'),
        sources: kModuleSources.flatMap(filesBelow).map((file) => path.join(kRoot, file)),
        targets: kModules.map((file) => path.join(kRoot, file)),
        make: async () => {
          progress('building the WebAssembly modules');
          await buildPreset('wasm', await toolchain(), [
            'headscope-simd',
            'headscope-relaxed',
            'headscope-train-simd',
            'headscope-train-relaxed',
          ]);
        },
      });
    });
  });

  const snapshot = once(async () => {
    await model();
    await modules();
    await runScript('snapshot.mjs');
  });

  return { packages, toolchain, model, modules, snapshot };
}

/** @param {string} name a script beside this folder */
function runScript(name) {
  return run(process.execPath, [path.join(kRoot, 'scripts', name)], { cwd: kRoot });
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {() => Promise<T>} the same work, done once and shared.
 */
function once(work) {
  /** @type {Promise<T> | undefined} */
  let result;
  return () => (result ??= work());
}
