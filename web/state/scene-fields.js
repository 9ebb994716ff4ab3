/**
 * The fields of a scene, in the order in which they are written, and how they are read.
 *
 * @typedef {object} StepFields
 * @property {string} text the sentence; empty for the page's own first one
 * @property {string} second the sentence it is compared or mixed with
 * @property {View} view
 * @property {number} layer
 * @property {readonly number[]} heads never empty; the first is the primary one
 * @property {import('./scene-parts.js').Lock | null} lock
 * @property {number} mass 0..1, of each query row the share that the drawn edges cover
 * @property {'auto' | 'columns' | 'arcs'} layout of the head graph
 * @property {'query' | 'key'} side how the words of the arcs are read
 * @property {'weights' | 'scores' | 'scaled' | 'masked'} stage of the matrix
 * @property {boolean} average the matrix shows the average of the layer's heads
 * @property {import('./scene-mask.js').SceneMask} mask
 * @property {import('./scene-mixer.js').SceneMixer} mixer
 * @property {import('./scene-parts.js').SceneCompare | null} compare
 * @property {import('./scene-parts.js').SceneUnfold | null} unfold the number whose arithmetic is shown
 * @property {import('./scene-pieces.js').SceneSplit | null} split
 * @property {import('./scene-pieces.js').SceneFuse | null} fuse
 * @property {import('./scene-pieces.js').SceneCost | null} cost
 *
 * @typedef {Readonly<Partial<StepFields> & {caption: string}>} Step what differs from the scene itself
 * @typedef {StepFields & {v: 1, model: string, train: import('./scene-train.js').SceneTrain | null, theme: 'auto' | 'light' | 'dark',
 *   lang: 'auto' | 'en' | 'zh', steps: readonly Step[], step: number}} SceneFields `model` is the
 *   address of its file, empty for the default one; `step` 0 is the scene itself, n its n-th step
 * @typedef {Readonly<SceneFields>} Scene
 */
import { maskField } from './scene-mask.js';
import { mixerField } from './scene-mixer.js';
import { compareField, lockField, unfoldField } from './scene-parts.js';
import { costField, fuseField, splitField } from './scene-pieces.js';
import {
  choiceField,
  flagField,
  isObject,
  languageField,
  listFromText,
  MOST,
  readIndexes,
  shareField,
  textField,
  wholeField,
} from './scene-readers.js';
import { fromEntries, queryOf } from './scene-text.js';
import { trainField } from './scene-train.js';

/** @typedef {import('./scene-readers.js').Say} Say */
/** @typedef {typeof VIEWS[number]} View */

export const SCENE_VERSION = 1;

/** The whole page, or one part of it. */
export const VIEWS = Object.freeze(
  // prettier-ignore
  /** @type {const} */ ([
    'lab', 'heads', 'graph', 'matrix', 'trace', 'arithmetic', 'contributions', 'mixer', 'masks',
    'compare', 'split', 'fuse', 'cost', 'train',
  ]),
);

const MOST_STEPS = 100;
const MOST_TEXT = 5000;

const STEP_FIELDS = {
  text: textField(MOST_TEXT),
  second: textField(MOST_TEXT),
  view: choiceField(VIEWS),
  layer: wholeField(0, MOST.layer),
  heads: {
    initial: Object.freeze([0]),
    read(/** @type {unknown} */ raw, /** @type {Say} */ say) {
      const heads = readIndexes(raw, say, { most: MOST.head });
      return heads.length ? heads : STEP_FIELDS.heads.initial;
    },
    fromText: listFromText,
    toText: String,
  },
  lock: lockField,
  mass: shareField(0.5),
  layout: choiceField(/** @type {const} */ (['auto', 'columns', 'arcs'])),
  side: choiceField(/** @type {const} */ (['query', 'key'])),
  stage: choiceField(/** @type {const} */ (['weights', 'scores', 'scaled', 'masked'])),
  average: flagField,
  mask: maskField,
  mixer: mixerField,
  compare: compareField,
  unfold: unfoldField,
  split: splitField,
  fuse: fuseField,
  cost: costField,
};

const FIELDS = {
  model: textField(2000, {
    pattern: /^(https?:|(?![\w+.-]*:)[^\s])/i,
    expected: 'an http(s) address or a relative one',
  }),
  ...STEP_FIELDS,
  train: trainField,
  theme: choiceField(/** @type {const} */ (['auto', 'light', 'dark'])),
  lang: languageField,
  steps: {
    initial: Object.freeze([]),
    read: readSteps,
    fromText: (/** @type {string} */ text) =>
      text === '' ? [] : text.split(';').map((step) => fromEntries(new URLSearchParams(step))),
    toText: (/** @type {readonly Step[]} */ steps) => steps.map(stepToText).join(';'),
  },
  step: wholeField(0, MOST_STEPS),
};

/** Names of the fields, which are those of the attributes too. */
export const SCENE_FIELDS = Object.freeze(['v', ...Object.keys(FIELDS)]);

/** @typedef {import('./scene-readers.js').Field<any>} AnyField */
/** @type {Readonly<Record<string, AnyField>>} */
export const fields = FIELDS;
/** @type {Readonly<Record<string, AnyField>>} */
const stepFields = { caption: textField(MOST_TEXT), ...STEP_FIELDS };

/** @param {string} name @returns {boolean} whether a step can say something else than the scene itself */
export const isOfStep = (name) => Object.hasOwn(STEP_FIELDS, name);

/**
 * @param {Record<string, unknown>} given
 * @param {Readonly<Record<string, AnyField>>} known
 * @param {Say} say
 * @param {string} [path] before each field's name
 * @returns {Record<string, unknown>} the fields that were given
 */
export function readFields(given, known, say, path = '') {
  /** @type {Record<string, unknown>} */
  const read = {};
  for (const [name, raw] of Object.entries(given)) {
    const place = path + name.slice(0, 40);
    if (!Object.hasOwn(known, name)) {
      say('unknownField', raw, `one of ${Object.keys(known).join(', ')}`, place);
    } else if (raw !== undefined) {
      const value = typeof raw === 'string' ? known[name].fromText(raw) : raw;
      // A link's reader wrote text, and never saw what was made of it.
      read[name] = known[name].read(value, (why, bad, expected, part = '') =>
        say(why, bad === value ? raw : bad, expected, place + part),
      );
    }
  }
  return read;
}

/** @param {unknown} raw @param {Say} say @returns {readonly Step[]} */
function readSteps(raw, say) {
  const list = Array.isArray(raw) ? raw : [];
  if (list !== raw || list.length > MOST_STEPS) {
    say('badValue', raw, `a list of at most ${MOST_STEPS} steps`);
  }
  const steps = list.slice(0, MOST_STEPS).map((given, index) => {
    if (!isObject(given)) say('badValue', given, 'what differs, and a caption', `[${index}]`);
    const read = isObject(given) ? readFields(given, stepFields, say, `[${index}].`) : {};
    return /** @type {Step} */ (Object.freeze({ caption: '', ...read }));
  });
  return Object.freeze(steps);
}

/** @param {Step} step */
const stepToText = (step) =>
  queryOf(
    Object.fromEntries(
      Object.entries(step).map(([name, value]) => [name, stepFields[name].toText(value)]),
    ),
  );
