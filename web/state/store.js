/**
 * The page's one store: a frozen state, named actions, listeners. It imports no other room, so it
 * runs anywhere and can be tested bare. Views read `store.state`, subscribe, and call actions; nothing
 * else changes the state.
 */
import { INITIAL } from './state.js';
import { transitions } from './transitions.js';

export { STAGES } from './state.js';

/**
 * @typedef {import('./state.js').CompareKind} CompareKind
 * @typedef {import('./state.js').Focus} Focus
 * @typedef {import('./state.js').HeadId} HeadId
 * @typedef {import('./state.js').LayerInfo} LayerInfo
 * @typedef {import('./state.js').Side} Side
 * @typedef {import('./state.js').Snapshot} Snapshot
 * @typedef {import('./state.js').Stage} Stage
 * @typedef {import('./state.js').State} State
 * @typedef {import('./state.js').Tensor} Tensor
 * @typedef {import('./state.js').Token} Token
 */

/**
 * @template F
 * @typedef {F extends (state: State) => unknown ? () => void
 *   : F extends (state: State, payload: infer P) => unknown ? (payload: P) => void : never} Bound
 */
/** @typedef {{[K in keyof typeof transitions]: Bound<typeof transitions[K]>}} Actions */
/** @typedef {(state: Readonly<State>, previous: Readonly<State>) => void} Listener */
/**
 * @typedef {object} Store
 * @property {Readonly<State>} state the current state; a new object after every change
 * @property {(listener: Listener) => () => void} subscribe returns the unsubscribe function
 * @property {Readonly<Actions>} actions
 */

/**
 * @param {Partial<State>} [initial] fields that differ from the defaults
 * @returns {Store}
 */
export function createStore(initial = {}) {
  /** @type {Readonly<State>} */
  let state = Object.freeze({ ...INITIAL, ...initial });
  /** @type {Set<Listener>} */
  const listeners = new Set();

  /** @param {Partial<State>} changes */
  const apply = (changes) => {
    if (Object.keys(changes).length === 0) return;
    const previous = state;
    state = Object.freeze({ ...previous, ...changes });
    for (const listener of [...listeners]) listener(state, previous);
  };

  const actions = Object.fromEntries(
    Object.entries(transitions).map(([name, transition]) => [
      name,
      (/** @type {any} */ payload) =>
        apply(/** @type {(s: State, p: any) => Partial<State>} */ (transition)(state, payload)),
    ]),
  );

  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    actions: Object.freeze(/** @type {Actions} */ (actions)),
  };
}

/**
 * What the pictures focus on: the pointer beats the lock.
 * @param {Readonly<State>} state
 * @returns {Readonly<Focus> | null}
 */
export const focusOf = (state) => state.hover ?? state.lock;

/**
 * The layer and heads the pictures show: the previewed head beats the selection.
 * @param {Readonly<State>} state
 * @returns {{layer: number, heads: readonly number[]}}
 */
export const shownHeads = ({ previewHead, layer, heads }) =>
  previewHead ? { layer: previewHead.layer, heads: [previewHead.head] } : { layer, heads };

/**
 * What a layer's attention reads: its normalised input, or the input itself in a model without norms.
 * @param {Snapshot} snapshot
 * @param {number} layer
 */
export const attentionInput = ({ tensors }, layer) =>
  tensors[attentionName(layer, 'norm')] ?? tensors[`layers.${layer}.input`];

/**
 * The name of one attention tensor in a model's trace.
 * @param {number} layer
 * @param {string} name `weights`, `scores`, …
 */
export const attentionName = (layer, name) => `layers.${layer}.attention.${name}`;
