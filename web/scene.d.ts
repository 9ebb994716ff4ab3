/**
 * Scenes: what is shown, as a link, JSON or attributes: `import { parseScene } from 'headscope/scene'`.
 *
 * @module headscope/scene
 */
import type { LayerInfo } from './headscope.d.ts';

/** What is shown. Layers, heads and tokens count from 0; docs/scenes.md says what each field means. */
export interface SceneContent {
  /** The sentence; empty for the page's own first one. */
  readonly text: string;
  /** What it is compared or mixed with. */
  readonly second: string;
  /** Which picture of it. */
  readonly view: View;
  /** The layer on show. */
  readonly layer: number;
  /** Never empty; the first is the primary one. */
  readonly heads: readonly number[];
  /** The token or the cell that is held, or null. */
  readonly lock: SceneLock | null;
  /** 0..1, of each query row the share that the drawn edges cover. */
  readonly mass: number;
  /** Of the head graph; `auto` takes what the room is made for. */
  readonly layout: 'auto' | 'columns' | 'arcs';
  /** How the words of the arcs are read. */
  readonly side: 'query' | 'key';
  /** Of the matrix: what of the head it shows. */
  readonly stage: 'weights' | 'scores' | 'scaled' | 'masked';
  /** Whether the matrix shows the average of the layer's heads. */
  readonly average: boolean;
  /** Which keys each query may attend to. */
  readonly mask: SceneMask;
  /** How far each head is turned up. */
  readonly mixer: SceneMixer;
  /** What stands beside the heads on show, or null. */
  readonly compare: SceneCompare | null;
  /** The number whose arithmetic is shown, or null. */
  readonly unfold: SceneUnfold | null;
  /** What "Split, don't shred" shows; null is as it begins. */
  readonly split: SceneSplit | null;
  /** What "Wrapper ⇄ fused" shows; null is as it begins. */
  readonly fuse: SceneFuse | null;
  /** What "Cost" counts; null is as it begins. */
  readonly cost: SceneCost | null;
}

/** A whole scene, every default filled in; deeply frozen. */
export interface Scene extends SceneContent {
  /** The format's version. */
  readonly v: 1;
  /** Where the model's file is; empty for the default one. */
  readonly model: string;
  /** What "Train your own" trains; null for its own first choice. */
  readonly train: SceneTrain | null;
  /** `auto` is as the page around it. */
  readonly theme: 'auto' | 'light' | 'dark';
  /** `auto` is as the page around it. */
  readonly lang: 'auto' | 'en' | 'zh';
  /** One thing after another; empty for a single picture. */
  readonly steps: readonly SceneStep[];
  /** 0 is the scene itself, n its n-th step. */
  readonly step: number;
}

/** What differs from the scene itself. */
export type SceneStep = Partial<SceneContent> & {
  /** What is said beside it. */
  readonly caption: string;
};

/** The pictures; `lab` is the whole page. */
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
  | {
      /** As which it is held. */
      readonly side: 'query' | 'key';
      /** Of the token. */
      readonly index: number;
    }
  | {
      /** [query, key] */
      readonly cell: readonly [number, number];
    };

/** The parts of a mask; they combine. */
export interface SceneMask {
  /** Query i attends to keys j <= i. */
  readonly causal: boolean;
  /** Keys from this one on are padding. */
  readonly padding: number | null;
  /** Query i attends to keys with |i - j| <= window. */
  readonly window: number | null;
  /** Cells [query, key] that are hidden by hand, in a sentence of `size` tokens. */
  readonly paint: {
    /** Number of tokens. */
    readonly size: number;
    /** [query, key] of each cell. */
    readonly hidden: readonly (readonly [number, number])[];
  } | null;
}

/** How far each head is turned up. */
export interface SceneMixer {
  /** Before W_O, on heads; or after it, on slices of its columns, which are no heads. */
  readonly place: 'before' | 'after';
  /** Per layer one channel a head; null where nothing was touched. */
  readonly layers: readonly (readonly SceneChannel[] | null)[];
}

/** One head's fader. */
export interface SceneChannel {
  /** 0..1.5; 1 leaves the head as it is. */
  readonly gain: number;
  /** Counts as a gain of 0. */
  readonly muted: boolean;
  /** Where one plays solo, those that do not are silent. */
  readonly solo: boolean;
}

/** What stands beside the heads on show. */
export interface SceneCompare {
  /** The second sentence, another head, or the same without its mask. */
  readonly kind: 'sentence' | 'head' | 'mask';
  /** For `head`: which. */
  readonly other: {
    /** Its layer. */
    readonly layer: number;
    /** Its place in that layer. */
    readonly head: number;
  };
}

/** A tensor of the layer, and where the chain of arithmetic that made it runs. */
export interface SceneUnfold {
  /** The tensor's name, without its layer. */
  readonly name: string;
  /** Index of the token that asks. */
  readonly query: number;
  /** Index of the token that is looked at. */
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

/** Sizes of a split, and how far it is. */
export interface SceneSplit {
  /** Tokens, 1 to 6. */
  readonly n: number;
  /** 1 to 4. */
  readonly heads: number;
  /** Width of a head, 1 to 4. */
  readonly dHead: number;
  /** 0 in memory, 1 viewed, 2 transposed. */
  readonly step: number;
  /** Whose weights are shown. */
  readonly head: number;
}

/** How far wrapper and fused are, and whose matrix is shown. */
export interface SceneFuse {
  /** 0 apart, 1 together, 2 multiplied, 3 split, 4 attended. */
  readonly step: number;
  /** W_Q, W_K or W_V. */
  readonly role: 'query' | 'key' | 'value';
}

/** The sizes whose cost is counted. */
export interface SceneCost {
  /** 64, 128, 256, 512 or 1024. */
  readonly dModel: number;
  /** 16, 64, 128, 256, 512 or 1024. */
  readonly seqLen: number;
}

/** What "Train your own" trains, and the number of heads of the model that is looked at. */
export interface SceneTrain {
  /** What is learned. */
  readonly task: 'tiles' | 'english';
  /** 1, 2, 4 or 8. */
  readonly heads: number;
  /** 0 … 2^32 − 1. */
  readonly seed: number;
  /** Of `tiles`, 1 to 6: how many places are asked for. */
  readonly places: number;
  /** Width of the residual stream, a multiple of 8 up to 64. */
  readonly dModel: number;
  /** At its highest. */
  readonly learningRate: number;
  /** Batches of a whole training, 1 to 100,000. */
  readonly steps: number;
}

/** What of a scene was not taken as it stands. */
export interface Ignored {
  /** Such as `steps[2].layer`; empty for the whole. */
  readonly field: string;
  /** Cut short. */
  readonly value: string;
  /** What kind of fault it is, for programs. */
  readonly why: 'unknownField' | 'badValue' | 'newerVersion' | 'notAScene';
  /** Such as `mass is 7; expected a number from 0 to 1`. */
  readonly message: string;
}

/** The format's version, as formatScene writes it. */
export declare const SCENE_VERSION: 1;
/** The names of all fields, in the order in which they are written. */
export declare const SCENE_FIELDS: readonly string[];
/** The names of all views. */
export declare const VIEWS: readonly View[];
/** Every default. */
export declare const DEFAULT_SCENE: Scene;

/**
 * Reads a link's hash, a text of JSON, an object as JSON.parse gives it, or attributes as an object of
 * texts. Never throws.
 */
export declare function parseScene(source: unknown): {
  /** The nearest scene that there is. */
  scene: Scene;
  /** What was not taken as it stands; empty where all was. */
  ignored: readonly Ignored[];
};

/** The hash of a link, with its `#`. Throws BadArgument. */
export declare function formatScene(scene: Scene): string;

/** For JSON.stringify; what is as in the default scene is left out. Throws BadArgument. */
export declare function sceneToJson(scene: Scene): Record<string, unknown>;

/** Texts by field; what is as in the default scene is left out. Throws BadArgument. */
export declare function sceneToAttributes(scene: Scene): Record<string, string>;

/** The scene as one of its steps shows it. Throws BadArgument. */
export declare function sceneAtStep(scene: Scene, step?: number): Scene;

/**
 * The scene whose current step shows `shown`: what differs becomes a change of that step, as far as a
 * step can have it, and else of the scene itself. At step 0 it is `shown`. Throws BadArgument.
 */
export declare function sceneShowing(scene: Scene, shown: Scene): Scene;

/**
 * A scene brought to a model and a sentence: what they lack becomes the nearest that they have.
 * Throws BadArgument.
 */
export declare function fitScene(
  scene: Scene,
  there: { layers: readonly LayerInfo[]; tokens: number; dSentence?: number },
): {
  /** The nearest scene that they can show. */
  scene: Scene;
  /** What they lack; empty where they have all. */
  ignored: readonly Ignored[];
};
