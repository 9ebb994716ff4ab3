/** Keeps the second sentence of the comparison traced: the newest text, under the page's mask and mixer. */
import { messageOf } from './core/error.js';
import { isMixed } from './state/mixer.js';
import { traceMasked } from './trace-masked.js';

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {import('./engine.js').Engine} options.engine
 */
export function createLiveCompare({ store, engine }) {
  const { actions } = store;
  /** @type {{text: string, mask: object, mixer: object, models: number} | null} */
  let traced = null;
  /** @type {import('./state/store.js').Snapshot | null} the newest text's trace without a mask */
  let open = null;
  /** @type {object | null} the mixer of that trace */
  let openMixer = null;
  let busy = false;

  async function follow() {
    if (busy) return;
    busy = true;
    for (let next = due(store.state); next; next = due(store.state)) {
      traced = next;
      try {
        const known = open?.text === next.text && openMixer === next.mixer ? open : null;
        const { snapshot, unmasked } = await traceMasked(engine, next.text, {
          mask: next.mask,
          mixer: next.mixer,
          layers: next.layers,
          known,
          lane: 'compare',
        });
        if (next.models !== store.state.models) continue;
        open = unmasked ?? snapshot;
        openMixer = next.mixer;
        actions.setComparison(snapshot);
        actions.setCompare({ failed: null });
      } catch (error) {
        const failed = messageOf(error);
        if (next.models === store.state.models) actions.setCompare({ failed });
      }
    }
    busy = false;
  }

  /** What has to be traced now, or null. @param {Readonly<import('./state/store.js').State>} state */
  function due({ compare, mask, mixer, load, models, snapshot }) {
    if (!compare.on || compare.kind !== 'sentence' || load.phase !== 'ready') return null;
    const text = compare.text;
    const same = traced?.text === text && traced.mask === mask && traced.mixer === mixer;
    // Gains wait for the sentence's own picture, which tells what layers there are.
    const layers = snapshot?.model?.layers;
    if (same || !text.trim() || (isMixed(mixer) && !layers)) return null;
    return { text, mask, mixer, models, layers };
  }

  store.subscribe((state, previous) => {
    // What failed with one engine is tried again with the next.
    if (state.load.phase !== previous.load.phase) traced = null;
    if (state.models !== previous.models) traced = open = null;
    follow();
  });
}
