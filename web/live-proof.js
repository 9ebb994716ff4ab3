/** Fetches the dialog of the proofs when one is first asked for. */
import { bringStyle } from './later.js';

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {Element | null} options.place the `<hs-prove>` that becomes it
 */
export function createLiveProof({ store, place }) {
  const { actions } = store;
  let fetching = false;
  const stop = store.subscribe(async ({ proof }) => {
    if (!proof || !place || fetching) return;
    fetching = true;
    try {
      await Promise.all([import('./views/prove.js'), bringStyle('prove.css')]);
      stop();
      Object.assign(place, { store });
    } catch {
      actions.prove(null);
      actions.setNotice({ kind: 'partMissing' });
    }
    fetching = false;
  });
}
