import type {
  AttentionConfig,
  AttentionWeights,
  LoadModelOptions,
  LoadOptions,
  MaskSpec,
  ModelInfo,
  ModelTraceOptions,
  Snapshot,
  SnapshotTensor,
  Weight,
} from './headscope.d.ts';

export interface EngineOptions extends LoadOptions {
  /** False keeps all work on this thread. */
  worker?: boolean;
  /** The model's file; the default model when left out. */
  model?: Pick<LoadModelOptions, 'url' | 'bytes'>;
}

export interface EngineTraceOptions extends ModelTraceOptions {
  /** Which tensors the snapshot should hold; all when left out. */
  names?: readonly string[];
  /**
   * Calls of one lane replace each other: while the engine works, only the newest call of a lane
   * waits, and the one it replaces rejects with Aborted. One lane when left out.
   */
  lane?: string;
}

/** Numbers that the engine makes itself, as `attention` does, the same for the same seed. */
export interface Seeded {
  seed: number;
}

export interface MeasureSpec {
  /** The layers of a contender run one after the other, all on `x`; their sum of times counts. */
  contenders: readonly {
    layers: readonly { config: AttentionConfig; weights: AttentionWeights | Seeded }[];
  }[];
  /** [seqLen, dModel] */
  x: Float32Array | Seeded;
  seqLen: number;
  mask?: MaskSpec | null;
  /** How many samples of each contender, taken by turns; 0 runs each once and measures nothing. */
  rounds: number;
  /** Also hand out what every layer's forward pass gave. */
  outputs?: boolean;
}

export interface MeasureOptions extends MeasureSpec {
  /** Steps done, and in all. */
  onProgress?: (progress: { loaded: number; total: number }) => void;
  /** Ends it between two samples with an error of code Aborted. */
  signal?: AbortSignal;
  /** As of traces; one lane when left out. */
  lane?: string;
}

/** Of one contender. */
export interface Measured {
  /** ms of one run, in the order of the rounds */
  samples: number[];
  /** Per layer [seqLen, dOutput]; empty unless asked for. */
  outputs: Float32Array[];
}

export interface SeededAttentionOptions {
  /** 0 … 2^32 − 1: what the weights and the input are drawn from (web/core/seeded.js says how). */
  seed: number;
  /** Rows of the input. */
  seqLen: number;
  dModel: number;
  heads: number;
  dHead: number;
  mask?: MaskSpec | null;
  /** Most bytes the trace may take; the core's own default when left out. */
  byteBudget?: number;
  /** Which tensors of the layer the answer should hold; all when left out. */
  names?: readonly string[];
  lane?: string;
}

/** One attention layer without biases, made from a seed, and everything it computed. */
export interface SeededAttention {
  /** [seqLen, dModel] */
  x: SnapshotTensor;
  /** By `query.weight`, `key.weight`, `value.weight`, `output.weight`, [in, out]. */
  weights: Record<string, SnapshotTensor>;
  /** By the names of an attention layer's own trace, in flow order. */
  tensors: Record<string, SnapshotTensor>;
}

/** Headscope in one worker, or on this thread where no worker can be had. */
export interface Engine {
  /** Whether a worker does the work; known once a load began to make progress, false before. */
  readonly threaded: boolean;
  /**
   * Starts the engine and loads the model; after a failure or an abort it can be called again.
   * Rejects as loadHeadscope and loadModel do.
   */
  load(options?: Pick<LoadModelOptions, 'onProgress' | 'signal'>): Promise<ModelInfo>;
  /**
   * Waits for a load that is under way. Rejects as Model.trace does, or with Aborted. Where the
   * worker or the module breaks, in whichever call, a new one is started, loads the model that was
   * there and does the work. If that breaks as well the call rejects with Internal; it, or the load
   * that failed meanwhile, leaves all later calls to reject with Internal until `load()` is called.
   */
  trace(text: string, options?: EngineTraceOptions): Promise<Snapshot>;
  /** A copy of one weight, as Model.weight gives it; no call pushes aside another. */
  weight(name: string): Promise<Weight>;
  /**
   * Attention with seeded weights on a seeded input; it needs the module, not the model. Rejects as
   * Headscope.createAttention and Attention.trace do, or with Aborted.
   */
  attention(options: SeededAttentionOptions): Promise<SeededAttention>;
  /**
   * Times forward passes of layers of attention, of any shape; it needs no model. Traces are done
   * between its samples. One measurement at a time; it begins again where the worker or the module
   * breaks, as traces do. Rejects with Aborted, and as
   * Headscope.createAttention and Attention.forward do.
   */
  measure(options: MeasureOptions): Promise<Measured[]>;
  /** Ends the worker; calls that were still waiting reject with Aborted. */
  dispose(): void;
}

/** Nothing is fetched before `load()`. */
export declare function createEngine(options?: EngineOptions): Engine;
