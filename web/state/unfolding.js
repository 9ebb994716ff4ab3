/**
 * The number that is unfolded: a tensor of the layer on show, and where the chain that made it runs.
 *
 * @typedef {'query' | 'key' | 'value' | 'scores' | 'scaled' | 'masked' | 'weights' | 'context'
 *   | 'concat' | 'output'} TensorName
 * @typedef {object} Unfolding
 * @property {TensorName} name
 * @property {number} query row of the query token
 * @property {number} key row of the key token
 * @property {number} column within the primary head, 0 … d_head
 * @property {number} output column of the layer's output
 * @typedef {Partial<Unfolding> & {head?: number}} Step what changes; the rest of the chain stays
 *
 * @typedef {object} LayerWeights
 * @property {number} layer
 * @property {Readonly<Record<string, {shape: readonly number[], data: Float32Array}>>} weights by
 *   `query.weight`, `query.bias`, …; empty where they did not come
 * @property {string | null} failed why
 */

/** @type {Readonly<Unfolding>} */
const START = Object.freeze({ name: 'weights', query: 0, key: 0, column: 0, output: 0 });

/**
 * @param {Readonly<Unfolding> | null} unfolding
 * @param {Step} step
 * @returns {Readonly<Unfolding>}
 */
export function unfoldingAfter(unfolding, { head: _, ...step }) {
  return Object.freeze({ ...(unfolding ?? START), ...step });
}

/**
 * The chain where the sentence or the layer has fewer tokens or columns than it was chosen in.
 * @param {Readonly<Unfolding>} unfolding
 * @param {{tokens: number, dHead: number, dOutput: number}} size
 * @returns {Readonly<Unfolding>}
 */
export function within({ name, query, key, column, output }, { tokens, dHead, dOutput }) {
  const below = (/** @type {number} */ index, /** @type {number} */ end) =>
    Math.max(0, Math.min(index, end - 1));
  return Object.freeze({
    name,
    query: below(query, tokens),
    key: below(key, tokens),
    column: below(column, dHead),
    output: below(output, dOutput),
  });
}
