/** The options of `drawView`, checked: nothing that is drawn says what was wrong with them. */
import { oneOf, snapshotOf, sceneOf } from './checks.js';
import { callback, list, object, optional, record, text, wrong } from './core/arguments.js';
import { LANGUAGES } from './i18n/index.js';

const OPTIONS = [
  ...['snapshot', 'scene', 'view', 'theme', 'lang', 'width', 'comparison', 'outputWeights'],
  ...['weights', 'fused', 'samples', 'training'],
];

/** px; the command takes the same. */
export const WIDTH = Object.freeze({ least: 100, most: 10_000 });

/** @param {string} where @param {string} name @param {unknown} value @returns {number} */
function width(where, name, value) {
  const { least, most } = WIDTH;
  const isGood = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  if (isGood) return /** @type {number} */ (value);
  throw wrong(where, name, value, `a whole number from ${least} to ${most}`);
}

/** @param {string} where @param {string} name @param {unknown} value */
const outputWeights = (where, name, value) =>
  list(where, name, value, 'a list with {weight, bias} for every layer').forEach((entry, i) => {
    const path = `${name}[${i}]`;
    const { bias } = record(where, path, entry, 'an object with weight, bias');
    record(where, `${path}.bias`, bias, 'what model.weight gives');
  });

/** @param {string} where @param {string} name @param {unknown} value */
function training(where, name, value) {
  const { learners, module } = object(where, name, value, ['learners', 'module']);
  list(where, `${name}.learners`, learners, 'a list of what learned');
  optional(text, where, `${name}.module`, module);
}

/** @param {string} expected @returns {(where: string, name: string, value: unknown) => object} */
const recordOf = (expected) => (where, name, value) => record(where, name, value, expected);

/**
 * @param {unknown} options
 * @returns {import('./draw.d.ts').DrawOptions}
 */
export function drawOptions(options) {
  const where = 'drawView';
  const given = object(where, 'options', options, OPTIONS);
  sceneOf(where, 'scene', given.scene);
  for (const [name, check] of Object.entries({
    ...{ snapshot: snapshotOf, comparison: snapshotOf, width, outputWeights, training },
    theme: oneOf(['auto', 'light', 'dark']),
    lang: oneOf(['auto', ...Object.keys(LANGUAGES)]),
    weights: callback,
    fused: recordOf('what fusedCheck gives'),
    samples: recordOf('lists of times by name'),
  })) {
    optional(/** @type {typeof width} */ (check), where, name, given[name]);
  }
  return /** @type {import('./draw.d.ts').DrawOptions} */ (/** @type {unknown} */ (given));
}
