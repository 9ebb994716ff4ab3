/**
 * Keeps wrapper and fused computed while their section is on screen: the weights of the layer on
 * show, both sides on what goes into its attention, and their times when the reader asks for them.
 */
import { messageOf } from './core/error.js';
import { bothSides, compareConcat } from './state/fuse.js';
import { maskSpec } from './state/mask.js';
import { NO_TIMING } from './state/samples.js';
import { attentionInput, attentionName } from './state/store.js';

/** @typedef {Readonly<import('./state/store.js').State>} State */
/** @typedef {import('./state/fuse.js').LayerProjections} LayerProjections */

/** Of each side; enough for quartiles that stay where they are. */
const ROUNDS = 40;

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {import('./engine.js').Engine} options.engine
 */
export function createLiveFuse({ store, engine }) {
  const { actions } = store;
  /** @type {{snapshot: unknown, layer: number} | null} what was computed last, or failed */
  let done = null;
  let busy = false;
  /** @type {AbortController | null} */
  let run = null;

  async function follow() {
    if (busy) return;
    busy = true;
    for (let next = due(store.state); next; next = due(store.state)) {
      done = next;
      const { models } = store.state;
      const tell = (/** @type {Partial<import('./state/fuse.js').Fuse>} */ changes) =>
        models === store.state.models && actions.setFuse(changes);
      try {
        const projections = await projectionsOf(next.layer);
        tell({ weights: { layer: next.layer, projections } });
        tell({ check: await check(next, projections), failed: null });
      } catch (error) {
        tell({ check: null, failed: messageOf(error) });
      }
    }
    busy = false;
  }

  /** What has to be computed now, or null. @param {State} state */
  function due({ fuse, onScreen, load, snapshot, provisional, layer, mask }) {
    if (!fuse || !onScreen.includes('fuse') || load.phase !== 'ready') return null;
    if (provisional || !snapshot?.model || !snapshot.tokens.length) return null;
    const same = done?.snapshot === snapshot && done.layer === layer;
    const info = snapshot.model.layers[layer];
    return same || !info ? null : { snapshot, layer, info, mask };
  }

  /** @param {number} layer @returns {Promise<LayerProjections>} */
  async function projectionsOf(layer) {
    const known = store.state.fuse?.weights;
    if (known?.layer === layer) return known.projections;
    const roles = /** @type {const} */ (['query', 'key', 'value', 'output']);
    const read = await Promise.all(
      roles.map(async (role) => {
        const name = attentionName(layer, role);
        const [weight, bias] = await Promise.all(
          ['weight', 'bias'].map((part) => engine.weight(`${name}.${part}`)),
        );
        return [role, { weight, bias }];
      }),
    );
    return Object.fromEntries(read);
  }

  /**
   * @param {NonNullable<ReturnType<typeof due>>} what
   * @param {LayerProjections} projections
   * @param {{concat: boolean}} options
   */
  const inputOf = ({ snapshot, layer, info, mask }, projections, options) => ({
    contenders: bothSides(projections, info, options),
    x: attentionInput(snapshot, layer).data,
    seqLen: snapshot.tokens.length,
    mask: maskSpec(mask, snapshot.tokens.length),
  });

  /** @param {NonNullable<ReturnType<typeof due>>} what @param {LayerProjections} projections */
  async function check(what, projections) {
    const input = inputOf(what, projections, { concat: true });
    const options = { ...input, rounds: 0, outputs: true, lane: 'fuse' };
    const [wrapper, fused] = await engine.measure(options);
    const compared = compareConcat(wrapper.outputs, fused.outputs[0], what.info);
    return { layer: what.layer, text: what.snapshot.text, ...compared };
  }

  /** Times both sides by turns, W_O included on both. */
  async function measure() {
    const { snapshot, layer, fuse, mask } = store.state;
    const info = snapshot?.model?.layers[layer];
    if (!snapshot || !info || fuse?.weights?.layer !== layer) return;
    run?.abort();
    const { signal } = (run = new AbortController());
    const tell = (/** @type {Partial<import('./state/fuse.js').FuseTiming>} */ changes) =>
      signal.aborted || actions.setFuse({ timing: Object.freeze({ ...timing(), ...changes }) });
    tell({ ...NO_TIMING, phase: 'running' });
    try {
      const what = { snapshot, layer, info, mask };
      const [wrapper, fused] = await engine.measure({
        ...inputOf(what, fuse.weights.projections, { concat: false }),
        rounds: ROUNDS,
        lane: 'fuse times',
        signal,
        onProgress: ({ loaded, total }) => tell({ done: loaded, total }),
      });
      const samples = { wrapper: wrapper.samples, fused: fused.samples };
      tell({ phase: 'done', samples: Object.freeze(samples) });
      // What failed before, as a script that did not arrive, may be there now.
      if (store.state.fuse?.failed) {
        done = null;
        follow();
      }
    } catch (error) {
      tell({ phase: 'failed', message: messageOf(error) });
    }
  }

  const timing = () => store.state.fuse?.timing ?? NO_TIMING;

  function cancel() {
    run?.abort();
    run = null;
    if (timing().phase !== 'idle') actions.setFuse({ timing: NO_TIMING });
  }

  store.subscribe((state, previous) => {
    // Times belong to one sentence and one layer of one model.
    const fields = /** @type {const} */ (['snapshot', 'layer', 'models']);
    if (fields.some((field) => state[field] !== previous[field])) cancel();
    follow();
  });
  return { measure, cancel };
}
