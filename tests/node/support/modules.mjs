/** @file Both modules, in one process: Node 20 runs the relaxed one behind a flag of V8's. */
import v8 from 'node:v8';
import { loadHeadscope } from '../../../web/node/index.js';

/** @typedef {import('../../../web/headscope.js').Headscope} Headscope */

/** @type {import('../../../web/headscope.js').Flavour[]} */
const kFlavours = ['simd', 'relaxed'];

/** @returns {Promise<Headscope[]>} */
export async function bothModules() {
  allowRelaxedSimd();
  return Promise.all(kFlavours.map((module) => loadHeadscope({ module })));
}

export function allowRelaxedSimd() {
  v8.setFlagsFromString('--experimental-wasm-relaxed-simd');
}
