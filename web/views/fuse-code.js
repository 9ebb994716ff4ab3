/**
 * The two classes, after Sebastian Raschka's MultiHeadAttentionWrapper and MultiHeadAttention ("Build
 * a Large Language Model (From Scratch)", chapter 3), without mask and dropout; `{size}` holes are
 * sizes of the layer on show.
 */

/** @typedef {import('./stepped-code.js').CodeLine} CodeLine */

/** @type {readonly CodeLine[]} */
export const WRAPPER = [
  { text: 'class MultiHeadAttentionWrapper(nn.Module):' },
  { text: '    def __init__(self, d_in, d_head, h):' },
  { text: '        self.heads = nn.ModuleList(', steps: [0] },
  { text: '            SelfAttention(d_in, d_head) for _ in range(h))  # {heads}', steps: [0] },
  { text: '' },
  { text: '    def forward(self, x):  # in every head:' },
  { text: '        q = x @ self.W_query  # ({n}, {dHead}), {heads} times', steps: [2, 3] },
  { text: '        weights = softmax(q @ k.T / d_head**0.5)', steps: [4] },
  { text: '        context = weights @ v  # ({n}, {dHead}), {heads} times', steps: [4] },
  { text: '        # then, of all heads:' },
  { text: '        return torch.cat(contexts, dim=-1)  # ({n}, {inner})', steps: [4] },
];

/** @type {readonly CodeLine[]} */
export const FUSED = [
  { text: 'class MultiHeadAttention(nn.Module):' },
  { text: '    def __init__(self, heads):' },
  { text: '        self.W_query = torch.cat(', steps: [1] },
  {
    text: '            [head.W_query for head in heads], dim=1)  # ({dModel}, {inner})',
    steps: [1],
  },
  { text: '' },
  { text: '    def forward(self, x):' },
  { text: '        q = x @ self.W_query  # ({n}, {inner}), once', steps: [2] },
  { text: '        q = q.view(n, h, d_head).transpose(0, 1)', steps: [3] },
  { text: '        weights = softmax(q @ k.mT / d_head**0.5)', steps: [4] },
  { text: '        context = (weights @ v).transpose(0, 1)', steps: [4] },
  { text: '        return context.reshape(n, h * d_head)  # ({n}, {inner})', steps: [4] },
];

/**
 * @param {readonly CodeLine[]} lines
 * @param {{dModel: number, heads: number, dHead: number, n: number}} size
 * @returns {CodeLine[]}
 */
export function linesOf(lines, { dModel, heads, dHead, n }) {
  /** @type {Record<string, number>} */
  const sizes = { dModel, heads, dHead, n, inner: heads * dHead };
  return lines.map(({ text, steps }) => ({
    text: text.replace(/\{(\w+)\}/g, (_, name) => String(sizes[name])),
    steps,
  }));
}
