/**
 * Between scenes and the page's state, and between scenes and the sentence and model that are there.
 *
 * @typedef {import('./scene-fields.js').Scene} Scene
 * @typedef {import('./scene-readers.js').Ignored} Ignored
 * @typedef {import('./store.js').State} State
 * @typedef {'text' | 'layer' | 'heads' | 'lock' | 'mass' | 'layout' | 'side' | 'stage' | 'average'
 *   | 'mask' | 'compare' | 'mixer' | 'second' | 'unfolding' | 'train'
 *   | 'split' | 'fuse' | 'cost'} SceneState fields of the state that a scene sets
 */
import { fitChannels } from './mixer.js';
import { piecesOf, piecesOfScene } from './scene-pieces.js';
import { sayer } from './scene-text.js';
import { recipeOf, trainOf } from './scene-train.js';

/**
 * @param {Readonly<Pick<State, SceneState>>} state
 * @param {Scene} scene whose view, model, theme, language and steps stay
 * @returns {Scene} the scene that shows this state
 */
export function sceneOfState(state, scene) {
  const { text, layer, heads, lock, mass, layout, side, stage, average } = state;
  const { mask, mixer, compare, second, unfolding, train } = state;
  const { size = 0, bits = null } = (mask.painting && mask.paint) || {};
  const hidden = Array.from(bits ?? []).flatMap((bit, i) =>
    bit ? [/** @type {const} */ ([Math.floor(i / size), i % size])] : [],
  );
  const compared = compare.on && compare.kind === 'sentence' ? compare.text : '';
  const layers = mixer.layers.map((channels) => channels && [...channels]);
  while (layers.length && !layers[layers.length - 1]) layers.pop();
  return Object.freeze({
    ...scene,
    ...{ layer, heads, mass, layout, side, stage, average, lock },
    // Who opens the link has the lab's own model, which knows nothing of another one's words.
    text: train?.opened ? train.labText : text,
    second: compared || second.text,
    mask: Object.freeze({
      causal: mask.causal,
      padding: mask.padding,
      window: mask.window,
      paint: bits && { size, hidden },
    }),
    mixer: Object.freeze({ place: mixer.place, layers }),
    compare: compare.on ? { kind: compare.kind, other: compare.other } : null,
    unfold: shownNumber(unfolding),
    ...piecesOf(state),
    train: recipeOf(train),
  });
}

/**
 * A scene speaks of the model: a number of a chosen shape is none of its.
 * @param {State['unfolding']} unfolding
 * @returns {Scene['unfold']}
 */
function shownNumber(unfolding) {
  if (!unfolding || unfolding.free) return null;
  const { name, query, key, column, output, model, hidden, sentence } = unfolding;
  return Object.freeze({ name, query, key, column, output, model, hidden, sentence });
}

/**
 * @param {Scene} scene
 * @param {Readonly<Pick<State, 'text' | 'compare' | 'second' | 'train' | 'split' | 'fuse' | 'cost'>>} state
 *   whose sentences and training stay where the scene has none
 * @returns {Pick<State, SceneState>} what the scene sets
 */
export function stateOfScene(scene, { text, compare, second, train, ...pieces }) {
  const { layer, heads, mass, layout, side, stage, average, mixer, unfold, mask } = scene;
  const lock =
    scene.lock && 'cell' in scene.lock
      ? { cell: /** @type {[number, number]} */ ([...scene.lock.cell]) }
      : scene.lock;
  return {
    ...{ layer, heads, mass, layout, side, stage, average, mixer, lock },
    text: scene.text || text,
    mask: Object.freeze({
      causal: mask.causal,
      padding: mask.padding,
      window: mask.window,
      painting: mask.paint !== null,
      paint: mask.paint && paintOf(mask.paint),
    }),
    compare: Object.freeze({
      ...compare,
      on: scene.compare !== null,
      ...scene.compare,
      text: scene.second || compare.text,
    }),
    second: Object.freeze({ ...second, text: scene.second || second.text }),
    unfolding: /** @type {State['unfolding']} */ (unfold),
    train: trainOf(scene.train, train),
    ...piecesOfScene(scene, pieces),
  };
}

/** @param {import('./scene-mask.js').ScenePaint} paint @returns {import('./mask.js').Paint} */
function paintOf({ size, hidden }) {
  const bits = new Uint8Array(size * size);
  for (const [query, key] of hidden) bits[query * size + key] = 1;
  return { size, bits };
}

/**
 * A scene brought to the model and the sentence that are there: what they lack becomes the nearest
 * that they have.
 * @param {Scene} scene
 * @param {{layers: readonly import('./store.js').LayerInfo[], tokens: number, dSentence?: number}} there
 * @returns {{scene: Scene, ignored: readonly Ignored[]}}
 */
export function fitScene(scene, { layers, tokens, dSentence = Infinity }) {
  /** @type {Ignored[]} */
  const ignored = [];
  const say = sayer(ignored);
  /** @param {string} field @param {number} index @param {number} end */
  const below = (field, index, end) => {
    const near = Math.max(0, Math.min(index, end - 1));
    if (near !== index) say('badValue', index, `a number below ${end}`, field);
    return near;
  };
  const layer = below('layer', scene.layer, layers.length);
  const headCount = layers[layer]?.heads ?? 1;
  const heads = scene.heads.filter((head) => head < headCount);
  if (heads.length < scene.heads.length) {
    say('badValue', scene.heads, `heads below ${headCount}`, 'heads');
  }
  const { lock, compare, unfold, mixer } = scene;
  const isThere = !lock || ('cell' in lock ? lock.cell : [lock.index]).every((i) => i < tokens);
  if (!isThere) say('badValue', lock, `tokens below ${tokens}`, 'lock');
  const other = compare && {
    layer: below('compare.other.layer', compare.other.layer, layers.length),
    head: below(
      'compare.other.head',
      compare.other.head,
      layers[Math.min(compare.other.layer, layers.length - 1)]?.heads ?? 1,
    ),
  };
  if (mixer.layers.length > layers.length) {
    say('badValue', mixer.layers.length, `at most ${layers.length} layers`, 'mixer');
  }
  const channels = mixer.layers.slice(0, layers.length).map((given, index) => {
    const count = layers[index].heads;
    if (!given || given.length === count) return given;
    say('badValue', given.length, `a gain for each of ${count} heads`, `mixer.layers[${index}]`);
    return fitChannels(given, count);
  });
  const { dModel = 1, dHead = 1, dOutput = 1, dFfn = 1 } = layers[layer] ?? {};
  const ends = { query: tokens, key: tokens, column: dHead, output: dOutput, model: dModel };
  const unfolded = unfold && {
    ...unfold,
    ...Object.fromEntries(
      Object.entries({ ...ends, hidden: dFfn, sentence: dSentence }).map(([place, end]) => [
        place,
        below(`unfold.${place}`, unfold[/** @type {keyof typeof ends} */ (place)], end),
      ]),
    ),
  };
  const fitted = Object.freeze({
    ...scene,
    layer,
    heads: Object.freeze(heads.length ? heads : [0]),
    lock: isThere ? lock : null,
    compare: compare && Object.freeze({ ...compare, other: Object.freeze(other ?? compare.other) }),
    mixer: Object.freeze({ ...mixer, layers: Object.freeze(channels) }),
    unfold: unfolded && Object.freeze(unfolded),
  });
  return { scene: fitted, ignored: Object.freeze(ignored) };
}
