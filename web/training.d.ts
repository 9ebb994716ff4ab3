import type { ErrorCode, LoadOptions } from './core/core.d.ts';
import type { TrainConfig, Trainer, Training } from './core/train.d.ts';

export type * from './core/train.d.ts';
/** The one error of this library; the message reads `[where] what, with the value and what was expected`. */
export declare class HeadscopeError extends Error {
  constructor(code: ErrorCode, message: string, options?: ErrorOptions);
  code: ErrorCode;
}

/** Rejects with Unsupported, LoadFailed or BadFile. */
export declare function loadTraining(options?: LoadOptions): Promise<Training>;

/** The model as one safetensors file: its weights, and its config in `__metadata__`. */
export declare function trainedToBytes(trainer: Trainer): Uint8Array;

/**
 * What makes the same model again: `createTrainer(config)`, then `load(weights, { steps })`. Throws
 * BadFile, Unsupported.
 */
export declare function trainedFromBytes(bytes: ArrayBuffer | Uint8Array): {
  config: TrainConfig;
  steps: number;
  weights: Record<string, { shape: number[]; data: Float32Array }>;
};
