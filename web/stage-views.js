/**
 * Every view of a scene: its element, its style sheets, and who works for it, on the lab's page and
 * alone.
 */
import { trainingOptions } from './assets.js';
import { pairs, sentences } from './lesson/sentences.js';

/**
 * @typedef {object} Place
 * @property {import('./state/store.js').Store} store
 * @property {import('./engine.js').Engine} engine
 * @property {ReturnType<typeof import('./engine-switch.js').switchable>} [lab] the lab's engine, where
 *   there is a lab around it
 *
 * @typedef {object} Part
 * @property {string} tag
 * @property {readonly string[]} styles
 * @property {(place: Place, view: HTMLElement) => Promise<unknown>} bring defines the element, and lets
 *   work what works for it
 */

/**
 * Once a view's module has run: WebKit settles the second import of a module that waits for its
 * messages too early, and what is set on an element before it is defined stays unheard.
 * @param {string} tag @param {Promise<unknown>} module
 */
const defined = (tag, module) => Promise.all([module, customElements.whenDefined(tag)]);

/** @type {Readonly<Record<string, Part>>} */
export const PARTS = Object.freeze({
  sentence: {
    tag: 'hs-sentence-box',
    styles: ['sentence.css'],
    async bring(_, view) {
      await defined('hs-sentence-box', import('./views/sentence-box.js'));
      Object.assign(view, { sentences: sentences.map(({ text }) => text) });
    },
  },
  heads: {
    tag: 'hs-heads-strip',
    styles: ['heads.css', 'head-profile.css'],
    bring: () => defined('hs-heads-strip', import('./views/heads-strip.js')),
  },
  graph: {
    tag: 'hs-head-graph',
    styles: ['graph.css', 'arcs.css'],
    bring: () => defined('hs-head-graph', import('./views/head-graph.js')),
  },
  matrix: {
    tag: 'hs-matrix',
    styles: ['graph.css', 'matrix.css'],
    bring: () => defined('hs-matrix', import('./views/matrix.js')),
  },
  trace: {
    tag: 'hs-dimension-trace',
    styles: ['dimension-trace.css', 'dimension-trace-flow.css', 'shapes.css'],
    async bring(place) {
      const [{ createLiveShapes }] = await Promise.all([
        import('./live-shapes.js'),
        defined('hs-dimension-trace', import('./views/dimension-trace.js')),
      ]);
      createLiveShapes(place);
    },
  },
  arithmetic: {
    tag: 'hs-arithmetic',
    styles: ['graph.css', 'arithmetic.css'],
    bring: () => defined('hs-arithmetic', import('./views/arithmetic.js')),
  },
  masks: {
    tag: 'hs-mask-lab',
    styles: ['graph.css', 'matrix.css', 'masks.css'],
    bring: () => defined('hs-mask-lab', import('./views/mask-lab.js')),
  },
  compare: {
    tag: 'hs-compare',
    styles: ['graph.css', 'matrix.css', 'masks.css', 'compare.css'],
    async bring(_, view) {
      await defined('hs-compare', import('./views/compare.js'));
      Object.assign(view, { pairs });
    },
  },
  contributions: {
    tag: 'hs-contributions',
    styles: ['graph.css', 'compare.css', 'contributions.css'],
    async bring(place) {
      const [{ createLiveContributions }] = await Promise.all([
        import('./live-contributions.js'),
        defined('hs-contributions', import('./views/contributions.js')),
      ]);
      createLiveContributions(place);
    },
  },
  mixer: {
    tag: 'hs-mixer',
    styles: ['graph.css', 'pieces.css', 'compare.css', 'contributions.css', 'mixer.css'],
    async bring(place, view) {
      const [{ createLiveMixer }, { createLiveContributions }] = await Promise.all([
        import('./live-mixer.js'),
        import('./live-contributions.js'),
        defined('hs-mixer', import('./views/mixer.js')),
      ]);
      createLiveContributions(place);
      const { sweep, cancel } = createLiveMixer(place);
      view.addEventListener('hs-sweep', sweep);
      view.addEventListener('hs-sweep-cancel', cancel);
      Object.assign(view, { pair: pairs.find(({ id }) => id === 'river-money') });
    },
  },
  split: {
    tag: 'hs-split',
    styles: ['graph.css', 'pieces.css', 'split.css'],
    bring: () => defined('hs-split', import('./views/split.js')),
  },
  fuse: {
    tag: 'hs-fuse',
    styles: ['graph.css', 'pieces.css', 'fuse.css'],
    async bring(place, view) {
      const [{ createLiveFuse }] = await Promise.all([
        import('./live-fuse.js'),
        defined('hs-fuse', import('./views/fuse.js')),
      ]);
      const { measure, cancel } = createLiveFuse(place);
      view.addEventListener('hs-fuse-times', measure);
      view.addEventListener('hs-fuse-cancel', cancel);
    },
  },
  cost: {
    tag: 'hs-cost',
    styles: ['graph.css', 'pieces.css', 'cost.css'],
    async bring(place, view) {
      const [{ createLiveCost }] = await Promise.all([
        import('./live-cost.js'),
        defined('hs-cost', import('./views/cost.js')),
      ]);
      const { measure, cancel } = createLiveCost(place);
      view.addEventListener('hs-cost-times', measure);
      view.addEventListener('hs-cost-cancel', cancel);
    },
  },
  train: {
    tag: 'hs-train',
    styles: ['graph.css', 'pieces.css', 'train.css'],
    async bring({ store, lab = null }, view) {
      const [{ createLiveTrain }] = await Promise.all([
        import('./live-train.js'),
        defined('hs-train', import('./views/train.js')),
      ]);
      const command = createLiveTrain({ store, engine: lab, options: trainingOptions() });
      // Only a lab could show a trained model.
      if (!lab) Object.assign(view, { inLab: false });
      view.addEventListener('hs-train', (event) =>
        command(/** @type {CustomEvent} */ (event).detail),
      );
    },
  },
  prove: {
    tag: 'hs-prove',
    styles: ['prove.css'],
    bring: () => defined('hs-prove', import('./views/prove.js')),
  },
});

/** What a view of a scene is made of. @param {import('./scene.d.ts').View} view @returns {readonly Part[]} */
export const partsOf = (view) =>
  view === 'lab' ? [PARTS.sentence, PARTS.heads, PARTS.graph, PARTS.matrix] : [PARTS[view]];

/** Whether a view shows what a model computed. @param {import('./scene.d.ts').View} view */
export const needsModel = (view) => view !== 'train';
