/** @file Makes what the benchmarks load, where it is missing or older than its sources. */
import path from 'node:path';

import { buildPreset } from '../../../scripts/lib/build.mjs';
import { filesBelow } from '../../../scripts/lib/files.mjs';
import { createSetup } from '../../../scripts/lib/setup.mjs';
import { makeWhenChanged } from '../../../scripts/lib/stamp.mjs';
import { inRepository } from './libraries.mjs';

const FLAVOURS = ['simd', 'relaxed'];
const SOURCES = [
  ...['CMakeLists.txt', 'CMakePresets.json', 'cmake', 'cpp/kernels'],
  ...['tests/bench/CMakeLists.txt', 'tests/bench/module'],
];

/**
 * The shipped modules, the default model, and the limit's modules of tests/bench/module.
 * @param {(line: string) => void} log
 */
export async function ensureBuilt(log) {
  const setup = createSetup(log);
  await setup.packages();
  await setup.model();
  await setup.modules();
  await makeWhenChanged({
    stampFile: inRepository('build/wasm/headscope_bench.json'),
    sources: SOURCES.flatMap(filesBelow).map(inRepository),
    targets: FLAVOURS.map((flavour) =>
      path.join(inRepository('build/wasm'), `headscope_bench-${flavour}.wasm`),
    ),
    make: async () => {
      log('building the limit to measure against');
      const targets = FLAVOURS.map((flavour) => `headscope_bench-${flavour}`);
      await buildPreset('wasm', await setup.toolchain(), targets);
    },
  });
}
