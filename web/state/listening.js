/** A store as those see it who work for it only at times: a view that may go, an element that may leave its page. */

/**
 * @typedef {import('./store.js').Listener} Listener
 * @typedef {import('./store.js').Store} Store
 */

/**
 * @param {Store} whole
 * @returns {{store: Store, rest: () => void, resume: () => void}} the store, whose listeners sleep between
 *   `rest` and `resume`; what changed meanwhile comes to them as one change
 */
export function createListening(whole) {
  /** @type {Set<Listener>} */
  const listeners = new Set();
  let { state: last } = whole;
  /** @type {Listener} */
  const tell = (state, previous) => {
    for (const listener of [...listeners]) listener(state, previous);
  };
  /** @type {(() => void) | null} */
  let stop = whole.subscribe(tell);
  return {
    store: {
      get state() {
        return whole.state;
      },
      actions: whole.actions,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },

    rest() {
      if (!stop) return;
      stop();
      stop = null;
      last = whole.state;
    },

    resume() {
      if (stop) return;
      stop = whole.subscribe(tell);
      if (whole.state !== last) tell(whole.state, last);
    },
  };
}
