import type {
  Evaluation,
  HeadMatrix,
  MuteCosts,
  Prediction,
  Sample,
  StepReport,
  TaskInfo,
  TrainConfig,
  TrainState,
} from '../training.d.ts';
import type { Snapshot, Weight } from '../headscope.d.ts';

/** What one model looks like at one moment. */
export interface Look {
  heads: number;
  step: number;
  text: string;
  tokens: string[];
  /** Attention weights, [heads, seq_len, seq_len]; empty where the text could not be read. */
  weights: Float32Array;
  predictions: Prediction[];
  matrix: HeadMatrix;
  /** Why the text could not be read. */
  failed: string | null;
}

/** What one model did since the last time. */
export interface Moved {
  heads: number;
  step: number;
  /** One for each stride. */
  reports: StepReport[];
  /** Per head, of W_O. */
  norms: Float32Array;
  /** Why it stopped. */
  failed: string | null;
}

export interface Opened {
  task: TaskInfo;
  config: Required<TrainConfig>;
  parameters: number;
  samples: Sample[];
  module: string;
}

export interface AdvanceOptions {
  /** Batches for each model at most. */
  batches: number;
  /** Batches that one report covers; curves are the same however fast the machine is. */
  stride: number;
  /** ms after which it answers. */
  budget: number;
}

/** What trains, on whichever thread. Models are named by their number of heads. */
export interface TrainHost {
  /** New models from the same config, one per number of heads; the old ones go. */
  open(given: { config: TrainConfig; heads: number[] }): Promise<Opened>;
  /** All models, by turns, up to the same step. */
  advance(given: AdvanceOptions): Promise<Moved[]>;
  look(given: { heads: number; text: string; gains: number[] | null }): Promise<Look>;
  evaluate(given: { heads: number; gains?: number[] | null }): Promise<Evaluation>;
  muteCosts(given: { heads: number }): Promise<MuteCosts>;
  states(): Promise<TrainState[]>;
  restore(given: { states: TrainState[] }): Promise<void>;
  /** Trains another model to its end, while the others stay as they are. */
  runThrough(given: { config: TrainConfig }): Promise<Evaluation>;
  trace(given: {
    heads: number;
    text: string;
    names?: readonly string[];
    gains: number[] | null;
    outputGains?: number[] | null;
  }): Promise<Snapshot>;
  /** Null where the model has none of that name. */
  weight(given: { heads: number; name: string }): Promise<Weight | null>;
  toFile(given: { heads: number }): Promise<Uint8Array>;
  /** One model from a file takes the place of all. */
  fromFile(given: { bytes: Uint8Array }): Promise<Opened & { steps: number }>;
}
