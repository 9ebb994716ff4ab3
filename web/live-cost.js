/** Times layers of every number of heads in this very browser, when the reader asks for it. */
import { messageOf } from './core/error.js';
import { contendersOf, idOf } from './state/cost.js';
import { NO_TIMING } from './state/samples.js';

/** Of each layer; enough for quartiles, few enough to wait for. */
const ROUNDS = 11;

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {import('./engine.js').Engine} options.engine
 */
export function createLiveCost({ store, engine }) {
  const { actions } = store;
  /** @type {AbortController | null} */
  let run = null;

  const timing = () => store.state.cost?.timing ?? NO_TIMING;

  async function measure() {
    const { cost } = store.state;
    if (!cost) return;
    run?.abort();
    const { signal } = (run = new AbortController());
    const tell = (/** @type {Partial<import('./state/cost.js').CostTiming>} */ changes) =>
      signal.aborted || actions.setCost({ timing: Object.freeze({ ...timing(), ...changes }) });
    tell({ ...NO_TIMING, phase: 'running' });
    const timed = contendersOf(cost).filter((contender) => contender.timed);
    try {
      const measured = await engine.measure({
        contenders: timed.map(({ width }) => ({
          layers: [{ config: width, weights: { seed: 1 } }],
        })),
        x: { seed: 1 },
        seqLen: cost.seqLen,
        rounds: ROUNDS,
        lane: 'cost',
        signal,
        onProgress: ({ loaded, total }) => tell({ done: loaded, total }),
      });
      const samples = timed.map(({ kind, heads }, i) => [idOf(kind, heads), measured[i].samples]);
      tell({ phase: 'done', samples: Object.freeze(Object.fromEntries(samples)) });
    } catch (error) {
      tell({ phase: 'failed', message: messageOf(error) });
    }
  }

  function cancel() {
    run?.abort();
    run = null;
    if (timing().phase !== 'idle') actions.setCost({ timing: NO_TIMING });
  }

  store.subscribe(({ cost }, { cost: before }) => {
    // Times belong to one size.
    if (before && (cost?.dModel !== before.dModel || cost.seqLen !== before.seqLen)) cancel();
  });
  return { measure, cancel };
}
