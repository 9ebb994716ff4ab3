/**
 * The default model, every intermediate traced or only the sentence asked for, against TensorFlow.js
 * running the original graph on its WebAssembly backend, which gives the sentence alone.
 *
 * @typedef {import('./bench.js').Bench} Bench
 * @typedef {import('./interleave.js').Contender} Contender
 * @typedef {import('../../../web/headscope.js').Model} Model
 * @typedef {{wall: Record<string, import('./statistics.js').Summary>,
 *   cpu: Record<string, import('./statistics.js').Summary> | null,
 *   ratios: Record<string, number>}} ModelTimes in ms; ratios: time of the original graph over that
 *   of each module
 * @typedef {ModelTimes & {tokens: number, alone?: ModelTimes, difference: number}} ModelRow times of
 *   the whole trace, and of the sentence alone where it was measured
 */
import { interleave, timeOf } from './interleave.js';
import { maxDifference } from './problem.js';
import { medianRatio, summarise } from './statistics.js';

const SENTENCE =
  "The animal didn't cross the street because it was too tired, and nobody who saw it there " +
  'could say whether it would ever reach the river bank on the other side. ';
const LENGTHS = [16, 128];
const ALONE = ' alone';

/**
 * @param {Pick<Model, 'tokenize'>} model
 * @param {number} length
 * @returns {string} real words that make this many tokens
 */
function textOfLength(model, length) {
  const tokens = model.tokenize(SENTENCE.repeat(8));
  return SENTENCE.repeat(8).slice(0, tokens[length - 1].end);
}

/**
 * @param {Bench} bench
 * @returns {Promise<ModelRow[]>}
 */
export async function benchModel({ modules, rivals, modelUrl, clock, plan }) {
  const models = [];
  for (const { flavour, headscope } of modules) {
    models.push({ flavour, model: await headscope.loadModel({ url: modelUrl }) });
  }
  const graph = rivals.tf && rivals.loadGraph ? await rivals.loadGraph() : null;
  const rows = [];
  for (const length of LENGTHS) {
    const text = textOfLength(models[0].model, length);
    const tokens = models[0].model.tokenize(text);
    if (tokens.length !== length) throw new Error(`${tokens.length} tokens; expected ${length}`);
    /** @type {Contender[]} */
    const contenders = models.flatMap(({ flavour, model }) => [
      { name: flavour, run: () => sentenceOf(model, text) },
      { name: flavour + ALONE, run: () => sentenceOf(model, text, { names: ['sentence'] }) },
    ]);
    if (graph && rivals.tf) {
      const { tf } = rivals;
      const ids = tokens.map(({ id }) => id);
      contenders.push({ name: 'tfjs', run: () => runGraph(tf, graph, ids) });
    }
    /** @type {Float32Array[]} */
    const outputs = [];
    for (const { run } of contenders) outputs.push(/** @type {Float32Array} */ (await run()));
    const samples = await interleave(contenders, clock, { ...plan, budgetMs: plan.budgetMs / 2 });
    const flavours = models.map(({ flavour }) => flavour);
    rows.push({
      tokens: length,
      ...timesOf(samples, flavours, ''),
      alone: timesOf(samples, flavours, ALONE),
      difference: Math.max(...outputs.map((output) => maxDifference(outputs[0], output))),
    });
  }
  for (const { model } of models) model.dispose();
  graph?.dispose();
  return rows;
}

/**
 * @param {Record<string, import('./interleave.js').Samples>} samples
 * @param {readonly string[]} flavours
 * @param {string} kind what ends the names of the module's passes of this kind
 * @returns {ModelTimes}
 */
function timesOf(samples, flavours, kind) {
  const graph = samples.tfjs;
  /** @type {[string, import('./interleave.js').Samples][]} */
  const entries = flavours.map((flavour) => [flavour, samples[flavour + kind]]);
  const all = graph ? [...entries, /** @type {const} */ (['tfjs', graph])] : entries;
  return {
    wall: Object.fromEntries(all.map(([name, { wall }]) => [name, summarise(wall)])),
    cpu: entries[0][1].cpu
      ? Object.fromEntries(all.map(([name, { cpu }]) => [name, summarise(cpu ?? [])]))
      : null,
    ratios: Object.fromEntries(
      graph ? entries.map(([name, own]) => [name, medianRatio(timeOf(graph), timeOf(own))]) : [],
    ),
  };
}

/**
 * @param {Model} model
 * @param {string} text
 * @param {import('../../../web/headscope.js').ModelTraceOptions} [options]
 * @returns {Float32Array}
 */
function sentenceOf(model, text, options) {
  const trace = model.trace(text, options);
  const sentence = trace.get('sentence').copy();
  trace.dispose();
  return sentence;
}

/**
 * @param {typeof import('@tensorflow/tfjs-core')} tf
 * @param {import('@tensorflow/tfjs-converter').GraphModel} graph
 * @param {readonly number[]} ids
 */
async function runGraph(tf, graph, ids) {
  const positions = ids.flatMap((_, i) => [0, i]);
  const inputs = {
    indices: tf.tensor2d(positions, [ids.length, 2], 'int32'),
    values: tf.tensor1d([...ids], 'int32'),
  };
  const output = /** @type {import('@tensorflow/tfjs-core').Tensor} */ (
    await graph.executeAsync(inputs)
  );
  const data = /** @type {Float32Array} */ (await output.data());
  tf.dispose([output, ...Object.values(inputs)]);
  return data;
}
