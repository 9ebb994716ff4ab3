/**
 * What the mixer does beyond the page's own sentence: the second sentence's vectors, and the sweep
 * that mutes one head after the other. The sentences run under the page's mask.
 */
import { messageOf } from './core/error.js';
import { cosine, withOneMuted } from './state/mixed.js';
import { isMixed, NO_MIXER, NO_SWEEP } from './state/mixer.js';
import { traceMasked } from './trace-masked.js';

/** @typedef {Readonly<import('./state/store.js').State>} State */

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {import('./engine.js').Engine} options.engine
 */
export function createLiveMixer({ store, engine }) {
  const { actions } = store;
  /** @type {{text: string, mask: object, mixer: object, models: number} | null} */
  let traced = null;
  /** @type {{text: string, mask: object, models: number, vector: Float32Array} | null} unmixed */
  let plain = null;
  let busy = false;
  /** Counts sweeps, so that one that was cancelled writes no more. */
  let sweeps = 0;

  /**
   * @param {string} text
   * @param {Omit<NonNullable<Parameters<typeof traceMasked>[2]>, 'names'>} options
   */
  async function vectorOf(text, options) {
    const { snapshot } = await traceMasked(engine, text, { ...options, names: ['sentence'] });
    return snapshot.tensors.sentence.data;
  }

  async function follow() {
    if (busy) return;
    busy = true;
    for (let next = due(store.state); next; next = due(store.state)) {
      traced = next;
      const { text, mask, mixer, layers, models } = next;
      const lane = 'second';
      const tell = (/** @type {Partial<import('./state/state.js').Second>} */ changes) =>
        models === store.state.models && actions.setSecond(changes);
      try {
        if (plain?.text !== text || plain.mask !== mask || plain.models !== models) {
          plain = { text, mask, models, vector: await vectorOf(text, { mask, lane }) };
        }
        const { vector } = plain;
        const mixed = isMixed(mixer) ? await vectorOf(text, { mask, mixer, layers, lane }) : vector;
        tell({ plain: vector, mixed, failed: null });
      } catch (error) {
        tell({ plain: null, mixed: null, failed: messageOf(error) });
      }
    }
    busy = false;
  }

  /** What has to be traced now, or null. @param {State} state */
  function due({ onScreen, load, second: { text }, mask, mixer, models, snapshot }) {
    if (!onScreen.includes('mixer') || load.phase !== 'ready' || !text.trim()) return null;
    // Gains wait for the sentence's own picture, which tells what layers there are.
    const layers = snapshot?.model?.layers;
    if (isMixed(mixer) && !layers) return null;
    const next = { text, mask, mixer, models, layers };
    const same = traced?.text === text && traced.mask === mask && traced.mixer === mixer;
    return same && traced?.models === models ? null : next;
  }

  store.subscribe((state, previous) => {
    const other =
      state.text !== previous.text ||
      state.mask !== previous.mask ||
      state.models !== previous.models ||
      state.second.text !== previous.second.text;
    if (other && state.sweep.phase !== 'idle') cancel();
    follow();
  });

  function cancel() {
    sweeps++;
    actions.setSweep(NO_SWEEP);
  }

  return {
    /** Mutes every head in turn, all others open, and keeps what the two sentences' cosine becomes. */
    async sweep() {
      const { text, mask, second, snapshot } = store.state;
      const layers = snapshot?.model?.layers ?? [];
      const heads = layers.flatMap((info, layer) =>
        Array.from({ length: info.heads }, (_, head) => ({ layer, head })),
      );
      const mine = ++sweeps;
      const cosineUnder = async (/** @type {Readonly<import('./state/mixer.js').Mixer>} */ mixer) =>
        cosine(
          await vectorOf(text, { mask, mixer, layers, lane: 'sweep' }),
          await vectorOf(second.text, { mask, mixer, layers, lane: 'sweep' }),
        );
      actions.setSweep({ ...NO_SWEEP, phase: 'running', total: heads.length });
      try {
        const base = await cosineUnder(NO_MIXER);
        if (mine !== sweeps) return;
        actions.setSweep({ base });
        for (const head of heads) {
          const value = await cosineUnder(withOneMuted(layers, head));
          if (mine !== sweeps) return;
          const results = Object.freeze([...store.state.sweep.results, { ...head, cosine: value }]);
          actions.setSweep({ results, done: results.length });
        }
        actions.setSweep({ phase: 'done' });
      } catch (error) {
        if (mine === sweeps) actions.setSweep({ phase: 'failed', message: messageOf(error) });
      }
    },

    /** Ends the sweep after the trace that is under way. */
    cancel,
  };
}
