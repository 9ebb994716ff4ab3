/**
 * @file Multi-head attention once more, straight from the formulas, in double precision and without
 * looking at the core: the oracle of the core's JavaScript tests.
 */

/**
 * @typedef {object} Problem
 * @property {{dModel: number, heads: number, dHead: number, dMemory?: number, dOutput?: number, scale?: number}} config
 * @property {Record<string, Float32Array>} weights
 * @property {Float32Array} x [n, dModel]
 * @property {Float32Array} [memory] [m, dMemory]
 * @property {(query: number, key: number) => boolean} [allows]
 * @property {number[]} [gains]
 */

/**
 * @param {Problem} problem
 * @returns {Record<string, number[]>} every intermediate, row-major
 */
export function attend({ config, weights, x, memory = x, allows = () => true, gains }) {
  const { dModel, heads, dHead, dMemory = dModel, dOutput = dModel } = config;
  const { scale = 1 / Math.sqrt(dHead) } = config;
  const inner = heads * dHead;
  const n = x.length / dModel;
  const m = memory.length / dMemory;
  const projected = {
    query: split(affine(x, n, dModel, weights.query, inner, weights.queryBias), n, heads, dHead),
    key: split(affine(memory, m, dMemory, weights.key, inner, weights.keyBias), m, heads, dHead),
    value: split(
      affine(memory, m, dMemory, weights.value, inner, weights.valueBias),
      m,
      heads,
      dHead,
    ),
  };
  /** @type {Record<string, number[]>} */
  const all = {
    ...projected,
    scores: [],
    scaled: [],
    masked: [],
    weights: [],
    context: [],
    concat: new Array(n * inner).fill(0),
    contribution: [],
  };
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < n; i++) {
      const scores = range(m).map((j) =>
        sum(
          range(dHead).map(
            (d) => all.query[(h * n + i) * dHead + d] * all.key[(h * m + j) * dHead + d],
          ),
        ),
      );
      const scaled = scores.map((score) => score * scale);
      const masked = scaled.map((value, j) => (allows(i, j) ? value : -Infinity));
      const row = softmax(masked);
      all.scores.push(...scores);
      all.scaled.push(...scaled);
      all.masked.push(...masked);
      all.weights.push(...row);
      for (let d = 0; d < dHead; d++) {
        const context = sum(row.map((weight, j) => weight * all.value[(h * m + j) * dHead + d]));
        all.context.push(context);
        all.concat[i * inner + h * dHead + d] = context * (gains?.[h] ?? 1);
      }
    }
  }
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < n; i++) {
      for (let o = 0; o < dOutput; o++) {
        const terms = range(dHead).map(
          (d) =>
            all.concat[i * inner + h * dHead + d] * weights.output[(h * dHead + d) * dOutput + o],
        );
        all.contribution.push(sum(terms));
      }
    }
  }
  all.output = affine(all.concat, n, inner, weights.output, dOutput, weights.outputBias);
  return all;
}

/** @param {number} length */
const range = (length) => Array.from({ length }, (_, i) => i);

/** @param {number[]} terms */
const sum = (terms) => terms.reduce((total, term) => total + term, 0);

/** A row that may attend to nothing is all zero. @param {number[]} row */
function softmax(row) {
  const most = Math.max(...row);
  if (most === -Infinity) return row.map(() => 0);
  const powers = row.map((value) => Math.exp(value - most));
  return powers.map((power) => power / sum(powers));
}

/**
 * y = x W + b.
 * @param {ArrayLike<number>} x [rows, from]
 * @param {number} rows
 * @param {number} from
 * @param {ArrayLike<number>} weight [from, to]
 * @param {number} to
 * @param {ArrayLike<number>} [bias] [to]
 */
function affine(x, rows, from, weight, to, bias) {
  return range(rows * to).map((at) => {
    const [row, column] = [Math.floor(at / to), at % to];
    const terms = range(from).map((k) => x[row * from + k] * weight[k * to + column]);
    return sum(terms) + (bias?.[column] ?? 0);
  });
}

/**
 * [rows, heads * dHead] -> [heads, rows, dHead]
 * @param {number[]} flat
 * @param {number} rows
 * @param {number} heads
 * @param {number} dHead
 */
function split(flat, rows, heads, dHead) {
  return range(heads).flatMap((h) =>
    range(rows).flatMap((row) => {
      const start = (row * heads + h) * dHead;
      return flat.slice(start, start + dHead);
    }),
  );
}
