import type { Snapshot } from './headscope.d.ts';
import type { Ignored, Scene, SceneLock } from './scene.d.ts';

/** What is chosen. */
export interface Selection {
  readonly layer: number;
  readonly heads: readonly number[];
  readonly lock: SceneLock | null;
  readonly text: string;
}

/**
 * `<headscope-view>`: a scene on any page; docs/embedding.md describes attributes, events, slots and parts.
 * Importing this module defines it, and does nothing where there is no document.
 */
export declare class HeadscopeView extends HTMLElement {
  static readonly observedAttributes: readonly string[];
  /** What is shown. */
  get scene(): Scene;
  /** A scene, its JSON, or the hash of a link; attributes that are set count more. */
  set scene(value: Scene | Record<string, unknown> | string);
  /** What of the scene could not be taken. */
  readonly ignored: readonly Ignored[];
  readonly selection: Selection;
  /** What was computed last; null before anything was. */
  readonly snapshot: Snapshot | null;
  /** Whether the model is there. */
  readonly loaded: boolean;
  /** Loads the model, if it is not there; resolves when it is, or when it could not be. */
  load(): Promise<void>;
}

export interface HeadscopeEvents {
  /** The first picture that the model itself computed. */
  'headscope-ready': CustomEvent<{ readonly scene: Scene; readonly tokens: readonly string[] }>;
  /** Bytes of the model; a total of 0 is not known yet. */
  'headscope-progress': CustomEvent<{ readonly loaded: number; readonly total: number }>;
  'headscope-select': CustomEvent<Selection>;
  'headscope-error': CustomEvent<{ readonly code: string; readonly message: string }>;
}

declare global {
  interface HTMLElementTagNameMap {
    'headscope-view': HeadscopeView;
  }
}
