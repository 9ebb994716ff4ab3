/** @file What a page downloads. */
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { inRepository } from './libraries.mjs';

/** @type {Record<string, string[]>} */
const FILES = {
  simd: ['web/core/built/headscope.wasm', 'web/core/built/headscope.js'],
  relaxed: ['web/core/built/headscope-relaxed.wasm', 'web/core/built/headscope-relaxed.js'],
  'onnxruntime-web': [
    'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
    'node_modules/onnxruntime-web/dist/ort.wasm.bundle.min.mjs',
  ],
  'tfjs-backend-wasm': [
    'node_modules/@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm',
    'node_modules/@tensorflow/tfjs-core/dist/tf-core.min.js',
    'node_modules/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js',
  ],
};

/** A rival's 14 MB take half a minute at the best quality; it is there for scale only. */
const SLOW_ABOVE = 2 ** 20;

/**
 * @typedef {{name: string, raw: number, gzip: number, brotli: number}} SizeRow bytes, scripts and
 *   code together
 * @returns {Promise<SizeRow[]>}
 */
export async function measureSizes() {
  return Promise.all(
    Object.entries(FILES).map(async ([name, files]) => {
      const contents = await Promise.all(files.map((file) => readFile(inRepository(file))));
      const sum = (/** @type {(content: Buffer) => number} */ size) =>
        contents.reduce((total, content) => total + size(content), 0);
      return {
        name,
        raw: sum(({ length }) => length),
        gzip: sum((content) => gzipSync(content, { level: 9 }).length),
        brotli: sum((content) => brotliCompressSync(content, brotliOptions(content)).length),
      };
    }),
  );
}

/** @param {Buffer} content */
const brotliOptions = ({ length }) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: length > SLOW_ABOVE ? 9 : 11 },
});
