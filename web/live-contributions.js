/**
 * Keeps each head's contribution traced while its section is on screen: heads times the output in
 * size, nobody else asks for it.
 */
import { messageOf } from './core/error.js';
import { maskSpec } from './state/mask.js';
import { mixerOptions } from './state/mixer.js';
import { attentionName } from './state/store.js';

/** @typedef {Readonly<import('./state/store.js').State>} State */

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {import('./engine.js').Engine} options.engine
 */
export function createLiveContributions({ store, engine }) {
  const { actions } = store;
  /** @type {import('./state/store.js').Snapshot | null} the picture whose contributions are there */
  let traced = null;
  let busy = false;

  async function follow() {
    if (busy) return;
    busy = true;
    for (let next = due(store.state); next; next = due(store.state)) {
      traced = next.snapshot;
      const { models } = store.state;
      const isCurrent = () => models === store.state.models;
      try {
        if (!store.state.outputWeights) {
          const weights = await readWeights(next.layers);
          if (!isCurrent()) continue;
          actions.setOutputWeights(weights);
        }
        if (!store.state.onScreen.includes('contributions')) {
          traced = null;
          break;
        }
        const contributions = await trace(next);
        if (isCurrent()) actions.setContributions(contributions);
      } catch (error) {
        const message = messageOf(error);
        if (isCurrent()) actions.failContributions(message);
      }
    }
    busy = false;
  }

  /** What has to be traced now, or null. @param {State} state */
  function due({ onScreen, load, snapshot, provisional, mask, mixer, outputWeights }) {
    if (load.phase !== 'ready' || provisional || !snapshot?.model) return null;
    const wanted =
      onScreen.includes('contributions') || (onScreen.includes('mixer') && !outputWeights);
    if (!wanted || !snapshot.tokens.length || snapshot === traced) return null;
    return { snapshot, layers: snapshot.model.layers, mask, mixer };
  }

  /** @param {readonly unknown[]} layers */
  const readWeights = (layers) =>
    Promise.all(
      layers.map(async (_, layer) => {
        const name = attentionName(layer, 'output');
        const [weight, bias] = await Promise.all([
          engine.weight(`${name}.weight`),
          engine.weight(`${name}.bias`),
        ]);
        return { weight, bias };
      }),
    );

  /** @param {NonNullable<ReturnType<typeof due>>} next */
  async function trace({ snapshot: { text, tokens }, layers, mask, mixer }) {
    const snapshot = await engine.trace(text, {
      lane: 'contributions',
      truncate: true,
      contribution: true,
      mask: maskSpec(mask, tokens.length),
      names: layers.flatMap((_, layer) =>
        ['weights', 'contribution', 'output'].map((part) => attentionName(layer, part)),
      ),
      ...mixerOptions(mixer, layers),
    });
    return { snapshot, mixer };
  }

  store.subscribe(follow);
}
