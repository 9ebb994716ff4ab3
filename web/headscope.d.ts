/**
 * Models, traces, and attention layers of your own: `import { loadHeadscope } from 'headscope'`.
 *
 * @module headscope
 */
import type {
  Attention,
  AttentionConfig,
  AttentionWeights,
  ErrorCode,
  Flavour,
  FloatBuffer,
  LoadOptions,
  Model,
} from './core/core.d.ts';

export type {
  Attention,
  AttentionConfig,
  AttentionOptions,
  AttentionWeights,
  CoreErrorCode,
  Cut,
  EncoderConfig,
  ErrorCode,
  Flavour,
  FloatBuffer,
  JsErrorCode,
  LayerInfo,
  LoadOptions,
  MaskSpec,
  Model,
  ModelInfo,
  ModelTrace,
  ModelTraceOptions,
  Snapshot,
  SnapshotTensor,
  Tensor,
  TensorInfo,
  Token,
  Trace,
  TraceOptions,
  Weight,
} from './core/core.d.ts';

/** The one error of this library; the message reads `[where] what, with the value and what was expected`. */
export declare class HeadscopeError extends Error {
  /** As this library itself throws it. */
  constructor(code: ErrorCode, message: string, options?: ErrorOptions);
  /** What went wrong, for programs. */
  code: ErrorCode;
}

/** Where a model comes from; the default model when `url` and `bytes` are left out. */
export interface LoadModelOptions {
  /** Where the model's safetensors file is; the default model when left out. */
  url?: string | URL;
  /** The file itself. */
  bytes?: BufferSource;
  /**
   * Bytes so far, and in all; `total` is 0 while that is not known. What it throws ends the download,
   * and `loadModel` rejects with it.
   */
  onProgress?: (progress: { loaded: number; total: number }) => void;
  /** Ends the download with an error of code Aborted. */
  signal?: AbortSignal;
}

/** One instance of the module. */
export interface Headscope {
  /** Which of the two modules runs. */
  readonly module: Flavour;
  /** Attention layers, buffers, models and traces that were made and not yet disposed of. */
  readonly liveHandles: number;
  /**
   * A layer of multi-head attention. The weights are checked and packed once, and may be changed
   * afterwards. Throws BadArgument, BadConfig, BadShape, NonFinite, TooLarge.
   */
  createAttention(config: AttentionConfig, weights: AttentionWeights): Attention;
  /**
   * Floats in the module's own memory, all zero, for attention layers of this module to read from
   * and write into without a copy. Throws BadArgument; TooLarge where the memory has no room for
   * `length` floats.
   */
  createBuffer(length: number): FloatBuffer;
  /**
   * Fetches or reads a model, and packs its weights. Rejects with LoadFailed, BadFile, Unsupported,
   * Aborted, or what the core finds wrong with the weights.
   */
  loadModel(options?: LoadModelOptions): Promise<Model>;
}

/** Loads the WebAssembly module. Rejects with Unsupported, LoadFailed or BadFile. */
export declare function loadHeadscope(options?: LoadOptions): Promise<Headscope>;
