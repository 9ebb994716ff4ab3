import type {
  Attention,
  AttentionConfig,
  AttentionWeights,
  ErrorCode,
  Flavour,
  LoadOptions,
  Model,
} from './core/core.d.ts';

export type * from './core/core.d.ts';

/** The one error of this library; the message reads `[where] what, with the value and what was expected`. */
export declare class HeadscopeError extends Error {
  constructor(code: ErrorCode, message: string, options?: ErrorOptions);
  code: ErrorCode;
}

export interface LoadModelOptions {
  /** Where the model's safetensors file is; the default model when left out. */
  url?: string | URL;
  /** The file itself. */
  bytes?: BufferSource;
  /** Bytes so far, and in all; `total` is 0 while that is not known. */
  onProgress?: (progress: { loaded: number; total: number }) => void;
  /** Ends the download with an error of code Aborted. */
  signal?: AbortSignal;
}

/** One instance of the module. */
export interface Headscope {
  /** Which of the two modules runs. */
  readonly module: Flavour;
  /** Attention layers, models and traces that were made and not yet disposed of. */
  readonly liveHandles: number;
  createAttention(config: AttentionConfig, weights: AttentionWeights): Attention;
  /** Rejects with LoadFailed, BadFile, Aborted, or what the core finds wrong with the weights. */
  loadModel(options?: LoadModelOptions): Promise<Model>;
}

/** Rejects with Unsupported, LoadFailed or BadFile. */
export declare function loadHeadscope(options?: LoadOptions): Promise<Headscope>;
