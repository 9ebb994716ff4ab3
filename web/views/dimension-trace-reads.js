/** What the dimension trace reads of the state, and how large what it shows is. */
import { HEADS_SHOWN } from '../state/shapes.js';

/**
 * @typedef {import('./view.js').State} State
 * @typedef {import('./dimension-trace-layer.js').Layer} Layer
 */

/** Tensors up to this size have every number written into them. */
const READABLE = { widest: 8, tokens: 8, heads: 4 };

/** Numbers in all of a layer's tensors from which on its cards are drawn one after the other. */
const HEAVY = 2e6;

/** What the cards are made from. @type {((state: Readonly<State>) => unknown)[]} */
export const DATA = [
  ({ snapshot, shapes }) => (shapes?.on ? null : snapshot),
  ({ layer }) => layer,
  ({ provisional }) => provisional,
  ({ layer, layerWeights }) => layerWeights?.[layer],
  ({ shapes }) => shapes?.on,
  ({ shapes }) => (shapes?.on ? shapes.result : null),
  ({ shapes }) => (shapes?.on ? Math.floor(shapes.head / HEADS_SHOWN) : null),
];

/** The head chosen among the free shapes. @param {Readonly<State> | null} state */
export const chosenOf = (state) => (state?.shapes?.on ? state.shapes.head : null);

/**
 * The cell of an entry, px, where every tensor is so small that all its numbers can be written.
 * @param {Layer} layer
 */
export function cellOf({ tensors, heads }) {
  const small = Object.values(tensors).every(({ shape }) => {
    const [tokens, columns] = shape.slice(-2);
    return columns <= READABLE.widest && tokens <= READABLE.tokens;
  });
  return small && heads <= READABLE.heads ? { width: 34, height: 18 } : null;
}

/** Whether drawing several cards in one frame would hold up the page. @param {Layer} layer */
export const isHeavy = ({ tensors }) =>
  Object.values(tensors).reduce((sum, { data }) => sum + data.length, 0) > HEAVY;
