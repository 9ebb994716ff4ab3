/**
 * The steps of one layer in flow order: which tensor each shows, what it is made from, its formula
 * and its line of code. Data only; shapes always come from the snapshot's tensors.
 *
 * In formulas and code `{axis}` names an axis. A formula is a list of terms; see `Term`.
 */

/**
 * @typedef {'input' | 'project' | 'attend' | 'concatenate' | 'output' | 'feed-forward'} Group
 * @typedef {import('../draw/formula.js').Role} Role
 * @typedef {import('../draw/formula.js').Term} Term
 *
 * @typedef {object} Context what a formula needs to know of the layer
 * @property {number} layer
 * @property {(step: string) => readonly string[]} axes of that step's tensor
 * @property {boolean} lifted the residual path changes its width by a projection of its own
 * @property {boolean} embedded the layer's input is made from the token embeddings
 *
 * @typedef {object} Step
 * @property {string} id
 * @property {string} tensor name within the layer
 * @property {Group} group
 * @property {Role} [role]
 * @property {import('./dimension-trace-axes.js').RowSide} [side]
 * @property {'signed' | 'share'} kind how its values are coloured
 * @property {Term[]} symbol
 * @property {readonly string[]} from ids of the steps it is made from
 * @property {import('./dimension-trace-weights.js').StepWeight} [weight] what it is projected with
 * @property {readonly string[]} [axes] of its tensor, where they are known before it is
 * @property {(context: Context) => Term[]} formula
 * @property {(context: Context) => string[]} code lines, NumPy-like
 */

/** @type {readonly Group[]} */
export const GROUPS = ['input', 'project', 'attend', 'concatenate', 'output', 'feed-forward'];

const Q = { symbol: 'Q', role: /** @type {const} */ ('query') };
const K = { symbol: 'K', role: /** @type {const} */ ('key') };
const V = { symbol: 'V', role: /** @type {const} */ ('value') };
const perHead = /** @param {object} symbol */ (symbol) => ({
  .../** @type {typeof Q} */ (symbol),
  sub: 'i',
});
const word = /** @param {string} symbol @param {readonly string[]} [axes] */ (symbol, axes) => ({
  symbol,
  axes,
});
const headWord = /** @param {string} symbol @param {readonly string[]} [axes] */ (
  symbol,
  axes,
) => ({
  symbol,
  sub: 'i',
  axes,
});
/** @param {readonly string[]} axes */
const width = (axes) => axes[axes.length - 1];

/** @param {string} name @param {(context: Context) => readonly string[]} axes @param {string} of */
const layerNorm = (name, axes, of) => ({
  formula: /** @param {Context} context */ (context) => [
    word(name, axes(context)),
    '=',
    'γ',
    '⊙',
    {
      over: [of, '−', 'mean'],
      under: [{ root: ['var', '+', 'ε'] }],
    },
    '+',
    'β',
  ],
});

/** @param {'query' | 'key' | 'value'} id @param {typeof Q | typeof K | typeof V} symbol */
const projection = (id, symbol) => ({
  id,
  tensor: `attention.${id}`,
  group: /** @type {const} */ ('project'),
  role: symbol.role,
  kind: /** @type {const} */ ('signed'),
  symbol: [symbol],
  from: ['norm'],
  weight: { name: `${id}.weight`, symbol: `W_${symbol.symbol}`, letter: symbol.symbol },
  formula: /** @param {Context} context */ ({ axes }) => [
    { ...perHead(symbol), axes: axes(id).slice(-2) },
    '=',
    word('norm', axes('norm')),
    { symbol: 'W', sub: 'i', sup: symbol.symbol, axes: [width(axes('norm')), width(axes(id))] },
    '+',
    { symbol: 'b', sub: 'i', sup: symbol.symbol },
  ],
  code: /** @param {Context} context */ ({ axes }) => [
    `${id} = norm @ W_${symbol.symbol} + b_${symbol.symbol}`,
    `# W_${symbol.symbol}: ({heads}, {${width(axes('norm'))}}, {${width(axes(id))}})`,
  ],
});

/** @type {readonly Step[]} */
export const STEPS = [
  {
    id: 'input',
    tensor: 'input',
    group: 'input',
    kind: 'signed',
    symbol: ['X'],
    from: [],
    formula: ({ axes, embedded, layer }) =>
      embedded
        ? [word('input', axes('input')), '=', '2', '·', 'embedding', '+', 'timing']
        : [word('input', axes('input')), '=', `output of layer ${layer - 1}`],
    code: ({ axes, embedded, layer }) =>
      embedded
        ? ['input = 2 * embedding + timing', `# sinusoids: ({seq_len}, {${width(axes('input'))}})`]
        : [`input = layers[${layer - 1}].output`],
  },
  {
    id: 'norm',
    tensor: 'attention.norm',
    group: 'input',
    kind: 'signed',
    symbol: ['norm', { fenced: ['X'] }],
    from: ['input'],
    ...layerNorm('norm', ({ axes }) => axes('norm'), 'input'),
    code: ({ axes }) => [
      'norm = gamma * (input - mean) / sqrt(var + eps) + beta',
      `# mean and var over {${width(axes('norm'))}}`,
    ],
  },
  { ...projection('query', Q), side: 'query' },
  { ...projection('key', K), side: 'key' },
  { ...projection('value', V), side: 'key' },
  {
    id: 'scores',
    tensor: 'attention.scores',
    group: 'attend',
    kind: 'signed',
    symbol: [Q, { ...K, sup: 'T' }],
    from: ['query', 'key'],
    formula: ({ axes }) => [
      headWord('scores', axes('scores').slice(-2)),
      '=',
      { ...perHead(Q), axes: ['query', width(axes('query'))] },
      { ...perHead(K), sup: 'T', axes: [width(axes('key')), 'key'] },
    ],
    code: ({ axes }) => [
      'scores = query @ key.transpose(0, 2, 1)',
      `# sums over {${width(axes('query'))}}: ({heads}, {query}, {key})`,
    ],
  },
  {
    id: 'scaled',
    tensor: 'attention.scaled',
    group: 'attend',
    kind: 'signed',
    symbol: [Q, { ...K, sup: 'T' }, '/', { root: [{ symbol: 'd', sub: 'k' }] }],
    from: ['scores'],
    formula: ({ axes }) => [
      headWord('scaled', axes('scaled').slice(-2)),
      '=',
      { over: [headWord('scores')], under: [{ root: [`{${width(axes('query'))}}`] }] },
    ],
    code: ({ axes }) => [`scaled = scores / sqrt({${width(axes('query'))}})`],
  },
  {
    id: 'masked',
    tensor: 'attention.masked',
    group: 'attend',
    kind: 'signed',
    symbol: ['scaled', '+', 'mask'],
    from: ['scaled'],
    formula: ({ axes }) => [
      headWord('masked', axes('masked').slice(-2)),
      '=',
      headWord('scaled'),
      '+',
      word('mask', ['query', 'key']),
    ],
    code: () => ['masked = where(allowed, scaled, -inf)', '# allowed: ({query}, {key})'],
  },
  {
    id: 'weights',
    tensor: 'attention.weights',
    group: 'attend',
    kind: 'share',
    symbol: ['softmax', { fenced: ['masked'] }],
    from: ['masked'],
    formula: ({ axes }) => [
      headWord('weights', axes('weights').slice(-2)),
      '=',
      {
        over: ['exp', { fenced: [headWord('masked')] }],
        under: [{ symbol: '∑', sub: '{key}' }, 'exp', { fenced: [headWord('masked')] }],
      },
    ],
    code: () => ['weights = softmax(masked, axis={key})', '# each {query} row sums to 1'],
  },
  {
    id: 'context',
    tensor: 'attention.context',
    group: 'attend',
    side: 'query',
    kind: 'signed',
    symbol: ['weights', V],
    from: ['weights', 'value'],
    formula: ({ axes }) => [
      headWord('context', axes('context').slice(-2)),
      '=',
      headWord('weights', ['query', 'key']),
      { ...perHead(V), axes: ['key', width(axes('value'))] },
    ],
    code: ({ axes }) => [
      'context = weights @ value',
      `# sums over {key}: ({heads}, {seq_len}, {${width(axes('context'))}})`,
    ],
  },
  {
    id: 'concat',
    tensor: 'attention.concat',
    group: 'concatenate',
    side: 'query',
    kind: 'signed',
    symbol: ['[', { symbol: 'context', sub: '0' }, '; …', ']'],
    from: ['context'],
    formula: ({ axes }) => [
      word('concat', axes('concat')),
      '=',
      '[',
      { symbol: 'context', sub: '0' },
      '; …',
      ']',
    ],
    code: () => [
      'concat = context.transpose(1, 0, 2)',
      '  .reshape({seq_len}, {heads} * {d_head})',
    ],
  },
  {
    id: 'output',
    tensor: 'attention.output',
    group: 'output',
    role: 'output',
    side: 'query',
    kind: 'signed',
    symbol: ['concat', { symbol: 'W', sup: 'O', role: 'output' }],
    from: ['concat'],
    weight: { name: 'output.weight', symbol: 'W_O', letter: 'O' },
    formula: ({ axes }) => [
      word('output', axes('output')),
      '=',
      word('concat', axes('concat')),
      {
        symbol: 'W',
        sup: 'O',
        role: 'output',
        axes: [width(axes('concat')), width(axes('output'))],
      },
      '+',
      { symbol: 'b', sup: 'O' },
    ],
    code: ({ axes }) => [
      'output = concat @ W_O + b_O',
      `# W_O: ({heads} * {d_head}, {${width(axes('output'))}})`,
    ],
  },
  {
    id: 'residual',
    tensor: 'attention.residual',
    group: 'output',
    kind: 'signed',
    symbol: ['X', '+', 'output'],
    from: ['input', 'output'],
    formula: ({ axes, lifted }) => [
      word('residual', axes('residual')),
      '=',
      'input',
      ...(lifted
        ? [
            { symbol: 'W', sup: 'R', axes: [width(axes('input')), width(axes('residual'))] },
            '+',
            { symbol: 'b', sup: 'R' },
          ]
        : []),
      '+',
      'output',
    ],
    code: ({ axes, lifted }) =>
      lifted
        ? [
            'residual = input @ W_R + b_R + output',
            `# W_R: ({${width(axes('input'))}}, {${width(axes('residual'))}})`,
          ]
        : ['residual = input + output'],
  },
  {
    id: 'ffn-norm',
    tensor: 'ffn.norm',
    group: 'feed-forward',
    kind: 'signed',
    symbol: ['norm', { fenced: ['residual'] }],
    from: ['residual'],
    ...layerNorm('norm', ({ axes }) => axes('ffn-norm'), 'residual'),
    code: ({ axes }) => [
      'norm = gamma * (residual - mean) / sqrt(var + eps) + beta',
      `# mean and var over {${width(axes('ffn-norm'))}}`,
    ],
  },
  {
    id: 'ffn-hidden',
    tensor: 'ffn.hidden',
    group: 'feed-forward',
    kind: 'signed',
    symbol: ['hidden'],
    from: ['ffn-norm'],
    formula: ({ axes }) => [
      word('hidden', axes('ffn-hidden')),
      '=',
      'max',
      {
        fenced: [
          '0,',
          word('norm', axes('ffn-norm')),
          { symbol: 'W', sub: '1', axes: [width(axes('ffn-norm')), width(axes('ffn-hidden'))] },
          '+',
          { symbol: 'b', sub: '1' },
        ],
      },
    ],
    code: ({ axes }) => [
      'hidden = maximum(0, norm @ W_1 + b_1)',
      `# W_1: ({${width(axes('ffn-norm'))}}, {${width(axes('ffn-hidden'))}})`,
    ],
  },
  {
    id: 'ffn-output',
    tensor: 'ffn.output',
    group: 'feed-forward',
    kind: 'signed',
    symbol: ['hidden', { symbol: 'W', sub: '2' }],
    from: ['ffn-hidden'],
    formula: ({ axes }) => [
      word('ffn_output', axes('ffn-output')),
      '=',
      word('hidden', axes('ffn-hidden')),
      { symbol: 'W', sub: '2', axes: [width(axes('ffn-hidden')), width(axes('ffn-output'))] },
      '+',
      { symbol: 'b', sub: '2' },
    ],
    code: ({ axes }) => [
      'ffn_output = hidden @ W_2 + b_2',
      `# W_2: ({${width(axes('ffn-hidden'))}}, {${width(axes('ffn-output'))}})`,
    ],
  },
  {
    id: 'layer-output',
    tensor: 'output',
    group: 'feed-forward',
    kind: 'signed',
    symbol: ['residual', '+', 'ffn_output'],
    from: ['residual', 'ffn-output'],
    formula: ({ axes }) => [
      word('output of the layer', axes('layer-output')),
      '=',
      'residual',
      '+',
      'ffn_output',
    ],
    code: () => ['layer_output = residual + ffn_output'],
  },
];
