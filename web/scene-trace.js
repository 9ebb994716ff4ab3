/** What a scene's mask and mixer ask of the core. */
import { maskSpec as specOf } from './state/mask.js';
import { stateOfScene } from './state/scene-state.js';
import { createStore } from './state/store.js';
import { DEFAULT_SCENE } from './state/scene.js';

/** @typedef {import('./scene.d.ts').Scene} Scene */

/**
 * @param {Scene['mask']} mask
 * @param {number} tokens
 * @returns {import('./headscope.d.ts').MaskSpec | null} null where it hides nothing
 */
export function maskSpec(mask, tokens) {
  const { causal, padding, window, paint } = mask;
  if (!causal && padding === null && window === null && !paint) return null;
  return specOf(stateOfScene({ ...DEFAULT_SCENE, mask }, createStore().state).mask, tokens);
}

export { mixerOptions } from './state/mixer.js';
