/**
 * Scenes as links, JSON and attributes, for whoever writes or reads them outside the page: what they
 * give is checked here, so that the page's own calls need not be.
 */
import { sceneOf } from './checks.js';
import { count, list, number, object, optional, record, wrong } from './core/arguments.js';
import * as inner from './state/scene.js';
import { fitScene as fit } from './state/scene-state.js';

export { DEFAULT_SCENE, parseScene, SCENE_FIELDS, SCENE_VERSION, VIEWS } from './state/scene.js';

/** @type {typeof import('./scene.d.ts').formatScene} */
export const formatScene = (scene) => inner.formatScene(sceneOf('formatScene', 'scene', scene));

/** @type {typeof import('./scene.d.ts').sceneToJson} */
export const sceneToJson = (scene) => inner.sceneToJson(sceneOf('sceneToJson', 'scene', scene));

/** @type {typeof import('./scene.d.ts').sceneToAttributes} */
export const sceneToAttributes = (scene) =>
  inner.sceneToAttributes(sceneOf('sceneToAttributes', 'scene', scene));

/** @type {typeof import('./scene.d.ts').sceneAtStep} */
export function sceneAtStep(scene, step) {
  const where = 'sceneAtStep';
  const given = sceneOf(where, 'scene', scene);
  if (step !== undefined && !Number.isInteger(step)) {
    throw wrong(where, 'step', step, 'a whole number');
  }
  return inner.sceneAtStep(given, step);
}

/** @type {typeof import('./scene.d.ts').sceneShowing} */
export function sceneShowing(scene, shown) {
  const where = 'sceneShowing';
  const given = sceneOf(where, 'scene', scene);
  const { step, steps } = given;
  // A change of a step that is not there would be lost.
  if (step > steps.length) throw wrong(where, 'scene.step', step, `at most ${steps.length}`);
  return inner.sceneShowing(given, sceneOf(where, 'shown', shown));
}

/** @type {typeof import('./scene.d.ts').fitScene} */
export function fitScene(scene, there) {
  const where = 'fitScene';
  const given = sceneOf(where, 'scene', scene);
  const { layers, tokens, dSentence } = object(where, 'there', there, [
    'layers',
    'tokens',
    'dSentence',
  ]);
  const expected = 'what a model says of its layers';
  for (const [i, layer] of list(where, 'there.layers', layers, expected).entries()) {
    const { heads } = record(where, `there.layers[${i}]`, layer, expected);
    count(where, `there.layers[${i}].heads`, heads);
  }
  count(where, 'there.tokens', tokens);
  optional(number, where, 'there.dSentence', dSentence);
  return fit(given, there);
}
