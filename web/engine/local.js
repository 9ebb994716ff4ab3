/** The engine's work itself: holds the module and the model, answers with snapshots. */
import { loadHeadscope } from '../headscope.js';
import { noModel, notHere } from './errors.js';

/** @param {unknown} cause @returns {never} */
function lost(cause) {
  throw notHere(cause);
}

/**
 * A script of the engine's that is fetched late. Firefox keeps in mind that one did not arrive, so
 * that it is asked for by another address then.
 * @template T
 * @param {Promise<T>} script
 * @param {string} file
 * @returns {Promise<T>}
 */
const late = (script, file) =>
  script
    .catch(() => {
      const { href } = new URL(`${file}?again=${Date.now()}`, import.meta.url);
      return import(/* @vite-ignore */ /* webpackIgnore: true */ href);
    })
    .catch(lost);

/**
 * @param {import('../headscope.js').LoadOptions} options
 * @returns {Promise<import('./host.d.ts').Host>}
 */
export async function createLocalHost(options) {
  const headscope = await loadHeadscope(options);
  /** @type {import('../headscope.js').Model | null} */
  let model = null;
  return {
    async load(source) {
      const loaded = await headscope.loadModel(source);
      model?.dispose();
      model = loaded;
      return model.info;
    },

    async trace(text, options) {
      if (!model) throw noModel('Engine.trace');
      const trace = model.trace(text, options);
      try {
        return trace.snapshot(options.names);
      } finally {
        trace.dispose();
      }
    },

    async weight(name) {
      if (!model) throw noModel('Engine.weight');
      return model.weight(name);
    },

    // What needs no model is fetched when it is first asked for, because no first picture needs it.
    async attention(options) {
      const { traceSeeded } = await late(import('./attention.js'), './attention.js');
      return traceSeeded(headscope, options);
    },

    async measure(spec, watch) {
      const { measureAttention } = await late(import('./measure.js'), './measure.js');
      return measureAttention(headscope, spec, watch);
    },

    dispose() {
      model?.dispose();
      model = null;
    },
  };
}
