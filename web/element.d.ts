/**
 * `<headscope-view>` for any page: `import 'headscope/element'`.
 *
 * @module headscope/element
 */
import type { Snapshot } from './headscope.d.ts';
import type { Ignored, Scene, SceneLock } from './scene.d.ts';

/** What is chosen. */
export interface Selection {
  /** The layer on show, from 0. */
  readonly layer: number;
  /** The heads of that layer on show, from 0, the primary one first. */
  readonly heads: readonly number[];
  /** The token or the cell that is held, or null. */
  readonly lock: SceneLock | null;
  /** The sentence. */
  readonly text: string;
}

/**
 * `<headscope-view>`: a scene on any page; docs/embedding.md describes attributes, events, slots and parts.
 * Importing this module defines it, and does nothing where there is no document.
 */
export declare class HeadscopeView extends HTMLElement {
  /** The names of the attributes it follows. */
  static readonly observedAttributes: readonly string[];
  /** What is shown. */
  get scene(): Scene;
  /** A scene, its JSON, or the hash of a link; attributes that are set count more. */
  set scene(value: Scene | Record<string, unknown> | string);
  /** What of the scene could not be taken. */
  readonly ignored: readonly Ignored[];
  /** What the reader chose. */
  readonly selection: Selection;
  /** What was computed last; null before anything was. */
  readonly snapshot: Snapshot | null;
  /** Whether the model is there. */
  readonly loaded: boolean;
  /** Loads the model, if it is not there; resolves when it is, or when it could not be. */
  load(): Promise<void>;
}

/** The element's events, by name; they bubble and leave shadow trees. */
export interface HeadscopeEvents {
  /** The first picture that the model itself computed. */
  'headscope-ready': CustomEvent<{
    /** What is shown. */
    readonly scene: Scene;
    /** The sentence's tokens, as the reader typed them. */
    readonly tokens: readonly string[];
  }>;
  /** Bytes of the model; a total of 0 is not known yet. */
  'headscope-progress': CustomEvent<{
    /** Bytes so far. */
    readonly loaded: number;
    /** Bytes in all. */
    readonly total: number;
  }>;
  /** The reader chose a head, or holds a token or a cell. */
  'headscope-select': CustomEvent<Selection>;
  /** Something could not be loaded or computed. */
  'headscope-error': CustomEvent<{
    /** An error's code, or `Unknown`. */
    readonly code: string;
    /** For people. */
    readonly message: string;
  }>;
}

declare global {
  interface HTMLElementTagNameMap {
    'headscope-view': HeadscopeView;
  }
}
