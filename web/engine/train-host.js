/** The work of training itself: several models at once, in lock-step. Types in training.d.ts. */
import { failure, messageOf } from '../core/error.js';
import { isBroken } from './errors.js';
import { loadTraining, trainedFromBytes, trainedToBytes } from '../training.js';

/**
 * @typedef {import('./training.d.ts').TrainHost} TrainHost
 * @typedef {import('../training.d.ts').Trainer} Trainer
 */

/** How many test sentences a matrix is measured on while it must be quick. */
const GLANCE = 200;
const SAMPLES = 24;
/** Batches between two looks at the messages, while a model runs through. */
const SLICE = 50;

/**
 * @param {import('../headscope.d.ts').LoadOptions} options
 * @returns {Promise<TrainHost>}
 */
export async function createTrainHost(options) {
  const training = await loadTraining(options);
  /** @type {Map<number, {trainer: Trainer, failed: string | null}>} by number of heads */
  const models = new Map();

  /** @param {number} heads */
  function modelOf(heads) {
    const model = models.get(heads);
    if (model) return model.trainer;
    const what = `heads is ${heads}; expected one of ${[...models.keys()]}`;
    throw failure('BadArgument', 'Training', what);
  }

  function clear() {
    for (const { trainer } of models.values()) trainer.dispose();
    models.clear();
  }

  /** @param {import('../training.d.ts').TrainConfig} config */
  function add(config) {
    const trainer = training.createTrainer(config);
    models.set(trainer.config.heads, { trainer, failed: null });
    return trainer;
  }

  /** @param {Trainer} trainer */
  const opened = (trainer) => ({
    task: trainer.task,
    config: trainer.config,
    parameters: trainer.parameters,
    samples: trainer.samples(SAMPLES),
    module: training.module,
  });

  return {
    async open({ config, heads }) {
      clear();
      for (const count of new Set(heads)) add({ ...config, heads: count });
      return opened(modelOf(heads[0]));
    },

    async advance({ batches, stride, budget }) {
      /** @type {Map<number, import('../training.d.ts').StepReport[]>} */
      const reports = new Map([...models.keys()].map((heads) => [heads, []]));
      const start = performance.now();
      for (let done = 0; done < batches; done += stride) {
        for (const [heads, model] of models) {
          const left = model.trainer.config.steps - model.trainer.stepsDone;
          if (model.failed || left <= 0) continue;
          try {
            reports.get(heads)?.push(model.trainer.step(Math.min(stride, left)));
          } catch (error) {
            if (isBroken(error)) throw error;
            model.failed = messageOf(error);
          }
        }
        if (performance.now() - start >= budget) break;
      }
      return [...models].map(([heads, { trainer, failed }]) => ({
        heads,
        step: trainer.stepsDone,
        reports: reports.get(heads) ?? [],
        norms: trainer.slabNorms(),
        failed,
      }));
    },

    async look({ heads, text, gains }) {
      const trainer = modelOf(heads);
      const common = {
        heads,
        step: trainer.stepsDone,
        text,
        matrix: trainer.headMatrix({ sentences: GLANCE }),
      };
      try {
        const { tensors, tokens } = snapshotOf(trainer, { text, gains });
        return {
          ...common,
          tokens: tokens.map((token) => token.text),
          weights: tensors['layers.0.attention.weights'].data,
          predictions: trainer.predict(text, { gains }),
          failed: null,
        };
      } catch (error) {
        if (isBroken(error)) throw error;
        const none = { tokens: [], weights: new Float32Array(0), predictions: [] };
        return { ...common, ...none, failed: messageOf(error) };
      }
    },

    evaluate: async ({ heads, gains = null }) => modelOf(heads).evaluate({ gains }),

    muteCosts: async ({ heads }) => modelOf(heads).muteCosts(),

    states: async () => [...models.values()].map(({ trainer }) => trainer.snapshot()),

    async restore({ states }) {
      clear();
      try {
        for (const state of states) add(state.config).restore(state);
      } catch (error) {
        clear();
        throw error;
      }
    },

    async runThrough({ config }) {
      const trainer = training.createTrainer(config);
      try {
        while (trainer.stepsDone < trainer.config.steps) {
          trainer.step(Math.min(SLICE, trainer.config.steps - trainer.stepsDone));
          await new Promise((resolve) => setTimeout(resolve));
        }
        return trainer.evaluate();
      } finally {
        trainer.dispose();
      }
    },

    trace: async ({ heads, ...what }) => snapshotOf(modelOf(heads), what),

    weight: async ({ heads, name }) => modelOf(heads).weights()[name] ?? null,

    toFile: async ({ heads }) => trainedToBytes(modelOf(heads)),

    async fromFile({ bytes }) {
      const { config, steps, weights } = trainedFromBytes(bytes);
      const trainer = training.createTrainer(config);
      try {
        trainer.load(weights, { steps });
      } catch (error) {
        trainer.dispose();
        throw error;
      }
      clear();
      models.set(trainer.config.heads, { trainer, failed: null });
      return { ...opened(trainer), steps };
    },
  };
}

/**
 * @param {Trainer} trainer
 * @param {object} what
 * @param {string} what.text
 * @param {number[] | null} what.gains
 * @param {number[] | null} [what.outputGains]
 * @param {readonly string[]} [what.names] of tensors; all when left out
 */
function snapshotOf(trainer, { text, gains, outputGains, names }) {
  const contribution = !names || names.some(isContribution);
  const trace = trainer.trace(text, { gains, outputGains, contribution });
  try {
    const has = new Set(trace.tensors.map(({ name }) => name));
    // Of what a whole encoder has, such a model has less.
    return trace.snapshot(names?.filter((name) => has.has(name)));
  } finally {
    trace.dispose();
  }
}

/** @param {string} name */
const isContribution = (name) => name.endsWith('.contribution');
