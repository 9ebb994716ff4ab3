/**
 * Keeps the picture true to the text: loads the model, traces whatever was typed last, and says
 * what went wrong. The only place where the engine and the store meet.
 */
import { messageOf } from './core/error.js';
import { firstSnapshotUrl } from './beside.js';
import { snapshotFromBytes } from './models/snapshot.js';
import { isMixed } from './state/mixer.js';
import { createTiming } from './timing.js';
import { traceMasked } from './trace-masked.js';

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {import('./engine.js').Engine} options.engine
 */
export function createLive({ store, engine }) {
  const { actions } = store;
  const timing = createTiming(store);
  /** @type {AbortController | null} */
  let loading = null;
  let busy = false;
  /** What the picture on show was made with. */
  let last = { mask: store.state.mask, mixer: store.state.mixer };

  /** Traces the newest text, mask and mixer; what was asked for meanwhile is skipped, the last is not. */
  async function follow() {
    if (busy || store.state.load.phase !== 'ready') return;
    busy = true;
    /** @type {Readonly<import('./state/store.js').State> | null} */
    let done = null;
    while (!done || WATCHED.some((field) => done?.[field] !== store.state[field])) {
      done = store.state;
      await show(done);
    }
    busy = false;
  }

  /** @param {Readonly<import('./state/store.js').State>} state */
  async function show({
    text,
    mask,
    mixer,
    models,
    snapshot: shown,
    unmasked: open,
    unmixed,
    provisional,
  }) {
    if (!text.trim()) return actions.setNotice({ kind: 'empty' });
    try {
      const before =
        last.mask === mask && !provisional
          ? (unmixed ?? (isMixed(last.mixer) ? null : shown))
          : null;
      const dry = before?.text === text ? before : null;
      const plain = isMixed(mixer)
        ? (dry ?? (await traceMasked(engine, text, { mask })).snapshot)
        : null;
      const known =
        provisional || shown?.text !== text || last.mixer !== mixer ? null : (open ?? shown);
      const layers = plain?.model?.layers;
      const traced = await traceMasked(engine, text, { mask, mixer, layers, known });
      if (models !== store.state.models) return;
      const { snapshot } = traced;
      actions.setSnapshot({ ...traced, unmixed: plain });
      last = { mask, mixer };
      const { cut, model } = snapshot;
      actions.setNotice(
        cut && { kind: 'cut', max: model?.maxTokens ?? snapshot.tokens.length, tokens: cut.tokens },
      );
      timing.shown({ text, mixer });
    } catch (error) {
      const [code, message] = [codeOf(error), messageOf(error)];
      if (LOST.includes(code)) actions.setLoad({ phase: 'failed', error: { code, message } });
      else actions.setNotice({ kind: 'failed', code, message });
    }
  }

  store.subscribe((state, previous) => {
    const isOther = (/** @type {keyof typeof state} */ field) => state[field] !== previous[field];
    if (isOther('mask') || isOther('mixer') || isOther('models')) follow();
    if (isOther('load') && state.load.phase === 'failed' && state.notice?.kind === 'waiting') {
      actions.setNotice(null);
    }
    if (!isOther('text')) return;
    if (state.load.phase === 'ready') follow();
    else sayMissing();
  });

  /** What is there instead of a picture of the text, while there is no model. */
  function sayMissing() {
    const { text, snapshot, load } = store.state;
    const waits = text !== snapshot?.text && load.phase !== 'failed';
    if (!text.trim()) actions.setNotice({ kind: 'empty' });
    else actions.setNotice(waits ? { kind: 'waiting' } : null);
  }

  return {
    /** Shows the precomputed sentence, unless the model was faster. Failing leaves the page without it. */
    async showFirst() {
      if (!firstSnapshotUrl) return;
      try {
        const response = await fetch(firstSnapshotUrl);
        if (!response.ok) return;
        const snapshot = snapshotFromBytes(await response.arrayBuffer());
        if (store.state.snapshot) return;
        actions.setSnapshot({ snapshot, provisional: true });
      } catch {
        // The model, once loaded, draws the same picture; its own failure is what gets shown.
      }
    },

    /** Loads the model and draws the text with it; safe to call again after a failure. */
    async load() {
      if (loading || store.state.load.phase === 'ready') return;
      const attempt = (loading = new AbortController());
      const { signal } = attempt;
      const again = store.state.load.phase === 'failed';
      actions.setLoad({ phase: 'loading', loaded: 0, total: 0, error: null });
      if (again) sayMissing();
      try {
        await engine.load({
          signal,
          onProgress: ({ loaded, total }) => signal.aborted || actions.setLoad({ loaded, total }),
        });
      } catch (error) {
        if (signal.aborted) return;
        actions.setLoad({
          phase: 'failed',
          error: { code: codeOf(error), message: messageOf(error) },
        });
        return;
      } finally {
        if (loading === attempt) loading = null;
      }
      if (signal.aborted) return;
      actions.setLoad({ phase: 'ready' });
      actions.setNotice(null);
      await follow();
    },

    /** What failed for want of a network is tried again once there is one. */
    async online() {
      const { phase, error } = store.state.load;
      if (phase === 'failed' && error?.code === 'Offline') await this.load();
    },

    /** Ends the download at once, whatever it is waiting for. */
    cancel() {
      if (!loading) return;
      loading.abort();
      loading = null;
      actions.setLoad({ phase: 'cancelled' });
    },
  };
}

/** What a picture follows from. @type {('text' | 'mask' | 'mixer' | 'models')[]} */
const WATCHED = ['text', 'mask', 'mixer', 'models'];

/** Failures of a trace that say that the model is gone, not that the text is at fault. */
const LOST = ['Internal', 'LoadFailed', 'Offline', 'BadFile', 'Unsupported'];

/** @param {unknown} error */
function codeOf(error) {
  const code = /** @type {{code?: string}} */ (error)?.code ?? 'Unknown';
  return code === 'LoadFailed' && navigator.onLine === false ? 'Offline' : code;
}
