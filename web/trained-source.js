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
      return place.trace({
        ...{ heads, text, gains: ownOf(gains), outputGains: ownOf(outputGains) },
        ...(names && { names }),
      });
    },

    async weight(name) {
      const weight = await place.weight({ heads, name });
      if (weight) return weight;
      const matrix = name.endsWith('.bias')
        ? await place.weight({ heads, name: name.replace(/\.bias$/, '.weight') })
        : null;
      if (!matrix) {
        const what = `name is '${name}'; the trained model has no such weight`;
        throw failure('BadArgument', 'Trainer.weight', what);
      }
      // No bias is a bias of zeros.
      const shape = [matrix.shape[matrix.shape.length - 1]];
      return { ...matrix, name, shape, data: new Float32Array(shape[0]) };
    },
  };
}

/** Of its one layer. @param {readonly (ArrayLike<number> | null)[] | null} [layers] */
const ownOf = (layers) => (layers?.[0] ? Array.from(layers[0]) : null);
