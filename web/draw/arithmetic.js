/**
 * One number of attention as the arithmetic that made it, in digits that can be checked by hand.
 *
 * Every number shown is a whole number of the last decimal shown: operands are rounded, a product is
 * the product of the rounded operands, a running sum adds the rounded products. So each line
 * recomputes exactly, and the decimals are chosen so that the last line agrees with the number the
 * core computed, within the last digit shown of it.
 */

/** The tensors that can be unfolded, in flow order. */
export const UNFOLDABLE = Object.freeze(
  /** @type {const} */ ([
    'query',
    'key',
    'value',
    'scores',
    'scaled',
    'masked',
    'weights',
    'context',
    'concat',
    'output',
  ]),
);

/**
 * @typedef {(typeof UNFOLDABLE)[number]} Name
 * @typedef {{data: ArrayLike<number>, shape: readonly number[]}} Tensor row-major
 * @typedef {(name: string) => Tensor | undefined} Tensors the layer's own names: `norm`, `query`, …
 * @typedef {(name: string) => Tensor | undefined} Weights `query.weight` [in, out], `query.bias` [out], …
 *
 * @typedef {object} Place which cell of every tensor the chain runs through
 * @property {number} head
 * @property {number} query row of the query token
 * @property {number} key row of the key token
 * @property {number} column of the head, 0 … d_head
 * @property {number} output column of the output
 *
 * @typedef {{name: string, index: readonly number[]}} Cell of a tensor, or of a weight
 * @typedef {{at: number, numbers: readonly number[], running: number, left?: Cell, right?: Cell,
 *   chosen?: boolean}} Term
 *   `at` counts in the order of the tensor. `numbers`: of `dot` left, right, product; of `softmax`
 *   masked, masked − largest, its exponential; a masked key has −∞, −∞, 0
 *
 * @typedef {object} Unfolded
 * @property {'dot' | 'softmax' | 'same' | 'hidden'} kind `dot`: products that are added; `same`: the
 *   number is taken over; `hidden`: −∞, or 0 where a whole row is masked
 * @property {Cell} cell
 * @property {number} value what the core computed
 * @property {number} digits decimals to show of it
 * @property {number} decimals of every number in the terms
 * @property {readonly Term[]} terms
 * @property {number | null} bias added after the terms
 * @property {number | null} factor that the sum is multiplied by at last: a gain after W_O
 * @property {number | null} largest of a softmax row, what is taken away before the exponential
 * @property {number} total what the shown digits come to; the softmax's is the share
 * @property {boolean} agrees `total` is `value` within the last digit shown of it
 */

/** Decimals beyond which a float32 has nothing to say. */
const MOST_DECIMALS = 11;

/** Below this a score is a mask: −∞, or a model's own huge negative bias. */
const HIDDEN = -1e8;

/**
 * Where the cell of a tensor lies that a chain through `place` passes.
 * @param {Name} name
 * @param {Place} place
 * @param {number} dHead
 * @returns {number[]}
 */
export function indexOf(name, { head, query, key, column, output }, dHead) {
  switch (name) {
    case 'query':
    case 'context':
      return [head, query, column];
    case 'key':
    case 'value':
      return [head, key, column];
    case 'concat':
      return [query, head * dHead + column];
    case 'output':
      return [query, output];
    default:
      return [head, query, key];
  }
}

/**
 * The place of a chain that passes through one cell; what the cell leaves open stays as it was.
 * @param {Name} name
 * @param {readonly number[]} index
 * @param {number} dHead
 * @returns {Partial<Place>}
 */
export function placeOf(name, index, dHead) {
  const [first, second, third] = index;
  switch (name) {
    case 'query':
    case 'context':
      return { head: first, query: second, column: third };
    case 'key':
    case 'value':
      return { head: first, key: second, column: third };
    case 'concat':
      return { head: Math.floor(second / dHead), query: first, column: second % dHead };
    case 'output':
      return { query: first, output: second };
    default:
      return { head: first, query: second, key: third };
  }
}

/** @param {Tensor} tensor @param {readonly number[]} index */
export function valueAt({ data, shape }, index) {
  return data[index.reduce((offset, i, axis) => offset * shape[axis] + i, 0)];
}

/**
 * @param {object} layer
 * @param {Tensors} layer.tensors
 * @param {Weights} [layer.weights] without them query, key, value and output do not unfold
 * @param {ArrayLike<number> | null} [layer.gains] one factor per head before W_O
 * @param {ArrayLike<number> | null} [layer.outputGains] one factor per slice of the output's columns
 * @param {Name} name
 * @param {Place} place
 * @param {{sorted?: boolean}} [options] `sorted`: the terms by their magnitude, largest first
 * @returns {Unfolded | null} null where a tensor or a weight is missing
 */
export function unfold(layer, name, place, options) {
  const { tensors, weights = () => undefined, gains = null, outputGains = null } = layer;
  const tensor = tensors(name);
  const query = tensors('query');
  if (!tensor || !query) return null;
  const dHead = query.shape[2];
  const index = indexOf(name, place, dHead);
  const cell = { name, index };
  const value = valueAt(tensor, index);
  const { head, query: i, key: j, column } = place;
  const read = (/** @type {string} */ of) => {
    const found = tensors(of);
    return found && ((/** @type {number[]} */ ...at) => valueAt(found, at));
  };
  const made = (/** @type {Sum} */ sum) => dot(cell, value, sum, options?.sorted ?? false);

  /** @type {(sources: {from: string, weight: string, row: number, to: number, factor?: number}) => Unfolded | null} */
  const project = ({ from, weight, row, to, factor = 1 }) => {
    const [x, w, b] = [tensors(from), weights(`${weight}.weight`), weights(`${weight}.bias`)];
    if (!x || !w) return null;
    return made({
      count: x.shape[1],
      left: (k) => ({ name: from, index: [row, k], value: valueAt(x, [row, k]) }),
      right: (k) => ({ name: `W.${weight}`, index: [k, to], value: valueAt(w, [k, to]) }),
      bias: b ? valueAt(b, [to]) : null,
      factor: factor === 1 ? null : factor,
    });
  };

  switch (name) {
    case 'query':
    case 'key':
    case 'value': {
      const row = name === 'query' ? i : j;
      return project({ from: 'norm', weight: name, row, to: head * dHead + column });
    }
    case 'scores': {
      const [q, k] = [read('query'), read('key')];
      if (!q || !k) return null;
      return made({
        count: dHead,
        left: (d) => ({ name: 'query', index: [head, i, d], value: q(head, i, d) }),
        right: (d) => ({ name: 'key', index: [head, j, d], value: k(head, j, d) }),
      });
    }
    case 'scaled': {
      const scores = read('scores');
      if (!scores) return null;
      return made({
        count: 1,
        left: () => ({ name: 'scores', index, value: scores(...index) }),
        right: () => ({ name: 'scale', index: [], value: 1 / Math.sqrt(dHead) }),
      });
    }
    case 'masked':
      if (value <= HIDDEN) return bare('hidden', cell, value);
      return made(taken('scaled', index, tensors));
    case 'weights':
      return tensors('masked') ? softmax(cell, value, tensors('masked'), options) : null;
    case 'context': {
      const [w, v] = [read('weights'), read('value')];
      if (!w || !v) return null;
      return made({
        count: query.shape[1],
        left: (key) => ({ name: 'weights', index: [head, i, key], value: w(head, i, key) }),
        right: (key) => ({
          name: 'value',
          index: [head, key, column],
          value: v(head, key, column),
        }),
      });
    }
    case 'concat':
      return made(taken('context', [head, i, column], tensors, gains?.[head]));
    case 'output': {
      const slice = Math.floor((place.output * query.shape[0]) / tensor.shape[1]);
      const factor = outputGains?.[slice] ?? 1;
      return project({ from: 'concat', weight: 'output', row: i, to: place.output, factor });
    }
  }
}

/**
 * @typedef {Cell & {value: number}} Operand
 * @typedef {object} Sum
 * @property {number} count of products
 * @property {(at: number) => Operand} left
 * @property {((at: number) => Operand) | null} right null: the left one is taken over
 * @property {number | null} [bias]
 * @property {number | null} [factor]
 */

/**
 * @param {string} from
 * @param {readonly number[]} index
 * @param {Tensors} tensors
 * @param {number} [gain]
 * @returns {Sum} one number, times the head's gain where it has one
 */
function taken(from, index, tensors, gain = 1) {
  const tensor = tensors(from);
  return {
    count: 1,
    left: () => ({ name: from, index, value: tensor ? valueAt(tensor, index) : NaN }),
    right: gain === 1 ? null : () => ({ name: 'gain', index: [], value: gain }),
  };
}

/**
 * Decimals that show a value in four significant digits.
 * @param {number} value
 */
export function decimalsFor(value) {
  if (value === 0 || !Number.isFinite(value)) return 4;
  return Math.max(2, Math.min(8, 3 - Math.floor(Math.log10(Math.abs(value)))));
}

/** What a sum of float32 products may lose of the sum of their magnitudes. */
const FLOAT32_LOSS = 4e-6;

/**
 * The fewest decimals that still come to the value: as many digits of the value as can be had, four
 * at best, then as few of the operands as that takes. Digits are only given up where the terms are
 * so much larger than their sum that a float32 does not hold more.
 * @template {{total: number}} T
 * @param {number} value
 * @param {number} size the sum of the terms' magnitudes
 * @param {(decimals: number) => T} compute
 * @returns {T & {digits: number, decimals: number, agrees: boolean}}
 */
function fit(value, size, compute) {
  const wanted = decimalsFor(value);
  const least = Math.min(wanted, Math.floor(-Math.log10(2 * FLOAT32_LOSS * Math.max(size, 1e-3))));
  for (let digits = wanted; digits >= least; digits--) {
    for (let decimals = Math.max(4, digits); decimals <= MOST_DECIMALS; decimals++) {
      const result = compute(decimals);
      if (Math.abs(result.total - value) <= 0.5 * 10 ** -digits) {
        return { ...result, digits, decimals, agrees: true };
      }
    }
  }
  return { ...compute(wanted + 2), digits: wanted, decimals: wanted + 2, agrees: false };
}

/**
 * @param {Cell} cell
 * @param {number} value
 * @param {Sum} sum
 * @param {boolean} sorted
 * @returns {Unfolded}
 */
function dot(cell, value, { count, left, right, bias = null, factor = null }, sorted) {
  const lefts = Array.from({ length: count }, (_, at) => left(at));
  const rights = right ? Array.from({ length: count }, (_, at) => right(at)) : null;
  const order = lefts.map((_, at) => at);
  const product = (/** @type {number} */ at) => lefts[at].value * (rights?.[at].value ?? 1);
  if (sorted) order.sort((a, b) => Math.abs(product(b)) - Math.abs(product(a)));
  const size = order.reduce((sum, at) => sum + Math.abs(product(at)), Math.abs(bias ?? 0));
  const { digits, decimals, agrees, total, units, sums } = fit(value, size, (places) => {
    const unit = 10 ** places;
    /** @type {number[][]} whole numbers of the last decimal: left, right, product */
    const units = [];
    /** @type {number[]} */
    const sums = [];
    let running = 0;
    for (const at of order) {
      const a = Math.round(lefts[at].value * unit);
      const b = rights ? Math.round(rights[at].value * unit) : unit;
      const product = rights ? Math.round((a * b) / unit) : a;
      running += product;
      units.push([a, b, product]);
      sums.push(running);
    }
    const last = running + (bias === null ? 0 : Math.round(bias * unit));
    const scaled = factor === null ? last : Math.round((last * Math.round(factor * unit)) / unit);
    return { total: scaled / unit, units, sums };
  });
  const unit = 10 ** decimals;
  return {
    kind: rights ? 'dot' : 'same',
    cell,
    value,
    digits,
    decimals,
    agrees,
    total,
    largest: null,
    bias: bias === null ? null : Math.round(bias * unit) / unit,
    factor: factor === null ? null : Math.round(factor * unit) / unit,
    terms: order.map((at, i) => ({
      at,
      numbers: units[i].map((whole) => whole / unit),
      running: sums[i] / unit,
      left: { name: lefts[at].name, index: lefts[at].index },
      right: rights ? { name: rights[at].name, index: rights[at].index } : undefined,
    })),
  };
}

/**
 * @param {Cell} cell of the weights
 * @param {number} value
 * @param {Tensor | undefined} masked
 * @param {{sorted?: boolean}} [options]
 * @returns {Unfolded | null}
 */
function softmax(cell, value, masked, { sorted = false } = {}) {
  if (!masked) return null;
  const [head, query, key] = cell.index;
  const row = Array.from({ length: masked.shape[2] }, (_, at) =>
    valueAt(masked, [head, query, at]),
  );
  const open = row.filter((score) => score > HIDDEN);
  if (open.length === 0 || row[key] <= HIDDEN) return bare('hidden', cell, value);
  const order = row.map((_, at) => at);
  if (sorted) order.sort((a, b) => row[b] - row[a]);
  const { digits, decimals, agrees, total, lines, sums, largest } = fit(value, 1, (places) => {
    const unit = 10 ** places;
    const largest = Math.round(Math.max(...open) * unit);
    /** @type {number[][]} */
    const lines = [];
    /** @type {number[]} */
    const sums = [];
    let running = 0;
    let own = 0;
    for (const at of order) {
      const hidden = row[at] <= HIDDEN;
      const score = hidden ? -Infinity : Math.round(row[at] * unit);
      const power = hidden ? 0 : Math.round(Math.exp((score - largest) / unit) * unit);
      running += power;
      if (at === key) own = power;
      lines.push([score, score - largest, power]);
      sums.push(running);
    }
    return { total: own / running, lines, sums, largest };
  });
  const unit = 10 ** decimals;
  return {
    kind: 'softmax',
    cell,
    value,
    digits,
    decimals,
    agrees,
    total,
    bias: null,
    factor: null,
    largest: largest / unit,
    terms: order.map((at, i) => ({
      at,
      numbers: lines[i].map((whole) => whole / unit),
      running: sums[i] / unit,
      left: { name: 'masked', index: [head, query, at] },
      chosen: at === key,
    })),
  };
}

/** @param {'hidden'} kind @param {Cell} cell @param {number} value @returns {Unfolded} */
const bare = (kind, cell, value) => ({
  kind,
  cell,
  value,
  digits: 4,
  decimals: 4,
  terms: [],
  bias: null,
  factor: null,
  largest: null,
  total: value,
  agrees: true,
});
