import { address, buffer, compiledModule, object, optional, wrong } from './arguments.js';
import { failure } from './error.js';
import { hasRelaxedSimd, missingFeatures } from './features.js';
import { readFile, reason } from './read.js';

/**
 * @typedef {import('./binding.d.ts').Binding} Binding
 * @typedef {import('./core.d.ts').Flavour} Flavour
 * @typedef {import('./core.d.ts').LoadOptions} LoadOptions
 * @typedef {(options: object) => Promise<Binding>} Glue Emscripten's own script of one module
 */

const WHERE = 'loadHeadscope';
const OPTIONS = ['wasmUrl', 'wasmBinary', 'wasmModule', 'module'];

/**
 * The two modules, each a script and its code. The addresses are literal, so that bundlers see them.
 * @type {Record<Flavour, {glue: () => Promise<{default: Glue}>, wasm: URL}>}
 */
const MODULES = {
  simd: {
    glue: () => import('./built/headscope.js'),
    wasm: new URL('./built/headscope.wasm', import.meta.url),
  },
  relaxed: {
    glue: () => import('./built/headscope-relaxed.js'),
    wasm: new URL('./built/headscope-relaxed.wasm', import.meta.url),
  },
};

/**
 * Which module this engine should run. Throws Unsupported when it can run none, or not the one
 * that was asked for.
 * @param {'auto' | Flavour} wanted
 * @returns {Flavour}
 */
function chooseFlavour(wanted) {
  const missing = missingFeatures();
  if (wanted === 'relaxed' && !hasRelaxedSimd()) missing.push('WebAssembly relaxed SIMD');
  if (missing.length > 0) {
    throw failure('Unsupported', WHERE, `this JavaScript engine lacks ${missing.join(' and ')}`);
  }
  if (wanted === 'auto') return hasRelaxedSimd() ? 'relaxed' : 'simd';
  return wanted;
}

/**
 * @param {LoadOptions} options
 * @param {import('./core.d.ts').Read} read
 * @returns {Promise<{binding: Binding, module: Flavour}>}
 */
export async function load(options, read) {
  const given = object(WHERE, 'options', options, OPTIONS);
  const wanted = optional(moduleName, WHERE, 'module', given.module) ?? 'auto';
  const own =
    optional(compiledModule, WHERE, 'wasmModule', given.wasmModule) ??
    optional(buffer, WHERE, 'wasmBinary', given.wasmBinary) ??
    optional(address, WHERE, 'wasmUrl', given.wasmUrl);
  const module = chooseFlavour(own !== null && wanted === 'auto' ? 'simd' : wanted);
  const [glue, compiled] = await Promise.all([
    loadGlue(module),
    compile(own ?? MODULES[module].wasm, read),
  ]);
  return { binding: await instantiate(glue, compiled), module };
}

/** @param {string} where @param {string} name @param {unknown} value */
function moduleName(where, name, value) {
  if (value === 'auto' || value === 'simd' || value === 'relaxed') return value;
  throw wrong(where, name, value, "'auto', 'simd' or 'relaxed'");
}

/** @param {Flavour} flavour */
async function loadGlue(flavour) {
  try {
    return (await MODULES[flavour].glue()).default;
  } catch (cause) {
    throw failure('LoadFailed', WHERE, `the script of module ${flavour} did not load`, cause);
  }
}

/**
 * @param {WebAssembly.Module | Uint8Array<ArrayBuffer> | string | URL} source
 * @param {import('./core.d.ts').Read} read
 */
async function compile(source, read) {
  if (source instanceof Uint8Array) return compileBytes(source, 'wasmBinary');
  if (typeof source === 'string' || 'href' in source) {
    return compileBytes(await readFile(WHERE, read, source), String(source));
  }
  return source;
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} name */
async function compileBytes(bytes, name) {
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    const what = `${name}, ${bytes.byteLength} bytes, is not a WebAssembly module`;
    throw failure('BadFile', WHERE, `${what}: ${reason(cause)}`, cause);
  }
}

/**
 * @param {Glue} glue
 * @param {WebAssembly.Module} compiled
 */
async function instantiate(glue, compiled) {
  return new Promise((resolve, reject) => {
    /** @param {unknown} cause */
    const refuse = (cause) =>
      reject(failure('BadFile', WHERE, `the module is not Headscope's: ${reason(cause)}`, cause));
    glue({
      /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance) => void} done */
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then(done).catch(refuse);
        return {};
      },
    }).then(resolve, refuse);
  });
}
