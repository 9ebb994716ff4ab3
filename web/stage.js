/**
 * One scene on a page that is not Headscope's own: a store, the views that the scene names, and a
 * model only when it is asked for. It stands in a shadow tree, so nothing of the page gets in or out.
 */
import { isPlain } from './address.js';
import { pages, styleText } from './assets.js';
import { sentences } from './lesson/sentences.js';
import { createLiveCompare } from './live-compare.js';
import { createLiveWeights } from './live-weights.js';
import { createLive } from './live.js';
import { sceneAtStep } from './state/scene.js';
import { createSceneOpener } from './scene-opener.js';
import { needsModel, PARTS, partsOf } from './stage-views.js';
import { createListening } from './state/listening.js';
import { snapshotFromText } from './state/scene-snapshot.js';
import { sceneOfState } from './state/scene-state.js';
import { createStore } from './state/store.js';
import './views/model-status.js';
import { paletteChanged } from './views/palette.js';

/** @typedef {import('./scene.d.ts').Scene} Scene */

const FIRST = sentences[0].text;

/** What every view needs. */
const COMMON = ['tokens.css', 'base.css', 'page.css', 'scene.css', 'element.css'];

/** @type {Map<string, Promise<CSSStyleSheet>>} each is read once, however many stages there are */
const sheets = new Map();

/** @param {string} name @returns {Promise<CSSStyleSheet>} */
function sheet(name) {
  const known =
    sheets.get(name) ?? styleText(name).then((text) => new CSSStyleSheet().replace(text));
  sheets.set(name, known);
  known.catch(() => sheets.delete(name));
  return known;
}

/**
 * @param {object} options
 * @param {ShadowRoot} options.root
 * @param {HTMLElement} options.place in it, for the views
 * @param {HTMLElement} options.status in it, for where the model stands
 * @param {Scene} options.scene
 * @param {string} options.snapshot of the scene, as text; empty where there is none
 * @param {import('./engine.js').Engine} options.engine
 * @param {(ignored: readonly import('./scene.d.ts').Ignored[]) => void} options.tell
 * @param {import('./state/store.js').Store['subscribe'] extends (l: infer L) => unknown ? L : never} options.follow
 */
export async function createStage({ root, place, status, scene, snapshot, engine, tell, follow }) {
  await style(COMMON);
  const store = createStore({ text: scene.text || FIRST });
  const { actions } = store;
  let shown = scene;
  /** As its step shows it. */
  const now = () => sceneAtStep(shown);
  const opener = createSceneOpener({ store, firstText: FIRST, tell });
  const working = createListening(store);
  /** Those who work for the view on show. */
  let workers = createListening(store);
  let away = false;
  const live = createLive({ store: working.store, engine });
  createLiveCompare({ store: working.store, engine });
  createLiveWeights({ store: working.store, engine });
  opener.open(now());

  const precomputed = snapshot ? snapshotFromText(snapshot) : null;
  if (precomputed && precomputed.text === store.state.text) {
    actions.setSnapshot({ snapshot: precomputed, provisional: true });
  } else if (pages !== null && needsModel(now().view) && isPlain(scene, FIRST)) {
    await live.showFirst();
  }

  const bar = document.createElement('hs-model-status');
  Object.assign(bar, { store });
  status.append(bar);
  root.addEventListener('hs-load', () => live.load());
  root.addEventListener('hs-cancel', () => live.cancel());
  root.addEventListener('keydown', (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    if (key === 'Escape' && !event.defaultPrevented) actions.release();
  });
  await show(now().view);
  store.subscribe((state, previous) => {
    follow(state, previous);
    if (state.unfolding && !previous.unfolding) bring(PARTS.arithmetic);
    if (state.proof && !previous.proof) bring(PARTS.prove);
  });

  /** @param {readonly string[]} names */
  async function style(names) {
    const read = await Promise.all(names.map(sheet));
    const missing = read.filter((one) => !root.adoptedStyleSheets.includes(one));
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
  }

  /** Appends a part, unless it is there. @param {import('./stage-views.js').Part} part */
  async function bring({ tag, styles, bring: define }) {
    if (place.querySelector(tag)) return;
    const view = document.createElement(tag);
    view.className = tag === 'hs-prove' ? '' : 'panel';
    view.tabIndex = -1;
    place.append(view);
    await Promise.all([style(styles), define({ store: workers.store, engine }, view)]);
    Object.assign(view, { store });
    paletteChanged();
  }

  /** @param {Scene['view']} view */
  async function show(view) {
    place.dataset.view = view;
    status.hidden = !needsModel(view);
    workers.rest();
    workers = createListening(store);
    if (away) workers.rest();
    place.replaceChildren();
    await Promise.all(partsOf(view).map(bring));
  }

  return {
    store,
    live,

    /** Whether what is shown comes from the model. */
    get needsModel() {
      return needsModel(now().view);
    },

    /** What is shown now. @returns {Scene} */
    current: () => sceneOfState(store.state, now()),

    /** @param {Scene} next */
    async open(next) {
      const before = now().view;
      shown = next;
      opener.open(now());
      if (now().view !== before) await show(now().view);
    },

    /** Nobody sees it any more: nothing is computed or fetched for it. */
    rest() {
      away = true;
      live.cancel();
      working.rest();
      workers.rest();
    },

    resume() {
      away = false;
      working.resume();
      workers.resume();
    },
  };
}
