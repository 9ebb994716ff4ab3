/** The free shapes as the dimension trace sees a layer: tensors by step, sizes, where it stops. */
import { formatCount, t } from '../i18n/index.js';
import { divides, nearestHeads } from '../state/shapes.js';
import { el } from './dom.js';
import { SHAPES_STEPS, VIEW_LINE } from './shapes-steps.js';

/**
 * @typedef {import('./dimension-trace-layer.js').Layer} Layer
 * @typedef {import('./dimension-trace-layer.js').Stop} Stop
 * @typedef {import('../state/shapes.js').Config} Config
 */

/**
 * @param {Readonly<import('../state/shapes.js').Result>} result
 * @param {(heads: number) => void} setHeads chooses another head count
 * @returns {Layer}
 */
export function shapesLayerOf({ config, snapshot, weights, refused }, setHeads) {
  const { dModel, heads } = config;
  /** @type {Record<string, import('../state/store.js').Tensor>} */
  const tensors = {};
  for (const { id, tensor } of SHAPES_STEPS) {
    const found = snapshot?.tensors[`layers.0.${tensor}`];
    if (found) tensors[id] = found;
  }
  const axes = (/** @type {string} */ id) =>
    SHAPES_STEPS.find((step) => step.id === id)?.axes ?? [];
  const whole = divides(config);
  /** @type {Stop | null} */
  let stop = null;
  if (refused) stop = refusedStop(refused);
  else if (!whole) stop = indivisibleStop(config, setHeads);
  const fate = stop ? [stop.step, refused, whole ? '' : Object.values(config)] : [];
  return {
    steps: SHAPES_STEPS,
    stop,
    tensors,
    weights,
    tokens: [],
    context: { layer: 0, axes, lifted: false, embedded: true },
    count: 1,
    absent: '',
    heads,
    dHead: Math.floor(dModel / heads),
    dModel,
    structure: ['shapes', ...fate].join(' '),
  };
}

/** @param {string} message of the core @returns {Stop} */
const refusedStop = (message) => ({
  step: null,
  absent: t('shapes.notComputed'),
  explain: () => el('p', {}, message),
});

/**
 * PyTorch's own words of a view that does not fit, and ours.
 * @param {Readonly<Config>} config
 * @param {(heads: number) => void} setHeads
 * @returns {Stop}
 */
function indivisibleStop(config, setHeads) {
  const { seqLen, dModel, heads } = config;
  const dHead = Math.floor(dModel / heads);
  const [held, rest] = [heads * dHead, dModel - heads * dHead];
  return {
    step: 'query',
    line: VIEW_LINE,
    absent: t('shapes.unreached'),
    explain: () => {
      const buttons = nearestHeads(config).map((count) => {
        const own = dModel / count;
        const button = el(
          'button',
          { type: 'button', class: 'quiet', tabindex: -1 },
          t('shapes.takeHeads', { heads: count, dHead: own }),
        );
        button.addEventListener('click', () => setHeads(count));
        return button;
      });
      return el(
        'div',
        { class: 'stopped' },
        el(
          'pre',
          { class: 'fault-message' },
          `query.view(${seqLen}, ${heads}, ${dHead})\n` +
            `RuntimeError: shape '[${seqLen}, ${heads}, ${dHead}]' is invalid ` +
            `for input of size ${seqLen * dModel}`,
        ),
        el(
          'p',
          {},
          t('shapes.stopped', {
            ...{ dModel, heads, dHead, held, rest },
            size: formatCount(seqLen * dModel),
            asked: formatCount(seqLen * held),
          }),
        ),
        el('p', { class: 'stopped-ways' }, t('shapes.nearest'), ...buttons),
      );
    },
  };
}

/**
 * What a step does, in words of a layer without a model; null where the model's words hold.
 * @param {string} id of a step
 * @param {Layer} layer
 */
export function aboutShapesStep(id, { stop, dModel }) {
  if (id === 'input') return t('shapes.about.input');
  if (id === 'query' && stop?.step === 'query') return t('shapes.about.whole', { dModel });
  return null;
}
