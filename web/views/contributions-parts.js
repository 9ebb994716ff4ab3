/** What is taken apart: every layer's contributions, and the word that is looked at, from the state. */
import { gainsOf } from '../state/mixer.js';
import { attentionName } from '../state/store.js';

/**
 * @typedef {import('./view.js').State} State
 * @typedef {{weights: Float32Array, sums: import('../state/contributions.js').Sums}} LayerSums
 */

/**
 * Every layer's sums, once they are there for the sentence on show.
 * @param {Readonly<State>} state
 * @returns {LayerSums[] | null}
 */
export function layersOf({ contributions, outputWeights, snapshot }) {
  if (!contributions || !outputWeights || contributions.snapshot.text !== snapshot?.text)
    return null;
  const { mixer } = contributions;
  const { tensors, model } = contributions.snapshot;
  return (model?.layers ?? []).map((_, layer) => {
    const of = (/** @type {string} */ part) => tensors[attentionName(layer, part)];
    const [heads, count, width] = of('contribution').shape;
    const channels = mixer.layers[layer];
    const sliceGains = mixer.place === 'after' && channels ? gainsOf(channels) : null;
    const bias = outputWeights[layer].bias.data;
    const [contribution, output] = [of('contribution').data, of('output').data];
    return {
      weights: of('weights').data,
      sums: { contribution, output, bias, heads, count, width, sliceGains },
    };
  });
}

/** The query that is pointed at, else the one that is held. @param {Readonly<State>} state */
export function chosenToken({ hover, lock, contributions }) {
  const count = contributions?.snapshot.tokens.length ?? 0;
  for (const focus of [hover, lock]) {
    const index =
      !focus || (!('cell' in focus) && focus.side !== 'query')
        ? -1
        : 'cell' in focus
          ? focus.cell[0]
          : focus.index;
    if (index >= 0 && index < count) return index;
  }
  return null;
}
