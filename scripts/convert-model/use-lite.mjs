/**
 * @file The Universal Sentence Encoder Lite, read from its graph.
 *
 * Nothing is taken on trust: every arithmetic node from the token ids to the sentence vector is
 * visited and compared with what Headscope's encoder computes, and every number of the config is
 * read from the graph, so that a graph that means something else cannot be converted by mistake.
 */
import { fail } from './graph-model.mjs';
import { readAttention, readDense, readNorm, readResidual, vector } from './layers.mjs';

const kRoot = 'module_apply_default/Encoder_en/';
const kEncode = `${kRoot}KonaTransformer/Encode/`;
const kStack = `${kEncode}TransformerStack/`;
/** Where variables live that the graph did not need to join from partitions. */
const kVariables = 'module/Encoder_en/';
const kEmbedding = 'module/Embeddings_en';

/**
 * @typedef {import('./graph-model.mjs').GraphModel} GraphModel
 * @typedef {import('../../web/core/core.d.ts').EncoderConfig} EncoderConfig
 * @typedef {import('./layers.mjs').Tensors} Tensors
 */

/**
 * @param {GraphModel} graph
 * @returns {{config: EncoderConfig, tensors: Tensors}} matrices are [in, out].
 */
export function convertUseLite(graph) {
  const { shape } = graph.constant(kEmbedding);
  const [vocabulary, dEmbedding] = shape;
  /** @type {Tensors} */
  const tensors = {
    'embedding.weight': { shape, data: graph.matrix(kEmbedding, [vocabulary, dEmbedding]) },
  };
  const input = readInput(graph, dEmbedding);
  const blocks = [];
  let stream = { node: input.node, width: dEmbedding };
  for (const layer of [0, 1]) {
    const block = readBlock(graph, layer, stream);
    blocks.push(block.config);
    Object.assign(tensors, block.tensors);
    stream = { node: block.node, width: block.config.attention.d_output };
  }
  const sentence = readSentence(graph, stream);
  Object.assign(tensors, sentence.tensors);
  return {
    config: {
      vocabulary,
      max_seq_len: input.maxSeqLen,
      embedding_scale: input.scale,
      blocks,
      d_sentence: sentence.width,
    },
    tensors,
  };
}

/**
 * Ids to the first layer's input: 2 x embedding + timing signal, in that the graph adds the embedding
 * to the sum of itself and the signal.
 *
 * @param {GraphModel} graph
 * @param {number} width
 */
function readInput(graph, width) {
  const clip = `${kRoot}KonaTransformer/ClipToMaxLength`;
  graph.expect(`${clip}/Less`, 'Less', `${clip}/strided_slice`);
  const lookup = graph.expect(
    `${kEncode}embedding_lookup`,
    'GatherV2',
    kEmbedding,
    graph.expect(`${clip}/GatherV2_1`, 'GatherV2', 'values', `${clip}/Where`),
  );
  const signal = readTimingSignal(graph, width);
  const signed = graph.expect(`${kStack}Layer_0/AddTimingSignal/add`, 'Add', lookup, signal);
  const node = graph.expect(`${kStack}Layer_0/add`, 'Add', lookup, signed);
  // Ids below this are padding; were it 0 or more, the unknown piece (id 0) would be masked out.
  const sparse = graph.expect(`${kEncode}SparseToDense`, 'SparseToDense');
  graph.expect(`${kEncode}Greater`, 'Greater', sparse, -1);
  return { node, scale: 2, maxSeqLen: graph.scalar(graph.source(`${clip}/Less`, 1)) };
}

/**
 * sin(position * f_i), then cos, with f_i from 1 down to 1/10,000 in equal ratios.
 *
 * @param {GraphModel} graph
 * @param {number} width
 */
function readTimingSignal(graph, width) {
  const at = `${kStack}Layer_0/AddTimingSignal/`;
  const signal = `${at}TimingSignal`;
  const table = `${signal}/ExpandDims_1`;
  const half = width / 2;
  graph.matrix(table, [1, half]).forEach((found, i) => {
    const expected = Math.exp((-i * Math.log(1e4)) / (half - 1));
    if (!(Math.abs(found / expected - 1) < 1e-6)) {
      fail(`frequency ${i} of ${table} is ${found}; expected ${expected}`);
    }
  });
  const position = graph.expect(`${signal}/ToFloat_2`, 'Cast', `${at}strided_slice_2`);
  const angle = graph.expect(`${signal}/mul_2`, 'Mul', position, table);
  return graph.expect(
    `${signal}/concat`,
    'ConcatV2',
    graph.expect(`${signal}/Sin`, 'Sin', angle),
    graph.expect(`${signal}/Cos`, 'Cos', angle),
    1,
  );
}

/**
 * @param {GraphModel} graph
 * @param {number} layer
 * @param {{node: string, width: number}} stream what the layer is given
 */
function readBlock(graph, layer, stream) {
  const prefix = `layers.${layer}`;
  const at = {
    graph: `${kStack}Layer_${layer}/TransformerLayer`,
    joined: `${kEncode}Layer_${layer}/TransformerLayer`,
    variables: `${kVariables}KonaTransformer/Encode/Layer_${layer}/TransformerLayer`,
    padding: `${kStack}Layer_1/TransformerLayer/MultiheadAttention/DotProductAttention/attention_bias_ignore_padding/mul`,
  };
  const norm = readNorm(graph, at, '', stream, `${prefix}.attention.norm`);
  const attention = readAttention(graph, at, norm, stream.width, `${prefix}.attention`);
  const width = attention.config.d_output;
  const residual = readResidual(graph, at, stream, width, `${prefix}.attention.residual`);
  const middle = {
    node: graph.expect(`${at.graph}/layer_postprocess/add`, 'Add', attention.node, residual.node),
    width,
  };
  const ffnNorm = readNorm(graph, at, '/FFN', middle, `${prefix}.ffn.norm`);
  if (ffnNorm.epsilon !== norm.epsilon) {
    fail(`layer ${layer} has norm epsilons ${norm.epsilon} and ${ffnNorm.epsilon}; expected one`);
  }
  const hidden = readDense(
    graph,
    at,
    'conv1',
    { node: ffnNorm.node, width },
    `${prefix}.ffn.hidden`,
  );
  const relu = graph.expect(`${at.graph}/FFN/conv1/Relu`, 'Relu', hidden.node);
  const dense = { node: relu, width: hidden.width };
  const output = readDense(graph, at, 'conv2', dense, `${prefix}.ffn.output`);
  return {
    node: graph.expect(`${at.graph}/FFN/layer_postprocess/add`, 'Add', output.node, middle.node),
    config: {
      attention: attention.config,
      project_residual: residual.isProjected,
      d_ffn: hidden.width,
      activation: /** @type {const} */ ('relu'),
      norm_epsilon: norm.epsilon,
    },
    tensors: {
      ...norm.tensors,
      ...attention.tensors,
      ...residual.tensors,
      ...ffnNorm.tensors,
      ...hidden.tensors,
      ...output.tensors,
    },
  };
}

/**
 * Mean over the tokens, a dense tanh layer, then division by the Euclidean norm.
 *
 * @param {GraphModel} graph
 * @param {{node: string, width: number}} stream
 */
function readSentence(graph, stream) {
  const pooling = `${kRoot}KonaTransformer`;
  const mask = graph.expect(`${pooling}/ToFloat`, 'Cast', `${pooling}/SequenceMask/Less`);
  const tokens = graph.expect(`${pooling}/mul`, 'Mul', stream.node, mask);
  const sum = graph.expect(`${pooling}/Sum`, 'Sum', tokens, 1);
  const pooled = graph.expect(`${pooling}/div`, 'RealDiv', sum, `${pooling}/ToFloat_1`);
  const layer = `${kRoot}hidden_layers/tanh_layer_0`;
  const variable = `${kVariables}hidden_layers/tanh_layer_0`;
  const [weight, bias] = [`${variable}/weights`, `${variable}/bias`];
  const width = graph.constant(bias).data.length;
  graph.expect(`${layer}/MatMul`, 'MatMul', pooled, weight);
  graph.expect(`${layer}/BiasAdd`, 'BiasAdd', `${layer}/MatMul`, bias);
  const tanh = graph.expect(`${layer}/Tanh`, 'Tanh', `${layer}/BiasAdd`);
  const norm = `${kRoot}hidden_layers/l2_normalize`;
  const squares = graph.expect(`${norm}/Square`, 'Square', tanh);
  const length = graph.expect(`${norm}/Sum`, 'Sum', squares, 1);
  const floor = graph.expect(`${norm}/Maximum`, 'Maximum', length, Math.fround(1e-12));
  graph.expect(norm, 'Mul', tanh, graph.expect(`${norm}/Rsqrt`, 'Rsqrt', floor));
  return {
    width,
    tensors: {
      'sentence.weight': {
        shape: [stream.width, width],
        data: graph.matrix(weight, [stream.width, width]),
      },
      'sentence.bias': vector(graph, bias, width),
    },
  };
}
