/** What headscope/scene, headscope/draw and headscope/export take for a scene and for a snapshot. */
import { floats, list, object, record, text, wrong } from './core/arguments.js';
import { DEFAULT_SCENE, SCENE_FIELDS } from './state/scene.js';

/** @typedef {import('./scene.d.ts').Scene} Scene */

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {(value: any) => boolean} each @returns {(value: unknown) => boolean} */
const listOf = (each) => (value) => Array.isArray(value) && value.every(each);

/** @param {Record<string, (value: any) => boolean>} parts @returns {(value: any) => boolean} */
const having = (parts) => (value) =>
  isObject(value) && Object.entries(parts).every(([name, check]) => check(value[name]));

/** @param {(value: any) => boolean} check @returns {(value: unknown) => boolean} */
const orNull = (check) => (value) => value === null || check(value);

const isWhole = Number.isInteger;

/**
 * Fields that are more than a word or a number, as far as reading them needs: whether a number is
 * one that the model has is for fitScene to say.
 * @type {Readonly<Record<string, (value: any) => boolean>>}
 */
const PARTS = {
  layer: isWhole,
  step: isWhole,
  heads: listOf(isWhole),
  lock: orNull(
    (lock) => having({ cell: listOf(isWhole) })(lock) || having({ index: isWhole })(lock),
  ),
  mask: having({
    paint: orNull(having({ size: isWhole, hidden: listOf(listOf(isWhole)) })),
  }),
  mixer: having({ layers: listOf(orNull(listOf(isObject))) }),
  compare: orNull(having({ other: having({ layer: isWhole, head: isWhole }) })),
  ...Object.fromEntries(
    ['unfold', 'split', 'fuse', 'cost', 'train'].map((name) => [name, orNull(isObject)]),
  ),
  steps: listOf(isStep),
};

/** @param {string} name @param {unknown} value */
const isField = (name, value) =>
  PARTS[name]?.(value) ?? typeof value === typeof DEFAULT_SCENE[/** @type {keyof Scene} */ (name)];

/** @param {unknown} value */
function isStep(value) {
  return (
    isObject(value) &&
    Object.entries(/** @type {object} */ (value)).every(([name, part]) =>
      name === 'caption'
        ? typeof part === 'string'
        : SCENE_FIELDS.includes(name) && isField(name, part),
    )
  );
}

/**
 * A whole scene, as parseScene makes it.
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @returns {Scene}
 */
export function sceneOf(where, name, value) {
  const expected = 'a scene as parseScene makes it';
  const given = object(where, name, record(where, name, value, expected), SCENE_FIELDS);
  const odd = SCENE_FIELDS.find((field) => !isField(field, given[field]));
  if (odd === undefined) return /** @type {Scene} */ (/** @type {unknown} */ (given));
  throw wrong(where, `${name}.${odd}`, given[odd], expected);
}

/**
 * A snapshot, as far as its tensors and tokens can be read.
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @returns {import('./headscope.d.ts').Snapshot}
 */
export function snapshotOf(where, name, value) {
  const given = record(where, name, value, 'what Trace.snapshot makes');
  text(where, `${name}.text`, given.text);
  for (const [i, token] of list(
    where,
    `${name}.tokens`,
    given.tokens,
    'a list of tokens',
  ).entries()) {
    const { text: own } = record(where, `${name}.tokens[${i}]`, token, 'a token');
    text(where, `${name}.tokens[${i}].text`, own);
  }
  const tensors = record(where, `${name}.tensors`, given.tensors, 'tensors by name');
  for (const [key, tensor] of Object.entries(tensors)) {
    const path = `${name}.tensors["${key}"]`;
    const { shape, axes, data } = record(where, path, tensor, 'a tensor');
    list(where, `${path}.shape`, shape, 'a list of extents');
    list(where, `${path}.axes`, axes, 'a list of names');
    floats(where, `${path}.data`, data);
  }
  const { model = null } = given;
  if (model !== null) record(where, `${name}.model`, model, 'what a model says of itself, or null');
  return /** @type {import('./headscope.d.ts').Snapshot} */ (/** @type {unknown} */ (given));
}

/**
 * A check for one of a few words.
 * @template {string} T
 * @param {readonly T[]} choices
 * @returns {(where: string, name: string, value: unknown) => T}
 */
export const oneOf = (choices) => (where, name, value) => {
  const chosen = choices.find((choice) => choice === value);
  if (chosen !== undefined) return chosen;
  throw wrong(where, name, value, `one of ${choices.join(', ')}`);
};
