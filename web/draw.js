/** Views as SVG files, with their words, for the page and for Node alike. */
import { wrong } from './core/arguments.js';
import { failure } from './core/error.js';
import { drawOptions } from './draw-options.js';
import { SAYINGS } from './draw-views.js';
import { DRAWABLE, drawView as draw } from './draw/view.js';
import { fill, messagesOf } from './i18n/index.js';
import { stackOf, sumOfStacks } from './state/contributions.js';
import { gainsOf } from './state/mixer.js';
import { fitScene } from './state/scene-state.js';
import { version } from './version.js';

export { fusedCheck } from './draw-fused.js';
export { learnersOf } from './draw-train.js';
export { DRAWABLE } from './draw/view.js';

/** @typedef {import('./headscope.d.ts').Snapshot} Snapshot */

/** What the views that show no sentence are drawn with. @type {Snapshot} */
const NOTHING = Object.freeze({ text: '', tokens: [], cut: null, model: null, tensors: {} });

/** Messages of the views that have their own. @type {Readonly<Record<string, string[]>>} */
const PARTS = Object.freeze({
  arithmetic: ['arithmetic', 'trace'],
  contributions: ['wo'],
  compare: ['compare'],
  split: ['split'],
  fuse: ['fuse'],
  cost: ['cost'],
  train: ['train'],
});

/** @type {typeof import('./draw.d.ts').drawView} */
export async function drawView(options) {
  const { snapshot: given, scene: asked, outputWeights, ...look } = drawOptions(options);
  const snapshot = given ?? NOTHING;
  const comparison = look.comparison ?? null;
  const { model, tokens } = snapshot;
  const dSentence = model?.encoder?.d_sentence;
  const { scene } = fitScene(asked, {
    ...{ layers: model?.layers ?? [], tokens: tokens.length },
    ...(dSentence && { dSentence }),
  });
  const view = look.view ?? scene.view;
  const drawn = view === 'lab' ? 'graph' : view;
  if (!DRAWABLE.includes(drawn)) {
    throw wrong('drawView', 'view', view, `one of ${DRAWABLE.join(', ')}`);
  }
  const { weights, fused, samples, training } = look;
  const more = { comparison, outputWeights, weights, training };
  const missing = missingOf(drawn, snapshot, scene, more);
  if (missing) throw failure('BadArgument', 'drawView', missing);
  const theme = look.theme ?? scene.theme;
  const lang = look.lang ?? scene.lang;
  const parts = ['figure', ...(PARTS[drawn] ?? [])];
  const messages = await messagesOf(lang === 'auto' ? 'en' : lang, parts);
  /** @type {import('./draw/figure-parts.js').Words} */
  const words = (key, values = {}) => fill(messages[key], { version, ...values });
  const { learners = [], module = '' } = training ?? {};
  // Neither shows a sentence.
  const computed = ['cost', 'train'].includes(drawn)
    ? { ...NOTHING, model: trainedWith(module) }
    : snapshot;
  return draw({
    ...{ view: drawn, snapshot: computed, scene, comparison, mixer: scene.mixer, words },
    ...SAYINGS[drawn]?.({ snapshot, scene, words, weights, fused, samples, learners }),
    theme: theme === 'auto' ? 'light' : theme,
    ...(look.width && { width: look.width }),
    stackOf: (token) => stackIn(snapshot, scene, outputWeights ?? [], token),
  });
}

/**
 * @param {string} view
 * @param {Snapshot} snapshot
 * @param {import('./scene.d.ts').Scene} scene
 * @param {{comparison: Snapshot | null, outputWeights?: readonly unknown[], weights?: unknown,
 *   training?: unknown}} more
 * @returns {string} what is not there; empty where all is
 */
function missingOf(
  view,
  { tensors, model },
  { layer, stage, compare },
  { comparison, outputWeights, weights, training },
) {
  const attention = (/** @type {string} */ name) => `layers.${layer}.attention.${name}`;
  const needed = {
    heads: (model?.layers ?? []).map((_, of) => `layers.${of}.attention.weights`),
    matrix: [attention(stage)],
    contributions: ['contribution', 'output'].map(attention),
    trace: ['norm', 'query', 'value', 'concat', 'output', 'scores'].map(attention),
    arithmetic: ['query', 'output', 'weights'].map(attention),
    split: ['query', 'key', 'weights'].map(attention),
    fuse: ['query', 'key', 'value', 'context'].map(attention),
    cost: [],
    train: [],
  }[view] ?? [attention('weights')];
  const name = needed.find((wanted) => !tensors[wanted]);
  if (name) return `snapshot.tensors has no ${name}; expected it for the view ${view}`;
  if (view === 'contributions' && !outputWeights?.[layer]) {
    return `outputWeights is missing for layer ${layer}; expected {weight, bias} for every layer`;
  }
  if (view === 'compare' && compare?.kind !== 'head' && !comparison) {
    return `comparison is null; expected a second snapshot for a comparison by ${compare?.kind ?? 'sentence'}`;
  }
  if (view === 'fuse' && !weights) return 'weights is missing; expected model.weight';
  if (view === 'train' && !training) return 'training is missing; expected {learners}';
  return '';
}

/** What a figure says of what computed it. @param {string} module */
const trainedWith = (module) =>
  /** @type {Snapshot['model']} */ (/** @type {unknown} */ ({ title: '', dtype: '', module }));

/**
 * @param {Snapshot} snapshot
 * @param {import('./scene.d.ts').Scene} scene
 * @param {readonly {bias: {data: ArrayLike<number>}}[]} outputWeights
 * @param {number | null} token null for all of them
 */
function stackIn({ tensors, tokens }, { layer, mixer }, outputWeights, token) {
  const of = (/** @type {string} */ name) => tensors[`layers.${layer}.attention.${name}`];
  const [heads, count, width] = of('contribution').shape;
  const channels = mixer.place === 'after' ? mixer.layers[layer] : null;
  const sums = {
    ...{ contribution: of('contribution').data, output: of('output').data, heads, count, width },
    bias: outputWeights[layer].bias.data,
    sliceGains: channels ? gainsOf(channels) : null,
  };
  if (token !== null) return stackOf(sums, token);
  return sumOfStacks(tokens.map((_, index) => stackOf(sums, index)));
}
