/**
 * What the sections on splitting, fusing and cost show, in a scene. Null is as those sections begin.
 *
 * @typedef {Readonly<{n: number, heads: number, dHead: number, step: number, head: number}>} SceneSplit
 *   sizes, the step on show, the head whose weights are on show
 * @typedef {Readonly<{step: number, role: 'query' | 'key' | 'value'}>} SceneFuse the step on show, and
 *   whose matrix
 * @typedef {Readonly<{dModel: number, seqLen: number}>} SceneCost
 * @typedef {Pick<import('./store.js').State, 'split' | 'fuse' | 'cost'>} Pieces
 */
import { D_MODELS, FIRST_COST, SEQ_LENS } from './cost.js';
import { FIRST_FUSE, ROLES, STEPS as FUSE_STEPS } from './fuse.js';
import {
  isObject,
  numberFromText,
  onlyKnown,
  optionalField,
  readChoice,
  readNumber,
} from './scene-readers.js';
import { FIRST_SPLIT, SIZES, STEPS as SPLIT_STEPS } from './split.js';

/** @typedef {import('./scene-readers.js').Say} Say */
/** @template T @typedef {import('./scene-readers.js').Field<T>} Field */

/** How far each may count, in the order of the text. */
const SPLIT = Object.freeze({
  n: { least: 1, most: Math.max(...SIZES.n), initial: FIRST_SPLIT.n },
  heads: { least: 1, most: Math.max(...SIZES.heads), initial: FIRST_SPLIT.heads },
  dHead: { least: 1, most: Math.max(...SIZES.dHead), initial: FIRST_SPLIT.dHead },
  step: { least: 0, most: SPLIT_STEPS - 1, initial: FIRST_SPLIT.step },
  head: { least: 0, most: Math.max(...SIZES.heads) - 1, initial: FIRST_SPLIT.head },
});
const SPLIT_NAMES = /** @type {(keyof typeof SPLIT)[]} */ (Object.keys(SPLIT));

/** `6:4:2:1:0`: tokens, heads, their width, the step, the head. @type {Field<SceneSplit | null>} */
export const splitField = optionalField({
  read(raw, say) {
    if (!isObject(raw)) return refuse(say, raw, 'sizes and a step such as 6:4:2:1');
    onlyKnown(raw, SPLIT_NAMES, say);
    const numbers = SPLIT_NAMES.map((name) => {
      const given = raw[name] ?? SPLIT[name].initial;
      return [name, readNumber(given, say, { ...SPLIT[name], whole: true, part: `.${name}` })];
    });
    return unlessFirst(/** @type {SceneSplit} */ (Object.fromEntries(numbers)), FIRST_SPLIT);
  },
  fromText: (text) => named(text, SPLIT_NAMES),
  toText: (split) => SPLIT_NAMES.map((name) => split[name]).join(':'),
});

/** `2:key`: the step, and whose matrix. @type {Field<SceneFuse | null>} */
export const fuseField = optionalField({
  read(raw, say) {
    if (!isObject(raw)) return refuse(say, raw, 'a step and a matrix such as 2:key');
    onlyKnown(raw, ['step', 'role'], say);
    const most = FUSE_STEPS.length - 1;
    const of = { least: 0, most, initial: 0, whole: true, part: '.step' };
    const step = readNumber(raw.step ?? 0, say, of);
    return unlessFirst(
      { step, role: readChoice(ROLES, raw.role ?? 'query', say, '.role') },
      FIRST_FUSE,
    );
  },
  fromText(text) {
    const [step, role] = text.split(':');
    return { step: numberFromText(step), ...(role !== undefined && { role }) };
  },
  toText: ({ step, role }) => `${step}:${role}`,
});

/** `512:128`: d_model and seq_len. @type {Field<SceneCost | null>} */
export const costField = optionalField({
  read(raw, say) {
    if (!isObject(raw)) return refuse(say, raw, 'd_model and seq_len such as 512:128');
    onlyKnown(raw, ['dModel', 'seqLen'], say);
    const dModel = nearest(D_MODELS, raw.dModel ?? FIRST_COST.dModel, say, '.dModel');
    const seqLen = nearest(SEQ_LENS, raw.seqLen ?? FIRST_COST.seqLen, say, '.seqLen');
    return unlessFirst({ dModel, seqLen }, FIRST_COST);
  },
  fromText: (text) => named(text, ['dModel', 'seqLen']),
  toText: ({ dModel, seqLen }) => `${dModel}:${seqLen}`,
});

/** @param {Say} say @param {unknown} raw @param {string} expected @returns {null} */
const refuse = (say, raw, expected) => {
  say('badValue', raw, expected);
  return null;
};

/** @param {string} text @param {readonly string[]} names in the order of the text */
const named = (text, names) =>
  Object.fromEntries(
    text.split(':').map((number, i) => [names[i] ?? 'more', numberFromText(number)]),
  );

/**
 * @param {readonly number[]} choices
 * @param {unknown} raw
 * @param {Say} say
 * @param {string} part
 */
function nearest(choices, raw, say, part) {
  const last = choices.length - 1;
  const of = { least: choices[0], most: choices[last], initial: choices[0] };
  const wanted = readNumber(raw, () => {}, of);
  const near = choices.reduce((best, choice) =>
    Math.abs(choice - wanted) < Math.abs(best - wanted) ? choice : best,
  );
  if (near !== raw) say('badValue', raw, `one of ${choices.join(', ')}`, part);
  return near;
}

/**
 * @template {object} T
 * @param {T} piece
 * @param {Readonly<Record<keyof T, unknown>>} first
 * @returns {Readonly<T> | null}
 */
const unlessFirst = (piece, first) =>
  Object.entries(piece).every(([name, value]) => first[/** @type {keyof T} */ (name)] === value)
    ? null
    : Object.freeze(piece);

/**
 * @param {Readonly<Pieces>} state
 * @returns {{split: SceneSplit | null, fuse: SceneFuse | null, cost: SceneCost | null}}
 */
export function piecesOf({ split, fuse, cost }) {
  const { n, heads, dHead, step, head } = split ?? FIRST_SPLIT;
  const { step: fuseStep, role } = fuse ?? FIRST_FUSE;
  const { dModel, seqLen } = cost ?? FIRST_COST;
  return {
    split: unlessFirst({ n, heads, dHead, step, head }, FIRST_SPLIT),
    fuse: unlessFirst({ step: fuseStep, role }, FIRST_FUSE),
    cost: unlessFirst({ dModel, seqLen }, FIRST_COST),
  };
}

/**
 * What a scene makes of these sections; what was computed and measured in them stays.
 * @param {ReturnType<typeof piecesOf>} scene
 * @param {Readonly<Pieces>} state
 * @returns {Pieces}
 */
export function piecesOfScene(scene, state) {
  const { step: fuseStep, role } = scene.fuse ?? FIRST_FUSE;
  const { dModel, seqLen } = scene.cost ?? FIRST_COST;
  return {
    split: scene.split || state.split ? Object.freeze({ ...FIRST_SPLIT, ...scene.split }) : null,
    fuse:
      scene.fuse || state.fuse
        ? Object.freeze({ ...(state.fuse ?? FIRST_FUSE), step: fuseStep, role })
        : null,
    cost:
      scene.cost || state.cost
        ? Object.freeze({ ...(state.cost ?? FIRST_COST), dModel, seqLen })
        : null,
  };
}
