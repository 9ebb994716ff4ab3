/** Brings the weights of the layer on show, once somebody looks at arithmetic that needs them. */

const NAMES = ['query', 'key', 'value', 'output'].flatMap((role) => [
  `${role}.weight`,
  `${role}.bias`,
]);

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
        NAMES.map(async (name) => {
          const { shape, data } = await engine.weight(`layers.${layer}.attention.${name}`);
          return [name, { shape, data }];
        }),
      );
      return { layer, weights: Object.fromEntries(entries), failed: null };
    } catch (error) {
      return { layer, weights: {}, failed: error instanceof Error ? error.message : String(error) };
    }
  }

  store.subscribe(async () => {
    if (busy) return;
    busy = true;
    for (let layer = due(store.state); layer !== null; layer = due(store.state)) {
      store.actions.setLayerWeights(await read(layer));
    }
    busy = false;
  });
}

/** The layer whose weights have to come, or null. @param {Readonly<import('./state/store.js').State>} state */
function due({ unfolding, load, layer, layerWeights }) {
  const wanted = unfolding !== null && load.phase === 'ready';
  return wanted && layerWeights?.layer !== layer ? layer : null;
}
