import type { LayerInfo } from './headscope.d.ts';

/** What is shown. Layers, heads and tokens count from 0; docs/scenes.md says what each field means. */
export interface SceneContent {
  /** The sentence; empty for the page's own first one. */
  readonly text: string;
  /** What it is compared or mixed with. */
  readonly second: string;
  readonly view: View;
  readonly layer: number;
  /** Never empty; the first is the primary one. */
  readonly heads: readonly number[];
  readonly lock: SceneLock | null;
  /** 0..1, of each query row the share that the drawn edges cover. */
  readonly mass: number;
  readonly layout: 'auto' | 'columns' | 'arcs';
  readonly side: 'query' | 'key';
  readonly stage: 'weights' | 'scores' | 'scaled' | 'masked';
  readonly average: boolean;
  readonly mask: SceneMask;
  readonly mixer: SceneMixer;
  readonly compare: SceneCompare | null;
  readonly unfold: SceneUnfold | null;
}

/** A whole scene, every default filled in; deeply frozen. */
export interface Scene extends SceneContent {
  readonly v: 1;
  /** Where the model's file is; empty for the default one. */
  readonly model: string;
  readonly train: SceneTrain | null;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly lang: 'auto' | 'en' | 'zh';
  readonly steps: readonly SceneStep[];
  /** 0 is the scene itself, n its n-th step. */
  readonly step: number;
}

/** What differs from the scene itself. */
export type SceneStep = Partial<SceneContent> & { readonly caption: string };

export type View =
  | 'lab'
  | 'heads'
  | 'graph'
  | 'matrix'
  | 'trace'
  | 'arithmetic'
  | 'contributions'
  | 'mixer'
  | 'masks'
  | 'compare'
  | 'split'
  | 'fuse'
  | 'cost'
  | 'train';

/** A token of one side, or a cell [query, key]. */
export type SceneLock =
  | { readonly side: 'query' | 'key'; readonly index: number }
  | { readonly cell: readonly [number, number] };

export interface SceneMask {
  readonly causal: boolean;
  /** Keys from this one on are padding. */
  readonly padding: number | null;
  /** Query i attends to keys with |i - j| <= window. */
  readonly window: number | null;
  /** Cells [query, key] that are hidden by hand, in a sentence of `size` tokens. */
  readonly paint: {
    readonly size: number;
    readonly hidden: readonly (readonly [number, number])[];
  } | null;
}

export interface SceneMixer {
  readonly place: 'before' | 'after';
  /** Per layer one channel a head; null where nothing was touched. */
  readonly layers: readonly (readonly SceneChannel[] | null)[];
}

export interface SceneChannel {
  /** 0..1.5 */
  readonly gain: number;
  readonly muted: boolean;
  readonly solo: boolean;
}

export interface SceneCompare {
  readonly kind: 'sentence' | 'head' | 'mask';
  readonly other: { readonly layer: number; readonly head: number };
}

/** A tensor of the layer, and where the chain of arithmetic that made it runs. */
export interface SceneUnfold {
  readonly name: string;
  readonly query: number;
  readonly key: number;
  /** Within the primary head. */
  readonly column: number;
  /** Of the layer's output. */
  readonly output: number;
  /** Of the layer's input. */
  readonly model: number;
  /** Of the feed-forward layer. */
  readonly hidden: number;
  /** Of the sentence vector. */
  readonly sentence: number;
}

/** What "Train your own" trains, and the number of heads of the model that is looked at. */
export interface SceneTrain {
  readonly task: 'tiles' | 'english';
  readonly heads: number;
  readonly seed: number;
  readonly places: number;
  readonly dModel: number;
  readonly learningRate: number;
  readonly steps: number;
}

/** What of a scene was not taken as it stands. */
export interface Ignored {
  /** Such as `steps[2].layer`; empty for the whole. */
  readonly field: string;
  /** Cut short. */
  readonly value: string;
  readonly why: 'unknownField' | 'badValue' | 'newerVersion' | 'notAScene';
  /** Such as `mass is 7; expected a number from 0 to 1`. */
  readonly message: string;
}

export declare const SCENE_VERSION: 1;
export declare const SCENE_FIELDS: readonly string[];
export declare const VIEWS: readonly View[];
export declare const DEFAULT_SCENE: Scene;

/**
 * Reads a link's hash, a text of JSON, an object as JSON.parse gives it, or attributes as an object of
 * texts. Never throws.
 */
export declare function parseScene(source: unknown): {
  scene: Scene;
  ignored: readonly Ignored[];
};

/** The hash of a link, with its `#`. */
export declare function formatScene(scene: Scene): string;

/** For JSON.stringify; what is as in the default scene is left out. */
export declare function sceneToJson(scene: Scene): Record<string, unknown>;

/** Texts by field; what is as in the default scene is left out. */
export declare function sceneToAttributes(scene: Scene): Record<string, string>;

/** The scene as one of its steps shows it. */
export declare function sceneAtStep(scene: Scene, step?: number): Scene;

/** A scene brought to a model and a sentence: what they lack becomes the nearest that they have. */
export declare function fitScene(
  scene: Scene,
  there: { layers: readonly LayerInfo[]; tokens: number; dSentence?: number },
): { scene: Scene; ignored: readonly Ignored[] };
