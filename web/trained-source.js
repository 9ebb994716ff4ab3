/** A model in training as the source of everything that the lab shows. */
import { failure } from './core/error.js';

/**
 * @param {ReturnType<typeof import('./train-place.js').createTrainPlace>} place
 * @param {number} heads which of the models
 * @returns {import('./engine-switch.js').Source}
 */
export function trainedSource(place, heads) {
  return {
    async trace(text, { mask, gains, outputGains, names } = {}) {
      if (mask) {
        const what = 'mask is given; expected none: models that were trained here see every word';
        throw failure('BadArgument', 'Trainer.trace', what);
      }
      // Without a bias of W_O a gain before it and one after it are the same.
      const all = (gains ?? outputGains)?.[0];
      const own = all ? Array.from(all) : null;
      return place.trace({ heads, text, gains: own, ...(names && { names }) });
    },

    async weight(name) {
      const weight = await place.weight({ heads, name: name.replace(/\.bias$/, '.weight') });
      if (!name.endsWith('.bias')) return weight;
      // These models have none, which is a bias of zeros.
      const shape = [weight.shape[weight.shape.length - 1]];
      return { ...weight, name, shape, data: new Float32Array(shape[0]) };
    },
  };
}
