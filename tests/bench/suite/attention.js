/**
 * Whole attention layers, size by size: Headscope's two modules, their limits and the rivals in
 * turns, outputs compared.
 *
 * @typedef {import('./bench.js').Bench} Bench
 * @typedef {import('./bench.js').Flavour} Flavour
 * @typedef {import('./interleave.js').Contender} Contender
 * @typedef {import('./interleave.js').Samples} Samples
 * @typedef {import('./statistics.js').Summary} Summary
 * @typedef {import('./problem.js').Problem} Problem
 *
 * @typedef {{percentOfPeak: number, keptPercentOfPeak: number, inPlacePercentOfPeak?: number,
 *   weightsRatio: number, traceRatio: number, rivals: Record<string, number>}} Figures
 *   of one module: its share of its own peak in percent, with a new output array, with one that the
 *   caller keeps, and from a buffer of the module's memory into another (results kept from before
 *   there were buffers lack it); with a new array, the time of a trace of the weights and the output,
 *   and of a whole one, over that of a forward pass; time of each rival over its own
 * @typedef {{size: string, dModel: number, heads: number, seqLen: number, operations: number,
 *   wall: Record<string, Summary>, cpu: Record<string, Summary> | null,
 *   figures: Partial<Record<Flavour, Figures>>, rivalForms: Record<string, string>,
 *   differences: Record<string, number>, peakSpread: number}} AttentionRow times in ms
 */
import { headscopeAttention } from '../contenders/headscope.js';
import { attentionGraph, onnxSession, plainGraph } from '../contenders/onnxruntime.js';
import { tensorflowAttention } from '../contenders/tensorflow.js';
import { interleave, timeOf } from './interleave.js';
import { makeProblem, maxDifference, operations, sizeName } from './problem.js';
import { median, medianRatio, spread, summarise } from './statistics.js';

/**
 * @param {Bench} bench
 * @param {import('./problem.js').Size} size
 * @returns {Promise<AttentionRow>}
 */
export async function benchAttention(bench, size) {
  const problem = makeProblem(size);
  const { contenders, dispose } = await contendersFor(bench, problem);
  try {
    const differences = await compareOutputs(contenders);
    const samples = await interleave([...peaks(bench), ...contenders], bench.clock, bench.plan);
    return { ...row(bench, problem, samples), differences };
  } finally {
    await dispose();
  }
}

/** @param {Bench} bench @returns {Contender[]} */
const peaks = ({ modules }) =>
  modules.map(({ flavour, limit }) => ({ name: `${flavour} peak`, run: limit.peak.run }));

/**
 * @param {Bench} bench
 * @param {Problem} problem
 */
async function contendersFor(bench, problem) {
  /** @type {Contender[]} */
  const contenders = [];
  /** @type {(() => unknown)[]} */
  const disposals = [];
  for (const { flavour, headscope } of bench.modules) {
    const layer = headscopeAttention(headscope, problem);
    contenders.push(
      { name: flavour, run: layer.forward },
      { name: `${flavour} kept`, run: layer.kept },
      { name: `${flavour} in place`, run: layer.inPlace },
      { name: `${flavour} weights`, run: layer.weights },
      { name: `${flavour} trace`, run: layer.trace },
    );
    disposals.push(layer.dispose);
  }
  const { ort, tf } = bench.rivals;
  if (ort) {
    const graphs = { 'ort plain': plainGraph(problem), 'ort Attention': attentionGraph(problem) };
    for (const [name, graph] of Object.entries(graphs)) {
      const session = await onnxSession(ort, graph, problem.x);
      contenders.push({ name, run: session.run });
      disposals.push(session.dispose);
    }
  }
  if (tf) {
    const layer = tensorflowAttention(tf, problem);
    const forms = [
      { name: 'tfjs batched', run: layer.batched },
      { name: 'tfjs per head', run: layer.perHead },
    ];
    contenders.push(await faster(forms, bench.clock));
    disposals.push(layer.dispose);
  }
  return {
    contenders,
    async dispose() {
      for (const each of disposals) await each();
    },
  };
}

/**
 * The one of several forms of one rival that is worth the time: the rest would only be slower.
 * @param {Contender[]} forms
 * @param {import('./interleave.js').Clock} clock
 */
async function faster(forms, clock) {
  const plan = { budgetMs: 300, minRounds: 2, maxRounds: 8, sampleMs: 3, warmUpMs: 60 };
  const samples = await interleave(forms, clock, plan);
  const times = forms.map(({ name }) => median(timeOf(samples[name])));
  return forms[times.indexOf(Math.min(...times))];
}

/**
 * @param {readonly Contender[]} contenders
 * @returns {Promise<Record<string, number>>} largest difference of each from the first
 */
async function compareOutputs(contenders) {
  const [first, ...others] = contenders;
  const expected = /** @type {Float32Array} */ (await first.run());
  /** @type {Record<string, number>} */
  const differences = {};
  // One after another: a view of a module's memory may be gone after the next call.
  for (const { name, run } of others) {
    differences[name] = maxDifference(expected, /** @type {Float32Array} */ (await run()));
  }
  return differences;
}

/**
 * @param {Bench} bench
 * @param {Problem} problem
 * @param {Record<string, Samples>} samples
 */
function row({ modules }, problem, samples) {
  const work = operations(problem);
  const rivalForms = Object.fromEntries(
    ['ort', 'tfjs'].flatMap((rival) => {
      const forms = Object.keys(samples).filter((name) => name.startsWith(rival));
      if (forms.length === 0) return [];
      const times = forms.map((name) => median(timeOf(samples[name])));
      return [[rival, forms[times.indexOf(Math.min(...times))]]];
    }),
  );
  /** @type {AttentionRow['figures']} */
  const figures = {};
  for (const { flavour, limit } of modules) {
    const own = timeOf(samples[flavour]);
    const timeAtPeak = timeOf(samples[`${flavour} peak`]).map(
      (time) => (time * work) / limit.peak.operations,
    );
    const percent = (/** @type {string} */ name) =>
      100 * medianRatio(timeAtPeak, timeOf(samples[name]));
    figures[flavour] = {
      percentOfPeak: percent(flavour),
      keptPercentOfPeak: percent(`${flavour} kept`),
      inPlacePercentOfPeak: percent(`${flavour} in place`),
      weightsRatio: medianRatio(timeOf(samples[`${flavour} weights`]), own),
      traceRatio: medianRatio(timeOf(samples[`${flavour} trace`]), own),
      rivals: Object.fromEntries(
        Object.entries(rivalForms).map(([rival, form]) => [
          rival,
          medianRatio(timeOf(samples[form]), own),
        ]),
      ),
    };
  }
  const names = Object.entries(samples);
  const { dModel, heads, seqLen } = problem;
  return {
    ...{ size: sizeName(problem), dModel, heads, seqLen, operations: work },
    wall: Object.fromEntries(names.map(([name, { wall }]) => [name, summarise(wall)])),
    cpu: names.every(([, { cpu }]) => cpu)
      ? Object.fromEntries(names.map(([name, { cpu }]) => [name, summarise(cpu ?? [])]))
      : null,
    figures,
    rivalForms,
    peakSpread: Math.max(
      ...modules.map(({ flavour }) => spread(timeOf(samples[`${flavour} peak`]))),
    ),
  };
}
