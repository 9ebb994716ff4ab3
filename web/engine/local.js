/** The engine's work itself: holds the module and the model, answers with snapshots. */
import { loadHeadscope } from '../headscope.js';
import { traceSeeded } from './attention.js';
import { noModel } from './errors.js';
import { measureAttention } from './measure.js';

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

    async attention(options) {
      return traceSeeded(headscope, options);
    },

    measure: (spec, watch) => measureAttention(headscope, spec, watch),

    dispose() {
      model?.dispose();
      model = null;
    },
  };
}
