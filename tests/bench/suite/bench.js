/**
 * What Node and a page both run. Each brings its own way to load the libraries; from here on they
 * do the same.
 *
 * @typedef {'simd' | 'relaxed'} Flavour
 * @typedef {import('../../../web/headscope.js').Headscope} Headscope
 * @typedef {{flavour: Flavour, headscope: Headscope, limit: import('../contenders/limit.js').Limit}} Module
 * @typedef {{ort: typeof import('onnxruntime-web') | null,
 *   tf: typeof import('@tensorflow/tfjs-core') | null,
 *   loadGraph: (() => Promise<import('@tensorflow/tfjs-converter').GraphModel>) | null}} Rivals
 * @typedef {{clock: import('./interleave.js').Clock, plan: import('./interleave.js').Plan,
 *   modules: readonly Module[], rivals: Rivals, modelUrl: string,
 *   log: (line: string) => void}} Bench
 */
import { benchAttention } from './attention.js';
import { benchCalls } from './calls.js';
import { FULL_PLAN, QUICK_PLAN } from './interleave.js';
import { benchKernels } from './kernels.js';
import { benchMasks } from './masks.js';
import { benchModel } from './model.js';
import { QUICK_SIZES, SIZES, sizeName } from './problem.js';

/** What `--only` may name, of that which runs in Node and in a page alike. */
export const CORE_PARTS = ['kernels', 'attention', 'masks', 'model', 'calls'];

/** @param {boolean} quick */
export const planFor = (quick) => (quick ? QUICK_PLAN : FULL_PLAN);

/**
 * @param {Bench} bench
 * @param {{parts: readonly string[], quick: boolean}} options
 */
export async function runCore(bench, { parts, quick }) {
  /** @type {{kernels?: import('./kernels.js').KernelRow[],
   *   attention?: import('./attention.js').AttentionRow[],
   *   masks?: import('./masks.js').MaskRow[],
   *   model?: import('./model.js').ModelRow[], calls?: import('./calls.js').CallRow[]}} */
  const results = {};
  if (parts.includes('kernels')) {
    bench.log('kernels');
    results.kernels = await benchKernels(bench);
  }
  if (parts.includes('attention')) {
    results.attention = [];
    for (const size of quick ? QUICK_SIZES : SIZES) {
      bench.log(`attention ${sizeName(size)}`);
      results.attention.push(await benchAttention(bench, size));
    }
  }
  if (parts.includes('masks')) {
    bench.log('masks');
    results.masks = await benchMasks(bench);
  }
  if (parts.includes('model')) {
    bench.log('default model');
    results.model = await benchModel(bench);
  }
  if (parts.includes('calls')) {
    bench.log('calls');
    results.calls = await benchCalls(bench);
  }
  return results;
}
