/**
 * One number of a layer as the arithmetic that made it, in digits that can be checked by hand: which
 * numbers each step multiplies, adds, bends. See arithmetic-digits.js for how they are rounded.
 */
import { unfoldBlock } from './arithmetic-block.js';
import { bare, dot, softmax } from './arithmetic-kinds.js';
import { indexOf } from './arithmetic-places.js';
import { project, reader, valueAt } from './arithmetic-read.js';

export { decimalsFor } from './arithmetic-digits.js';
export { indexOf, placeOf, stepsOf, traceName, UNFOLDABLE } from './arithmetic-places.js';
export { valueAt } from './arithmetic-read.js';

/**
 * @typedef {import('./arithmetic-places.js').Name} Name
 * @typedef {import('./arithmetic-places.js').Place} Place
 * @typedef {import('./arithmetic-digits.js').Done} Done
 * @typedef {{data: ArrayLike<number>, shape: readonly number[], axes?: readonly string[]}} Tensor row-major
 * @typedef {(name: string) => Tensor | undefined} Tensors by the names of UNFOLDABLE
 * @typedef {(name: string) => Tensor | undefined} Weights `query.weight` [in, out], `norm.scale`, …
 *
 * @typedef {object} Block what is known of the layer beyond its attention
 * @property {number} layer
 * @property {number} epsilon of its norms
 * @property {string} activation
 * @property {number} embeddingScale
 * @property {boolean} [learned] positions are learned, which is nothing that could be added up here
 * @property {readonly number[]} ids of the tokens
 *
 * @typedef {{name: string, index: readonly number[], layer?: number}} Cell of a tensor, or of a weight;
 *   `layer` where it is of another one
 * @typedef {{at: number, numbers: readonly number[], running: number, left?: Cell, right?: Cell,
 *   chosen?: boolean}} Term
 *   `at` counts in the order of the tensor. `numbers`: of `dot` left, right, product, where a term
 *   without `right` is taken over; of `softmax` masked, masked − largest, its exponential, and a masked
 *   key has −∞, −∞, 0; of `norm` x, x − mean, its square; of `unit` x, tanh x, its square
 *
 * @typedef {object} Unfolded
 * @property {'dot' | 'sum' | 'softmax' | 'norm' | 'unit' | 'same' | 'hidden'} kind `dot`: products that
 *   are added; `sum`: numbers that are added; `same`: the number is taken over; `hidden`: −∞, or 0 where
 *   a whole row is masked
 * @property {Cell} cell
 * @property {number} value what the core computed
 * @property {number} digits decimals to show of it
 * @property {number} decimals of every number in the terms
 * @property {readonly Term[]} terms
 * @property {readonly Done[]} then what is done to the sum of the terms, in order
 * @property {{number: number, then: readonly Done[]} | null} own where the result is made from the
 *   chosen term instead: its number, and what is done to it
 * @property {{sum: number, count: number, result: number} | null} mean of a norm's row
 * @property {number | null} largest of a softmax row, what is taken away before the exponential
 * @property {number} total what the shown digits come to
 * @property {boolean | null} agrees `total` is `value` within the last digit shown of it; null where
 *   the core computed nothing that it could be compared with
 */

/** Below this a score is a mask: −∞, or a model's own huge negative bias. */
const HIDDEN = -1e8;

/**
 * @typedef {object} Source a layer: what was computed, and from what
 * @property {Tensors} tensors
 * @property {Tensors} [below] those of the layer before, whose output this one takes over
 * @property {Weights} [weights] without them what multiplies by one does not unfold
 * @property {ArrayLike<number> | null} [gains] one factor per head before W_O
 * @property {ArrayLike<number> | null} [outputGains] one factor per slice of the output's columns
 * @property {string} [entry] the tensor that the projections read; `norm` when left out
 * @property {Block | null} [block] null where there is nothing but attention
 */

/**
 * @param {Source} source
 * @param {Name} name
 * @param {Place} place
 * @param {{sorted?: boolean}} [options] `sorted`: the terms by their magnitude, largest first
 * @returns {Unfolded | null} null where a tensor or a weight is missing
 */
export function unfold(source, name, place, { sorted = false } = {}) {
  const { tensors, gains = null, outputGains = null } = source;
  const tensor = tensors(name);
  const query = tensors('query');
  if (!tensor || !query) return null;
  const dHead = query.shape[2];
  const index = indexOf(name, place, dHead);
  const cell = { name, index };
  const value = valueAt(tensor, index);
  const { head, query: i, key: j, column, output } = place;
  const made = (/** @type {import('./arithmetic-kinds.js').Sum | null} */ sum) =>
    sum && dot(cell, value, sum, sorted);
  const at = reader(tensors);
  const scale = { name: 'scale', index: [], value: 1 / Math.sqrt(dHead) };

  switch (name) {
    case 'query':
    case 'key':
    case 'value': {
      const row = name === 'query' ? i : j;
      return made(
        project(source, { from: source.entry ?? 'norm', by: name, row, to: head * dHead + column }),
      );
    }
    case 'scores': {
      const [q, k] = [at('query'), at('key')];
      if (!q || !k) return null;
      return made({
        count: dHead,
        left: (d) => q(head, i, d),
        right: (d) => k(head, j, d),
      });
    }
    case 'scaled': {
      const scores = at('scores');
      return made(scores && { count: 1, left: () => scores(...index), right: () => scale });
    }
    case 'masked': {
      if (value <= HIDDEN) return bare('hidden', cell, value);
      const scaled = at('scaled');
      return made(scaled && { count: 1, left: () => scaled(...index) });
    }
    case 'weights': {
      const masked = at('masked');
      if (!masked) return null;
      const row = Array.from({ length: tensor.shape[2] }, (_, key) => masked(head, i, key).value);
      return softmax(cell, value, row, { key: j, hidden: HIDDEN, sorted });
    }
    case 'context': {
      const [w, v] = [at('weights'), at('value')];
      if (!w || !v) return null;
      return made({
        count: tensor.shape[1],
        left: (key) => w(head, i, key),
        right: (key) => v(head, key, column),
      });
    }
    case 'concat': {
      const context = at('context');
      const gain = { name: 'gain', index: [], value: gains?.[head] ?? 1 };
      const right = () => (gain.value === 1 ? null : gain);
      return made(context && { count: 1, left: () => context(head, i, column), right });
    }
    case 'contribution': {
      const w = source.weights?.('output.weight');
      const concat = at('concat');
      if (!w || !concat) return null;
      return made({
        count: dHead,
        left: (d) => concat(i, head * dHead + d),
        right: (d) => {
          const place = [head * dHead + d, output];
          return { name: 'W.output', index: place, value: valueAt(w, place) };
        },
      });
    }
    case 'output': {
      const slice = Math.floor((output * query.shape[0]) / tensor.shape[1]);
      const gain = outputGains?.[slice] ?? 1;
      const factor = { op: /** @type {const} */ ('times'), value: gain, name: 'factor' };
      const then = gain === 1 ? [] : [factor];
      return made(project(source, { from: 'concat', by: 'output', row: i, to: output, then }));
    }
    default:
      return unfoldBlock(source, { cell, value, place, sorted });
  }
}
