import { trace } from './en-trace.js';

/**
 * English. Keys are `view.part`; a value is a string with `{holes}` or a function of the values.
 * @type {Record<string, import('./index.js').Message>}
 */
export const en = {
  'page.title': 'Headscope: see every attention head',
  'page.name': 'Headscope',
  'page.tagline': 'every head of a real Transformer, every number computed here',
  'page.skip': 'Skip to the heads',
  'page.noscript': 'Headscope computes and draws in your browser; it needs JavaScript.',

  'sentence.label': 'Sentence',
  'sentence.placeholder': 'Type a sentence',
  'sentence.ready': 'Ready sentences',
  'sentence.tokens': 'Tokens',
  'sentence.count': ({ count }) => (count === 1 ? '1 token' : `${count} tokens`),
  'sentence.token': '“{text}”, piece {piece}, id {id}',
  'sentence.unknown':
    '“{text}” is not in the model’s vocabulary: it becomes the unknown piece, id {id}',
  'sentence.id': 'id {id} · {piece}',
  'sentence.unknownTip': 'id {id} · not in the vocabulary',

  'notice.cut':
    'This model reads {max} tokens. Your text has {tokens}; the greyed rest is left out.',
  'notice.empty': 'Type a sentence to see its heads.',
  'notice.waiting': 'Your sentence is computed as soon as the model is here.',
  'notice.failed': 'This sentence could not be computed: {message}',

  'model.provisional': 'Precomputed with the same model',
  'model.idle': 'The model is not loaded yet.',
  'model.loading': 'Loading the model',
  'model.starting': 'Starting the model',
  'model.progress': '{loaded} of {total}',
  'model.progressUnknown': '{loaded}',
  'model.ready': 'Computed here, live',
  'model.detail': '{title} · {licence} · {dtype} weights · {module} module',
  'model.cancel': 'Cancel',
  'model.load': 'Load the model',
  'model.retry': 'Try again',
  'model.cancelled': 'Download cancelled. The picture below is the precomputed sentence.',
  'model.failed': 'The model did not load.',
  'model.failed.Unsupported':
    'This browser has no WebAssembly SIMD, which Headscope computes with. Any browser from 2023 on has it.',
  'model.failed.LoadFailed': 'The model could not be downloaded.',
  'model.failed.Offline': 'You are offline, and the model is not here yet.',
  'model.failed.BadFile': 'The model file arrived damaged.',
  'model.keeps': 'The picture below stays usable: it was computed before.',
  'model.nothing':
    'Nothing to draw yet: neither the model nor the precomputed sentence could be loaded.',

  'heads.title': 'Heads',
  'heads.grid': 'Attention heads, layers down, heads across',
  'heads.layer': 'Layer {layer}',
  'heads.head': 'Head {head}',
  'heads.name': 'Layer {layer}, head {head}',
  'heads.selected': '{name}, shown',
  'heads.hint':
    'Point to preview, click to choose, Shift-click to add, double-click for one alone.',

  'graph.title': 'Who looks at whom',
  'graph.query': 'query →',
  'graph.key': '→ key',
  'graph.queries': 'query tokens',
  'graph.keys': 'key tokens',
  'graph.mass': 'strongest edges',
  'graph.massValue': '{percent} %',
  'graph.massHelp': 'Strongest edges that together cover this share of each query’s attention',
  'graph.label': 'Attention from query tokens on the left to key tokens on the right',
  'graph.token.query': 'as query, token {number} of {count}',
  'graph.token.key': 'as key, token {number} of {count}',
  'graph.hint': 'Point at a word; click or Enter to hold it, Esc to let go.',
  'graph.percent': '{percent} %',

  'matrix.title': 'Matrix',
  'matrix.axes': 'query ↓ key →',
  'matrix.stages': 'Stage',
  'matrix.stage.scores': 'scores',
  'matrix.stage.scaled': 'scaled',
  'matrix.stage.masked': 'masked',
  'matrix.stage.weights': 'weights',
  'matrix.label': '{name}: {stage}, {count} by {count}; query rows, key columns',
  'matrix.cell.weights': '“{query}” gives {percent} % of its attention to “{key}” in head {head}.',
  'matrix.cell.scores': '“{query}” · “{key}”: score {value} in head {head}.',
  'matrix.cell.scaled': '“{query}” · “{key}”: scaled score {value} in head {head}.',
  'matrix.cell.masked': '“{query}” · “{key}”: masked score {value} in head {head}.',
  'matrix.cell.hidden': '“{query}” may not attend to “{key}”: masked.',
  'matrix.row': '“{query}” looks most at {list}.',
  'matrix.column': '“{key}” is looked at most by {list}.',
  'matrix.item': '“{text}” {percent} %',
  'matrix.rest': 'Point at a cell or a word to read its value.',
  'matrix.table': 'Show as table',
  'matrix.tableHide': 'Hide table',
  'matrix.tableLabel': 'Matrix as a table',
  'matrix.caption': '{stage} of layer {layer}, head {head}: rows are queries, columns are keys',
  'matrix.symbol.scores': 'QKᵀ',
  'matrix.symbol.scaled': 'QKᵀ / √d_head',
  'matrix.symbol.masked': 'scaled + mask',
  'matrix.symbol.weights': 'softmax(masked)',

  ...trace,
};
