/** The kinds of arithmetic a number can be made by, each in digits that can be checked by hand. */
import { carryOut, fit } from './arithmetic-digits.js';

/**
 * @typedef {import('./arithmetic.js').Cell} Cell
 * @typedef {import('./arithmetic.js').Unfolded} Unfolded
 * @typedef {import('./arithmetic-digits.js').Planned} Planned
 * @typedef {Cell & {value: number}} Operand
 *
 * @typedef {object} Sum
 * @property {number} count of products
 * @property {(at: number) => Operand} left
 * @property {(at: number) => Operand | null} [right] null, or left out: the left one is taken over
 * @property {readonly Planned[]} [then] what is done to the sum
 * @property {number} [size] what the terms and all that follows them come to in magnitude
 */

/**
 * @param {Cell} cell
 * @param {number} value
 * @param {Sum} sum
 * @param {boolean} sorted
 * @returns {Unfolded}
 */
export function dot(cell, value, { count, left, right = () => null, then = [], size }, sorted) {
  const lefts = Array.from({ length: count }, (_, at) => left(at));
  const rights = lefts.map((_, at) => right(at));
  const order = lefts.map((_, at) => at);
  const product = (/** @type {number} */ at) => lefts[at].value * (rights[at]?.value ?? 1);
  if (sorted) order.sort((a, b) => Math.abs(product(b)) - Math.abs(product(a)));
  const added = then.reduce(
    (sum, step) => sum + (step.op === 'plus' ? Math.abs(step.value ?? 0) : 0),
    0,
  );
  const terms = order.reduce((sum, at) => sum + Math.abs(product(at)), added);
  const { units, sums, done, ...fitted } = fit(value, { size: size ?? terms }, (places) => {
    const unit = 10 ** places;
    /** @type {number[][]} whole numbers of the last decimal: left, right, product */
    const units = [];
    /** @type {number[]} */
    const sums = [];
    let running = 0;
    for (const at of order) {
      const a = Math.round(lefts[at].value * unit);
      const b = Math.round((rights[at]?.value ?? 1) * unit);
      const product = rights[at] ? Math.round((a * b) / unit) : a;
      running += product;
      units.push([a, b, product]);
      sums.push(running);
    }
    const { end, done } = carryOut(running, then, unit);
    return { total: end / unit, units, sums, done };
  });
  const unit = 10 ** fitted.decimals;
  const products = rights.some(Boolean);
  return {
    ...bare(products ? 'dot' : count === 1 && !then.length ? 'same' : 'sum', cell, value),
    ...fitted,
    then: done,
    terms: order.map((at, i) => ({
      at,
      numbers: units[i].map((whole) => whole / unit),
      running: sums[i] / unit,
      left: { name: lefts[at].name, index: lefts[at].index, layer: lefts[at].layer },
      right: rights[at] ? { name: rights[at].name, index: rights[at].index } : undefined,
    })),
  };
}

/**
 * One share of a softmax.
 * @param {Cell} cell of the weights
 * @param {number} value
 * @param {readonly number[]} row the masked scores
 * @param {{key: number, hidden: number, sorted: boolean}} options scores up to `hidden` are masked
 * @returns {Unfolded}
 */
export function softmax(cell, value, row, { key, hidden, sorted }) {
  const [head, query] = cell.index;
  const open = row.filter((score) => score > hidden);
  if (open.length === 0 || row[key] <= hidden) return bare('hidden', cell, value);
  const order = row.map((_, at) => at);
  if (sorted) order.sort((a, b) => row[b] - row[a]);
  const { lines, sums, own, largest, ...fitted } = fit(value, { size: 1 }, (places) => {
    const unit = 10 ** places;
    const largest = Math.round(Math.max(...open) * unit);
    /** @type {number[][]} */
    const lines = [];
    /** @type {number[]} */
    const sums = [];
    let running = 0;
    let own = 0;
    for (const at of order) {
      const closed = row[at] <= hidden;
      const score = closed ? -Infinity : Math.round(row[at] * unit);
      const power = closed ? 0 : Math.round(Math.exp((score - largest) / unit) * unit);
      running += power;
      if (at === key) own = power;
      lines.push([score, score - largest, power]);
      sums.push(running);
    }
    return { total: own / running, lines, sums, own, largest };
  });
  const unit = 10 ** fitted.decimals;
  const sum = sums[sums.length - 1] / unit;
  return {
    ...bare('softmax', cell, value),
    ...fitted,
    largest: largest / unit,
    own: {
      number: own / unit,
      then: [{ op: 'over', number: sum, name: 'sum', result: fitted.total }],
    },
    terms: order.map((at, i) => ({
      at,
      numbers: lines[i].map((whole) => whole / unit),
      running: sums[i] / unit,
      left: { name: 'masked', index: [head, query, at] },
      chosen: at === key,
    })),
  };
}

/**
 * One number of a layer norm: what its row's mean and variance leave of it, times a gain, plus a bias.
 * @param {Cell} cell
 * @param {number} value
 * @param {readonly Operand[]} row
 * @param {{epsilon: number, gain: Operand, bias: Operand, sorted: boolean}} options
 * @returns {Unfolded}
 */
export function norm(cell, value, row, { epsilon, gain, bias, sorted }) {
  const column = cell.index[1];
  const count = row.length;
  const mean = row.reduce((sum, { value: x }) => sum + x, 0) / count;
  const variance = row.reduce((sum, { value: x }) => sum + (x - mean) ** 2, 0) / count;
  const order = row.map((_, at) => at);
  if (sorted) {
    order.sort((a, b) => Math.abs(row[b].value - mean) - Math.abs(row[a].value - mean));
  }
  const spread = (Math.abs(row[column].value) + Math.abs(mean)) / Math.sqrt(variance + epsilon);
  const size = spread * Math.abs(gain.value) + Math.abs(bias.value);
  const { lines, sums, first, own, ...fitted } = fit(value, { size, from: 6 }, (places) => {
    const unit = 10 ** places;
    const whole = row.map(({ value: x }) => Math.round(x * unit));
    const all = whole.reduce((sum, x) => sum + x, 0);
    const middle = Math.round(all / count);
    /** @type {number[][]} */
    const lines = [];
    /** @type {number[]} */
    const sums = [];
    let running = 0;
    for (const at of order) {
      const rest = whole[at] - middle;
      const square = Math.round((rest * rest) / unit);
      running += square;
      lines.push([whole[at], rest, square]);
      sums.push(running);
    }
    const { end: deviation, done: first } = carryOut(
      running,
      [
        { op: 'over', value: count, name: 'count' },
        { op: 'plus', value: epsilon, name: 'epsilon' },
        { op: 'root', name: 'deviation' },
      ],
      unit,
    );
    const rest = whole[column] - middle;
    const { end, done } = carryOut(
      rest,
      [
        { op: 'over', value: deviation / unit, name: 'deviation' },
        { op: 'times', value: gain.value, cell: gain },
        { op: 'plus', value: bias.value, cell: bias },
      ],
      unit,
    );
    const own = { number: rest / unit, then: done, sum: all / unit, mean: middle / unit };
    return { total: end / unit, lines, sums, first, own };
  });
  const unit = 10 ** fitted.decimals;
  return {
    ...bare('norm', cell, value),
    ...fitted,
    then: first,
    own: { number: own.number, then: own.then },
    mean: { sum: own.sum, count, result: own.mean },
    terms: order.map((at, i) => ({
      at,
      numbers: lines[i].map((whole) => whole / unit),
      running: sums[i] / unit,
      left: { name: row[at].name, index: row[at].index },
      chosen: at === column,
    })),
  };
}

/**
 * One number of a vector of tanh brought to length 1.
 * @param {Cell} cell
 * @param {number} value
 * @param {readonly Operand[]} row before tanh
 * @param {boolean} sorted
 * @returns {Unfolded}
 */
export function unitTanh(cell, value, row, sorted) {
  const [column] = cell.index;
  const order = row.map((_, at) => at);
  if (sorted) order.sort((a, b) => Math.abs(row[b].value) - Math.abs(row[a].value));
  const { lines, sums, first, own, ...fitted } = fit(value, { size: 1 }, (places) => {
    const unit = 10 ** places;
    /** @type {number[][]} */
    const lines = [];
    /** @type {number[]} */
    const sums = [];
    let running = 0;
    let mine = 0;
    for (const at of order) {
      const before = Math.round(row[at].value * unit);
      const bent = Math.round(Math.tanh(before / unit) * unit);
      const square = Math.round((bent * bent) / unit);
      running += square;
      if (at === column) mine = bent;
      lines.push([before, bent, square]);
      sums.push(running);
    }
    const { end: length, done: first } = carryOut(running, [{ op: 'root', name: 'length' }], unit);
    const plan = [{ op: /** @type {const} */ ('over'), value: length / unit, name: 'length' }];
    const { end, done } = carryOut(mine, plan, unit);
    return { total: end / unit, lines, sums, first, own: { number: mine / unit, then: done } };
  });
  const unit = 10 ** fitted.decimals;
  return {
    ...bare('unit', cell, value),
    ...fitted,
    then: first,
    own,
    terms: order.map((at, i) => ({
      at,
      numbers: lines[i].map((whole) => whole / unit),
      running: sums[i] / unit,
      left: { name: row[at].name, index: row[at].index },
      chosen: at === column,
    })),
  };
}

/** @param {Unfolded['kind']} kind @param {Cell} cell @param {number} value @returns {Unfolded} */
export const bare = (kind, cell, value) => ({
  kind,
  cell,
  value,
  digits: 4,
  decimals: 4,
  terms: [],
  then: [],
  own: null,
  mean: null,
  largest: null,
  total: value,
  agrees: true,
});
