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
 */

/** @type {WeakMap<object, Tensor>} the sentence before tanh, by the pooled vector it was made from */
const projections = new WeakMap();

/**
 * The layer on show with all that is known of it.
 * @param {Readonly<State>} state
 * @param {number} [layer]
 */
export function sourceOf(state, layer = state.layer) {
  const { snapshot, layerWeights, mixer } = state;
  const here = layerWeights[layer];
  const weights = (/** @type {string} */ name) => here?.weights[name];
  const contribution = contributionOf(state, layer);
  /** @param {string} name @returns {import('../state/store.js').Tensor | Tensor | undefined} */
  const tensors = (name) => {
    if (name === 'contribution') return contribution;
    if (name === 'projected') return projection(snapshot, weights);
    return snapshot?.tensors[traceName(name, layer)];
  };
  const { layers = [], encoder } = snapshot?.model ?? {};
  const { norm_epsilon: epsilon = 1e-6, activation = 'relu' } = encoder?.blocks[layer] ?? {};
  const { gains, outputGains } = mixerOptions(mixer);
  return {
    tensors,
    weights,
    gains: gains?.[layer] ?? null,
    outputGains: outputGains?.[layer] ?? null,
    block: {
      layer,
      epsilon,
      activation,
      embeddingScale: encoder?.embedding_scale ?? 1,
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
  const { snapshot, heads, unfolding: wanted } = state;
  const source = sourceOf(state);
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
    dFfn: snapshot.model?.layers[state.layer]?.dFfn ?? widthOf('ffn-hidden'),
    dSentence: widthOf('sentence'),
  };
  const unfolding = within(wanted, size);
  const steps = stepsOf(source).filter((name) => name !== 'contribution' || tensors(name));
  const place = { head: heads[0], ...unfolding };
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
