/**
 * The steps of the free shapes: attention alone, without a model around it and without biases. Code
 * is PyTorch, because that is where a reshape that does not fit stops.
 */
import { STEPS } from './dimension-trace-steps.js';

/**
 * @typedef {import('./dimension-trace-steps.js').Step} Step
 * @typedef {import('./dimension-trace-steps.js').Term} Term
 */

const PER_HEAD = ['heads', 'seq_len', 'd_head'];
const PAIRS = ['heads', 'query', 'key'];

/** Which line of a projection cuts it into heads. */
export const VIEW_LINE = 1;

/** @param {'query' | 'key' | 'value'} id @param {string} letter @returns {Partial<Step>} */
const projection = (id, letter) => ({
  axes: PER_HEAD,
  from: ['input'],
  formula: () => [
    { symbol: letter, sub: 'i', role: id, axes: ['seq_len', 'd_head'] },
    '=',
    { symbol: 'input', axes: ['seq_len', 'd_model'] },
    { symbol: 'W', sub: 'i', sup: letter, role: id, axes: ['d_model', 'd_head'] },
  ],
  code: () => [
    `${id} = input @ W_${letter}`,
    `${id} = ${id}.view({seq_len}, {heads}, {d_head})`,
    `${id} = ${id}.transpose(0, 1)`,
  ],
});

/** What differs from the model's steps. @type {Readonly<Record<string, Partial<Step>>>} */
const OWN = {
  input: {
    axes: ['seq_len', 'd_model'],
    formula: () => [
      { symbol: 'X', axes: ['seq_len', 'd_model'] },
      '∼',
      { symbol: 'N' },
      { fenced: ['0, 1'] },
    ],
    code: () => ['input = torch.randn({seq_len}, {d_model})', '# here from the seed'],
  },
  query: projection('query', 'Q'),
  key: projection('key', 'K'),
  value: projection('value', 'V'),
  scores: {
    axes: PAIRS,
    code: () => ['scores = query @ key.transpose(1, 2)', '# sums over {d_head}'],
  },
  scaled: { axes: PAIRS, code: () => ['scaled = scores / {d_head} ** 0.5'] },
  masked: {
    axes: PAIRS,
    code: () => ['masked = scaled.masked_fill(hidden, -inf)', '# hidden: ({query}, {key})'],
  },
  weights: {
    axes: PAIRS,
    code: () => ['weights = masked.softmax(dim=-1)', '# each {query} row sums to 1 over {key}'],
  },
  context: {
    axes: PER_HEAD,
    code: () => ['context = weights @ value', '# sums over {key}'],
  },
  concat: {
    axes: ['seq_len', 'heads*d_head'],
    code: () => ['concat = context.transpose(0, 1)', '  .reshape({seq_len}, {heads} * {d_head})'],
  },
  output: {
    axes: ['seq_len', 'd_model'],
    formula: () => [
      { symbol: 'output', axes: ['seq_len', 'd_model'] },
      '=',
      { symbol: 'concat', axes: ['seq_len', 'heads*d_head'] },
      { symbol: 'W', sup: 'O', role: 'output', axes: ['heads*d_head', 'd_model'] },
    ],
    code: () => ['output = concat @ W_O', '# W_O: ({heads} * {d_head}, {d_model})'],
  },
};

/** @type {readonly Step[]} */
export const SHAPES_STEPS = STEPS.filter(({ id }) => id in OWN).map((step) => ({
  ...step,
  ...OWN[step.id],
}));
