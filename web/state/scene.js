/**
 * Scenes: what the page shows, as a link (`#v=1&text=…`), as JSON, as attributes of an element. All
 * three have the same fields, and each field the same text. Reading never fails: a field that cannot
 * be taken becomes the nearest one that can, and is told of. docs/scenes.md describes the format.
 *
 * @typedef {import('./scene-readers.js').Ignored} Ignored
 */
import { fields, isOfStep, readFields, SCENE_FIELDS, SCENE_VERSION } from './scene-fields.js';
import { isObject } from './scene-readers.js';
import { fromEntries, queryOf, sayer } from './scene-text.js';

export { SCENE_FIELDS, SCENE_VERSION, VIEWS } from './scene-fields.js';

/** @typedef {import('./scene-readers.js').Say} Say */
/** @typedef {import('./scene-fields.js').Scene} Scene */
/** @typedef {import('./scene-fields.js').Step} Step */
/** @typedef {import('./scene-fields.js').View} View */

const MOST_SOURCE = 1_000_000;

/** Beside its scene a link may carry a picture of it; see scene-snapshot.js. */
const PICTURE = 'snapshot';

/** @type {Scene} */
export const DEFAULT_SCENE = /** @type {Scene} */ (
  Object.freeze({
    v: SCENE_VERSION,
    ...Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial])),
  })
);

/**
 * @param {unknown} source a link's hash (with or without `#`), JSON, an object as JSON.parse gives it, or
 *   attributes as an object of texts
 * @returns {{scene: Scene, ignored: readonly Ignored[]}} the whole scene, every default filled in, deeply
 *   frozen; never throws
 */
export function parseScene(source) {
  /** @type {Ignored[]} */
  const ignored = [];
  const say = sayer(ignored);
  const { v = SCENE_VERSION, ...given } = rawOf(source, say);
  const version = typeof v === 'string' ? Number(v || NaN) : v;
  if (typeof version === 'number' && version > SCENE_VERSION) {
    say('newerVersion', v, `version ${SCENE_VERSION} at most; what it knows is read`, 'v');
  } else if (version !== SCENE_VERSION) {
    say('badValue', v, `version ${SCENE_VERSION}`, 'v');
  }
  const read = readFields(given, fields, say);
  const scene = /** @type {import('./scene-fields.js').SceneFields} */ ({
    ...DEFAULT_SCENE,
    ...read,
  });
  if (scene.step > scene.steps.length) {
    say('badValue', scene.step, `a step from 0 to ${scene.steps.length}`, 'step');
    scene.step = scene.steps.length;
  }
  return { scene: Object.freeze(scene), ignored: Object.freeze(ignored) };
}

/**
 * @param {Scene} scene
 * @returns {string} the hash of a link, with its `#`; what is as in the default scene is left out
 */
export const formatScene = (scene) => `#${queryOf(sceneToAttributes(scene))}`;

/**
 * @param {Scene} scene
 * @returns {Record<string, unknown>} for JSON.stringify; what is as in the default scene is left out
 */
export function sceneToJson(scene) {
  return Object.fromEntries(changed(scene, DEFAULT_SCENE, SCENE_FIELDS));
}

/**
 * @param {Scene} scene
 * @returns {Record<string, string>} by name; what is as in the default scene is left out
 */
export function sceneToAttributes(scene) {
  return Object.fromEntries(
    changed(scene, DEFAULT_SCENE, SCENE_FIELDS).map(([name, value]) => [
      name,
      name === 'v' ? String(value) : fields[name].toText(value),
    ]),
  );
}

/**
 * @param {Scene} scene
 * @param {number} [step] 0 is the scene itself
 * @returns {Scene} the scene as that step shows it
 */
export function sceneAtStep(scene, step = scene.step) {
  const near = Math.max(0, Math.min(step, scene.steps.length));
  if (near === 0) return Object.freeze({ ...scene, step: 0 });
  const changes = Object.entries(scene.steps[near - 1]).filter(([name]) => name !== 'caption');
  return Object.freeze({ ...scene, ...Object.fromEntries(changes), step: near });
}

/**
 * @param {Scene} scene
 * @param {Scene} shown what it shows now, at its step
 * @returns {Scene} the scene whose step says so: what differs is a change of that step, as far as a step
 *   can have it, and else of the scene itself
 */
export function sceneShowing(scene, shown) {
  const at = scene.step - 1;
  if (at < 0) return shown;
  const step = sceneAtStep(scene);
  const changed = Object.entries(shown).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(step[/** @type {keyof Scene} */ (name)]),
  );
  if (!changed.length) return scene;
  const inStep = Object.fromEntries(changed.filter(([name]) => isOfStep(name)));
  const rest = Object.fromEntries(changed.filter(([name]) => !isOfStep(name)));
  const steps = scene.steps.with(at, Object.freeze({ ...scene.steps[at], ...inStep }));
  return Object.freeze({ ...scene, ...rest, steps: Object.freeze(steps) });
}

/** @param {unknown} source @param {Say} say @returns {Record<string, unknown>} */
function rawOf(source, say) {
  if (isObject(source)) return source;
  const expected = 'a hash such as #v=1&text=…, or JSON';
  if (typeof source !== 'string' || source.length > MOST_SOURCE) {
    say('notAScene', source, expected);
    return {};
  }
  const text = source.trim();
  if (!/^[{[]/.test(text)) {
    const entries = new URLSearchParams(text.replace(/^#/, ''));
    entries.delete(PICTURE);
    return fromEntries(entries);
  }
  try {
    const value = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below, as of every other text that is none.
  }
  say('notAScene', text, expected);
  return {};
}

/**
 * @param {Record<string, unknown>} scene
 * @param {Record<string, unknown>} than
 * @param {readonly string[]} names
 */
const changed = (scene, than, names) =>
  names
    .filter((name) => name === 'v' || JSON.stringify(scene[name]) !== JSON.stringify(than[name]))
    .map((name) => /** @type {const} */ ([name, scene[name]]));
