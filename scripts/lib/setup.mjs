/** @file Everything a fresh clone needs before the page or a test can run, each part on its own. */
import path from 'node:path';
import { buildPreset } from './build.mjs';
import { ensureNodeModules } from './node-modules.mjs';
import { run } from './process.mjs';
import { runStep } from './step.mjs';
import { ensureToolchain, kRoot } from './toolchain.mjs';

const kModules = ['headscope', 'headscope-relaxed'].flatMap((name) => [
  `web/core/built/${name}.js`,
  `web/core/built/${name}.wasm`,
]);

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
    await runStep(
      {
        name: 'convert the default model',
        inputs: [
          'scripts/convert-model.mjs',
          'scripts/convert-model',
          'web/models/safetensors.js',
          'web/models/float16.js',
          'package-lock.json',
        ],
        outputs: ['web/models/built'],
        work: () => runScript('convert-model.mjs'),
      },
      progress,
    );
  });

  const modules = once(() =>
    runStep(
      {
        name: 'build the WebAssembly modules',
        inputs: ['CMakeLists.txt', 'CMakePresets.json', 'cmake', 'cpp'],
        outputs: kModules,
        work: async () =>
          buildPreset('wasm', await toolchain(), ['headscope-simd', 'headscope-relaxed']),
      },
      progress,
    ),
  );

  const snapshot = once(async () => {
    await model();
    await modules();
    await runStep(
      {
        name: 'compute the snapshot of the first sentence',
        inputs: [
          'scripts/snapshot.mjs',
          'scripts/snapshot',
          'web/core',
          'web/models',
          'web/state',
          'web/node',
        ],
        outputs: ['web/snapshots/built'],
        work: () => runScript('snapshot.mjs'),
      },
      progress,
    );
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
