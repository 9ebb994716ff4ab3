/** Brings the weights of the layers whose arithmetic or proof somebody looks at. */
import { messageOf } from './core/error.js';
import { traceName, weightNames } from './draw/arithmetic-places.js';
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
        weightNames(store.state.snapshot, layer).map(async (name) => {
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
