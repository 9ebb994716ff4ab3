/** A scene from the command line: --scene, and options that change it. */
import { readFile } from 'node:fs/promises';
import { parseScene, sceneAtStep, sceneToJson, VIEWS } from '../../scene.js';
import { maskSpec, mixerOptions } from '../../scene-trace.js';
import { UsageError, WorkError } from './usage.js';

/** @typedef {import('../../scene.d.ts').Scene} Scene */

/** Views with a picture of their own, which the whole lab has not. */
const DRAWN = VIEWS.filter((view) => view !== 'lab');

/** @type {Readonly<Record<string, import('./usage.js').Option>>} */
export const SCENE_OPTIONS = Object.freeze({
  scene: {
    type: 'string',
    value: 'SCENE',
    help: 'a link or its hash, JSON, or a file that holds one; options below change it',
  },
  view: {
    type: 'string',
    value: 'VIEW',
    help: DRAWN.join(', ').replace(/, (?=\w+$)/, ' or '),
  },
  layer: { type: 'string', value: 'N', help: 'the layer, from 0' },
  heads: { type: 'string', value: 'N,N', help: 'its heads, from 0, the primary one first' },
  lock: {
    type: 'string',
    value: 'PLACE',
    help: 'query:8, key:3 or cell:8,1: the word or cell that is held',
  },
  mass: {
    type: 'string',
    value: 'SHARE',
    help: 'of each query’s attention that the edges cover, 0 to 1',
  },
  layout: { type: 'string', value: 'NAME', help: 'columns or arcs' },
  stage: { type: 'string', value: 'NAME', help: 'weights, scores, scaled or masked' },
  average: { type: 'boolean', help: 'the average of the layer’s heads' },
  mask: { type: 'string', value: 'MASK', help: 'such as causal,padding:9,window:2' },
  mixer: {
    type: 'string',
    value: 'GAINS',
    help: 'such as 1:1,0.5,1m,1s: a layer, then a gain a head, m mutes, s is solo',
  },
  compare: { type: 'string', value: 'WHAT', help: 'sentence, mask, or a head such as head:1:3' },
  unfold: {
    type: 'string',
    value: 'NUMBER',
    help: 'whose arithmetic is drawn, such as weights:8:1: a tensor, then query, key and columns',
  },
  split: { type: 'string', value: 'SIZES', help: 'such as 6:4:2:2: tokens, heads, width, step' },
  fuse: { type: 'string', value: 'STEP', help: 'such as 2:key: the step, and whose matrix' },
  cost: { type: 'string', value: 'SIZES', help: 'such as 512:128: d_model and seq_len' },
  train: {
    type: 'string',
    value: 'RECIPE',
    help: 'such as tiles:4:7: the task, the heads of the model that is looked at, the seed',
  },
  second: { type: 'string', value: 'TEXT', help: 'the second sentence' },
  theme: { type: 'string', value: 'NAME', help: 'light or dark' },
  lang: { type: 'string', value: 'NAME', help: 'en or zh' },
});

/**
 * @param {Record<string, any>} values
 * @param {import('./io.js').Io} io
 * @returns {Promise<Scene>}
 * @throws UsageError where an option is not taken; what of --scene is not is told of, and
 *   the exit status is then 1
 */
export async function sceneFrom(values, io) {
  const { scene: base, ignored } = parseScene(
    values.scene === undefined ? '' : await sourceOf(values.scene),
  );
  for (const { message } of ignored) io.note(`--scene: ${message}`);
  if (ignored.length) io.fail(1);
  const given = Object.keys(SCENE_OPTIONS).filter((name) => name !== 'scene' && name in values);
  const options = Object.fromEntries(given.map((name) => [name, String(values[name])]));
  // A step's changes are the scene's; an option counts more than either.
  const shown = { ...sceneAtStep(base), steps: [], step: 0 };
  const read = parseScene({ ...sceneToJson(shown), ...options });
  const [wrong] = read.ignored;
  if (wrong?.why === 'unknownField') {
    throw new UsageError(`--${wrong.field.split('.')[0]}: ${wrong.message}`);
  }
  if (wrong) throw new UsageError(`--${wrong.message}`);
  return read.scene;
}

/**
 * @param {string} given a link, a hash, JSON, or the path of a file with one of them
 * @returns {Promise<string>}
 */
export async function sourceOf(given) {
  const text = given.trim();
  if (/^[#{]/.test(text)) return text;
  if (text.includes('#')) return text.slice(text.indexOf('#'));
  if (/^v=\d/.test(text)) return text;
  try {
    const content = (await readFile(given, 'utf8')).trim();
    return content.includes('#') && !content.startsWith('{')
      ? content.slice(content.indexOf('#'))
      : content;
  } catch (error) {
    throw new WorkError(
      `scene ${given} is no link, no JSON and no file that can be read: ${/** @type {Error} */ (error).message}`,
    );
  }
}

/**
 * What a scene asks of the model.
 * @param {Scene} scene
 * @param {number} tokens of the sentence
 * @param {readonly {heads: number}[]} layers of the model
 * @returns {import('../../headscope.d.ts').ModelTraceOptions}
 */
export const traceOptions = (scene, tokens, layers) => ({
  truncate: true,
  mask: maskSpec(scene.mask, tokens),
  ...mixerOptions(scene.mixer, layers),
});
