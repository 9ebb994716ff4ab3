/**
 * Views as SVG, in a page and in Node: `import { drawView } from 'headscope/draw'`.
 *
 * @module headscope/draw
 */
import type { Headscope, Snapshot, Weight } from './headscope.d.ts';
import type { Evaluation, StepReport, Training } from './core/train.d.ts';
import type { Scene, View } from './scene.d.ts';

/** What is drawn, and how. */
export interface DrawOptions {
  /**
   * What was traced; it must hold the tensors that the view shows. The views `cost` and `train` show
   * none.
   */
  snapshot?: Snapshot | null;
  /** What of it is shown, and how. */
  scene: Scene;
  /** Instead of the scene's own. */
  view?: View;
  /** Instead of the scene's own; `auto` is light. */
  theme?: 'auto' | 'light' | 'dark';
  /** Instead of the scene's own; `auto` is English. */
  lang?: 'auto' | 'en' | 'zh';
  /** px of the picture inside its margins, a whole number from 100 to 10,000. */
  width?: number;
  /** For the view `compare`: the second sentence, or the first without its mask. */
  comparison?: Snapshot | null;
  /** For the view `contributions`: W_O and its bias, per layer. */
  outputWeights?: readonly {
    /** `layers.L.attention.output.weight`, [heads * d_head, d_output]. */
    weight: Weight;
    /** `layers.L.attention.output.bias`, [d_output]. */
    bias: Weight;
  }[];
  /**
   * For the views `arithmetic` and `fuse`: the weights by their names, such as
   * `(name) => model.weight(name)`. Without it numbers that a weight made are not unfolded.
   */
  weights?: (name: string) => Weight;
  /** For the view `fuse`: how far the results of both sides are apart; left out, nothing is said. */
  fused?: FusedCheck | null;
  /** For the views `fuse` and `cost`: times in ms, such as `{ 'split 8': [1.2, 1.3] }`. */
  samples?: DrawSamples;
  /** For the view `train`: what was learned. */
  training?: {
    /** One for each number of heads. */
    learners: readonly DrawLearner[];
    /** The module that trained. */
    module?: string;
  };
}

/** How far the results of wrapper and fused are apart. */
export interface FusedCheck {
  /** Largest difference of two numbers in the same place. */
  difference: number;
  /** Largest magnitude among them. */
  largest: number;
}

/** Times in ms, by `wrapper`, `fused`, or by `split` or `full` and a number of heads. */
export type DrawSamples = Readonly<Record<string, readonly number[]>>;

/** One model while it learns: its curves, and how well it does. */
export interface DrawLearner {
  /** Number of heads. */
  heads: number;
  /** Batches learned from. */
  step: number;
  /** Means since the point before, as `Trainer.step` reports them. */
  points: readonly Pick<StepReport, 'step' | 'loss' | 'allRight' | 'accuracy'>[];
  /** Of each head's rows of W_O, after so many batches. */
  norms: readonly {
    /** Batches learned from. */
    step: number;
    /** Euclidean, one a head. */
    norms: ArrayLike<number>;
  }[];
  /** On sentences that were never learned from; null while it still learns. */
  score?: Evaluation | null;
  /** Why it stopped. */
  failed?: string | null;
}

/** The views that can be drawn; `lab` is drawn as its head graph. */
export declare const DRAWABLE: readonly string[];

/**
 * A view as a whole SVG document that opens anywhere: colours as values, fonts by name. The same
 * snapshot and scene give the same text in a page and in Node. Rejects with BadArgument.
 */
export declare function drawView(options: DrawOptions): Promise<string>;

/**
 * Computes a layer both ways, as one and as a layer for each head, for the view `fuse`; takes the
 * scene fitted to the snapshot.
 */
export declare function fusedCheck(
  headscope: Headscope,
  of: {
    /** What was traced. */
    snapshot: Snapshot;
    /** Whose layer and mask count. */
    scene: Scene;
    /** As for `drawView`. */
    weights: (name: string) => Weight;
  },
): FusedCheck;

/** Trains the models of a scene's recipe to the end, for the view `train`. Takes seconds. */
export declare function learnersOf(
  training: Training,
  scene: Scene,
  tell?: (where: { heads: number; step: number; steps: number }) => void,
): NonNullable<DrawOptions['training']>;
