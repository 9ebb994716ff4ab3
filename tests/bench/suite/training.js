/**
 * Steps of training, each a new batch forwards, backwards and an update, against TensorFlow.js
 * training the same model on its WebAssembly backend. Its batches stand ready; ours are drawn.
 *
 * @typedef {import('./bench.js').Flavour} Flavour
 * @typedef {import('../../../web/training.js').Training} Training
 * @typedef {import('../../../web/training.js').TrainTask} TrainTask
 * @typedef {{task: TrainTask, heads: number,
 *   cpu: Record<string, import('./statistics.js').Summary>, ratios: Record<string, number>,
 *   wholeMs: Record<string, number>, heapGrowth: number}} TrainingRow cpu: ms per step; ratios: time
 *   of TensorFlow.js over that of each module; wholeMs: all the steps of the task's default; bytes
 *   by which the modules' memories grew after the warm-up
 */
import { tensorflowTrainer } from '../contenders/tensorflow-training.js';
import { interleave, timeOf } from './interleave.js';
import { medianRatio, summarise } from './statistics.js';

/** @type {{task: TrainTask, heads: number}[]} */
const CASES = [
  { task: 'tiles', heads: 1 },
  { task: 'tiles', heads: 4 },
  { task: 'english', heads: 1 },
  { task: 'english', heads: 4 },
  { task: 'english', heads: 8 },
];
/** Batches that the rival goes round. */
const BATCHES = 16;

/**
 * @param {{trainings: readonly {flavour: Flavour, training: Training}[],
 *   tf: typeof import('@tensorflow/tfjs-core'), clock: import('./interleave.js').Clock,
 *   plan: import('./interleave.js').Plan, quick: boolean, log: (line: string) => void}} bench
 * @returns {Promise<TrainingRow[]>}
 */
export async function benchTraining({ trainings, tf, clock, plan, quick, log }) {
  const rows = [];
  for (const { task, heads } of quick ? CASES.slice(1, 4) : CASES) {
    log(`training ${task}, ${heads} heads`);
    // Tiles have no weight decay, and TensorFlow.js's Adam has none: the same work for English.
    const ours = trainings.map(({ flavour, training }) => ({
      flavour,
      trainer: training.createTrainer({ task, heads, weightDecay: 0, steps: 2 ** 30 }),
    }));
    const [{ trainer }] = ours;
    const rival = tensorflowTrainer(tf, trainer);
    const { batch, testSentences } = trainer.config;
    const batches = Array.from({ length: BATCHES }, (_, i) =>
      rival.batchOf(trainer.samples(batch, (i * batch) % (testSentences - batch))),
    );
    let turn = 0;
    const memories = ours.map((each) => memoryOf(each.trainer));
    for (const each of ours) each.trainer.step(200);
    const before = memories.map((memory) => memory.bytes());
    const samples = await interleave(
      [
        ...ours.map((each) => ({ name: each.flavour, run: () => each.trainer.step() })),
        { name: 'tfjs', run: () => rival.step(batches[turn++ % BATCHES]) },
      ],
      clock,
      { ...plan, budgetMs: plan.budgetMs / 2 },
    );
    const steps = { tiles: 2000, english: 1500 }[task];
    const cpu = Object.fromEntries(
      Object.entries(samples).map(([name, each]) => [name, summarise(timeOf(each))]),
    );
    rows.push({
      task,
      heads,
      cpu,
      ratios: Object.fromEntries(
        ours.map(({ flavour }) => [
          flavour,
          medianRatio(timeOf(samples.tfjs), timeOf(samples[flavour])),
        ]),
      ),
      wholeMs: Object.fromEntries(
        Object.entries(cpu).map(([name, { median }]) => [name, median * steps]),
      ),
      heapGrowth: Math.max(...memories.map((memory, i) => memory.bytes() - before[i])),
    });
    for (const memory of memories) memory.dispose();
    for (const each of ours) each.trainer.dispose();
    for (const { words, places, padding, picks, labels } of batches) {
      tf.dispose([words, places, padding, picks, ...labels]);
    }
    rival.dispose();
  }
  return rows;
}

/** The memory that a trainer's module holds. @param {import('../../../web/training.js').Trainer} trainer */
function memoryOf(trainer) {
  const trace = trainer.trace(trainer.samples(1)[0].text);
  return {
    bytes: () => trace.get('layers.0.input').data.buffer.byteLength,
    dispose: () => trace.dispose(),
  };
}
