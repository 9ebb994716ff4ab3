/** Everything a number is made from, as it is now, from the state. */
import { projectedOf } from '../draw/arithmetic-block.js';
import { stepsOf, traceName } from '../draw/arithmetic-places.js';
import { mixerOptions } from '../state/mixer.js';
import { attentionName } from '../state/store.js';
import { within } from '../state/unfolding.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Snapshot} Snapshot
 * @typedef {import('../draw/arithmetic.js').Tensor} Tensor
 * @typedef {import('../draw/arithmetic.js').Source} Source
 * @typedef {Source & {weights: import('../draw/arithmetic.js').Weights, failed: string | null,
 *   first: boolean, last: boolean, lifted: boolean,
 *   provisional: boolean}} LayerSource `first` of the model's layers, `last`;
 *   `lifted`: its residual path changes the width; `provisional`: precomputed, the model is not there yet
 */

/** Steps of the model that come with it, where the precomputed sentence lacks them. */
const ALWAYS = ['ffn-hidden', 'projected'];

/** @type {WeakMap<object, Tensor>} the sentence before tanh, by the pooled vector it was made from */
const projections = new WeakMap();

/**
 * The layer on show with all that is known of it.
 * @param {Readonly<State>} state
 * @param {number} [layer]
 * @returns {LayerSource & {block: import('../draw/arithmetic.js').Block}}
 */
export function sourceOf(state, layer = state.layer) {
  const { snapshot, layerWeights, mixer, provisional } = state;
  const here = layerWeights[layer];
  const weights = (/** @type {string} */ name) => here?.weights[name];
  const contribution = contributionOf(state, layer);
  /** @param {string} name @returns {Tensor | undefined} */
  const tensors = (name) => {
    if (name === 'contribution') return contribution;
    if (name === 'projected') return projection(snapshot, weights);
    return snapshot?.tensors[traceName(name, layer)];
  };
  const { layers = [], encoder } = snapshot?.model ?? {};
  const { norm_epsilon: epsilon = 1e-6, activation = 'relu' } = encoder?.blocks[layer] ?? {};
  const { gains, outputGains } = mixerOptions(mixer, layers);
  return {
    tensors,
    below: (name) => snapshot?.tensors[traceName(name, layer - 1)],
    weights,
    // A small model may have no norms.
    ...(!provisional && !tensors('norm') && { entry: 'input' }),
    provisional,
    gains: gains?.[layer] ?? null,
    outputGains: outputGains?.[layer] ?? null,
    block: {
      layer,
      epsilon,
      activation,
      embeddingScale: encoder?.embedding_scale ?? 1,
      learned: encoder?.positions === 'learned',
      ids: snapshot?.tokens.map(({ id }) => id) ?? [],
    },
    failed: here?.failed ?? null,
    first: layer === 0,
    last: layer === layers.length - 1,
    lifted: encoder?.blocks[layer]?.project_residual === true,
  };
}

/**
 * The chain through the number that is unfolded.
 * @param {Readonly<State>} state
 */
export function chainOf(state) {
  const { heads, unfolding: wanted, shapes } = state;
  const free = wanted?.free === true;
  const snapshot = free ? numbered(shapes) : state.snapshot;
  const source = free ? freeSource(shapes) : sourceOf(state);
  const { tensors } = source;
  const [query, output] = [tensors('query'), tensors('output')];
  if (!snapshot || !wanted || !query || !output) return null;
  const [, tokens, dHead] = query.shape;
  const widthOf = (/** @type {string} */ name) => tensors(name)?.shape.at(-1) ?? 0;
  const size = {
    tokens,
    dHead,
    dOutput: output.shape[1],
    dModel: widthOf('input'),
    dFfn: (free ? 0 : snapshot.model?.layers[state.layer]?.dFfn) ?? widthOf('ffn-hidden'),
    dSentence: widthOf('sentence'),
  };
  const unfolding = within(wanted, size);
  const isToCome = (/** @type {string} */ name) =>
    ALWAYS.includes(name) && (state.provisional || tensors('sentence') !== undefined);
  const steps = stepsOf(source).filter((name) =>
    free ? name !== 'input' && tensors(name) : tensors(name) || isToCome(name),
  );
  const place = { head: free ? (shapes?.head ?? 0) : heads[0], ...unfolding };
  return { unfolding, steps, size, source, place, snapshot };
}

/**
 * The contributions are of a computation of their own: they count while it is that of the picture.
 * @param {Readonly<State>} state
 * @param {number} layer
 */
function contributionOf({ contributions, snapshot }, layer) {
  const name = attentionName(layer, 'output');
  const [here, there] = [snapshot, contributions?.snapshot].map((of) => of?.tensors[name]?.data);
  if (!here || here.length !== there?.length) return undefined;
  for (let i = 0; i < here.length; i++) if (here[i] !== there[i]) return undefined;
  return contributions?.snapshot.tensors[attentionName(layer, 'contribution')];
}

/** @param {Snapshot | null} snapshot @param {(name: string) => Tensor | undefined} weights */
function projection(snapshot, weights) {
  const pooled = snapshot?.tensors.pooled;
  const [weight, bias] = [weights('sentence.weight'), weights('sentence.bias')];
  if (!pooled || !weight || !bias) return undefined;
  const known = projections.get(pooled) ?? projectedOf(pooled, weight, bias);
  projections.set(pooled, known);
  return known;
}

/**
 * Attention of a chosen shape, from seeded weights.
 * @param {State['shapes']} shapes
 * @returns {LayerSource}
 */
function freeSource(shapes) {
  const { snapshot = null, weights = {} } = shapes?.result ?? {};
  return {
    // The steps of the attention: the input is where they start, not something that was computed.
    tensors: (name) =>
      name === 'input' && snapshot
        ? snapshot.tensors['layers.0.input']
        : snapshot?.tensors[attentionName(0, name)],
    weights: (name) => weights[name],
    gains: null,
    outputGains: null,
    entry: 'input',
    block: null,
    failed: shapes?.result?.refused ?? null,
    provisional: false,
    first: false,
    last: false,
    lifted: false,
  };
}

/**
 * The computation of a chosen shape, whose tokens have numbers for names.
 * @param {State['shapes']} shapes
 * @returns {Snapshot | null}
 */
function numbered(shapes) {
  const { snapshot = null, config } = shapes?.result ?? {};
  if (!snapshot || !config) return null;
  const tokens = Array.from({ length: config.seqLen }, (_, id) => {
    const text = String(id);
    return { id, piece: text, text, start: 0, end: 0, known: true, score: 0 };
  });
  return { ...snapshot, tokens };
}
