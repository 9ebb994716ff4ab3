/**
 * Two attention matrices side by side: which tokens belong together, and how their weights differ.
 *
 * @typedef {{left: number, right: number, same: boolean}} Pair tokens that belong together; `same` is
 *   false for a word that stands where another one stood
 * @typedef {{pairs: Pair[], onlyLeft: number[], onlyRight: number[]}} Alignment
 * @typedef {{data: ArrayLike<number>, head: number, count: number}} Weights `data` is
 *   `[heads, count, count]`; `head` picks one
 */

/**
 * Aligns two token sequences by their longest common subsequence. Between its anchors, gaps of the
 * same length on both sides pair up word by word as replacements; what is left has no partner.
 * @param {readonly string[]} left
 * @param {readonly string[]} right
 * @returns {Alignment} pairs in order
 */
export function align(left, right) {
  /** @type {Pair[]} */
  const pairs = [];
  /** @type {number[]} */
  const onlyLeft = [];
  /** @type {number[]} */
  const onlyRight = [];
  let [from, other] = [0, 0];
  for (const [a, b] of [...anchors(left, right), [left.length, right.length]]) {
    if (a - from === b - other) {
      for (let i = 0; from + i < a; i++) {
        pairs.push({ left: from + i, right: other + i, same: false });
      }
    } else {
      for (let i = from; i < a; i++) onlyLeft.push(i);
      for (let i = other; i < b; i++) onlyRight.push(i);
    }
    if (a < left.length && b < right.length) pairs.push({ left: a, right: b, same: true });
    [from, other] = [a + 1, b + 1];
  }
  return { pairs, onlyLeft, onlyRight };
}

/**
 * One longest common subsequence as pairs of indexes; of equals, the earliest.
 * @param {readonly string[]} left
 * @param {readonly string[]} right
 */
function anchors(left, right) {
  const width = right.length + 1;
  const length = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      length[i * width + j] =
        left[i] === right[j]
          ? length[(i + 1) * width + j + 1] + 1
          : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  /** @type {[number, number][]} */
  const found = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) found.push([i++, j++]);
    else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) i++;
    else j++;
  }
  return found;
}

/** @param {number} count @returns {Alignment} every token with itself: two heads of one sentence */
export const alignSame = (count) => ({
  pairs: Array.from({ length: count }, (_, index) => ({ left: index, right: index, same: true })),
  onlyLeft: [],
  onlyRight: [],
});

/** @param {Weights} weights @param {number} query @param {number} key */
export const weightAt = ({ data, head, count }, query, key) =>
  data[(head * count + query) * count + key];

/**
 * Right minus left on the aligned tokens.
 * @param {Weights} left
 * @param {Weights} right
 * @param {readonly Pair[]} pairs
 * @returns {Float32Array} `[pairs, pairs]`, query rows
 */
export function differences(left, right, pairs) {
  const result = new Float32Array(pairs.length ** 2);
  pairs.forEach((query, row) =>
    pairs.forEach((key, column) => {
      result[row * pairs.length + column] =
        weightAt(right, query.right, key.right) - weightAt(left, query.left, key.left);
    }),
  );
  return result;
}

/**
 * The largest differences, either way.
 * @param {ArrayLike<number>} values of `differences`
 * @param {number} size pairs
 * @param {{count: number, row?: number | null}} options how many; of one query row only
 * @returns {{row: number, column: number, value: number}[]} largest magnitude first
 */
export function largestDifferences(values, size, { count, row = null }) {
  const all = Array.from({ length: size * size }, (_, i) => ({
    row: Math.floor(i / size),
    column: i % size,
    value: values[i],
  }));
  return all
    .filter((entry) => (row === null || entry.row === row) && entry.value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.row - b.row || a.column - b.column)
    .slice(0, count);
}

/**
 * The query whose aligned weights differ most in all.
 * @param {ArrayLike<number>} values of `differences`
 * @param {number} size pairs
 */
export function mostChangedRow(values, size) {
  let most = { row: 0, sum: -1 };
  for (let row = 0; row < size; row++) {
    let sum = 0;
    for (let column = 0; column < size; column++) sum += Math.abs(values[row * size + column]);
    if (sum > most.sum) most = { row, sum };
  }
  return most.row;
}

/**
 * How much of one query's attention lies elsewhere on the other side: half the summed differences
 * over all keys, those without a partner included; 0 is the same row, 1 has nothing in common.
 * @param {Weights} left
 * @param {Weights} right
 * @param {Alignment} alignment
 * @param {Pair} query
 */
export function movedShare(left, right, { pairs, onlyLeft, onlyRight }, query) {
  let sum = 0;
  for (const key of pairs) {
    sum += Math.abs(weightAt(right, query.right, key.right) - weightAt(left, query.left, key.left));
  }
  for (const key of onlyLeft) sum += weightAt(left, query.left, key);
  for (const key of onlyRight) sum += weightAt(right, query.right, key);
  return sum / 2;
}
