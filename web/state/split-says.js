/**
 * The split in words, for the page and for its figure.
 *
 * @typedef {import('./split.js').Size} Size
 * @typedef {'right' | 'wrong'} Side
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Words
 */
import { tokensInShreds } from './split.js';

/**
 * @param {Side} side
 * @param {Size} size
 * @param {Words} words
 * @returns {{text: string, steps: number[]}[]} lines of code
 */
export function splitCode(side, { n, heads, dHead }, words) {
  const first = { text: `q = x @ W_q  # (${n}, ${heads * dHead})`, steps: [0] };
  return side === 'right'
    ? [
        first,
        { text: `q = q.view(n, h, d_head)  # (${n}, ${heads}, ${dHead})`, steps: [1] },
        { text: `q = q.transpose(0, 1)  # (${heads}, ${n}, ${dHead})`, steps: [2] },
      ]
    : [
        first,
        { text: `q = q.view(h, n, d_head)  # (${heads}, ${n}, ${dHead})`, steps: [1] },
        { text: `# ${words('split.code.same')}`, steps: [2] },
      ];
}

/**
 * @param {Side} side
 * @param {Size} size
 * @param {number} step
 * @param {Words} words
 */
export function splitShape(side, { n, heads, dHead }, step, words) {
  const whole = `${heads} × ${n} × ${dHead}`;
  const shapes = {
    right: [`${n * heads * dHead}`, `${n} × ${heads} × ${dHead}`, whole],
    wrong: [`${n * heads * dHead}`, whole, whole],
  };
  const names = {
    right: ['split.shape.memory', 'split.shape.tokens', 'split.shape.heads'],
    wrong: ['split.shape.memory', 'split.shape.heads', 'split.shape.heads'],
  };
  return words(names[side][step], { shape: shapes[side][step] });
}

/**
 * Of which tokens each head has numbers.
 * @param {Side} side
 * @param {Size} size
 * @param {readonly string[]} tokens
 * @param {Words} words
 * @returns {{shreds: boolean, text: string}[]} per head
 */
export function splitHolds(side, size, tokens, words) {
  const counted =
    side === 'right'
      ? Array.from({ length: size.heads }, () => new Array(size.n).fill(size.dHead))
      : tokensInShreds(size);
  return counted.map((counts, head) => {
    const shreds = counts.some((count) => count !== counts[0]);
    const parts = counts.flatMap((count, token) =>
      count ? [words('split.holds.item', { text: tokens[token], count })] : [],
    );
    const list = shreds
      ? parts.join(words('list.separator'))
      : words('split.holds.all', { count: counts[0] });
    return { shreds, text: words('split.holds', { head, list }) };
  });
}

/**
 * A sentence may be shorter than what was chosen for another, a layer have fewer heads.
 * @param {Size} wanted
 * @param {{shape: readonly number[]}} query `[heads, seq_len, d_head]`
 * @returns {Size}
 */
export const sizeWithin = ({ n, heads, dHead }, { shape: [most, rows, width] }) => ({
  n: Math.min(n, rows),
  heads: Math.min(heads, most),
  dHead: Math.min(dHead, width),
});
