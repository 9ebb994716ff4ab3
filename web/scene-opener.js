/**
 * Brings a store to a scene. What depends on the sentence (the word that is held, the number that is
 * unfolded) waits for the sentence's own picture, and what the model lacks becomes the nearest it has.
 */
import { fitScene, sceneOfState, stateOfScene } from './state/scene-state.js';

/** @typedef {import('./scene.d.ts').Scene} Scene */
/** @typedef {import('./scene.d.ts').Ignored} Ignored */

/**
 * Fields of the state that a scene sets, each with its field in the scene.
 * @type {readonly (readonly [keyof import('./state/store.js').State, keyof Scene])[]}
 */
// prettier-ignore
export const SCENE_STATE = Object.freeze([
  ['text', 'text'], ['layer', 'layer'], ['heads', 'heads'], ['lock', 'lock'], ['mass', 'mass'],
  ['layout', 'layout'], ['side', 'side'], ['stage', 'stage'], ['average', 'average'],
  ['mask', 'mask'], ['mixer', 'mixer'], ['compare', 'compare'], ['second', 'second'],
  ['unfolding', 'unfold'], ['train', 'train'], ['split', 'split'], ['fuse', 'fuse'],
  ['cost', 'cost'],
]);

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {string} options.firstText for scenes without a text
 * @param {(ignored: readonly Ignored[]) => void} options.tell what did not fit
 * @param {(work: () => void) => void} [options.around] what changes the state on the scene's account
 */
export function createSceneOpener({ store, firstText, tell, around = (work) => work() }) {
  const { actions } = store;
  /** The scene whose sentence has no picture yet. @type {Scene | null} */
  let waiting = null;

  /** @param {Scene} scene fitted, or not yet */
  function set(scene) {
    const { state } = store;
    const next = stateOfScene(scene, { ...state, text: firstText });
    // Who computes for a mask or a mixer knows it by identity, and would do it again.
    if (isSame(state.mask, next.mask)) next.mask = state.mask;
    if (isSame(state.mixer, next.mixer)) next.mixer = state.mixer;
    around(() => actions.openScene(next));
  }

  /** @param {Scene} scene @param {import('./state/store.js').Snapshot} snapshot */
  function fit(scene, { model, tokens }) {
    const layers = model?.layers ?? [];
    const dSentence = model?.encoder?.d_sentence;
    const { scene: fitted, ignored } = fitScene(scene, {
      layers,
      tokens: tokens.length,
      ...(dSentence && { dSentence }),
    });
    return { fitted, ignored };
  }

  store.subscribe((state, previous) => {
    if (!waiting || state.snapshot === previous.snapshot || !state.snapshot) return;
    const scene = waiting;
    if (state.text !== (scene.text || firstText)) waiting = null;
    else if (state.snapshot.text === state.text) {
      waiting = null;
      // What the reader chose meanwhile stays.
      const now = sceneOfState(state, scene);
      tell(fit(scene, state.snapshot).ignored);
      const { lock, unfold } = scene;
      const whole = { ...now, lock: now.lock ?? lock, unfold: now.unfold ?? unfold };
      set(fit(whole, state.snapshot).fitted);
    }
  });

  return {
    /** @param {Scene} asked */
    open(asked) {
      const { snapshot, train, text } = store.state;
      // While the lab shows a trained model, a scene's sentence is that of the model to come back.
      const scene = train?.opened ? { ...asked, text } : asked;
      if (train?.opened) actions.setTrain({ labText: asked.text || firstText });
      waiting = null;
      if (snapshot && snapshot.text === (scene.text || firstText)) {
        const { fitted, ignored } = fit(scene, snapshot);
        tell(ignored);
        return set(fitted);
      }
      waiting = scene;
      const early = { ...scene, lock: null, unfold: null };
      // Another sentence's picture stays until this one's is there: it has to be able to show it.
      if (!snapshot?.model) return set(early);
      const { layers } = snapshot.model;
      set(fitScene(early, { layers, tokens: snapshot.tokens.length }).scene);
    },
  };
}

/** @param {unknown} a @param {unknown} b */
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);
