/**
 * The lab: composes engine, store and views. Text goes to the engine, its snapshot to the store,
 * the store wakes the views; before the model is there a precomputed snapshot stands in.
 */
import './first-look.js';
import { docsUrl } from './beside.js';
import { createEngine } from './engine.js';
import { switchable } from './engine-switch.js';
import { languageTag, t } from './i18n/index.js';
import { bringStyle, whenStirred, whenWanted } from './later.js';
import { pairs, sentences } from './lesson/sentences.js';
import { createLiveCompare } from './live-compare.js';
import { createLiveProof } from './live-proof.js';
import { createLiveWeights } from './live-weights.js';
import { createLive } from './live.js';
import { RecentSentences } from './state/recent-sentences.js';
import { createStore } from './state/store.js';
import './views/head-graph.js';
import './views/heads-strip.js';
import './views/lab-links.js';
import './views/language-links.js';
import './views/matrix.js';
import './views/model-status.js';
import './views/sentence-box.js';
import { keepList, loadList } from './visit.js';

document.documentElement.lang = languageTag;
document.title = t('page.title');
for (const element of document.querySelectorAll('[data-t]')) {
  element.textContent = t(/** @type {HTMLElement} */ (element).dataset.t ?? '');
}
for (const link of document.querySelectorAll('a[data-page]')) {
  /** @type {HTMLAnchorElement} */ (link).search = location.search;
}

const ready = sentences.map(({ text }) => text);
const store = createStore({ text: ready[0], layer: 1, heads: Object.freeze([2]) });
const bringScenes = () => import('./lab-scene.js');
// Most visits begin without a scene: what reads and writes them comes with the first stir.
const scenes = location.hash.includes('=') ? await bringScenes() : null;
const asked = scenes?.sceneOfAddress() ?? null;
const engine = switchable(
  createEngine(asked?.scene.model ? { model: { url: asked.scene.model } } : {}),
);
const live = createLive({ store, engine });
createLiveCompare({ store, engine });
createLiveWeights({ store, engine });
createLiveProof({ store, place: document.querySelector('hs-prove') });

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
const lab = { store, asked, firstText: ready[0], main };
const opened = scenes?.createLabScene(lab) ?? null;

const box = /** @type {import('./views/sentence-box.js').SentenceBox | null} */ (
  document.querySelector('hs-sentence-box')
);
if (box) {
  const kept = 'recent-sentences';
  box.sentences = ready;
  box.recent = new RecentSentences({
    load: () => loadList(kept),
    keep: (sentences) => keepList(kept, sentences),
  });
}
for (const view of document.querySelectorAll('[data-view]:defined')) giveStore(view);
for (const links of document.querySelectorAll('hs-lab-links')) {
  Object.assign(links, { docs: docsUrl?.href ?? null });
}
for (const view of document.querySelectorAll('hs-arithmetic')) {
  bringLater(view, () => import('./views/arithmetic.js'));
}
for (const view of document.querySelectorAll('hs-mask-lab')) {
  bringLater(view, () => import('./views/mask-lab.js'));
}
for (const view of document.querySelectorAll('hs-compare')) {
  bringLater(view, async () => {
    await import('./views/compare.js');
    Object.assign(view, { pairs });
  });
}
for (const view of document.querySelectorAll('hs-dimension-trace')) {
  bringLater(view, async () => {
    const [{ createLiveShapes }] = await Promise.all([
      import('./live-shapes.js'),
      import('./views/dimension-trace.js'),
      bringStyle('shapes.css'),
    ]);
    createLiveShapes({ store, engine });
  });
}
for (const view of document.querySelectorAll('hs-contributions')) {
  bringLater(view, async () => {
    const [{ createLiveContributions }] = await Promise.all([
      import('./live-contributions.js'),
      import('./views/contributions.js'),
    ]);
    createLiveContributions({ store, engine });
  });
}
for (const view of document.querySelectorAll('hs-mixer')) {
  bringLater(view, async () => {
    const [{ createLiveMixer }] = await Promise.all([
      import('./live-mixer.js'),
      import('./views/mixer.js'),
      import('./views/mixed-badge.js'),
    ]);
    const { sweep, cancel } = createLiveMixer({ store, engine });
    view.addEventListener('hs-sweep', sweep);
    view.addEventListener('hs-sweep-cancel', cancel);
    Object.assign(view, { pair: pairs.find(({ id }) => id === 'river-money') });
    for (const badge of document.querySelectorAll('hs-mixed-badge')) giveStore(badge);
  });
}

for (const view of document.querySelectorAll('hs-split')) {
  bringLater(view, () =>
    Promise.all([import('./views/split.js'), bringStyle('pieces.css'), bringStyle('split.css')]),
  );
}
for (const view of document.querySelectorAll('hs-fuse')) {
  bringLater(view, async () => {
    const [{ createLiveFuse }] = await Promise.all([
      import('./live-fuse.js'),
      import('./views/fuse.js'),
      bringStyle('pieces.css'),
      bringStyle('fuse.css'),
    ]);
    const { measure, cancel } = createLiveFuse({ store, engine });
    view.addEventListener('hs-fuse-times', measure);
    view.addEventListener('hs-fuse-cancel', cancel);
  });
}
for (const view of document.querySelectorAll('hs-cost')) {
  bringLater(view, async () => {
    const [{ createLiveCost }] = await Promise.all([
      import('./live-cost.js'),
      import('./views/cost.js'),
      bringStyle('pieces.css'),
      bringStyle('cost.css'),
    ]);
    const { measure, cancel } = createLiveCost({ store, engine });
    view.addEventListener('hs-cost-times', measure);
    view.addEventListener('hs-cost-cancel', cancel);
  });
}

/** @type {(state: typeof store.state) => void} */
let began = () => {};
const beginning = new Promise((resolve) => (began = resolve));
const address = recordAddress();

document.querySelector('.share-open')?.addEventListener('click', async () => {
  const [{ openShare }, { current }] = await Promise.all([import('./share.js'), address]);
  await openShare({ store, scene: () => ({ ...current(), text: store.state.text }) });
});
for (const view of document.querySelectorAll('hs-train')) {
  bringLater(view, async () => {
    const { MODULES } = await import('./core/training-modules.js');
    if (!MODULES) return giveNotice(view, t('page.noTraining'));
    const [{ createLiveTrain }] = await Promise.all([
      import('./live-train.js'),
      import('./views/train.js'),
      bringStyle('pieces.css'),
      bringStyle('train.css'),
    ]);
    const command = createLiveTrain({ store, engine });
    view.addEventListener('hs-train', (event) =>
      command(/** @type {CustomEvent} */ (event).detail),
    );
  });
}

document.querySelector('.not-started')?.remove();

document.addEventListener('hs-load', () => live.load());
document.addEventListener('hs-cancel', () => live.cancel());
addEventListener('online', () => live.online());
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) store.actions.release();
});

if (!asked || scenes?.isPlain(asked.scene, ready[0])) await live.showFirst();
if (!asked) holdStoryWord();
began(store.state);
await live.load();

/** From the page's beginning on what is done is written into its address. */
async function recordAddress() {
  const state = await beginning;
  const address = opened ?? (await whenStirred().then(bringScenes)).createLabScene(lab);
  address.record(state);
  return address;
}

/** @param {Element} view */
function giveStore(view) {
  Object.assign(view, { store });
}

/** @param {Element} view @param {() => Promise<unknown>} fetchIt defines it */
async function bringLater(view, fetchIt) {
  await whenWanted(view);
  try {
    await fetchIt();
    giveStore(view);
  } catch {
    const again = document.createElement('a');
    again.href = '';
    again.append(t('page.partAgain'));
    giveNotice(view, t('page.partMissing'), ' ', again);
  }
}

/** In place of a part that cannot be here. @param {Element} view @param {(string | Node)[]} what */
function giveNotice(view, ...what) {
  const notice = document.createElement('p');
  notice.className = 'notice warn';
  notice.append(...what);
  view.replaceChildren(notice);
}

/** The page opens on the question of its first sentence: what is *it*? */
function holdStoryWord() {
  const index = store.state.snapshot?.tokens.findIndex(({ text }) => text === 'it') ?? -1;
  if (index >= 0 && !store.state.lock) store.actions.lockToken({ side: 'query', index });
}
