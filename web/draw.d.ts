/**
 * Views as SVG, in a page and in Node: `import { drawView } from 'headscope/draw'`.
 *
 * @module headscope/draw
 */
import type { Snapshot, Weight } from './headscope.d.ts';
import type { Scene, View } from './scene.d.ts';

/** What is drawn, and how. */
export interface DrawOptions {
  /** What was traced; it must hold the tensors that the view shows. */
  snapshot: Snapshot;
  /** What of it is shown, and how. */
  scene: Scene;
  /** Instead of the scene's own. */
  view?: View;
  /** Instead of the scene's own; `auto` is light. */
  theme?: 'auto' | 'light' | 'dark';
  /** Instead of the scene's own; `auto` is English. */
  lang?: 'auto' | 'en' | 'zh';
  /** px of the picture inside its margins. */
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
}

/** The views that can be drawn; `lab` is drawn as its head graph. */
export declare const DRAWABLE: readonly string[];

/**
 * A view as a whole SVG document that opens anywhere: colours as values, fonts by name. The same
 * snapshot and scene give the same text in a page and in Node. Rejects with BadArgument.
 */
export declare function drawView(options: DrawOptions): Promise<string>;
