/** The private table of cpp/bindings/train/train_bindings.cpp. Nothing outside web/core sees it. */
import type { Failure, Handle, NamedWeight, TraceBinding } from './binding.d.ts';
import type { TrainTask } from './train.d.ts';

/** Names as in cpp/include/headscope/trainer.hpp; nothing left out, 0 for the task's own default. */
export interface TrainConfigParts {
  task: TrainTask;
  places: number;
  heads: number;
  d_model: number;
  d_head: number;
  d_ffn: number;
  norm: boolean;
  attention_bias: boolean;
  causal: boolean;
  seed: number;
  batch: number;
  steps: number;
  warmup: number;
  learning_rate: number;
  weight_decay: number;
  head_lasso: number;
  train_sentences: number;
  test_sentences: number;
}

export interface TaskParts {
  name: TrainTask;
  vocabulary: { word: string; kind: string }[];
  questions: { name: string; answers: string[]; relation: string }[];
  relations: string[];
  max_tokens: number;
}

export interface EvaluationParts {
  sentences: number;
  loss: number;
  all_right: number;
  /** Per question. */
  accuracy: number[];
}

export interface StepParts extends EvaluationParts {
  step: number;
  gradient_norm: number;
  learning_rate: number;
  gain_gradient: Float32Array;
}

export interface StateParts {
  step: number;
  random: [number, number];
  weights: Float32Array;
  first: Float32Array;
  second: Float32Array;
  averaged: number;
}

export interface TrainBinding extends TraceBinding {
  taskInfo(task: TrainTask, places: number): TaskParts | Failure;
  createTrainer(config: TrainConfigParts): Handle | Failure;
  disposeTrainer(trainer: Handle): void;
  describeTrainer(
    trainer: Handle,
  ):
    | { config: TrainConfigParts; task: TaskParts; parameters: { name: string; shape: number[] }[] }
    | Failure;
  stepTrainer(trainer: Handle, batches: number): StepParts | Failure;
  evaluateTrainer(
    trainer: Handle,
    sentences: number,
    gains: Float32Array,
  ): EvaluationParts | Failure;
  trainerHeadMatrix(
    trainer: Handle,
    sentences: number,
  ): { mass: number[]; baseline: number[] } | Failure;
  trainerSlabNorms(trainer: Handle): Float32Array | Failure;
  trainerSamples(
    trainer: Handle,
    from: number,
    count: number,
  ):
    | {
        text: string;
        asks: { question: number; token: number; answer: number; target: number }[];
      }[]
    | Failure;
  trainerTokens(trainer: Handle, text: string): number[] | Failure;
  traceTrainer(
    trainer: Handle,
    text: string,
    request: { gains: Float32Array; output_gains: Float32Array; contribution: boolean },
  ): Handle | Failure;
  predictTrainer(
    trainer: Handle,
    text: string,
    gains: Float32Array,
  ): { question: number; token: number; probabilities: Float32Array }[] | Failure;
  trainerGradients(
    trainer: Handle,
    sentences: number,
  ): { loss: number; weights: Float32Array; gains: Float32Array } | Failure;
  trainerWeights(trainer: Handle): Float32Array | Failure;
  loadTrainer(trainer: Handle, weights: NamedWeight[], step: number): null | Failure;
  trainerState(trainer: Handle): StateParts | Failure;
  restoreTrainer(trainer: Handle, state: StateParts): null | Failure;
}
