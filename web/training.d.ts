/**
 * Tiny models that learn here and now: `import { loadTraining } from 'headscope/training'`.
 *
 * @module headscope/training
 */
import type { ErrorCode, LoadOptions } from './core/core.d.ts';
import type { TrainConfig, Trainer, Training } from './core/train.d.ts';

export type { ModelTrace } from './core/core.d.ts';
export type {
  Ask,
  EvaluateOptions,
  Evaluation,
  Gradients,
  HeadMatrix,
  MuteCosts,
  Prediction,
  Question,
  Sample,
  StepReport,
  TaskInfo,
  TrainConfig,
  Trainer,
  TrainerTraceOptions,
  Training,
  TrainState,
  TrainTask,
  VocabularyWord,
} from './core/train.d.ts';

/** The one error of this library; the message reads `[where] what, with the value and what was expected`. */
export declare class HeadscopeError extends Error {
  /** As this library itself throws it. */
  constructor(code: ErrorCode, message: string, options?: ErrorOptions);
  /** What went wrong, for programs. */
  code: ErrorCode;
}

/**
 * Loads the WebAssembly module of training. Rejects with Unsupported, LoadFailed (also where the
 * package headscope-training is not installed) or BadFile.
 */
export declare function loadTraining(options?: LoadOptions): Promise<Training>;

/**
 * The model as one safetensors file: its weights, and its config in `__metadata__`. Throws
 * BadArgument, Disposed.
 */
export declare function trainedToBytes(trainer: Trainer): Uint8Array;

/**
 * What makes the same model again: `createTrainer(config)`, then `load(weights, { steps })`. Throws
 * BadArgument, BadFile, Unsupported.
 */
export declare function trainedFromBytes(bytes: ArrayBuffer | Uint8Array): {
  /** For `createTrainer`. */
  config: TrainConfig;
  /** What the weights have learned from so far. */
  steps: number;
  /** By the names of `Trainer.weights`; for `Trainer.load`. */
  weights: Record<
    string,
    {
      /** One extent per axis, [in, out] of a weight. */
      shape: number[];
      /** The floats, row by row. */
      data: Float32Array;
    }
  >;
};
