/** Brings the weights of the layers whose arithmetic or proof somebody looks at. */
import { messageOf } from './core/error.js';
import { traceName } from './draw/arithmetic-places.js';
import { weightsWanted } from './state/unfolding.js';

/** @typedef {Readonly<import('./state/store.js').State>} State */

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {import('./engine.js').Engine} options.engine
 */
export function createLiveWeights({ store, engine }) {
  let busy = false;

  /** @param {number} layer @returns {Promise<import('./state/unfolding.js').LayerWeights>} */
  async function read(layer) {
    try {
      const entries = await Promise.all(
        namesOf(store.state, layer).map(async (name) => {
          const { shape, data } = await engine.weight(traceName(name, layer));
          return [name, { shape, data }];
        }),
      );
      return { weights: Object.fromEntries(entries), failed: null };
    } catch (error) {
      return { weights: {}, failed: messageOf(error) };
    }
  }

  store.subscribe(async () => {
    if (busy) return;
    busy = true;
    for (let layer = due(store.state); layer !== null; layer = due(store.state)) {
      const { models } = store.state;
      const weights = await read(layer);
      if (models === store.state.models) store.actions.setLayerWeights({ layer, ...weights });
    }
    busy = false;
  });
}

/** The layer whose weights have to come, or null. @param {State} state */
function due(state) {
  const { load, snapshot, provisional, layerWeights } = state;
  if (load.phase !== 'ready' || provisional || !snapshot?.model) return null;
  return weightsWanted(state).find((layer) => !(layer in layerWeights)) ?? null;
}

/**
 * What the model holds of a layer; the last one also has what makes the sentence.
 * @param {State} state
 * @param {number} layer
 * @returns {string[]}
 */
function namesOf({ snapshot }, layer) {
  const { layers = [], encoder } = snapshot?.model ?? {};
  const dense = ['query', 'key', 'value', 'output', 'ffn-hidden', 'ffn-output'];
  if (encoder?.blocks[layer]?.project_residual) dense.push('residual');
  if (layer === layers.length - 1 && encoder?.d_sentence) dense.push('sentence');
  // A small model may lack norms and the feed-forward network; what was computed says so.
  const has = (/** @type {string} */ name) =>
    snapshot?.tensors[traceName(name, layer)] !== undefined;
  return [
    ...dense.filter(has).flatMap((name) => [`${name}.weight`, `${name}.bias`]),
    ...['norm', 'ffn-norm'].filter(has).flatMap((name) => [`${name}.scale`, `${name}.bias`]),
  ];
}
