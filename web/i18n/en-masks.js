/**
 * English, the masks.
 * @type {Record<string, import('./index.js').Message>}
 */
export const masks = {
  'mask.title': 'Masks',
  'mask.intro': 'Hide keys from queries and watch the attention move. Parts combine.',
  'mask.parts': 'Parts of the mask',
  'mask.none': 'None',
  'mask.causal': 'Causal',
  'mask.causalHelp': 'a query sees itself and what stands before it',
  'mask.padding': 'Padding',
  'mask.paddingHelp': 'keys behind the last real token are hidden',
  'mask.paddingLength': 'real tokens',
  'mask.window': 'Window',
  'mask.windowHelp': 'a query sees keys at most this far away',
  'mask.windowSize': 'distance',
  'mask.paint': 'Painted',
  'mask.paintHelp': 'hide any cell by hand',
  'mask.waiting': 'The mask is applied as soon as the model is here.',

  'mask.note.title': 'Read it with care.',
  'mask.note.trained':
    'This model learned with every word open to every other. Under a mask it still computes exactly what is asked, but in a situation it never met in training: the picture shows what the arithmetic does, no longer what the model learned to do.',
  'mask.note.padding':
    'In real use padding hides filler at the end of a batch. Here the last words of your sentence play the filler.',

  'mask.painter.title': 'Painter',
  'mask.painter.label':
    'Mask painter, {count} by {count}; query rows, key columns. Arrow keys move, Enter or Space hides or shows a cell; on a row’s or a column’s name, all of it.',
  'mask.painter.hint':
    'Drag to hide, drag from a hidden cell to show. A word hides its whole row or column.',
  'mask.painter.queryPick': 'Query',
  'mask.painter.keyPick': 'Key',
  'mask.painter.hideCell': 'Hide cell',
  'mask.painter.showCell': 'Show cell',
  'mask.painter.hideRow': 'Hide row',
  'mask.painter.showRow': 'Show row',
  'mask.painter.hideColumn': 'Hide column',
  'mask.painter.showColumn': 'Show column',
  'mask.painter.tools': 'Ready paints',
  'mask.painter.onlyItself': 'Only itself',
  'mask.painter.notItself': 'Not itself',
  'mask.painter.noFirst': 'Not the first token',
  'mask.painter.invert': 'Invert paint',
  'mask.painter.parts': 'Turn parts into paint',
  'mask.painter.clear': 'Wipe paint',
  'mask.painter.undo': 'Undo',
  'mask.read.rest': 'Point at a cell to read it.',
  'mask.read.open': '“{query}” may see “{key}”: {percent} % in head {head}.',
  'mask.read.hidden': '“{query}” may not see “{key}”: hidden by {parts}.',
  'mask.read.locked':
    '“{query}” may not see “{key}”: hidden by {parts}. Paint cannot open it; parts combine.',
  'mask.read.row': ({ query, open, count }) => `Query “${query}” may see ${open} of ${count} keys.`,
  'mask.read.column': ({ key, open, count }) =>
    `Key “${key}” may be seen by ${open} of ${count} queries.`,

  'mask.legend.hidden': 'hidden',
  'mask.legend.paint': 'hidden by paint',
  'mask.legend.paddingKey': 'padding key: no query sees it',
  'mask.legend.paddingQuery':
    'padding query: it still attends and its row still sums to 1; whoever reads the output ignores that row',
  'mask.legend.pooled': 'Headscope ignores no row: the sentence vector still averages all of them.',

  'mask.row.title': 'Where the attention went',
  'mask.row.without': 'without mask',
  'mask.row.with': 'with mask',
  'mask.row.key': 'key',
  'mask.row.caption': '“{query}” in layer {layer}, head {head}: its row without and with the mask',
  'mask.row.hardest': 'Query “{query}” loses most in this head; point at a row to read another.',
  'mask.row.nothing': 'Nothing is hidden yet: both rows are the same.',
  'mask.row.lost':
    '“{query}” had {lost} % of its attention on keys that are hidden now; the other {kept} % were on the open ones.',
  'mask.row.none': '“{query}” loses nothing to the mask here.',
  'mask.row.scaled':
    'Layer 0 sees the same inputs as before, so every open key grew by the same factor, × {factor}.',
  'mask.row.changed':
    'Layer {layer} also got other inputs, because the layers before it ran under the mask: open keys do not all grow alike.',
  'mask.row.gone': 'Now the whole row is zero.',
  'mask.row.rest': 'the other {count}',
  'mask.row.sum': 'sum',
  'mask.row.hidden': 'hidden',
  'mask.percent': '{percent} %',

  'mask.closed.title': ({ count, query }) =>
    count === 1
      ? `Stop: “${query}” may look at nothing`
      : `Stop: ${count} queries may look at nothing`,
  'mask.closed.which': 'Queries {list}.',
  'mask.closed.item': '“{query}”',
  'mask.closed.softmax':
    'Every masked score in the row is −∞. A naive softmax takes the largest away first:',
  'mask.closed.max': 'the largest of {count} times −∞',
  'mask.closed.sum': 'the sum of {count} such terms',
  'mask.closed.weight': 'every weight',
  'mask.closed.exp': 'every term',
  'mask.closed.headscope':
    'Headscope gives zeros: here the row’s weights sum to {sum}, and the largest number in this head’s context for it is {context}.',
  'mask.closed.why':
    'Why not NaN? It would spread: in the next layer every query multiplies this row’s key and value, so one NaN row makes the whole sentence NaN. Zeros say what happened: the head has nothing to add, W_O adds its bias alone, and the residual carries the word on.',
  'mask.closed.undo': 'Undo the last stroke',
  'mask.closed.open': 'Let it see itself',
  'mask.closed.keep': 'Keep it and go on',
  'mask.closed.again': 'Why zeros?',
};
