/** The types of Headscope's JavaScript core. Lengths and shapes are in the words of the README. */

/** Codes raised by C++ (cpp/include/headscope/error.hpp). */
export type CoreErrorCode =
  | 'BadConfig'
  | 'BadShape'
  | 'BadMask'
  | 'BadGains'
  | 'BadToken'
  | 'NonFinite'
  | 'TooLong'
  | 'TooLarge'
  | 'MissingTensor'
  | 'UnknownTensor'
  | 'Disposed'
  | 'Diverged';
/** Codes raised by JavaScript alone (web/core/error.js says what each means). */
export type JsErrorCode =
  'BadArgument' | 'Unsupported' | 'LoadFailed' | 'BadFile' | 'Aborted' | 'Internal';
export type ErrorCode = CoreErrorCode | JsErrorCode;

/** The one error of this library; the message reads `[where] what, with the value and what was expected`. */
export interface HeadscopeError extends Error {
  code: ErrorCode;
}

/** Which of the two modules: plain SIMD, or with relaxed multiply-add. */
export type Flavour = 'simd' | 'relaxed';

export interface LoadOptions {
  /** Where to fetch the module from instead of beside the script. */
  wasmUrl?: string | URL;
  /** The module's bytes. */
  wasmBinary?: BufferSource;
  /** The module, compiled. */
  wasmModule?: WebAssembly.Module;
  /**
   * Which module. `auto` takes `relaxed` where the engine can run it. With a `wasmUrl`,
   * `wasmBinary` or `wasmModule` it says which one that is, and `auto` means `simd`.
   */
  module?: 'auto' | Flavour;
}

export interface AttentionConfig {
  /** Width of the queries' input. */
  dModel: number;
  /** Number of query heads. */
  heads: number;
  /** Width of one head; `heads * dHead` may differ from `dModel`. */
  dHead: number;
  /** Width of the keys' and values' input; default `dModel`. */
  dMemory?: number;
  /** Width of the output; default `dModel`. */
  dOutput?: number;
  /** Of the scores; default `1 / sqrt(dHead)`. */
  scale?: number;
  /** Most bytes one trace or forward pass may take; default 1 GiB. */
  byteBudget?: number;
}

/** Row-major, y = x W + b; heads lie side by side in the inner width `heads * dHead`. */
export interface AttentionWeights {
  /** [dModel, heads * dHead] */
  query: Float32Array;
  /** [dMemory, heads * dHead] */
  key: Float32Array;
  /** [dMemory, heads * dHead] */
  value: Float32Array;
  /** [heads * dHead, dOutput] */
  output: Float32Array;
  /** [heads * dHead] */
  queryBias?: Float32Array;
  /** [heads * dHead] */
  keyBias?: Float32Array;
  /** [heads * dHead] */
  valueBias?: Float32Array;
  /** [dOutput] */
  outputBias?: Float32Array;
}

/** Which keys each query may attend to; the parts combine. */
export type MaskSpec =
  | 'none'
  | 'causal'
  | {
      /** Query i attends to keys j <= i. */
      causal?: boolean | null;
      /** Keys from this one on are padding. */
      padding?: number | null;
      /** Query i attends to keys with |i - j| <= window. */
      window?: number | null;
      /** [queries, keys], row-major; non-zero means "may attend". */
      allow?: Uint8Array | null;
    };

export interface AttentionOptions {
  /** Rows of x. */
  seqLen: number;
  /** [memoryLen, dMemory]: keys and values come from here instead of from x. */
  memory?: Float32Array | null;
  /** Rows of memory. */
  memoryLen?: number;
  mask?: MaskSpec | null;
  /** One factor per head before W_O: 1 leaves it as it is, 0 mutes it. */
  gains?: ArrayLike<number> | null;
}

export interface TraceOptions {
  /** Also trace each head's contribution to the output. */
  contribution?: boolean | null;
  /**
   * The tensors to keep, such as `['weights', 'output']`; all by default, and `contribution` too
   * where it is named. The rest takes no memory, and is not computed where no kept tensor comes
   * after it; asking the trace for it throws UnknownTensor, as does a name that no tensor has. What
   * is kept has the same bits as in a whole trace.
   */
  names?: readonly string[] | null;
}

export interface Attention {
  /** What the layer was made with, every default filled in. */
  readonly config: Readonly<Required<AttentionConfig>>;
  /** Attention over x [seqLen, dModel], every intermediate kept, or those that `names` asks for. */
  trace(x: Float32Array, options: AttentionOptions & TraceOptions): Trace;
  /** The output alone, [seqLen, dOutput], in `out` when that is given. */
  forward(x: Float32Array, options: AttentionOptions & { out?: Float32Array }): Float32Array;
  /** Frees the layer; traces it made live on. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** One piece of the text. Tokens tile it in order and never overlap. */
export interface Token {
  id: number;
  /** As the vocabulary spells it. */
  piece: string;
  /** As the user typed it. */
  text: string;
  /** UTF-16 offset into the text where it begins. */
  start: number;
  /** UTF-16 offset into the text behind its end. */
  end: number;
  /** False for what the vocabulary does not hold. */
  known: boolean;
  /** Log probability (natural) of the piece in the tokenizer's vocabulary; 0 where it is not known. */
  score: number;
}

export interface TensorInfo {
  readonly name: string;
  readonly shape: readonly number[];
  /** What each extent of the shape counts: `heads`, `query`, `key`, `d_head`, … */
  readonly axes: readonly string[];
}

/** A tensor of a trace, in the module's own memory. */
export interface Tensor extends TensorInfo {
  /** The floats, not copied; ask again after any other call, which may have moved them. */
  readonly data: Float32Array;
  /** One element, by an index for every axis. */
  at(...indices: number[]): number;
  /** The floats in an array of your own. */
  copy(): Float32Array;
}

/** Where a text was cut for being too long. */
export interface Cut {
  /** UTF-16 offset into the text where the first token left out begins. */
  start: number;
  /** How many tokens the whole text has. */
  tokens: number;
}

/** Every intermediate of one computation, or those of them that were asked for. */
export interface Trace {
  /** Of a model's trace: the text it was given. */
  readonly text?: string;
  /** Of a model's trace: the tokens that were computed. */
  readonly tokens?: readonly Token[];
  /** Of a model's trace: where the text was cut, or null. */
  readonly cut?: Cut | null;
  /** In the order of the computation. */
  readonly tensors: readonly TensorInfo[];
  get(name: string): Tensor;
  /** Copies that outlive the trace: of all tensors, or of the named ones. */
  snapshot(names?: readonly string[]): Snapshot;
  dispose(): void;
  [Symbol.dispose](): void;
}

export interface SnapshotTensor {
  name: string;
  shape: number[];
  axes: string[];
  data: Float32Array;
}

/** Plain and structured-cloneable; the tensors stand in flow order. */
export interface Snapshot {
  text: string;
  tokens: Token[];
  cut: Cut | null;
  model: ModelInfo | null;
  tensors: Record<string, SnapshotTensor>;
}

export interface LayerInfo {
  dModel: number;
  heads: number;
  dHead: number;
  dOutput: number;
  dFfn: number;
}

export interface ModelInfo {
  name: string;
  title: string;
  licence: string;
  source: string;
  maxTokens: number;
  dtype: 'F16' | 'F32';
  layers: LayerInfo[];
  /** The checkpoint's own description: scales, epsilons, activations. */
  encoder: EncoderConfig;
  module?: Flavour;
}

export interface ModelTraceOptions extends TraceOptions {
  /** Per layer, one factor per head; null leaves the layer as it is. */
  gains?: readonly (ArrayLike<number> | null)[] | null;
  /**
   * The same after W_O: one factor per slice of `dOutput / heads` columns of `attention.output`. A
   * slice is not a head: each head writes into every slice. `contribution` is of before.
   */
  outputGains?: readonly (ArrayLike<number> | null)[] | null;
  /** Of every layer. */
  mask?: MaskSpec | null;
  /** Trace the first tokens of a text that is too long, instead of throwing TooLong. */
  truncate?: boolean;
}

export interface Weight {
  name: string;
  shape: number[];
  data: Float32Array;
}

export interface Model {
  readonly info: ModelInfo;
  /** All tokens of the text, also when there are too many to trace. */
  tokenize(text: string): Token[];
  trace(text: string, options?: ModelTraceOptions): Trace;
  /**
   * A copy of one weight. `.weight` [in, out] and `.bias` [out] of
   * `layers.L.attention.{query,key,value,output}`, of `layers.L.attention.residual` where the
   * residual path changes its width, of `layers.L.ffn.{hidden,output}` and of `sentence`; `.scale` and
   * `.bias` [width] of `layers.L.attention.norm` and `layers.L.ffn.norm`. Any other name throws
   * BadArgument, the table of embeddings among them: its rows in use are the trace's `embedding`.
   */
  weight(name: string): Weight;
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Names and defaults as in cpp/include/headscope/encoder.hpp: a model family is data of this kind. */
export interface EncoderConfig {
  vocabulary: number;
  max_seq_len: number;
  embedding_scale?: number;
  /** Of models that were trained here; all others add fixed waves. */
  positions?: 'learned';
  d_sentence?: number;
  byte_budget?: number;
  blocks: readonly {
    attention: {
      d_model: number;
      heads: number;
      d_head: number;
      d_memory?: number;
      d_output?: number;
      scale?: number | null;
    };
    project_residual?: boolean;
    d_ffn: number;
    activation?: 'relu' | 'gelu';
    norm_epsilon?: number;
  }[];
}

/** What web/models reads from a checkpoint. */
export interface Checkpoint {
  config: EncoderConfig;
  weights: Record<string, { shape: readonly number[]; data: Float32Array }>;
  tokenizer: { encode(text: string): Token[] };
  info: ModelInfo;
}

/** One loaded module. */
export interface Core {
  readonly module: Flavour;
  /** Objects of C++ that were made and not yet disposed of. */
  readonly liveHandles: number;
  createAttention(config: AttentionConfig, weights: AttentionWeights): Attention;
  createModel(checkpoint: Checkpoint): Model;
}

export interface ReadOptions {
  /** Bytes so far, and in all; `total` is 0 while that is not known. */
  onProgress?: ((progress: { loaded: number; total: number }) => void) | null;
  signal?: AbortSignal | null;
}
/** How a platform reads a file; it may reject with anything. */
export type Read = (url: string | URL, options?: ReadOptions) => Promise<Uint8Array<ArrayBuffer>>;

/** Rejects with Unsupported, LoadFailed or BadFile. `read` is fetch by default. */
export declare function loadCore(options?: LoadOptions, read?: Read): Promise<Core>;
