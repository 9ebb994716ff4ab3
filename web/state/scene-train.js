/**
 * The recipe of a training in a scene: whoever opens the link trains the same models, bit for bit on
 * the same module.
 *
 * @typedef {Readonly<import('./train.js').Recipe & {heads: number}>} SceneTrain `heads` of the model that
 *   is looked at
 */
import {
  isObject,
  numberFromText,
  onlyKnown,
  optionalField,
  readChoice,
  readNumber,
} from './scene-readers.js';
import { FIRST_TRAIN, HEAD_COUNTS, RECIPES, withRecipe } from './train.js';

/** @typedef {import('./train.js').Train} Train */

/** After the task, in the order of the text: how far each may go, and what it is when left out. */
const NUMBERS = Object.freeze({
  heads: { least: 1, most: 8, whole: true, initial: FIRST_TRAIN.chosen },
  seed: { least: 0, most: 2 ** 32 - 1, whole: true, initial: FIRST_TRAIN.seed },
  places: { least: 1, most: 6, whole: true, initial: FIRST_TRAIN.places },
  dModel: { least: 8, most: 64, whole: true, initial: FIRST_TRAIN.dModel },
  learningRate: { least: 0, most: 3e38, whole: false, initial: FIRST_TRAIN.learningRate },
  steps: { least: 1, most: 100_000, whole: true, initial: FIRST_TRAIN.steps },
});
const NAMES = /** @type {(keyof typeof NUMBERS)[]} */ (Object.keys(NUMBERS));

/** `tiles:4:7`: the task, then the numbers in order. @type {import('./scene-readers.js').Field<SceneTrain | null>} */
export const trainField = optionalField({
  read(raw, say) {
    if (!isObject(raw)) {
      say('badValue', raw, 'a training such as tiles:4:7');
      return null;
    }
    onlyKnown(raw, ['task', ...NAMES], say);
    const task = readChoice(/** @type {const} */ (['tiles', 'english']), raw.task, say, '.task');
    const own = { ...RECIPES[task] };
    const numbers = NAMES.map((name) => {
      const initial = name === 'dModel' || name === 'steps' ? own[name] : NUMBERS[name].initial;
      const given = raw[name] ?? initial;
      return [name, readNumber(given, say, { ...NUMBERS[name], initial, part: `.${name}` })];
    });
    const read = /** @type {SceneTrain} */ (
      Object.freeze({ task, ...Object.fromEntries(numbers) })
    );
    const possible = HEAD_COUNTS.includes(read.heads) && read.dModel % 8 === 0;
    if (!possible) say('badValue', raw.heads, '1, 2, 4 or 8 heads, and a d_model they divide');
    return possible ? read : null;
  },
  fromText(text) {
    const [task, ...numbers] = text.split(':');
    const given = numbers.map((number, i) => [NAMES[i] ?? 'more', numberFromText(number)]);
    return { task, ...Object.fromEntries(given) };
  },
  toText: ({ task, ...numbers }) => [task, ...NAMES.map((name) => numbers[name])].join(':'),
});

/** @param {Readonly<Train> | null} train @returns {SceneTrain | null} null where it is the page's own */
export function recipeOf(train) {
  if (!train) return null;
  const { task, places, dModel, seed, learningRate, steps, chosen: heads } = train;
  const recipe = { task, heads, seed, places, dModel, learningRate, steps };
  const own = { ...FIRST_TRAIN, heads: FIRST_TRAIN.chosen };
  const same = Object.entries(recipe).every(
    ([name, value]) => own[/** @type {keyof typeof recipe} */ (name)] === value,
  );
  return same ? null : Object.freeze(recipe);
}

/**
 * @param {SceneTrain | null} recipe
 * @param {Readonly<Train> | null} train what there is
 * @returns {Readonly<Train> | null} the same where the recipe is the same, or where there is none
 */
export function trainOf(recipe, train) {
  if (!recipe || JSON.stringify(recipe) === JSON.stringify(recipeOf(train))) return train;
  const { heads, ...changes } = recipe;
  return Object.freeze({
    ...(train ?? FIRST_TRAIN),
    ...withRecipe(changes),
    chosen: heads,
  });
}
