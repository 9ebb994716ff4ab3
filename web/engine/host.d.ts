import type {
  EngineTraceOptions,
  Measured,
  MeasureSpec,
  SeededAttention,
  SeededAttentionOptions,
} from '../engine.d.ts';
import type { LoadModelOptions, LoadOptions, ModelInfo, Snapshot, Weight } from '../headscope.d.ts';

type Source = Pick<LoadModelOptions, 'url' | 'bytes'>;
export type Watch = Pick<LoadModelOptions, 'onProgress' | 'signal'>;
type TraceOptions = Omit<EngineTraceOptions, 'lane'>;
type AttentionOptions = Omit<SeededAttentionOptions, 'lane'>;

/** What does an engine's work, on whichever thread. */
export interface Host {
  load(options: LoadModelOptions): Promise<ModelInfo>;
  trace(text: string, options: TraceOptions): Promise<Snapshot>;
  weight(name: string): Promise<Weight>;
  attention(options: AttentionOptions): Promise<SeededAttention>;
  measure(spec: MeasureSpec, watch?: Watch): Promise<Measured[]>;
  dispose(): void;
}

/** One call from the page; `abort` ends the load or measurement whose id is `target`. */
export type Call =
  | { call: 'start'; options: LoadOptions }
  | { call: 'load'; source: Source }
  | { call: 'trace'; text: string; options: TraceOptions }
  | { call: 'weight'; name: string }
  | { call: 'attention'; options: AttentionOptions }
  | { call: 'measure'; spec: MeasureSpec }
  | { call: 'abort'; target: number };

/** From the page to the worker. */
export type Request = { id: number } & Call;

/** From the worker to the page: that it is there or cannot be, or news of the call of that id. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'unavailable'; message: string }
  | { kind: 'progress'; id: number; progress: { loaded: number; total: number } }
  | { kind: 'value'; id: number; value: unknown }
  | { kind: 'error'; id: number; error: import('./errors.js').PlainError };

/** The part of a Worker that is used; a MessagePort has most of it. */
export interface WorkerLike {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: string, listener: (event: any) => void): void;
  terminate(): void;
}
