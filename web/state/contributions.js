/**
 * Concat is a sum: what each head adds to the output of attention. Each head's contribution is its
 * own part of concat times its own slab of W_O; all of them and the bias are the output. Arithmetic
 * in double on arrays that the core computed in float.
 *
 * @typedef {{name: string, shape: number[], data: Float32Array}} Weight
 * @typedef {{weight: Weight, bias: Weight}} OutputWeights W_O `[heads * d_head, d_output]` and b
 * @typedef {{snapshot: import('./store.js').Snapshot,
 *   mixer: Readonly<import('./mixer.js').Mixer>}} Contributions `snapshot` holds weights, contribution and
 *   output of every layer; `mixer` is the one it was computed under
 *
 * @typedef {object} Sums one layer, ready to be summed
 * @property {ArrayLike<number>} contribution `[heads, count, width]`
 * @property {ArrayLike<number>} output `[count, width]`
 * @property {ArrayLike<number>} bias `[width]`
 * @property {number} heads
 * @property {number} count
 * @property {number} width
 * @property {readonly number[] | null} sliceGains factors of the output's slices after W_O, if any;
 *   they hit every contribution and the bias alike
 *
 * @typedef {object} Stack lengths along the output's direction
 * @property {number[]} heads of each head's contribution; negative where it works against the output
 * @property {number} bias
 * @property {number} sum of all of them
 * @property {number} length of the output
 * @property {number[]} norms of the contributions themselves
 */

/**
 * @param {readonly number[] | null} gains of the slices
 * @param {number} width
 */
const sliceGain = (gains, width) => {
  const size = gains ? width / gains.length : 1;
  return (/** @type {number} */ column) => (gains ? gains[Math.floor(column / size)] : 1);
};

/**
 * One token's output, taken apart.
 * @param {Sums} sums
 * @param {number} token
 * @returns {Stack}
 */
export function stackOf({ contribution, output, bias, heads, count, width, sliceGains }, token) {
  const gain = sliceGain(sliceGains, width);
  let square = 0;
  for (let i = 0; i < width; i++) square += output[token * width + i] ** 2;
  const length = Math.sqrt(square);
  const along = (/** @type {(column: number) => number} */ vector) => {
    let [dot, own] = [0, 0];
    for (let i = 0; i < width; i++) {
      const value = gain(i) * vector(i);
      dot += value * output[token * width + i];
      own += value * value;
    }
    return { along: length ? dot / length : 0, norm: Math.sqrt(own) };
  };
  const parts = Array.from({ length: heads }, (_, head) => {
    const start = (head * count + token) * width;
    return along((i) => contribution[start + i]);
  });
  const rest = along((i) => bias[i]).along;
  return {
    heads: parts.map((part) => part.along),
    bias: rest,
    sum: parts.reduce((total, part) => total + part.along, rest),
    length,
    norms: parts.map(({ norm }) => norm),
  };
}

/**
 * The whole sentence: the tokens' stacks, added up.
 * @param {readonly Stack[]} stacks
 * @returns {Stack}
 */
export function sumOfStacks(stacks) {
  const add = (/** @type {(stack: Stack) => number} */ of) =>
    stacks.reduce((total, stack) => total + of(stack), 0);
  const heads = stacks[0]?.heads ?? [];
  return {
    heads: heads.map((_, head) => add((stack) => stack.heads[head])),
    bias: add((stack) => stack.bias),
    sum: add((stack) => stack.sum),
    length: add((stack) => stack.length),
    norms: heads.map((_, head) => add((stack) => stack.norms[head])),
  };
}

/**
 * @param {Stack} stack
 * @returns {number[]} heads, the one that adds most first
 */
export const ranking = ({ heads }) =>
  heads.map((_, head) => head).sort((a, b) => heads[b] - heads[a] || a - b);

/**
 * Where a head looks hardest from one token.
 * @param {ArrayLike<number>} weights `[heads, count, count]`
 * @param {{head: number, token: number, count: number}} place
 * @returns {{key: number, weight: number}}
 */
export function hardestLook(weights, { head, token, count }) {
  let best = { key: 0, weight: -1 };
  for (let key = 0; key < count; key++) {
    const weight = weights[(head * count + token) * count + key];
    if (weight > best.weight) best = { key, weight };
  }
  return best;
}

/**
 * The case in which a head looks hardest for the least that it adds: its strongest weight, times how
 * far its share of the output stays below an even share among the heads.
 * @param {readonly {weights: ArrayLike<number>, sums: Sums}[]} layers
 * @returns {{layer: number, head: number, token: number, key: number, weight: number, share: number} | null}
 */
export function looksHardAddsLittle(layers) {
  let found = null;
  let most = 0;
  for (const [layer, { weights, sums }] of layers.entries()) {
    const { heads, count } = sums;
    for (let token = 0; token < count; token++) {
      const stack = stackOf(sums, token);
      if (!stack.length) continue;
      for (let head = 0; head < heads; head++) {
        const share = stack.heads[head] / stack.length;
        const { key, weight } = hardestLook(weights, { head, token, count });
        const contrast = weight * (1 - heads * Math.abs(share));
        if (contrast <= most) continue;
        most = contrast;
        found = { layer, head, token, key, weight, share };
      }
    }
  }
  return found;
}

/**
 * How one head's slab spreads over the slices of the output: the share of its squared weights that
 * lies in each.
 * @param {Weight} weight W_O
 * @param {number} head
 * @param {number} heads as many slices as heads
 * @returns {number[]} sums to 1
 */
export function slabSpread({ shape: [inner, width], data }, head, heads) {
  const [rows, size] = [inner / heads, width / heads];
  const energy = Array.from({ length: heads }, () => 0);
  for (let row = head * rows; row < (head + 1) * rows; row++) {
    for (let column = 0; column < width; column++) {
      energy[Math.min(heads - 1, Math.floor(column / size))] += data[row * width + column] ** 2;
    }
  }
  const total = energy.reduce((sum, value) => sum + value, 0);
  return energy.map((value) => (total ? value / total : 0));
}
