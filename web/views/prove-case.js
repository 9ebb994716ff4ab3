/** What the code on show has to prove, by part of the page, from the state. */
import { decimalsFor, indexOf, traceName, unfold, valueAt } from '../draw/arithmetic.js';
import { proofCase } from '../proof/case.js';
import { claimDigits } from '../proof/claims.js';
import { differences } from '../state/compare.js';
import { stackOf, sumOfStacks } from '../state/contributions.js';
import { mixedLayers } from '../state/mixer.js';
import { cellToUnfold } from '../state/unfolding.js';
import { chainOf, sourceOf } from './arithmetic-source.js';
import { sidesOf } from './compare-sides.js';
import { chosenToken, layersOf } from './contributions-parts.js';
import { averageOf } from './matrix-average.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Snapshot} Snapshot
 * @typedef {import('../proof/case.js').Case} Case
 * @typedef {import('../proof/case.js').Given} Given
 */

/** Decimals that a number of a picture is read with at most. */
const MOST_DIGITS = 4;

/**
 * @param {Readonly<State>} state
 * @returns {Case | null} null where something is not there yet
 */
export function caseOf(state) {
  switch (state.proof) {
    case 'graph':
    case 'masks':
      return cellCase(state, 'weights');
    case 'matrix':
      return state.average ? averageCase(state) : cellCase(state, state.stage);
    case 'arithmetic':
      return state.unfolding?.free ? shapesCase(state, true) : chainCase(state);
    case 'compare':
      return compareCase(state);
    case 'trace':
      return state.shapes?.on ? shapesCase(state, false) : plainCase(state, { block: true });
    case 'contributions':
      return contributionsCase(state);
    case 'mixer': {
      const mixed = mixedLayers(state.mixer).map(({ layer }) => layer);
      const layer = mixed.includes(state.layer) ? state.layer : (mixed[0] ?? state.layer);
      return plainCase(state, { layer });
    }
    default:
      return null;
  }
}

/**
 * The layers whose weights that takes.
 * @param {Readonly<State>} state
 * @param {{layer?: number, snapshot?: Snapshot | null, block?: boolean, contribution?: boolean}} [of]
 * @returns {Given | null}
 */
function givenOf(state, { layer = state.layer, snapshot = state.snapshot, ...what } = {}) {
  const { block = false, contribution = false } = what;
  if (!snapshot) return null;
  const source = sourceOf(state, layer);
  const { epsilon, embeddingScale } = source.block;
  const { first, last, lifted } = source;
  return {
    layer,
    text: snapshot.text,
    // The contributions and the sentence before tanh are the source's own.
    tensors:
      snapshot === state.snapshot
        ? source.tensors
        : (name) => snapshot.tensors[traceName(name, layer)],
    weights: source.weights,
    gains: source.gains,
    outputGains: source.outputGains,
    block: block ? { embeddingScale, epsilon, first, last, lifted } : null,
    contribution,
  };
}

/** @param {Readonly<State>} state @param {Parameters<typeof givenOf>[1]} of */
function plainCase(state, of) {
  const given = givenOf(state, of);
  return given && proofCase({ name: state.proof ?? '', layers: [given], claims: [] });
}

/** @param {Readonly<State>} state @param {import('../state/store.js').Stage} name of the primary head */
function cellCase(state, name) {
  const given = givenOf(state);
  const tensor = given?.tensors(name);
  if (!given || !tensor) return null;
  const { query, key } = cellToUnfold(state);
  const index = [state.heads[0], query, key];
  const value = valueAt(tensor, index);
  const digits = Math.min(MOST_DIGITS, decimalsFor(value));
  const claim = { kind: /** @type {const} */ ('cell'), name, index, value, digits };
  return proofCase({ name: state.proof ?? '', layers: [given], claims: [claim] });
}

/** @param {Readonly<State>} state */
function averageCase(state) {
  const given = givenOf(state);
  const tensor = state.snapshot?.tensors[traceName('weights', state.layer)];
  if (!given || !tensor) return null;
  const { query, key } = cellToUnfold(state);
  const value = averageOf(tensor).weights[query * tensor.shape[1] + key];
  const cell = { kind: /** @type {const} */ ('cell'), name: 'weights', index: [query, key] };
  const claim = { ...cell, value, digits: MOST_DIGITS, average: true };
  return proofCase({ name: 'matrix', layers: [given], claims: [claim] });
}

/** The number that is unfolded. @param {Readonly<State>} state */
function chainCase(state) {
  const chain = chainOf(state);
  if (!chain) return null;
  const { unfolding, source } = chain;
  const { name } = unfolding;
  const inside = traceName(name, 0).includes('.attention.') && !OUTSIDE.includes(name);
  const given = givenOf(state, { block: !inside, contribution: name === 'contribution' });
  if (!given) return null;
  // Where there is no proof of its own for a number, that of the layer holds it.
  const shown = !['embedding', 'projected'].includes(name) && (name !== 'input' || source.first);
  const claim = shown ? chainClaim(state) : null;
  return proofCase({ name: 'arithmetic', layers: [given], claims: claim ? [claim] : [] });
}

/** @param {Readonly<State>} state @returns {import('../proof/case.js').CellClaim | null} */
function chainClaim(state) {
  const chain = chainOf(state);
  const name = chain?.unfolding.name;
  const unfolded = chain && name && unfold(chain.source, name, chain.place);
  if (!unfolded) return null;
  const index = indexOf(name, chain.place, chain.size.dHead);
  const digits = claimDigits(name, unfolded.digits);
  return { kind: 'cell', name, index, value: unfolded.value, digits };
}

/** Beside the attention, though the trace's names say otherwise. */
const OUTSIDE = ['norm', 'residual'];

/** @param {Readonly<State>} state */
function compareCase(state) {
  const sides = sidesOf(state);
  if ('missing' in sides) return null;
  const { left, right, alignment } = sides;
  const [a, b] = [left, right].map(({ layer, snapshot }) => givenOf(state, { layer, snapshot }));
  if (!a || !b) return null;
  const pairs = alignment.pairs.map((pair) => /** @type {const} */ ([pair.left, pair.right]));
  const heads = /** @type {const} */ ([left.weights.head, right.weights.head]);
  return proofCase({
    name: 'compare',
    layers: [a, b],
    claims: [{ kind: 'difference', heads, pairs }],
    difference: differences(left.weights, right.weights, alignment.pairs),
  });
}

/** @param {Readonly<State>} state */
function contributionsCase(state) {
  const layers = layersOf(state);
  const given = givenOf(state, { contribution: true });
  if (!layers || !given) return null;
  const { sums } = layers[state.layer];
  const token = chosenToken(state);
  const stacks = Array.from({ length: sums.count }, (_, index) => stackOf(sums, index));
  const { heads, bias, length } = token === null ? sumOfStacks(stacks) : stacks[token];
  const claim = { kind: /** @type {const} */ ('stack'), token, heads, bias, length, digits: 2 };
  return proofCase({ name: 'contributions', layers: [given], claims: [claim] });
}

/**
 * Attention of a shape that was chosen, from seeded weights.
 * @param {Readonly<State>} state
 * @param {boolean} unfolded the number that is unfolded is asserted too
 */
function shapesCase(state, unfolded) {
  const { result = null } = state.shapes ?? {};
  const snapshot = result?.snapshot;
  if (!result || !snapshot) return null;
  const tensors = (/** @type {string} */ name) =>
    snapshot.tensors[traceName(name, 0)] ??
    (name === 'norm' ? snapshot.tensors['layers.0.input'] : undefined);
  const weights = (/** @type {string} */ name) => result.weights[name];
  const layers = [{ layer: 0, text: '', tensors, weights }];
  const claim = unfolded ? chainClaim(state) : null;
  return proofCase({ name: 'shapes', layers, claims: claim ? [claim] : [] });
}
