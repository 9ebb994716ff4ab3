/** @file The parts of one Transformer layer of the Universal Sentence Encoder Lite's graph. */
import { fail } from './graph-model.mjs';

/** Ends the names of variables that the graph joined from partitions. */
const kJoined = '/ConcatPartitions/concat';
const kLastAxis = -1;

/**
 * @typedef {import('./graph-model.mjs').GraphModel} GraphModel
 * @typedef {import('../../web/models/safetensors.js').Tensor} Tensor
 * @typedef {Record<string, Tensor>} Tensors
 *
 * @typedef {object} Places where the nodes and variables of a layer stand in the graph
 * @property {string} graph its operations
 * @property {string} joined variables that were joined from partitions
 * @property {string} variables those that were whole
 * @property {string} padding what is added to the scores of padding
 */

/**
 * scale * (x - mean) / sqrt(variance + epsilon) + bias
 *
 * @param {GraphModel} graph
 * @param {Places} at
 * @param {string} part
 * @param {{node: string, width: number}} x
 * @param {string} name
 */
export function readNorm(graph, at, part, x, name) {
  const node = `${at.graph}${part}/layer_prepostprocess/layer_norm`;
  const parameter = `${at.joined}${part}/layer_prepostprocess/layer_norm/layer_norm`;
  const [scale, bias] = [`${parameter}_scale${kJoined}`, `${parameter}_bias${kJoined}`];
  const mean = graph.expect(`${node}/Mean`, 'Mean', x.node, kLastAxis);
  const centred = graph.expect(`${node}/sub_1`, 'Sub', x.node, mean);
  const square = graph.expect(`${node}/Square`, 'Square', centred);
  const variance = graph.expect(`${node}/Mean_1`, 'Mean', square, kLastAxis);
  const deviation = graph.expect(
    `${node}/Rsqrt`,
    'Rsqrt',
    graph.expect(`${node}/add`, 'Add', variance),
  );
  const factor = graph.expect(`${node}/mul`, 'Mul', scale, deviation);
  const scaled = graph.expect(`${node}/mul_1`, 'Mul', factor, centred);
  return {
    node: graph.expect(`${node}/add_1`, 'Add', scaled, bias),
    epsilon: shortest(graph.scalar(graph.source(`${node}/add`, 1))),
    tensors: {
      [`${name}.scale`]: vector(graph, scale, x.width),
      [`${name}.bias`]: vector(graph, bias, x.width),
    },
  };
}

/**
 * The graph multiplies queries, keys and values by one fused matrix [in, 3 * heads * d_head], which
 * is split here into three.
 *
 * @param {GraphModel} graph
 * @param {Places} at
 * @param {{node: string}} norm
 * @param {number} width of the layer's input
 * @param {string} name
 */
export function readAttention(graph, at, norm, width, name) {
  const node = `${at.graph}/MultiheadAttention`;
  const fused = {
    kernel: `${at.variables}/MultiheadAttention/qkv_transform_single/kernel/part_0`,
    bias: `${at.joined}/MultiheadAttention/qkv_transform_single/bias${kJoined}`,
  };
  const output = {
    kernel: `${at.variables}/MultiheadAttention/output_transform_single/kernel/part_0`,
    bias: `${at.joined}/MultiheadAttention/output_transform_single/bias${kJoined}`,
  };
  const shape = readHeads(graph, at, node, fused, norm);
  const inner = shape.heads * shape.dHead;
  const dOutput = graph.constant(output.bias).data.length;
  /** @type {Tensors} */
  const tensors = {};
  const kernel = graph.matrix(fused.kernel, [width, 3 * inner]);
  const bias = graph.matrix(fused.bias, [3 * inner]);
  ['query', 'key', 'value'].forEach((role, i) => {
    tensors[`${name}.${role}.weight`] = {
      shape: [width, inner],
      data: columns(kernel, width, i * inner, inner),
    };
    tensors[`${name}.${role}.bias`] = {
      shape: [inner],
      data: bias.slice(i * inner, (i + 1) * inner),
    };
  });
  tensors[`${name}.output.weight`] = {
    shape: [inner, dOutput],
    data: graph.matrix(output.kernel, [inner, dOutput]),
  };
  tensors[`${name}.output.bias`] = vector(graph, output.bias, dOutput);
  const product = `${node}/output_transform_single`;
  graph.expect(`${product}/Conv2D`, 'Conv2D', shape.context, output.kernel);
  return {
    node: graph.expect(`${product}/BiasAdd`, 'BiasAdd', `${product}/Conv2D`, output.bias),
    config: {
      d_model: width,
      heads: shape.heads,
      d_head: shape.dHead,
      d_output: dOutput,
      scale: shape.scale,
    },
    tensors,
  };
}

/**
 * From the norm to the heads' joined contexts; the scale stands on the queries, which comes to the
 * same as on the scores.
 *
 * @param {GraphModel} graph
 * @param {Places} at
 * @param {string} node
 * @param {{kernel: string, bias: string}} fused
 * @param {{node: string}} norm
 */
function readHeads(graph, at, node, fused, norm) {
  const product = `${node}/qkv_transform_single`;
  graph.expect(`${product}/Conv2D`, 'Conv2D', norm.node, fused.kernel);
  graph.expect(`${product}/BiasAdd`, 'BiasAdd', `${product}/Conv2D`, fused.bias);
  const split = graph.expect(`${node}/split`, 'SplitV', `${product}/BiasAdd`);
  const heads = ['split_heads', 'split_heads_1', 'split_heads_2'].map((part) =>
    readHeadShape(graph, `${node}/${part}`),
  );
  const [{ count, size }] = heads;
  const parts = [...graph.constant(graph.input(split, 1)).data];
  if (heads.some((one) => one.count !== count || one.size !== size)) {
    fail(
      `${node} splits queries, keys and values into ${JSON.stringify(heads)}; expected all alike`,
    );
  }
  if (`${parts}` !== `${Array(3).fill(count * size)}`) {
    fail(`${split} has parts of ${parts}; expected three of ${count} heads * ${size}`);
  }
  const scaled = graph.expect(`${node}/mul`, 'Mul', split);
  const attention = `${node}/DotProductAttention/BaseDotProductAttention`;
  const scores = graph.expect(`${attention}/MatMul`, 'BatchMatMul', scaled, `${split}:1`);
  if (!graph.flag(scores, 'adj_y')) fail(`${scores} takes the keys as they are; expected QKᵀ`);
  const masked = graph.expect(`${attention}/add`, 'Add', scores, at.padding);
  const weights = graph.expect(`${attention}/Softmax`, 'Softmax', masked);
  const context = graph.expect(`${attention}/MatMul_1`, 'BatchMatMul', weights, `${split}:2`);
  return {
    context,
    heads: count,
    dHead: size,
    scale: graph.scalar(graph.source(`${node}/mul`, 1)),
  };
}

/**
 * @param {GraphModel} graph
 * @param {string} node
 * @returns {{count: number, size: number}} [tokens, count * size] becomes [count, tokens, size].
 */
function readHeadShape(graph, node) {
  const shape = graph.expect(`${node}/split_last_dimension/Reshape/shape`, 'Pack');
  const order = [...graph.constant(graph.input(`${node}/transpose`, 1)).data];
  if (`${order}` !== '0,2,1,3') fail(`${node} orders axes ${order}; expected 0,2,1,3`);
  const [count, size] = [2, 3].map((axis) => graph.scalar(graph.input(shape, axis)));
  return { count, size };
}

/**
 * @param {GraphModel} graph
 * @param {Places} at
 * @param {{node: string, width: number}} stream
 * @param {number} width of the attention's output
 * @param {string} name
 */
export function readResidual(graph, at, stream, width, name) {
  if (stream.width === width) return { node: stream.node, isProjected: false, tensors: {} };
  const node = `${at.graph}/AdjustResidualInput/dense`;
  const [kernel, bias] = [
    `${at.joined}/dense/kernel${kJoined}`,
    `${at.joined}/dense/bias${kJoined}`,
  ];
  graph.expect(`${node}/MatMul`, 'MatMul', stream.node, kernel);
  return {
    node: graph.expect(`${node}/BiasAdd`, 'BiasAdd', `${node}/MatMul`, bias),
    isProjected: true,
    tensors: {
      [`${name}.weight`]: {
        shape: [stream.width, width],
        data: graph.matrix(kernel, [stream.width, width]),
      },
      [`${name}.bias`]: vector(graph, bias, width),
    },
  };
}

/**
 * One dense layer of the feed-forward network.
 *
 * @param {GraphModel} graph
 * @param {Places} at
 * @param {string} part
 * @param {{node: string, width: number}} x
 * @param {string} name
 */
export function readDense(graph, at, part, x, name) {
  const node = `${at.graph}/FFN/${part}`;
  // The graph keeps this matrix behind a Reshape that constant folding made a constant.
  const kernel = `${node}/Tensordot/Reshape_1`;
  const bias = `${at.joined}/FFN/${part}/bias${kJoined}`;
  const width = graph.constant(bias).data.length;
  graph.expect(`${node}/Tensordot/MatMul`, 'MatMul', x.node, kernel);
  return {
    node: graph.expect(`${node}/BiasAdd`, 'BiasAdd', `${node}/Tensordot/MatMul`, bias),
    width,
    tensors: {
      [`${name}.weight`]: { shape: [x.width, width], data: graph.matrix(kernel, [x.width, width]) },
      [`${name}.bias`]: vector(graph, bias, width),
    },
  };
}

/** @param {GraphModel} graph @param {string} name @param {number} length @returns {Tensor} */
export function vector(graph, name, length) {
  return { shape: [length], data: graph.matrix(name, [length]) };
}

/**
 * @param {Float32Array} matrix row-major
 * @param {number} rows
 * @param {number} first
 * @param {number} count
 * @returns {Float32Array} columns first … first + count - 1.
 */
function columns(matrix, rows, first, count) {
  const stride = matrix.length / rows;
  const part = new Float32Array(rows * count);
  for (let row = 0; row < rows; ++row) {
    const begin = row * stride + first;
    part.set(matrix.subarray(begin, begin + count), row * count);
  }
  return part;
}

/** @param {number} float a float32 @returns {number} the shortest decimal that rounds to it: 1e-6. */
function shortest(float) {
  for (let digits = 1; digits < 9; ++digits) {
    const decimal = Number(float.toPrecision(digits));
    if (Math.fround(decimal) === float) return decimal;
  }
  return float;
}
