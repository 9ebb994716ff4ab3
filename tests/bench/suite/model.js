/**
 * The default model, every intermediate traced, against TensorFlow.js running the original graph
 * on its WebAssembly backend.
 *
 * @typedef {import('./bench.js').Bench} Bench
 * @typedef {import('./interleave.js').Contender} Contender
 * @typedef {import('../../../web/headscope.js').Model} Model
 * @typedef {{tokens: number, wall: Record<string, import('./statistics.js').Summary>,
 *   cpu: Record<string, import('./statistics.js').Summary> | null,
 *   ratios: Record<string, number>, difference: number}} ModelRow times in ms; ratios: time of the
 *   original graph over that of each module
 */
import { interleave, timeOf } from './interleave.js';
import { maxDifference } from './problem.js';
import { medianRatio, summarise } from './statistics.js';

const SENTENCE =
  "The animal didn't cross the street because it was too tired, and nobody who saw it there " +
  'could say whether it would ever reach the river bank on the other side. ';
const LENGTHS = [16, 128];

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
    const contenders = models.map(({ flavour, model }) => ({
      name: flavour,
      run: () => sentenceOf(model, text),
    }));
    if (graph && rivals.tf) {
      const { tf } = rivals;
      const ids = tokens.map(({ id }) => id);
      contenders.push({ name: 'tfjs', run: () => runGraph(tf, graph, ids) });
    }
    /** @type {Float32Array[]} */
    const outputs = [];
    for (const { run } of contenders) outputs.push(/** @type {Float32Array} */ (await run()));
    const samples = await interleave(contenders, clock, { ...plan, budgetMs: plan.budgetMs / 2 });
    const entries = Object.entries(samples);
    rows.push({
      tokens: length,
      wall: Object.fromEntries(entries.map(([name, { wall }]) => [name, summarise(wall)])),
      cpu: clock.cpu
        ? Object.fromEntries(entries.map(([name, { cpu }]) => [name, summarise(cpu ?? [])]))
        : null,
      ratios: Object.fromEntries(
        graph
          ? models.map(({ flavour }) => [
              flavour,
              medianRatio(timeOf(samples.tfjs), timeOf(samples[flavour])),
            ])
          : [],
      ),
      difference: Math.max(...outputs.map((output) => maxDifference(outputs[0], output))),
    });
  }
  for (const { model } of models) model.dispose();
  graph?.dispose();
  return rows;
}

/** @param {Model} model @param {string} text @returns {Float32Array} */
function sentenceOf(model, text) {
  const trace = model.trace(text);
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
