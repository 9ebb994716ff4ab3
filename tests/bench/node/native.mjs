/** @file The kernels on this machine, measured by Google Benchmark. */
import path from 'node:path';

import { buildPreset } from '../../../scripts/lib/build.mjs';
import { run } from '../../../scripts/lib/process.mjs';
import { createSetup } from '../../../scripts/lib/setup.mjs';
import { inRepository } from './libraries.mjs';

const PRESET = 'native-bench';
const TARGET = 'headscope_bench_native';

/**
 * Builds the benchmark and runs it; it prints its own table.
 * @param {{quick: boolean, json: string | undefined, log: (line: string) => void}} options
 */
export async function benchNative({ quick, json, log }) {
  log('building the native benchmark');
  await buildPreset(PRESET, await createSetup(log).toolchain(), [TARGET]);
  const program = path.join(inRepository('build'), PRESET, 'tests/bench/native', TARGET);
  await run(program, [
    ...(quick ? ['--benchmark_min_time=0.1'] : []),
    ...(json ? [`--benchmark_out=${json}`, '--benchmark_out_format=json'] : []),
  ]);
}
