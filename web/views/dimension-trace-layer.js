/** One layer of a snapshot as the dimension trace sees it: its tensors by step, its sizes. */
import { isMasked } from '../draw/matrix.js';
import { t } from '../i18n/index.js';
import { STEPS } from './dimension-trace-steps.js';

/**
 * @typedef {import('../state/store.js').Tensor} Tensor
 * @typedef {import('../state/store.js').Snapshot} Snapshot
 *
 * @typedef {object} Stop where the computation ended before its last step
 * @property {string | null} step that fails; null where none began
 * @property {number} [line] of its code
 * @property {string} absent what a card says in place of a tensor that was not reached
 * @property {() => HTMLElement} explain
 *
 * @typedef {object} Layer
 * @property {Record<string, Tensor>} tensors by step id; a step is missing when its tensor is
 * @property {import('./dimension-trace-steps.js').Context} context
 * @property {number} count layers of the model
 * @property {number} heads
 * @property {number} dHead
 * @property {number} dModel
 * @property {readonly import('../state/store.js').Token[]} tokens
 * @property {readonly import('./dimension-trace-steps.js').Step[]} steps
 * @property {Readonly<Record<string, Tensor>>} weights by `query.weight`, …, as far as they are there
 * @property {Stop | null} stop
 * @property {string} absent what a card says in place of a tensor that is not there
 * @property {string} structure changes when cards must be made anew, not when sizes change
 */

/**
 * @param {Snapshot} snapshot
 * @param {number} layer
 * @param {Readonly<import('../state/unfolding.js').LayerWeights>} [read] the layer's weights
 * @param {boolean} [provisional] the snapshot is a precomputed one, which lacks what is large
 * @returns {Layer | null} null when the snapshot has no such layer
 */
export function layerOf(snapshot, layer, read, provisional = false) {
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
    steps: STEPS,
    stop: null,
    absent: t(provisional ? 'trace.absent' : 'trace.lacks'),
    tensors,
    weights: read ? namedWeights(read.weights, axes) : {},
    tokens: snapshot.tokens,
    context: { layer, axes, lifted, embedded },
    count,
    heads,
    dHead,
    dModel,
    structure: [layer, lifted, embedded, provisional, ...shapes].join(' '),
  };
}

/**
 * A model's weights come without the names of their axes; the tensors they make have them.
 * @param {import('../state/unfolding.js').LayerWeights['weights']} weights
 * @param {(id: string) => readonly string[]} axes
 */
function namedWeights(weights, axes) {
  const into = (/** @type {string} */ id) => axes(id).at(-1) ?? '';
  /** @type {Record<string, Tensor>} */
  const named = {};
  for (const { weight, id } of STEPS) {
    const found = weight && weights[weight.name];
    if (!weight || !found) continue;
    const sides =
      id === 'output'
        ? ['heads*d_head', into('output')]
        : [into('norm') || into('input'), 'heads*d_head'];
    named[weight.name] = {
      name: weight.name,
      shape: [...found.shape],
      axes: sides,
      data: found.data,
    };
  }
  return named;
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

/** @param {Tensor | undefined} masked */
function maskedText(masked) {
  const data = masked?.data ?? [];
  let count = 0;
  for (let i = 0; i < data.length; i += 1) if (isMasked(data[i])) count += 1;
  return count === 0
    ? t('trace.masked.none')
    : t('trace.masked.some', { count, total: data.length });
}
