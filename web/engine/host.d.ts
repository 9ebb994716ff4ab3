import type {
  EngineTraceOptions,
  Measured,
  MeasureSpec,
  SeededAttention,
  SeededAttentionOptions,
} from '../engine.d.ts';
import type { LoadModelOptions, ModelInfo, Snapshot, Weight } from '../headscope.d.ts';

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

/** The part of a Worker that is used; a MessagePort has most of it. */
export interface WorkerLike {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: string, listener: (event: any) => void): void;
  terminate(): void;
}
