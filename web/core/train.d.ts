/** The types of training: tiny models whose heads specialise while you watch. */
import type { Flavour, LoadOptions, ModelInfo, ModelTrace, Read, Token, Weight } from './core.d.ts';

/**
 * What is learned. `tiles`: eight tiles with a value, a colour and a place, and one question per
 * answer box. `english`: a micro-English with number agreement, subjects, objects, senses and
 * co-reference.
 */
export type TrainTask = 'tiles' | 'english';

/** Every default in brackets is that of `tiles`, then that of `english`. */
export interface TrainConfig {
  /** What is learned. */
  task: TrainTask;
  /** Number of heads; must divide `dModel` where `dHead` is left out. */
  heads: number;
  /** Answer boxes of `tiles`, 1 to 6: how many places must be looked at [4]. */
  places?: number;
  /** Width of the residual stream [16, 64]. */
  dModel?: number;
  /** Width of one head [dModel / heads]. */
  dHead?: number;
  /** Width of the feed-forward network after the attention; 0 leaves it out [0]. */
  dFfn?: number;
  /** Layer norms before the attention and the feed-forward network [false]. */
  norm?: boolean;
  /** Biases of W_Q, W_K, W_V and W_O [false]. */
  attentionBias?: boolean;
  /** No token looks at later ones [false]. */
  causal?: boolean;
  /** Of the weights, the sentences and the batches, 0 to 2^32 - 1 [1]. */
  seed?: number;
  /** Sentences in a batch [64, 32]. */
  batch?: number;
  /** Steps after which the learning rate has come down to zero [2000, 1500]. */
  steps?: number;
  /** Steps in which it rises [50]. */
  warmup?: number;
  /** At its highest [0.02]. */
  learningRate?: number;
  /** Of the matrices, per step and unit of learning rate (AdamW) [0, 0.1]. */
  weightDecay?: number;
  /** Strength of a group lasso on each head's slab of W_O in the second half of the steps [0]. */
  headLasso?: number;
  /** Sentences to learn from; `tiles` draws new ones for every batch [0, 20000]. */
  trainSentences?: number;
  /** Sentences to measure with, never learned from [2000, 3000]. */
  testSentences?: number;
}

/** One word that a task's sentences are made of. */
export interface VocabularyWord {
  /** As sentences spell it. */
  readonly word: string;
  /** Which list of the task it belongs to: `value`, `colour`, `animal`, `verb`, … */
  readonly kind: string;
}

/** Something asked at a token, answered by one of its classes. */
export interface Question {
  /** Such as `it`. */
  readonly name: string;
  /** The classes that an answer is chosen from. */
  readonly answers: readonly string[];
  /** The relation whose target holds the answer. */
  readonly relation: string;
}

/** What a task consists of. */
export interface TaskInfo {
  /** Which of the tasks. */
  readonly task: TrainTask;
  /** A word's id is its place in this list. */
  readonly vocabulary: readonly VocabularyWord[];
  /** All that is asked. */
  readonly questions: readonly Question[];
  /** Names of the relations, from the token that is asked to the token that knows. */
  readonly relations: readonly string[];
  /** Most tokens of a sentence. */
  readonly maxTokens: number;
}

/** One question at one token of a sentence, with its truth. */
export interface Ask {
  /** The question's name. */
  question: string;
  /** The name of its relation. */
  relation: string;
  /** Index of the token that is asked. */
  token: number;
  /** The right one of the question's answers. */
  answer: string;
  /** Index of the token that knows the answer. */
  target: number;
}

/** One sentence; a token of `tiles` is several words joined by `-`: `7-red-ring`. */
export interface Sample {
  /** As `Trainer.tokenize` reads it. */
  text: string;
  /** Everything asked in it. */
  asks: Ask[];
}

/** Means over the batches of one call of `step`. */
export interface StepReport {
  /** Steps done so far. */
  step: number;
  /** Cross-entropy per question asked, in nats. */
  loss: number;
  /** Share of right answers, by question; NaN where it was not asked. */
  accuracy: Record<string, number>;
  /** Share of the sentences of which every answer was right. */
  allRight: number;
  /** Euclidean norm of the whole gradient. */
  gradientNorm: number;
  /** Of the last step. */
  learningRate: number;
  /** Per head, the derivative of the loss by the head's gain (Michel et al. 2019). */
  gainGradient: Float32Array;
}

/** On sentences that were never learned from. */
export interface Evaluation {
  /** How many were measured. */
  sentences: number;
  /** Cross-entropy per question asked, in nats. */
  loss: number;
  /** Share of right answers, by question; NaN where it was not asked. */
  accuracy: Record<string, number>;
  /** Share of the sentences of which every answer was right. */
  allRight: number;
}

/** What is measured, and with which heads. */
export interface EvaluateOptions {
  /** One factor per head; 0 mutes it. */
  gains?: ArrayLike<number> | null;
  /** How many of the test sentences; all of them when left out. */
  sentences?: number;
}

/** How far each head looks at what each relation points to. */
export interface HeadMatrix {
  /** Names of the relations, one a row. */
  relations: readonly string[];
  /** Number of heads, one a column. */
  heads: number;
  /** [relation][head]: mean attention weight on the target. */
  mass: number[][];
  /** [relation][head]: mean attention weight on one of the other tokens. */
  baseline: number[][];
}

/** What muting one head costs: the evaluation of all heads, and of all but one. */
export interface MuteCosts {
  /** With every head. */
  all: Evaluation;
  /** Per head, the accuracy lost by question. */
  cost: Record<string, number>[];
}

/** What one answer looks like to the model. */
export interface Prediction {
  /** The question's name. */
  question: string;
  /** Index of the token that is asked. */
  token: number;
  /** The likeliest class. */
  answer: string;
  /** Of each class, in the order of the question's answers; they sum to 1. */
  probabilities: Float32Array;
}

/** All that a training goes on from, plain and structured-cloneable. */
export interface TrainState {
  /** Of the trainer; `restore` wants the same. */
  config: Required<TrainConfig>;
  /** Steps done so far. */
  step: number;
  /** Of the generator of batches: its 64 bits, high half first. */
  random: [number, number];
  /** Parameters in the order of `weights()`, one after another. */
  weights: Float32Array;
  /** Means of the gradients (AdamW). */
  first: Float32Array;
  /** Means of their squares. */
  second: Float32Array;
  /** Steps that they are means of: since the beginning, or since weights were loaded. */
  averaged: number;
}

/** Derivatives of the loss, as backpropagation computes them. */
export interface Gradients {
  /** Cross-entropy per question asked, in nats. */
  loss: number;
  /** By the names of `weights()`. */
  weights: Record<string, Weight>;
  /** One per head: by its gain. */
  gains: Float32Array;
}

/** How a sentence is traced. */
export interface TrainerTraceOptions {
  /** One factor per head, before W_O. */
  gains?: ArrayLike<number> | null;
  /** One factor for each of `heads` slices of the columns that come out of W_O. */
  outputGains?: ArrayLike<number> | null;
  /** Also trace each head's contribution to the output. */
  contribution?: boolean;
}

/** One model in training. Holds memory of the module until `dispose()`; it is not garbage-collected. */
export interface Trainer {
  /** What it was made with, every default filled in. */
  readonly config: Readonly<Required<TrainConfig>>;
  /** What it learns. */
  readonly task: TaskInfo;
  /** As a snapshot of one of its traces describes it, at this step. */
  readonly info: ModelInfo;
  /** How many numbers are learned. */
  readonly parameters: number;
  /** Steps done so far; after `config.steps` the learning rate is zero. */
  readonly stepsDone: number;
  /**
   * Learns from so many batches. Throws Diverged when a loss or a weight is no longer finite: the
   * weights are then the last good ones, and every later call throws again until `restore`.
   */
  step(batches?: number): StepReport;
  /** Measures on sentences that were never learned from. Throws BadArgument, BadGains. */
  evaluate(options?: EvaluateOptions): Evaluation;
  /** Mutes each head in turn and measures. */
  muteCosts(options?: { sentences?: number }): MuteCosts;
  /** How far each head looks at what each relation points to, over the test sentences. */
  headMatrix(options?: { sentences?: number }): HeadMatrix;
  /** Per head, the Euclidean norm of its slab of W_O, [heads]. */
  slabNorms(): Float32Array;
  /** Of the test sentences, so many from one on. */
  samples(count: number, from?: number): Sample[];
  /** The text's tokens, in the spelling of `samples`. Throws BadToken for an unknown word, TooLong. */
  tokenize(text: string): Token[];
  /** Every intermediate, under the names of a model's trace. Throws as `tokenize`. */
  trace(text: string, options?: TrainerTraceOptions): ModelTrace;
  /** What the model answers, wherever the text has a word at which something is asked. */
  predict(text: string, options?: { gains?: ArrayLike<number> | null }): Prediction[];
  /** The gradient of the loss on the first so many test sentences; nothing is learned. */
  gradients(sentences: number): Gradients;
  /** Copies of all parameters, by name: `layers.0.attention.query.weight`, … */
  weights(): Record<string, Weight>;
  /**
   * Puts other weights in; all of them must be there. `steps` [0] is what they have learned from so
   * far: the count and the learning rate go on from there, while the optimizer's means start anew and
   * the batches are others than those of the beginning. Throws MissingTensor, BadShape, NonFinite.
   */
  load(
    weights: Record<string, { shape: readonly number[]; data: Float32Array }>,
    options?: { steps?: number },
  ): void;
  /** All that `restore` needs. */
  snapshot(): TrainState;
  /**
   * Goes on from there: the same module computes the same numbers again. Throws BadArgument where the
   * state's config is not the trainer's own, BadShape, NonFinite.
   */
  restore(state: TrainState): void;
  /** Frees the model; every later call throws Disposed; traces it made live on. */
  dispose(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/** One loaded module for training. */
export interface Training {
  /** Which of the two modules runs. */
  readonly module: Flavour;
  /** Trainers and traces that were made and not yet disposed of. */
  readonly liveHandles: number;
  /** A new model, untrained. Throws BadArgument, BadConfig, TooLarge. */
  createTrainer(config: TrainConfig): Trainer;
  /** What a task consists of, without a trainer. */
  taskInfo(task: TrainTask, options?: { places?: number }): TaskInfo;
}

/** Rejects with Unsupported, LoadFailed or BadFile. `read` is fetch by default. */
export declare function loadTrainingCore(options?: LoadOptions, read?: Read): Promise<Training>;
