/**
 * Split, don't shred: where each number of a projection `[n, heads * d_head]` goes when it is split
 * into heads, by `view(n, heads, d_head).transpose(0, 1)` and by the tempting `view(heads, n, d_head)`.
 * Numbers are counted in the order in which they lie in memory. Arithmetic in double.
 *
 * @typedef {{n: number, heads: number, dHead: number}} Size
 * @typedef {{head: number, row: number, column: number}} Place
 * @typedef {Size & {step: number, head: number, cell: number | null}} Split the reader's sizes; the
 *   step on show, 0 … 2; the head whose weights are on show; the number that is pointed at
 * @typedef {import('./store.js').Tensor} Tensor
 */

/** What the reader may choose. */
export const SIZES = Object.freeze({
  n: [1, 2, 3, 4, 5, 6],
  heads: [1, 2, 3, 4],
  dHead: [1, 2, 3, 4],
});

export const STEPS = 3;

/** @type {Readonly<Split>} */
export const FIRST_SPLIT = Object.freeze({
  n: 6,
  heads: 4,
  dHead: 2,
  step: 0,
  head: 0,
  cell: null,
});

/** @param {number} index in memory @param {Size} size @returns {Place & {token: number}} whose it is */
export function owner(index, { heads, dHead }) {
  const [token, rest] = [Math.floor(index / (heads * dHead)), index % (heads * dHead)];
  return { token, head: Math.floor(rest / dHead), row: token, column: rest % dHead };
}

/** @param {number} index in memory @param {Size} size @returns {Place} where `view(heads, n, d_head)` has it */
export function shredPlace(index, { n, dHead }) {
  const rest = index % (n * dHead);
  return {
    head: Math.floor(index / (n * dHead)),
    row: Math.floor(rest / dHead),
    column: rest % dHead,
  };
}

/** @param {Size} size @returns {number[]} the numbers that the one-step view puts into another head */
export const strays = (size) =>
  Array.from({ length: size.n * size.heads * size.dHead }, (_, index) => index).filter(
    (index) => owner(index, size).head !== shredPlace(index, size).head,
  );

/**
 * @param {Size} size
 * @returns {number[][]} per head of the one-step view, how many numbers of each token are in it
 */
export function tokensInShreds(size) {
  const counts = Array.from({ length: size.heads }, () => new Array(size.n).fill(0));
  for (let index = 0; index < size.n * size.heads * size.dHead; index++) {
    counts[shredPlace(index, size).head][owner(index, size).token]++;
  }
  return counts;
}

/**
 * The numbers as the projection leaves them in memory: of the first tokens, the first numbers of the
 * first heads.
 * @param {Tensor} tensor `[heads, seq_len, d_head]`, at least as large as `size`
 * @param {Size} size
 * @returns {Float32Array} `[n, heads * d_head]`
 */
export function inMemory({ data, shape: [, rows, width] }, size) {
  return Float32Array.from({ length: size.n * size.heads * size.dHead }, (_, index) => {
    const { head, row, column } = owner(index, size);
    return data[(head * rows + row) * width + column];
  });
}

/** @param {ArrayLike<number>} memory @param {Size} size @returns {Float32Array} `[heads, n, d_head]`, split rightly */
export function splitRightly(memory, size) {
  const out = new Float32Array(memory.length);
  for (let index = 0; index < memory.length; index++) {
    const { head, row, column } = owner(index, size);
    out[(head * size.n + row) * size.dHead + column] = memory[index];
  }
  return out;
}

/**
 * softmax(QKᵀ/√d_head) of every head.
 * @param {object} input
 * @param {ArrayLike<number>} input.query `[heads, n, d_head]`
 * @param {ArrayLike<number>} input.key `[heads, n, d_head]`
 * @param {Size} input.size
 * @param {ArrayLike<number>} [input.masked] `[heads, n, n]`; where it is −∞ a query may not look
 * @returns {Float64Array} `[heads, n, n]`; a row that may look nowhere is 0
 */
export function attentionWeights({ query, key, size: { n, heads, dHead }, masked }) {
  const weights = new Float64Array(heads * n * n);
  for (let row = 0; row < heads * n; row++) {
    const first = Math.floor(row / n) * n;
    let most = -Infinity;
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let c = 0; c < dHead; c++) sum += query[row * dHead + c] * key[(first + j) * dHead + c];
      const open = !masked || masked[row * n + j] !== -Infinity;
      weights[row * n + j] = open ? sum / Math.sqrt(dHead) : -Infinity;
      most = Math.max(most, weights[row * n + j]);
    }
    let total = 0;
    for (let j = 0; j < n && most > -Infinity; j++) {
      total += weights[row * n + j] = Math.exp(weights[row * n + j] - most);
    }
    for (let j = 0; j < n; j++) weights[row * n + j] = total ? weights[row * n + j] / total : 0;
  }
  return weights;
}

/**
 * The weights of both splits, on the same numbers.
 * @param {object} input
 * @param {ArrayLike<number>} input.query in memory, `[n, heads * d_head]`
 * @param {ArrayLike<number>} input.key in memory
 * @param {Size} input.size
 * @returns {{right: Float64Array, wrong: Float64Array}}
 */
export const bothWeights = ({ query, key, size }) => ({
  right: attentionWeights({
    query: splitRightly(query, size),
    key: splitRightly(key, size),
    size,
  }),
  // A view moves nothing: the same memory is read as [heads, n, d_head].
  wrong: attentionWeights({ query, key, size }),
});

/**
 * How far the weights of a whole layer move when its memory is split by the one-step view.
 * @param {object} trace of the layer
 * @param {Tensor} trace.query `[heads, seq_len, d_head]`
 * @param {Tensor} trace.key
 * @param {Tensor} trace.weights those of the right split
 * @param {Tensor} [trace.masked]
 * @returns {number} the largest difference
 */
export function shredDifference({ query, key, weights, masked }) {
  const [heads, n, dHead] = query.shape;
  const size = { n, heads, dHead };
  const wrong = attentionWeights({
    ...{ query: inMemory(query, size), key: inMemory(key, size), size },
    masked: masked?.data,
  });
  return largestDifference(weights.data, wrong);
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b of the same length */
export function largestDifference(a, b) {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
}
