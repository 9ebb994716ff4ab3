/** The private table of cpp/bindings/bindings.cpp. Nothing outside web/core sees it. */

/** A handle of a C++ object; never 0 and never used twice. */
export type Handle = number;

/** What a call answers with when C++ threw. */
export interface Failure {
  code: import('./core.d.ts').ErrorCode;
  message: string;
}

/** {@link import('./core.d.ts').MaskSpec} with every part said. */
export interface MaskParts {
  causal: boolean;
  padding: number | null;
  window: number | null;
  allow: Uint8Array | null;
}

/** Names as in cpp/include/headscope/attention.hpp; nothing left out. */
export interface AttentionConfigParts {
  d_model: number;
  heads: number;
  d_head: number;
  d_memory: number;
  d_output: number;
  scale: number | null;
  byte_budget: number;
}

export interface AttentionWeightParts {
  query: Float32Array;
  key: Float32Array;
  value: Float32Array;
  output: Float32Array;
  query_bias: Float32Array | null;
  key_bias: Float32Array | null;
  value_bias: Float32Array | null;
  output_bias: Float32Array | null;
}

/** A handle is that of a buffer. */
export interface AttentionRequest {
  x: Float32Array | Handle;
  seq_len: number;
  memory: Float32Array | Handle | null;
  memory_len: number;
  mask: MaskParts;
  gains: Float32Array;
  contribution: boolean;
  /** Empty: all. */
  names: string[];
}

export interface EncoderRequest {
  mask: MaskParts;
  gains: Float32Array[];
  output_gains: Float32Array[];
  contribution: boolean;
  /** Empty: all. */
  names: string[];
}

/** Names as in cpp/include/headscope/encoder.hpp; nothing left out. */
export interface EncoderConfigParts {
  vocabulary: number;
  max_seq_len: number;
  embedding_scale: number;
  blocks: {
    attention: AttentionConfigParts;
    project_residual: boolean;
    d_ffn: number;
    activation: string;
    norm_epsilon: number;
  }[];
  d_sentence: number;
  byte_budget: number;
}

export interface NamedWeight {
  name: string;
  shape: readonly number[];
  data: Float32Array;
}

/** What every module has (cpp/bindings/traces.cpp). */
export interface TraceBinding {
  liveHandles(): number;
  heap(): Float32Array;
  /** JSON of an array of {@link import('./core.d.ts').TensorInfo}. */
  traceTensors(trace: Handle): string | Failure;
  traceView(trace: Handle, name: string): Float32Array | Failure;
  disposeTrace(trace: Handle): void;
}

export interface Binding extends TraceBinding {
  createAttention(config: AttentionConfigParts, weights: AttentionWeightParts): Handle | Failure;
  attentionScale(attention: Handle): number | Failure;
  traceAttention(attention: Handle, request: AttentionRequest): Handle | Failure;
  forwardAttention(
    attention: Handle,
    request: AttentionRequest,
    out: Float32Array | Handle | null,
  ): Float32Array | Handle | Failure;
  disposeAttention(attention: Handle): void;

  createBuffer(length: number): Handle | Failure;
  bufferView(buffer: Handle): Float32Array | Failure;
  disposeBuffer(buffer: Handle): void;

  createEncoder(config: EncoderConfigParts, weights: NamedWeight[]): Handle | Failure;
  traceEncoder(encoder: Handle, ids: Int32Array, request: EncoderRequest): Handle | Failure;
  disposeEncoder(encoder: Handle): void;
}
