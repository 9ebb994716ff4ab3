import { address, buffer, compiledModule, object, optional, wrong } from './arguments.js';
import { failure, messageOf } from './error.js';
import { hasRelaxedSimd, missingFeatures } from './features.js';
import { readFile } from './read.js';

/**
 * @typedef {import('./binding.d.ts').Binding} Binding
 * @typedef {import('./core.d.ts').Flavour} Flavour
 * @typedef {import('./core.d.ts').LoadOptions} LoadOptions
 */
/**
 * Emscripten's own script of one module.
 * @template [B=Binding]
 * @typedef {(options: object) => Promise<B>} Glue
 */
/**
 * The two modules of one kind, each a script and its code.
 * @template [B=Binding]
 * @typedef {Record<Flavour, {glue: () => Promise<{default: Glue<B>}>, wasm: URL}>} Modules
 */

const OPTIONS = ['wasmUrl', 'wasmBinary', 'wasmModule', 'module'];

/**
 * The addresses are literal, so that bundlers see them.
 * @type {Modules}
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
 * @param {string} where
 * @returns {Flavour}
 */
function chooseFlavour(wanted, where) {
  const missing = missingFeatures();
  if (wanted === 'relaxed' && !hasRelaxedSimd()) missing.push('WebAssembly relaxed SIMD');
  if (missing.length > 0) {
    throw failure('Unsupported', where, `this JavaScript engine lacks ${missing.join(' and ')}`);
  }
  if (wanted === 'auto') return hasRelaxedSimd() ? 'relaxed' : 'simd';
  return wanted;
}

/**
 * @template [B=Binding]
 * @param {LoadOptions} options
 * @param {import('./core.d.ts').Read} read
 * @param {Modules<B>} [modules]
 * @param {string} [where] who loads, in messages
 * @returns {Promise<{binding: B, module: Flavour}>}
 */
export async function load(options, read, modules, where = 'loadHeadscope') {
  const given = object(where, 'options', options, OPTIONS);
  const wanted = optional(moduleName, where, 'module', given.module) ?? 'auto';
  const own =
    optional(compiledModule, where, 'wasmModule', given.wasmModule) ??
    optional(buffer, where, 'wasmBinary', given.wasmBinary) ??
    optional(address, where, 'wasmUrl', given.wasmUrl);
  const module = chooseFlavour(own !== null && wanted === 'auto' ? 'simd' : wanted, where);
  const chosen = (modules ?? /** @type {Modules<any>} */ (MODULES))[module];
  const [glue, compiled] = await Promise.all([
    loadGlue(chosen, module, where),
    compile(own ?? chosen.wasm, read, where),
  ]);
  return { binding: await instantiate(glue, compiled, where), module };
}

/** @param {string} where @param {string} name @param {unknown} value */
function moduleName(where, name, value) {
  if (value === 'auto' || value === 'simd' || value === 'relaxed') return value;
  throw wrong(where, name, value, "'auto', 'simd' or 'relaxed'");
}

/**
 * @template B
 * @param {Modules<B>[Flavour]} of
 * @param {Flavour} flavour
 * @param {string} where
 */
async function loadGlue(of, flavour, where) {
  try {
    return (await of.glue()).default;
  } catch (cause) {
    throw failure('LoadFailed', where, `the script of module ${flavour} did not load`, cause);
  }
}

/**
 * @param {WebAssembly.Module | Uint8Array<ArrayBuffer> | string | URL} source
 * @param {import('./core.d.ts').Read} read
 * @param {string} where
 */
async function compile(source, read, where) {
  if (source instanceof Uint8Array) return compileBytes(source, 'wasmBinary', where);
  if (typeof source === 'string' || 'href' in source) {
    return compileBytes(await readFile(where, read, source), String(source), where);
  }
  return source;
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} name @param {string} where */
async function compileBytes(bytes, name, where) {
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    const what = `${name}, ${bytes.byteLength} bytes, is not a WebAssembly module`;
    throw failure('BadFile', where, `${what}: ${messageOf(cause)}`, cause);
  }
}

/**
 * @template B
 * @param {Glue<B>} glue
 * @param {WebAssembly.Module} compiled
 * @param {string} where
 * @returns {Promise<B>}
 */
async function instantiate(glue, compiled, where) {
  return new Promise((resolve, reject) => {
    /** @param {unknown} cause */
    const refuse = (cause) =>
      reject(
        failure('BadFile', where, `the module is not Headscope's: ${messageOf(cause)}`, cause),
      );
    glue({
      /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance) => void} done */
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then(done).catch(refuse);
        return {};
      },
    }).then(resolve, refuse);
  });
}
