/**
 * onnxruntime-web on one thread: attention out of plain operators, and as com.microsoft.Attention.
 *
 * @typedef {import('../suite/problem.js').Problem} Problem
 * @typedef {import('./onnx-model.js').Graph} Graph
 * @typedef {typeof import('onnxruntime-web')} Runtime
 */
import { beside } from '../suite/problem.js';
import { onnxModel, shapeConstant } from './onnx-model.js';

/** @param {Problem} problem @returns {Graph['constants']} */
const weightConstants = ({ dModel, weights }) => ({
  qkv_weight: {
    shape: [dModel, 3 * dModel],
    data: beside([weights.query, weights.key, weights.value], dModel),
  },
  qkv_bias: {
    shape: [3 * dModel],
    data: beside([weights.queryBias, weights.keyBias, weights.valueBias], 1),
  },
  output_weight: { shape: [dModel, dModel], data: weights.output },
  output_bias: { shape: [dModel], data: weights.outputBias },
});

/**
 * @param {Problem} problem
 * @param {{weightsOut?: boolean}} [options] also ask for the attention weights
 * @returns {Graph}
 */
export function plainGraph(problem, { weightsOut = false } = {}) {
  const { dModel, dHead, heads, seqLen } = problem;
  /** @type {Graph['nodes']} */
  const nodes = [
    { type: 'Gemm', inputs: ['x', 'qkv_weight', 'qkv_bias'], outputs: ['qkv'] },
    { type: 'Split', inputs: ['qkv'], outputs: ['q', 'k', 'v'], attributes: { axis: 1 } },
  ];
  const orders = { q: [1, 0, 2], k: [1, 2, 0], v: [1, 0, 2] };
  for (const [name, perm] of Object.entries(orders)) {
    nodes.push(
      { type: 'Reshape', inputs: [name, 'split_shape'], outputs: [`${name}_split`] },
      {
        type: 'Transpose',
        inputs: [`${name}_split`],
        outputs: [`${name}_heads`],
        attributes: { perm },
      },
    );
  }
  nodes.push(
    { type: 'MatMul', inputs: ['q_heads', 'k_heads'], outputs: ['scores'] },
    { type: 'Mul', inputs: ['scores', 'scale'], outputs: ['scaled'] },
    { type: 'Softmax', inputs: ['scaled'], outputs: ['weights'], attributes: { axis: 2 } },
    { type: 'MatMul', inputs: ['weights', 'v_heads'], outputs: ['context'] },
    { type: 'Transpose', inputs: ['context'], outputs: ['rows'], attributes: { perm: [1, 0, 2] } },
    { type: 'Reshape', inputs: ['rows', 'concat_shape'], outputs: ['concat'] },
    { type: 'Gemm', inputs: ['concat', 'output_weight', 'output_bias'], outputs: ['output'] },
  );
  return {
    nodes,
    constants: {
      ...weightConstants(problem),
      scale: { shape: [1], data: Float32Array.of(dHead ** -0.5) },
      split_shape: shapeConstant([seqLen, heads, dHead]),
      concat_shape: shapeConstant([seqLen, dModel]),
    },
    input: { name: 'x', shape: [seqLen, dModel] },
    outputs: [
      { name: 'output', shape: [seqLen, dModel] },
      ...(weightsOut ? [{ name: 'weights', shape: [heads, seqLen, seqLen] }] : []),
    ],
  };
}

/** @param {Problem} problem @returns {Graph} */
export function attentionGraph(problem) {
  const { dModel, heads, seqLen } = problem;
  return {
    nodes: [
      { type: 'Reshape', inputs: ['x', 'batch_shape'], outputs: ['batch'] },
      {
        type: 'Attention',
        domain: 'com.microsoft',
        inputs: ['batch', 'qkv_weight', 'qkv_bias'],
        outputs: ['context'],
        attributes: { num_heads: heads },
      },
      { type: 'Reshape', inputs: ['context', 'concat_shape'], outputs: ['concat'] },
      { type: 'Gemm', inputs: ['concat', 'output_weight', 'output_bias'], outputs: ['output'] },
    ],
    constants: {
      ...weightConstants(problem),
      batch_shape: shapeConstant([1, seqLen, dModel]),
      concat_shape: shapeConstant([seqLen, dModel]),
    },
    input: { name: 'x', shape: [seqLen, dModel] },
    outputs: [{ name: 'output', shape: [seqLen, dModel] }],
  };
}

/**
 * @param {Runtime} ort
 * @param {Graph} graph
 * @param {Float32Array} x
 * @returns {Promise<{run: () => Promise<Float32Array>, dispose: () => Promise<void>}>}
 */
export async function onnxSession(ort, graph, x) {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  const session = await ort.InferenceSession.create(onnxModel(graph), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  return {
    async run() {
      const results = await session.run({
        x: new ort.Tensor('float32', x, [...graph.input.shape]),
      });
      return /** @type {Float32Array} */ (results.output.data);
    },
    dispose: () => session.release(),
  };
}
