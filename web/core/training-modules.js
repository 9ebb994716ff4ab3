/**
 * The two modules of training; see load.js. The npm package has them in a package of their own, and
 * null here where that is not installed.
 * @type {import('./load.js').Modules<import('./train-binding.d.ts').TrainBinding> | null}
 */
export const MODULES = {
  simd: {
    glue: () => import('./built/headscope-train.js'),
    wasm: new URL('./built/headscope-train.wasm', import.meta.url),
  },
  relaxed: {
    glue: () => import('./built/headscope-train-relaxed.js'),
    wasm: new URL('./built/headscope-train-relaxed.wasm', import.meta.url),
  },
};
