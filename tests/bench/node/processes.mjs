/** @file The measurements that take a fresh process each: memory and start-up. */
import { median } from '../suite/statistics.js';
import { inChild } from './child.mjs';

const MEMORY_CASES = [
  ...['simd', 'relaxed', 'ort plain', 'ort Attention', 'tfjs'].map((name) => ({
    name,
    seqLen: 2048,
  })),
  ...['simd', 'relaxed', 'ort plain'].map((name) => ({ name, seqLen: 8192 })),
];
const START_UP_CASES = ['simd', 'relaxed', 'ort plain', 'tfjs'];

/**
 * @typedef {{name: string, seqLen: number, heap: number, process: number} |
 *   {name: string, seqLen: number, error: string}} MemoryRow bytes that one forward pass adds
 * @typedef {{name: string, readyMs: number, firstResultMs: number}} StartUpRow medians
 */

/**
 * @param {{quick: boolean, log: (line: string) => void}} options
 * @returns {Promise<MemoryRow[]>}
 */
export async function measureMemory({ quick, log }) {
  const rows = [];
  for (const { name, seqLen } of MEMORY_CASES) {
    if (quick && (seqLen > 2048 || !/simd|relaxed/.test(name))) continue;
    log(`memory ${name} n=${seqLen}`);
    rows.push({ name, seqLen, ...(await inChild('memory-child.mjs', [name, String(seqLen)])) });
  }
  return rows;
}

/**
 * @param {{quick: boolean, log: (line: string) => void}} options
 * @returns {Promise<StartUpRow[]>}
 */
export async function measureStartUp({ quick, log }) {
  const repetitions = quick ? 3 : 7;
  const rows = [];
  for (const name of START_UP_CASES) {
    log(`start-up ${name}`);
    /** @type {{readyMs: number, firstResultMs: number}[]} */
    const runs = [];
    for (let i = 0; i < repetitions; ++i) {
      const run = await inChild('start-up-child.mjs', [name]);
      if (run.error) throw new Error(`start-up of ${name}: ${run.error}`);
      runs.push(run);
    }
    rows.push({
      name,
      readyMs: median(runs.map(({ readyMs }) => readyMs)),
      firstResultMs: median(runs.map(({ firstResultMs }) => firstResultMs)),
    });
  }
  return rows;
}
