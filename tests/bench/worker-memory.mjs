/* global self */
/** @file The WebAssembly memory of a page's workers, counted where they are. */

/** Keeps the memories of a thread's modules at hand; runs before its script. */
function keepMemories() {
  const memories = /** @type {WebAssembly.Memory[]} */ ([]);
  const keep = (/** @type {WebAssembly.Instance} */ { exports }) => {
    for (const each of Object.values(exports)) {
      if (each instanceof WebAssembly.Memory) memories.push(each);
    }
  };
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (/** @type {any[]} */ ...given) => {
    const made = await Reflect.apply(instantiate, WebAssembly, given);
    keep(made.instance ?? made);
    return made;
  };
  Object.assign(globalThis, {
    memoryBytes: () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
  });
}

/**
 * To be called before the page is opened.
 * @param {import('playwright-core').Page} page
 */
export const watchWorkers = (page) =>
  page.addInitScript((prelude) => {
    const { Blob } = globalThis;
    globalThis.Blob = class extends Blob {
      /** @param {BlobPart[]} [parts] @param {BlobPropertyBag} [options] */
      constructor(parts = [], options = {}) {
        super(options.type === 'text/javascript' ? [prelude, ...parts] : parts, options);
      }
    };
  }, `(${keepMemories})();\n`);

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name of the worker
 * @returns {Promise<number>} bytes
 */
export async function workerMemory(page, name) {
  for (const worker of page.workers()) {
    const found = await worker.evaluate(() => ({
      name: self.name,
      bytes: /** @type {any} */ (globalThis).memoryBytes(),
    }));
    if (found.name === name) return found.bytes;
  }
  throw new Error(`the page has no worker named ${name}`);
}
