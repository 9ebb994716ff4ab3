/** The types of Headscope's JavaScript core. Lengths and shapes are in the words of the README. */

/**
 * Codes raised by the core (cpp/include/headscope/error.hpp).
 *
 * - `BadConfig`: a configuration cannot describe a layer (no heads, no width, …)
 * - `BadShape`: a length or shape does not fit the configuration or another tensor
 * - `BadMask`: a mask does not fit the queries and keys it is asked about
 * - `BadGains`: gains are not one finite number per head
 * - `BadToken`: a token's id lies outside the vocabulary
 * - `NonFinite`: an input or a weight holds NaN or infinity
 * - `TooLong`: more tokens than the model was made for
 * - `TooLarge`: the result would need more bytes than the budget allows
 * - `MissingTensor`: a weight that the configuration asks for is not there
 * - `UnknownTensor`: no tensor of that name in the trace, or to keep in one
 * - `Disposed`: the object was disposed of before this call
 * - `Diverged`: a training's loss, gradient or weights are no longer finite
 */
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
/**
 * Codes raised by JavaScript alone.
 *
 * - `BadArgument`: an argument is not of the kind asked for
 * - `Unsupported`: this JavaScript engine lacks something Headscope needs
 * - `LoadFailed`: a file could not be fetched or read
 * - `BadFile`: a file was there, but is not what it should be
 * - `Aborted`: the caller, or a newer call, put an end to it
 * - `Internal`: a defect of Headscope itself
 */
export type JsErrorCode =
  'BadArgument' | 'Unsupported' | 'LoadFailed' | 'BadFile' | 'Aborted' | 'Internal';
/** What went wrong, as `HeadscopeError.code` says it. */
export type ErrorCode = CoreErrorCode | JsErrorCode;

/** The one error of this library; the message reads `[where] what, with the value and what was expected`. */
export interface HeadscopeError extends Error {
  code: ErrorCode;
}

/** Which of the two modules: plain SIMD, or with relaxed multiply-add. */
export type Flavour = 'simd' | 'relaxed';

/** Where the WebAssembly module comes from; when all is left out, from beside the script. */
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

/** The widths of one attention layer; all are numbers of floats. */
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
  /** Most bytes that the packed weights, one trace or one forward pass may take; default 1 GiB. */
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

/**
 * Floats in the module's own memory, where an attention layer reads its input and writes its output
 * without copying either. Not garbage-collected: it lives until `dispose()`.
 */
export interface FloatBuffer {
  /** Number of floats. */
  readonly length: number;
  /**
   * The floats, to write into and to read; zeros at first. Ask again after any other call, which
   * may have moved them. Throws Disposed. What was handed out before `dispose()` is memory that
   * others use since: writing to it damages what they hold.
   */
  readonly data: Float32Array;
  /** Frees its memory; every later call with it throws Disposed. */
  dispose(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/** What one pass over `x` needs besides `x` itself. */
export interface AttentionOptions {
  /** Rows of x. */
  seqLen: number;
  /** [memoryLen, dMemory]: keys and values come from here instead of from x. A buffer is not copied. */
  memory?: Float32Array | FloatBuffer | null;
  /** Rows of memory; must be left out without it. */
  memoryLen?: number;
  /** Which keys each query may attend to; all of them when left out. */
  mask?: MaskSpec | null;
  /** One factor per head before W_O: 1 leaves it as it is, 0 mutes it. */
  gains?: ArrayLike<number> | null;
}

/** What of the computation is kept. */
export interface TraceOptions {
  /** Also trace each head's contribution to the output. */
  contribution?: boolean | null;
  /**
   * The tensors to keep, such as `['weights', 'output']`; all by default, and `contribution` too
   * where it is named. The rest takes no memory, and is not computed where no kept tensor comes
   * after it; asking the trace for it throws UnknownTensor, as does a name that no tensor has. What
   * is kept has the same bits as in a whole trace, except for a model's `sentence`: without `pooled`
   * and the last layer's `output` and `ffn.output` it takes a shorter way, and differs by
   * rounding, by less than 2e-6 in the default model.
   */
  names?: readonly string[] | null;
}

/**
 * One attention layer; its weights were checked and packed once. Holds memory of the module until
 * `dispose()`; it is not garbage-collected.
 */
export interface Attention {
  /** What the layer was made with, every default filled in. */
  readonly config: Readonly<Required<AttentionConfig>>;
  /**
   * Attention over x [seqLen, dModel], every intermediate kept, or those that `names` asks for. An
   * array is copied into the module's memory, a buffer is read where it lies. Input and weights are
   * checked to be finite, their products are not: where these overflow float32 the result is infinite
   * or NaN, without an error. Throws BadArgument, BadShape, BadMask, BadGains, NonFinite,
   * UnknownTensor, TooLarge, Disposed.
   */
  trace(x: Float32Array | FloatBuffer, options: AttentionOptions & TraceOptions): Trace;
  /**
   * The output alone, [seqLen, dOutput], in `out` when that is given; never holds a tensor of
   * seqLen². Overflows and throws as `trace` does; `out` is as it was after a throw.
   */
  forward(
    x: Float32Array | FloatBuffer,
    options: AttentionOptions & { out?: Float32Array },
  ): Float32Array;
  /**
   * The same, written into a buffer and answered with it: where `x` and `memory` are buffers too,
   * nothing is copied. `out` may be one of them: all of both is read before the output is written.
   */
  forward(
    x: Float32Array | FloatBuffer,
    options: AttentionOptions & { out: FloatBuffer },
  ): FloatBuffer;
  /** Frees the layer; traces it made live on. */
  dispose(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/** One piece of the text. Tokens tile it in order and never overlap. */
export interface Token {
  /** Row of the embedding. */
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

/** What a tensor is, without its numbers. */
export interface TensorInfo {
  /** Such as `layers.1.attention.weights`; of an attention layer's own trace, `weights`. */
  readonly name: string;
  /** One extent per axis; the floats lie row by row. */
  readonly shape: readonly number[];
  /** What each extent of the shape counts: `heads`, `query`, `key`, `d_head`, … */
  readonly axes: readonly string[];
}

/** A tensor of a trace, in the module's own memory. */
export interface Tensor extends TensorInfo {
  /** The floats, not copied; ask again after any other call, which may have moved them. */
  readonly data: Float32Array;
  /** One element, by an index for every axis. Throws BadArgument where one is out of range. */
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

/**
 * Every intermediate of one computation, or those of them that were asked for. Holds memory of the
 * module until `dispose()`; it is not garbage-collected.
 */
export interface Trace {
  /** Of a model's trace: the text it was given. */
  readonly text?: string;
  /** Of a model's trace: the tokens that were computed. */
  readonly tokens?: readonly Token[];
  /** Of a model's trace: where the text was cut, or null. */
  readonly cut?: Cut | null;
  /** In the order of the computation. */
  readonly tensors: readonly TensorInfo[];
  /** One tensor, not copied. Throws UnknownTensor, Disposed. */
  get(name: string): Tensor;
  /** Copies that outlive the trace: of all tensors, or of the named ones. */
  snapshot(names?: readonly string[]): Snapshot;
  /** Frees its memory; every later call throws Disposed. */
  dispose(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/** The trace of a text, with that text and its tokens. */
export interface ModelTrace extends Trace {
  /** As it was given. */
  readonly text: string;
  /** Those that were computed; each is a query and a key. */
  readonly tokens: readonly Token[];
  /** Where the text was cut for being too long, or null. */
  readonly cut: Cut | null;
}

/** A tensor that owns its numbers. */
export interface SnapshotTensor {
  /** As in the trace. */
  name: string;
  /** One extent per axis. */
  shape: number[];
  /** What each extent counts: `heads`, `query`, `key`, `d_head`, … */
  axes: string[];
  /** The floats, row by row. */
  data: Float32Array;
}

/** Plain and structured-cloneable; the tensors stand in flow order. */
export interface Snapshot {
  /** The text that was traced; empty for an attention layer of one's own. */
  text: string;
  /** The tokens that were computed; each is a query and a key. */
  tokens: Token[];
  /** Where the text was cut for being too long, or null. */
  cut: Cut | null;
  /** Of an attention layer of one's own: null. */
  model: ModelInfo | null;
  /** By name. */
  tensors: Record<string, SnapshotTensor>;
}

/** The widths of one layer of a model, in floats. */
export interface LayerInfo {
  /** Of what comes into the layer. */
  dModel: number;
  /** Number of heads. */
  heads: number;
  /** Of one head. */
  dHead: number;
  /** Of what goes out of it. */
  dOutput: number;
  /** Inside the feed-forward network; 0 where there is none. */
  dFfn: number;
}

/** What a model says of itself. */
export interface ModelInfo {
  /** Short, such as `use-lite`. */
  name: string;
  /** For people. */
  title: string;
  /** By its SPDX name. */
  licence: string;
  /** Where the weights come from. */
  source: string;
  /** Most tokens of a text. */
  maxTokens: number;
  /** As the weights are stored; computed with 32 bits. */
  dtype: 'F16' | 'F32';
  /** In the order of the computation. */
  layers: LayerInfo[];
  /** The checkpoint's own description: scales, epsilons, activations. */
  encoder: EncoderConfig;
  /** Which of the two modules computes it. */
  module?: Flavour;
}

/** How a text is traced. */
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

/** One weight, copied out of a model. */
export interface Weight {
  /** Such as `layers.1.attention.output.weight`. */
  name: string;
  /** [in, out] of a weight, [out] of a bias, [width] of a norm. */
  shape: number[];
  /** The floats, row by row. */
  data: Float32Array;
}

/**
 * A pretrained encoder with its tokenizer. Holds memory of the module until `dispose()`; it is not
 * garbage-collected.
 */
export interface Model {
  /** What it is. */
  readonly info: ModelInfo;
  /** All tokens of the text, also when there are too many to trace. Throws BadArgument, Disposed. */
  tokenize(text: string): Token[];
  /**
   * Every layer over the text, every intermediate kept, or those that `names` asks for. Throws
   * BadArgument, TooLong, BadMask, BadGains, UnknownTensor, TooLarge, Disposed.
   */
  trace(text: string, options?: ModelTraceOptions): ModelTrace;
  /**
   * A copy of one weight. `.weight` [in, out] and `.bias` [out] of
   * `layers.L.attention.{query,key,value,output}`, of `layers.L.attention.residual` where the
   * residual path changes its width, of `layers.L.ffn.{hidden,output}` and of `sentence`; `.scale` and
   * `.bias` [width] of `layers.L.attention.norm` and `layers.L.ffn.norm`. Any other name throws
   * BadArgument, the table of embeddings among them: its rows in use are the trace's `embedding`.
   * Throws Disposed.
   */
  weight(name: string): Weight;
  /** Frees the weights; every later call throws Disposed; traces it made live on. */
  dispose(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/** Names and defaults as in cpp/include/headscope/encoder.hpp: a model family is data of this kind. */
export interface EncoderConfig {
  /** Rows of the embedding. */
  vocabulary: number;
  /** More tokens than this throw TooLong. */
  max_seq_len: number;
  /** The layers' input is this times the embedding, plus positions [1]. */
  embedding_scale?: number;
  /** Of models that were trained here; all others add fixed waves. */
  positions?: 'learned';
  /** Width of the sentence vector; 0: there is none [0]. */
  d_sentence?: number;
  /** Most bytes that the packed weights or one trace may each take [1 GiB]. */
  byte_budget?: number;
  /** One per layer: norm, attention, residual, norm, feed-forward, residual. */
  blocks: readonly {
    /** As `AttentionConfig`, in the core's own spelling. */
    attention: {
      /** Width of the layer's input. */
      d_model: number;
      /** Number of heads. */
      heads: number;
      /** Width of one head. */
      d_head: number;
      /** Width of the keys' and values' input [d_model]. */
      d_memory?: number;
      /** Width of the output [d_model]. */
      d_output?: number;
      /** Of the scores [1 / sqrt(d_head)]. */
      scale?: number | null;
    };
    /** The input goes through a dense layer of its own before the attention is added [false]. */
    project_residual?: boolean;
    /** Width inside the feed-forward network. */
    d_ffn: number;
    /** Of the feed-forward network [relu]. */
    activation?: 'relu' | 'gelu';
    /** What is added to a variance before its root [1e-6]. */
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
  createBuffer(length: number): FloatBuffer;
  createModel(checkpoint: Checkpoint): Model;
}

export interface ReadOptions {
  /** Bytes so far, and in all; `total` is 0 while that is not known. What it throws is passed on. */
  onProgress?: ((progress: { loaded: number; total: number }) => void) | null;
  signal?: AbortSignal | null;
}
/** How a platform reads a file; it may reject with anything. */
export type Read = (url: string | URL, options?: ReadOptions) => Promise<Uint8Array<ArrayBuffer>>;

/** Rejects with Unsupported, LoadFailed or BadFile. `read` is fetch by default. */
export declare function loadCore(options?: LoadOptions, read?: Read): Promise<Core>;
