/**
 * The lab: composes engine, store and views. Text goes to the engine, its snapshot to the store,
 * the store wakes the views; before the model is there a precomputed snapshot stands in.
 */
import './first-look.js';
import { docsUrl } from './beside.js';
import { createEngine } from './engine.js';
import { switchable } from './engine-switch.js';
import { languageTag, t } from './i18n/index.js';
import { whenStirred, whenWanted } from './later.js';
import { sentences } from './lesson/sentences.js';
import { createLiveCompare } from './live-compare.js';
import { createLiveProof } from './live-proof.js';
import { createLiveWeights } from './live-weights.js';
import { createLive } from './live.js';
import { RecentSentences } from './state/recent-sentences.js';
import { createStore } from './state/store.js';
import { followToPart } from './views/go-to.js';
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
for (const status of document.querySelectorAll('hs-model-status')) {
  Object.assign(status, { other: Boolean(asked?.scene.model) });
}
for (const view of document.querySelectorAll('[data-view]:defined')) giveStore(view);
for (const links of document.querySelectorAll('hs-lab-links')) {
  Object.assign(links, { docs: docsUrl?.href ?? null });
}
/** What stands on the page, into the address. @type {() => Promise<void> | void} */
let write = () => {};
for (const links of document.querySelectorAll('hs-language-links')) {
  Object.assign(links, { write: () => write() });
}
for (const view of document.querySelectorAll('main > :not(:defined)')) bringLater(view);

/** @type {(state: typeof store.state) => void} */
let began = () => {};
const beginning = new Promise((resolve) => (began = resolve));
let address = recordAddress();
// What does not come is said to who asks for it.
address.catch(() => {});

document.querySelector('.share-open')?.addEventListener('click', async () => {
  try {
    address = address.catch(() => recordAddress(Promise.resolve()));
    const [{ openShare }, { current }] = await Promise.all([import('./share.js'), address]);
    await openShare({ store, scene: () => ({ ...current(), text: store.state.text }) });
    if (store.state.notice?.kind === 'partMissing') store.actions.setNotice(null);
  } catch {
    store.actions.setNotice({ kind: 'partMissing' });
  }
});
document.querySelector('.not-started')?.remove();

document.addEventListener('hs-load', () => live.load());
document.addEventListener('hs-cancel', () => live.cancel());
document.addEventListener('hs-default', () => opened?.takeDefaultModel());
addEventListener('online', () => live.online());
document.addEventListener('click', followToPart);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) store.actions.release();
});

if (!asked || scenes?.isPlain(asked.scene, ready[0])) await live.showFirst();
if (!asked) holdStoryWord();
began(store.state);
write = async () => (await address).write();
await live.load();

/** From the page's beginning on what is done is written into its address. */
async function recordAddress(stirred = whenStirred()) {
  const state = await beginning;
  const address = opened ?? (await stirred.then(bringScenes)).createLabScene(lab);
  address.record(state);
  write = address.write;
  return address;
}

/** @param {Element} view */
function giveStore(view) {
  Object.assign(view, { store });
}

/** What is below the first screen. @param {Element} view */
async function bringLater(view) {
  await whenWanted(view);
  try {
    const { bringPart } = await import('./lab-parts.js');
    const missing = await bringPart({ store, engine, lab: engine }, view);
    if (missing) return giveNotice(view, missing);
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
