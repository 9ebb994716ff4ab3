/** One layer of a snapshot as the dimension trace sees it: its tensors by step, its sizes. */
import { isMasked } from '../draw/matrix.js';
import { t } from '../i18n/index.js';
import { STEPS } from './dimension-trace-steps.js';

/**
 * @typedef {import('../state/store.js').Tensor} Tensor
 * @typedef {import('../state/store.js').Snapshot} Snapshot
 *
 * @typedef {object} Layer
 * @property {Record<string, Tensor>} tensors by step id; a step is missing when its tensor is
 * @property {import('./dimension-trace-steps.js').Context} context
 * @property {number} count layers of the model
 * @property {number} heads
 * @property {number} dHead
 * @property {number} dModel
 * @property {string} structure changes when cards must be made anew, not when sizes change
 */

/**
 * @param {Snapshot} snapshot
 * @param {number} layer
 * @returns {Layer | null} null when the snapshot has no such layer
 */
export function layerOf(snapshot, layer) {
  const prefix = `layers.${layer}.`;
  /** @type {Record<string, Tensor>} */
  const tensors = {};
  for (const { id, tensor } of STEPS) {
    const found = snapshot.tensors[prefix + tensor];
    if (found) tensors[id] = found;
  }
  const { query, input, residual } = tensors;
  if (!query || !input) return null;
  const [heads, , dHead] = query.shape;
  const dModel = input.shape[1];
  const lifted = residual !== undefined && residual.shape[1] !== dModel;
  const embedded = layer === 0;
  const count = snapshot.model?.layers.length ?? layer + 1;
  const axes = (/** @type {string} */ id) => tensors[id]?.axes ?? [];
  const shapes = STEPS.map(({ id }) => axes(id).join());
  return {
    tensors,
    context: { layer, axes, lifted, embedded },
    count,
    heads,
    dHead,
    dModel,
    structure: [layer, lifted, embedded, ...shapes].join(' '),
  };
}

/**
 * What a step does, with this layer's numbers.
 * @param {import('./dimension-trace-steps.js').Step} step
 * @param {Layer} layer
 */
export function aboutStep({ id }, { tensors, context, heads, dHead, dModel }) {
  switch (id) {
    case 'scaled':
      return t('trace.about.scaled', {
        root: `√${dHead} = ${Number(Math.sqrt(dHead).toFixed(2))}`,
      });
    case 'masked':
      return t('trace.about.masked', { masked: maskedText(tensors.masked) });
    case 'concat':
      return t('trace.about.concat', { heads, dHead, inner: heads * dHead });
    case 'residual':
      if (!context.lifted) return t('trace.about.residual');
      return t('trace.about.residual.lifted', { from: dModel, to: tensors.residual.shape[1] });
    default:
      return t(`trace.about.${id}`);
  }
}

/** @param {Tensor} masked */
function maskedText({ data }) {
  let count = 0;
  for (const value of data) if (isMasked(value)) count += 1;
  return count === 0
    ? t('trace.masked.none')
    : t('trace.masked.some', { count, total: data.length });
}
