/** What stands in an element's shadow tree, and what it tells the page; fetched when a reader is near. */
import { engineOptions } from './assets.js';
import { bringMessages, t, useLanguage } from './i18n/index.js';
import { takeEngine } from './shared-engine.js';
import { createStage } from './stage.js';
import { recipeOf } from './state/scene-train.js';
import { el } from './views/dom.js';
import { paletteChanged } from './views/palette.js';
import { write } from './views/write.js';

/** @typedef {import('./scene.d.ts').Scene} Scene */
/** @typedef {Readonly<import('./state/store.js').State>} State */

/** Its name is our own, so that a page which uses Inter by another file keeps it. */
const FONT = 'Headscope Inter';

/**
 * @param {object} options
 * @param {HTMLElement} options.host
 * @param {ShadowRoot} options.root
 * @param {(name: string) => HTMLElement} options.part
 * @param {Scene} options.scene
 * @param {string} options.snapshot
 * @param {string} options.fontUrl
 * @param {(name: 'ready' | 'progress' | 'select' | 'error', detail: object) => void} options.fire
 * @param {() => string | null} options.link to the whole page with this scene
 */
export async function prepareElement({ host, root, part, scene, snapshot, fontUrl, fire, link }) {
  await useLanguage(languageOf(host, scene));
  bringFont(fontUrl);
  const [{ SceneNotice }, { SceneSteps }] = await Promise.all([
    import('./views/scene-notice.js'),
    import('./views/scene-steps.js'),
    bringMessages('scene'),
  ]);
  const notice = new SceneNotice();
  const steps = new SceneSteps();
  const failed = el('p', { class: 'notice warn', role: 'status' });
  const stage = await createStage({
    ...{ root, scene, snapshot, place: part('view'), status: part('status') },
    engine: takeEngine(scene.model, engineOptions()),
    tell: (ignored) => tell(ignored),
    follow: (state, previous) => follow(state, previous),
  });
  steps.addEventListener('hs-step', (event) =>
    host.setAttribute('step', String(/** @type {CustomEvent<number>} */ (event).detail)),
  );
  part('steps').append(notice, failed, steps);
  const anchor = /** @type {HTMLAnchorElement} */ (part('link'));
  anchor.textContent = t('scene.whole');
  const { layer: first, heads: chosen, lock: held } = stage.store.state;
  let selected = JSON.stringify([first, chosen, held]);
  look();

  /** Hears of the page, and works, as long as it stands there. @param {AbortSignal} signal */
  function stay(signal) {
    if (signal.aborted) return stage.rest();
    stage.resume();
    const themes = new MutationObserver(paletteChanged);
    themes.observe(document.documentElement, {
      attributeFilter: ['class', 'style', 'data-theme', 'data-bs-theme', 'data-color-mode'],
    });
    openTablesOnPaper(root, signal);
    signal.addEventListener('abort', () => {
      themes.disconnect();
      // One that is moved stands there again at once.
      queueMicrotask(() => host.isConnected || stage.rest());
    });
  }

  /** @param {readonly import('./scene.d.ts').Ignored[]} ignored */
  function tell(ignored) {
    notice.tell(ignored);
  }

  /** The link and the steps follow what is shown. */
  function look() {
    const to = link();
    anchor.hidden = to === null;
    if (to) anchor.href = to;
    steps.show(stage.current());
    part('frame').classList.toggle(
      'drawn',
      !stage.needsModel || stage.store.state.snapshot !== null,
    );
  }

  /** @param {State} state @param {State} previous */
  function follow(state, previous) {
    const { load, snapshot: drawn, lock, layer, heads, text, train } = state;
    if (drawn !== previous.snapshot || lock !== previous.lock || heads !== previous.heads) look();
    else if (train !== previous.train && isOther(recipeOf(train), recipeOf(previous.train))) look();
    const selection = JSON.stringify([layer, heads, lock]);
    if (selection !== selected) fire('select', { layer, heads, lock, text });
    selected = selection;
    if (drawn && drawn !== previous.snapshot && !state.provisional && previous.provisional) {
      fire('ready', { scene: stage.current(), tokens: drawn.tokens.map((token) => token.text) });
    }
    if (state.notice !== previous.notice) tellFailure(state.notice);
    if (load === previous.load) return;
    if (load.phase === 'loading') fire('progress', { loaded: load.loaded, total: load.total });
    if (load.phase === 'failed' && load.error) fire('error', { ...load.error });
  }

  /** @param {State['notice']} said of the sentence */
  function tellFailure(said) {
    const isFailed = said?.kind === 'failed';
    const { code, message } = /** @type {{code: string, message: string}} */ ({ ...said });
    write(failed, isFailed ? t('notice.failed', { message }) : '');
    if (isFailed) fire('error', { code, message });
  }

  return { stage, tell, look, stay };
}

/** @param {unknown} one @param {unknown} other of the same kind */
const isOther = (one, other) => JSON.stringify(one) !== JSON.stringify(other);

/** @param {HTMLElement} host @param {Scene} scene */
function languageOf(host, { lang }) {
  if (lang !== 'auto') return lang;
  return host.closest('[lang]')?.getAttribute('lang') || 'en';
}

/**
 * On paper nothing can be pointed at: the numbers stand as tables.
 * @param {ShadowRoot} root
 * @param {AbortSignal} signal
 */
function openTablesOnPaper(root, signal) {
  const toggles = (/** @type {boolean} */ open) =>
    root.querySelectorAll(`hs-matrix header button[aria-expanded="${open}"]`);
  /** @type {HTMLElement[]} */
  let opened = [];
  const open = () => {
    opened = /** @type {HTMLElement[]} */ ([...toggles(false)]);
    for (const toggle of opened) toggle.click();
  };
  const close = () => {
    for (const toggle of opened) toggle.click();
    opened = [];
  };
  addEventListener('beforeprint', open, { signal });
  addEventListener('afterprint', close, { signal });
}

/** Faces of a shadow tree's own style sheets count for nothing; a document's do. @param {string} url */
function bringFont(url) {
  if ([...document.fonts].some(({ family }) => family.replaceAll('"', '') === FONT)) return;
  const face = new FontFace(FONT, `url(${JSON.stringify(url)}) format("woff2")`, {
    weight: '100 900',
    display: 'swap',
  });
  document.fonts.add(face);
}
