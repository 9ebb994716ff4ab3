/**
 * The number that is unfolded: a tensor of the layer on show, and where the chain that made it runs.
 *
 * @typedef {import('../draw/arithmetic-places.js').Name} TensorName
 * @typedef {object} Unfolding
 * @property {TensorName} name
 * @property {number} query row of the query token
 * @property {number} key row of the key token
 * @property {number} column within the primary head, 0 … d_head
 * @property {number} output column of the layer's output
 * @property {number} model column of the layer's input
 * @property {number} hidden column of the feed-forward layer
 * @property {number} sentence column of the sentence vector
 * @property {boolean} [free] of the attention of a chosen shape, not of the model
 * @typedef {Partial<Unfolding> & {head?: number, layer?: number}} Step what changes; the rest of the
 *   chain stays
 *
 * @typedef {object} LayerWeights
 * @property {Readonly<Record<string, {shape: readonly number[], data: Float32Array}>>} weights by
 *   `query.weight`, `query.bias`, `norm.scale`, …; empty where they did not come
 * @property {string | null} failed why
 */

/** @type {Readonly<Unfolding>} */
const START = Object.freeze({
  name: 'weights',
  query: 0,
  key: 0,
  column: 0,
  output: 0,
  model: 0,
  hidden: 0,
  sentence: 0,
});

/**
 * @param {Readonly<Unfolding> | null} unfolding
 * @param {Step} step
 * @returns {Readonly<Unfolding>}
 */
export function unfoldingAfter(unfolding, { head: _head, layer: _layer, ...step }) {
  return Object.freeze({ ...(unfolding ?? START), ...step });
}

/**
 * @typedef {object} Size
 * @property {number} tokens
 * @property {number} dHead
 * @property {number} dOutput
 * @property {number} dModel
 * @property {number} dFfn
 * @property {number} dSentence
 */

/**
 * The chain where the sentence or the layer has fewer tokens or columns than it was chosen in.
 * @param {Readonly<Unfolding>} unfolding
 * @param {Size} size
 * @returns {Readonly<Unfolding>}
 */
export function within(unfolding, { tokens, dHead, dOutput, dModel, dFfn, dSentence }) {
  const below = (/** @type {number} */ index, /** @type {number} */ end) =>
    Math.max(0, Math.min(index, end - 1));
  return Object.freeze({
    name: unfolding.name,
    free: unfolding.free === true,
    query: below(unfolding.query, tokens),
    key: below(unfolding.key, tokens),
    column: below(unfolding.column, dHead),
    output: below(unfolding.output, dOutput),
    model: below(unfolding.model, dModel),
    hidden: below(unfolding.hidden, dFfn),
    sentence: below(unfolding.sentence, dSentence),
  });
}

/**
 * The layers whose weights somebody looks at.
 * @param {Readonly<import('./store.js').State>} state
 * @returns {number[]}
 */
export function weightsWanted({ unfolding, proof, layer, compare, onScreen }) {
  if (!unfolding && !proof && !onScreen.includes('trace')) return [];
  const other = proof === 'compare' && compare.kind === 'head' ? [compare.other.layer] : [];
  return [...new Set([layer, ...other])];
}

/**
 * The cell of the matrix that is held; where none is, the strongest of the held query, or of the head.
 * @param {Readonly<Pick<import('./store.js').State, 'snapshot' | 'layer'>> & {heads: readonly number[],
 *   lock: {readonly side: 'query' | 'key', readonly index: number} |
 *   {readonly cell: readonly [number, number]} | null}} state
 * @returns {{query: number, key: number}}
 */
export function cellToUnfold({ snapshot, lock, layer, heads }) {
  if (lock && 'cell' in lock) return { query: lock.cell[0], key: lock.cell[1] };
  const count = snapshot?.tokens.length ?? 0;
  const data = snapshot?.tensors[`layers.${layer}.attention.weights`]?.data ?? new Float32Array(0);
  const held = lock && !('cell' in lock) ? lock : null;
  let best = { query: 0, key: 0, weight: -1 };
  for (let query = 0; query < count; query++) {
    for (let key = 0; key < count; key++) {
      if (held && held.index !== (held.side === 'query' ? query : key)) continue;
      const weight = data[(heads[0] * count + query) * count + key];
      if (weight > best.weight) best = { query, key, weight };
    }
  }
  return { query: best.query, key: best.key };
}
