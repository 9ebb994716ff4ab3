/**
 * The page's address says what the page shows: a scene. Deliberate acts are steps that "back" takes
 * again; what runs on, as typing does, is one step, and what is merely pointed at is none.
 */
import { addressLanguage, language } from './i18n/index.js';
import {
  DEFAULT_SCENE,
  formatScene,
  parseScene,
  sceneAtStep,
  sceneShowing,
} from './state/scene.js';
import { sceneOfState } from './state/scene-state.js';
import { piecesOf } from './state/scene-pieces.js';
import { recipeOf } from './state/scene-train.js';
import { createSceneOpener, SCENE_STATE } from './scene-opener.js';

/** @typedef {import('./scene.d.ts').Scene} Scene */
/** @typedef {Readonly<import('./state/store.js').State>} State */

/** How long, in ms, after the last key or movement a change still belongs to it. */
const RUNNING = 600;

/** How often, in ms, a change that runs on is written; browsers limit how often an address changes. */
const WRITE = 300;

/** @param {string} hash @returns {boolean} whether it is a scene, and not the name of a place on the page */
export const isScene = (hash) => hash.includes('=');

/** What the address asked for when the page came. */
export function sceneOfAddress() {
  return isScene(location.hash) ? parseScene(location.hash) : null;
}

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {Scene} options.scene the one that was opened; what it says beyond the state stays
 * @param {string} options.firstText of the page, for scenes without a text
 * @param {(ignored: readonly import('./scene.d.ts').Ignored[]) => void} options.tell
 * @param {(scene: Scene) => void} options.show what of a scene is not the state's
 */
export function createAddress({ store, scene: opened, firstText, tell, show }) {
  let scene = opened;
  /** Whether a scene changes the state, and not the reader. */
  let settling = false;
  const opener = createSceneOpener({
    ...{ store, firstText, tell },
    around(work) {
      settling = true;
      work();
      settling = false;
    },
  });
  /** What the page was when it came, for its first address. */
  let opening = opened;
  let written = '';
  let timer = 0;
  /** The kind of the change that is to be written. @type {'' | Kind} */
  let due = '';
  /** Whether the newest step is one that runs on. */
  let running = false;
  let lastInput = -Infinity;
  let recording = false;
  const stepsAside = window.top !== window;

  /** What the page shows. */
  function current(state = store.state) {
    const step = sceneAtStep(scene);
    const shown = sceneOfState(state, step);
    // The second sentence says something only where something is done with it.
    const isUsed = shown.compare !== null || shown.mixer.layers.length > 0;
    return sceneShowing(scene, isUsed ? shown : { ...shown, second: step.second });
  }

  function write() {
    clearTimeout(timer);
    timer = 0;
    const kind = due;
    due = '';
    const hash = formatScene(current());
    if (hash === written) return;
    written = hash;
    // The page's first address has no scene of its own.
    if (kind === 'follow' && location.hash === '' && hash === formatScene(opening)) return;
    const push = !stepsAside && (kind === 'act' || (kind === 'run' && !running));
    if (kind !== 'follow') running = kind === 'run';
    try {
      if (push) history.pushState(null, '', hash);
      else history.replaceState(null, '', hash);
    } catch {
      // Too many in too short a time: the next one says it.
    }
  }

  /** @param {Kind} kind */
  function note(kind) {
    if (!recording) return;
    if (KINDS.indexOf(kind) > KINDS.indexOf(due)) due = kind;
    clearTimeout(timer);
    timer = window.setTimeout(write, due === 'act' ? 0 : WRITE);
  }

  /** @param {Scene} next */
  function open(next) {
    clearTimeout(timer);
    due = '';
    recording = false;
    scene = next;
    opener.open(sceneAtStep(next));
    show(next);
    written = formatScene(current());
    recording = true;
    running = false;
  }

  store.subscribe((state, previous) => {
    if (!SCENE_STATE.some(([field]) => says(state, field) !== says(previous, field))) return;
    const now = performance.now();
    if (settling || state.snapshot !== previous.snapshot) note('follow');
    else note(now - lastInput < RUNNING ? 'run' : 'act');
  });

  for (const name of ['input', 'pointermove']) {
    addEventListener(
      name,
      (event) => {
        const dragged = event instanceof PointerEvent && event.buttons !== 0;
        if (dragged || event.type === 'input') lastInput = performance.now();
      },
      { capture: true, passive: true },
    );
  }
  addEventListener('pointerdown', () => (lastInput = -Infinity), { capture: true, passive: true });
  addEventListener('change', () => (running = false));
  addEventListener('popstate', () => {
    if (addressLanguage() !== language) location.reload();
    else if (location.hash === '') open(opening);
    else if (isScene(location.hash)) {
      const { scene: next, ignored } = parseScene(location.hash);
      if (next.model !== scene.model) return location.reload();
      open(next);
      tell(ignored);
    }
  });

  return {
    current: () => current(),

    /** Shows the scene that the page was opened with. */
    open: () => open(scene),

    /** From that state on what changes is written. @param {State} state */
    record(state) {
      opening = current(state);
      written = formatScene(opening);
      recording = true;
      if (state !== store.state) note(state.snapshot === store.state.snapshot ? 'act' : 'follow');
    },

    /** What is still to be written, now. */
    write: () => (timer ? write() : undefined),

    /** The scene as it is, of the default model: which model it is only a new page can choose. */
    takeDefaultModel() {
      location.hash = formatScene({ ...current(), model: DEFAULT_SCENE.model });
    },

    /** Goes to another step of the scene. @param {number} step */
    goTo(step) {
      open(Object.freeze({ ...scene, step }));
      written = '';
      note('act');
    },
  };
}

/**
 * What a field says of the scene; some also hold what was computed for them.
 * @param {State} state
 * @param {keyof State} field
 */
function says(state, field) {
  if (field === 'second') return state.second.text;
  if (field === 'train') return JSON.stringify(recipeOf(state.train));
  if (field === 'split' || field === 'fuse' || field === 'cost') {
    return JSON.stringify(piecesOf(state)[field]);
  }
  if (field !== 'compare') return state[field];
  const { on, kind, text, other } = state.compare;
  return `${on} ${kind} ${other.layer} ${other.head} ${text}`;
}

/** @typedef {'follow' | 'run' | 'act'} Kind a snapshot brought it, it runs on, it was meant */

/** The later one wins. @type {readonly ('' | Kind)[]} */
const KINDS = ['', 'follow', 'run', 'act'];

/** Whether nothing of a scene keeps the precomputed picture from being its picture. @param {Scene} scene @param {string} firstText */
export function isPlain(scene, firstText) {
  const { text, mask, mixer, model } = sceneAtStep(scene);
  const { mask: noMask, mixer: noMixer, model: ownModel } = DEFAULT_SCENE;
  return (
    (text || firstText) === firstText &&
    JSON.stringify([mask, mixer, model]) === JSON.stringify([noMask, noMixer, ownModel])
  );
}
