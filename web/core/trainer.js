import {
  count,
  flag,
  floats,
  list,
  numbers,
  object,
  optional,
  positive,
  record,
  text,
  wrong,
} from './arguments.js';
import { outside, unwrap } from './boundary.js';
import { dispose, disposed } from './dispose.js';
import { Layouts, ofText, Trace } from './trace.js';
import { trainConfigOf, trainConfigParts } from './train-config.js';

/**
 * @typedef {import('./train.d.ts').Trainer} DeclaredTrainer
 * @typedef {import('./train.d.ts').TaskInfo} TaskInfo
 * @typedef {import('./train.d.ts').Evaluation} Evaluation
 * @typedef {import('./train-binding.d.ts').TrainBinding} TrainBinding
 * @typedef {import('./core.d.ts').ModelInfo} ModelInfo
 */

const EVERY = 2 ** 31;

/**
 * One model in training.
 * @implements {DeclaredTrainer}
 */
export class Trainer {
  #binding;
  #handle;
  #module;
  #parameters;
  #layouts = new Layouts();
  #stepsDone = 0;
  /** What is asked of no C++ asks this. */
  #isDisposed = false;

  /**
   * @param {TrainBinding} binding
   * @param {import('./core.d.ts').Flavour} module
   * @param {unknown} config
   */
  constructor(binding, module, config) {
    this.#binding = binding;
    this.#module = module;
    this.#handle = unwrap(binding.createTrainer(trainConfigParts('createTrainer', config)));
    const made = unwrap(binding.describeTrainer(this.#handle));
    this.#parameters = made.parameters.map(({ name, shape }) => ({
      name,
      shape,
      size: shape.reduce((product, extent) => product * extent, 1),
    }));
    this.config = trainConfigOf(made.config);
    this.task = taskOf(made.task);
    this.parameters = this.#parameters.reduce((sum, { size }) => sum + size, 0);
  }

  get stepsDone() {
    if (this.#isDisposed) throw disposed('Trainer.stepsDone', 'trainer');
    return this.#stepsDone;
  }

  /** @param {number} [batches] */
  step(batches = 1) {
    const given = positive('Trainer.step', 'batches', batches);
    const report = unwrap(this.#binding.stepTrainer(this.#handle, given));
    this.#stepsDone = report.step;
    const { loss, accuracy, allRight } = this.#evaluation(report);
    return {
      step: report.step,
      loss,
      accuracy,
      allRight,
      gradientNorm: report.gradient_norm,
      learningRate: report.learning_rate,
      gainGradient: report.gain_gradient,
    };
  }

  /** @param {import('./train.d.ts').EvaluateOptions} [options] */
  evaluate(options = {}) {
    const where = 'Trainer.evaluate';
    const given = object(where, 'options', options, ['gains', 'sentences']);
    const sentences = sentencesOf(where, given.sentences);
    const gains = gainsOf(where, given.gains);
    return this.#evaluation(unwrap(this.#binding.evaluateTrainer(this.#handle, sentences, gains)));
  }

  /** @param {{sentences?: number}} [options] */
  muteCosts(options = {}) {
    const where = 'Trainer.muteCosts';
    const given = object(where, 'options', options, ['sentences']);
    const of = { sentences: sentencesOf(where, given.sentences) };
    const all = this.evaluate(of);
    const cost = Array.from({ length: this.config.heads }, (_, muted) => {
      const gains = Array.from({ length: this.config.heads }, (_, head) => Number(head !== muted));
      const { accuracy } = this.evaluate({ ...of, gains });
      return Object.fromEntries(
        Object.entries(all.accuracy).map(([name, share]) => [name, share - accuracy[name]]),
      );
    });
    return { all, cost };
  }

  /** @param {{sentences?: number}} [options] */
  headMatrix(options = {}) {
    const where = 'Trainer.headMatrix';
    const given = object(where, 'options', options, ['sentences']);
    const sentences = sentencesOf(where, given.sentences);
    const { heads } = this.config;
    const { relations } = this.task;
    const matrix = unwrap(this.#binding.trainerHeadMatrix(this.#handle, sentences));
    /** @param {number[]} flat */
    const rows = (flat) => relations.map((_, i) => flat.slice(i * heads, (i + 1) * heads));
    return { relations, heads, mass: rows(matrix.mass), baseline: rows(matrix.baseline) };
  }

  slabNorms() {
    return unwrap(this.#binding.trainerSlabNorms(this.#handle));
  }

  /** @param {number} wanted @param {number} [from] */
  samples(wanted, from = 0) {
    const where = 'Trainer.samples';
    const start = count(where, 'from', from);
    const found = unwrap(
      this.#binding.trainerSamples(this.#handle, start, count(where, 'count', wanted)),
    );
    return found.map((sample) => ({
      text: sample.text,
      asks: sample.asks.map(({ question, token, answer, target }) => {
        const { name, relation, answers } = this.task.questions[question];
        return { question: name, relation, token, answer: answers[answer], target };
      }),
    }));
  }

  /** @param {string} input */
  tokenize(input) {
    const given = text('Trainer.tokenize', 'text', input);
    const ids = unwrap(this.#binding.trainerTokens(this.#handle, given));
    return [...given.matchAll(/[^ \n\t\r]+/g)].map(({ 0: piece, index }, i) => ({
      id: ids[i],
      piece,
      text: piece,
      start: index,
      end: index + piece.length,
      known: true,
      score: 0,
    }));
  }

  /** @param {string} input @param {import('./train.d.ts').TrainerTraceOptions} [options] */
  trace(input, options = {}) {
    const where = 'Trainer.trace';
    const given = object(where, 'options', options, ['gains', 'outputGains', 'contribution']);
    const request = {
      gains: gainsOf(where, given.gains),
      output_gains: gainsOf(where, given.outputGains, 'outputGains'),
      contribution: optional(flag, where, 'contribution', given.contribution) ?? false,
    };
    const sentence = text(where, 'text', input);
    const handle = unwrap(this.#binding.traceTrainer(this.#handle, sentence, request));
    const tokens = this.tokenize(sentence);
    const sizes = [tokens.length, request.contribution];
    const tensors = this.#layouts.of(this.#binding, handle, sizes);
    const source = { text: sentence, tokens, cut: null, model: this.info };
    return ofText(new Trace(this.#binding, handle, tensors, source));
  }

  /** @param {string} input @param {{gains?: ArrayLike<number> | null}} [options] */
  predict(input, options = {}) {
    const where = 'Trainer.predict';
    const gains = gainsOf(where, object(where, 'options', options, ['gains']).gains);
    const found = unwrap(
      this.#binding.predictTrainer(this.#handle, text(where, 'text', input), gains),
    );
    return found.map(({ question, token, probabilities }) => {
      const { name, answers } = this.task.questions[question];
      const best = probabilities.indexOf(Math.max(...probabilities));
      return { question: name, token, answer: answers[best], probabilities };
    });
  }

  /** @param {number} sentences */
  gradients(sentences) {
    const given = positive('Trainer.gradients', 'sentences', sentences);
    const found = unwrap(this.#binding.trainerGradients(this.#handle, given));
    return { loss: found.loss, weights: this.#named(found.weights), gains: found.gains };
  }

  weights() {
    return this.#named(unwrap(this.#binding.trainerWeights(this.#handle)));
  }

  /**
   * @param {Record<string, {shape: readonly number[], data: Float32Array}>} weights
   * @param {{steps?: number}} [options]
   */
  load(weights, options = {}) {
    const where = 'Trainer.load';
    const { steps: learned } = object(where, 'options', options, ['steps']);
    const steps = optional(count, where, 'steps', learned) ?? 0;
    const given = record(where, 'weights', weights, 'an object of weights by name');
    const named = Object.entries(given).map(([name, weight]) => {
      const { shape, data } = object(where, `weights["${name}"]`, weight, [
        'name',
        'shape',
        'data',
        'dtype',
      ]);
      return {
        name,
        shape: list(where, `weights["${name}"].shape`, shape, 'an array of sizes').map(
          (extent, i) => count(where, `weights["${name}"].shape[${i}]`, extent),
        ),
        data: outside(this.#binding, floats(where, `weights["${name}"].data`, data)),
      };
    });
    unwrap(this.#binding.loadTrainer(this.#handle, named, steps));
    this.#stepsDone = steps;
  }

  snapshot() {
    return { config: this.config, ...unwrap(this.#binding.trainerState(this.#handle)) };
  }

  /** @param {import('./train.d.ts').TrainState} state */
  restore(state) {
    const where = 'Trainer.restore';
    const names = ['config', 'step', 'random', 'weights', 'first', 'second', 'averaged'];
    const given = object(where, 'state', state, names);
    const config = object(where, 'state.config', given.config, Object.keys(this.config));
    for (const [key, value] of Object.entries(this.config)) {
      if (config[key] !== value) throw wrong(where, `state.config.${key}`, config[key], `${value}`);
    }
    const random = list(where, 'state.random', given.random, 'two whole numbers');
    /** @param {string} name */
    const array = (name) => outside(this.#binding, floats(where, `state.${name}`, given[name]));
    const step = count(where, 'state.step', given.step);
    unwrap(
      this.#binding.restoreTrainer(this.#handle, {
        step,
        random: [
          count(where, 'state.random[0]', random[0]),
          count(where, 'state.random[1]', random[1]),
        ],
        weights: array('weights'),
        first: array('first'),
        second: array('second'),
        averaged: count(where, 'state.averaged', given.averaged),
      }),
    );
    this.#stepsDone = step;
  }

  /** What a snapshot of a trace says of the model. @returns {ModelInfo} */
  get info() {
    if (this.#isDisposed) throw disposed('Trainer.info', 'trainer');
    const { task, heads, dModel, dHead, dFfn, seed } = this.config;
    return {
      name: `trained-${task}`,
      title: `${task}, seed ${seed}, step ${this.#stepsDone}`,
      licence: 'Apache-2.0',
      source: 'trained in this place',
      maxTokens: this.task.maxTokens,
      dtype: 'F32',
      layers: [{ dModel, heads, dHead, dOutput: dModel, dFfn }],
      encoder: {
        vocabulary: this.task.vocabulary.length,
        max_seq_len: this.task.maxTokens,
        positions: 'learned',
        blocks: [{ attention: { d_model: dModel, heads, d_head: dHead }, d_ffn: dFfn }],
      },
      module: this.#module,
    };
  }

  dispose() {
    this.#isDisposed = true;
    this.#binding.disposeTrainer(this.#handle);
  }

  [dispose]() {
    this.dispose();
  }

  /** @param {import('./train-binding.d.ts').EvaluationParts} parts @returns {Evaluation} */
  #evaluation({ sentences, loss, all_right, accuracy }) {
    const entries = this.task.questions.map(({ name }, i) => [name, accuracy[i]]);
    return { sentences, loss, allRight: all_right, accuracy: Object.fromEntries(entries) };
  }

  /** @param {Float32Array} flat @returns {Record<string, import('./core.d.ts').Weight>} */
  #named(flat) {
    let offset = 0;
    return Object.fromEntries(
      this.#parameters.map(({ name, shape, size }) => {
        const data = flat.slice(offset, offset + size);
        offset += size;
        return [name, { name, shape: [...shape], data }];
      }),
    );
  }
}

/** @param {string} where @param {unknown} gains @param {string} [name] */
const gainsOf = (where, gains, name = 'gains') =>
  optional(numbers, where, name, gains) ?? new Float32Array(0);

/** @param {string} where @param {unknown} sentences */
const sentencesOf = (where, sentences) =>
  optional(positive, where, 'sentences', sentences) ?? EVERY;

/** @param {import('./train-binding.d.ts').TaskParts} parts @returns {TaskInfo} */
export const taskOf = (parts) =>
  Object.freeze({
    task: parts.name,
    vocabulary: Object.freeze(parts.vocabulary),
    questions: Object.freeze(parts.questions),
    relations: Object.freeze(parts.relations),
    maxTokens: parts.max_tokens,
  });
