/**
 * English, the comparison. A is the page's own picture, B what stands beside it.
 * @type {Record<string, import('./index.js').Message>}
 */
export const compare = {
  'compare.title': 'Compare',
  'compare.toggle': 'Compare side by side',
  'compare.intro': 'Two sentences, two heads, or with and without the mask.',
  'compare.kinds': 'What to compare',
  'compare.kind.sentence': 'two sentences',
  'compare.kind.head': 'two heads',
  'compare.kind.mask': 'mask off / on',
  'compare.second': 'Second sentence',
  'compare.pairs': 'Ready pairs',
  'compare.pair.tired-wide': 'tired / wide',
  'compare.pair.river-money': 'river bank / money bank',
  'compare.otherHead': 'Second head',
  'compare.headOption': 'Layer {layer}, head {head}',

  'compare.underMask': 'Both sides stand under the mask that is on.',
  'compare.waiting': 'The second sentence is computed as soon as the model is here.',
  'compare.empty': 'Type a second sentence.',
  'compare.failed': 'The second sentence could not be computed: {message}',
  'compare.cut': 'B is longer than the model reads: {max} of its {tokens} tokens are compared.',
  'compare.noMask': 'No mask is on: choose one under Masks, and its effect stands here.',

  'compare.a': 'A',
  'compare.b': 'B',
  'compare.name.head': 'Layer {layer}, head {head}',
  'compare.name.without': 'without mask',
  'compare.name.with': 'with mask',
  'compare.place': 'Layer {layer}, head {head}',
  'compare.links': 'Tokens of A and B; lines link those that belong together',
  'compare.link.same': 'the same token',
  'compare.link.replaced': 'another word in its place',
  'compare.link.only': 'no partner',
  'compare.pictures': 'How both sides are drawn',
  'compare.picture.matrix': 'Matrix',
  'compare.picture.graph': 'Graph',
  'compare.label.matrix': '{side}: weights of {name}, {count} by {count}; query rows, key columns',
  'compare.label.graph': '{side}: head graph of {name}, {count} tokens; queries left, keys right',
  'compare.difference': 'B − A',
  'compare.differenceName': 'aligned tokens, percentage points',
  'compare.differenceLabel.graph':
    'Graph of the differences B minus A on {count} aligned tokens; queries left, keys right. Arrow keys move, Enter holds.',
  'compare.differenceLabel.matrix':
    'Differences B minus A on {count} aligned tokens; query rows, key columns. Arrow keys move, Enter holds.',
  'compare.moreA': 'more in A',
  'compare.moreB': 'more in B',

  'compare.replaced': '{left} → {right}',
  'compare.cell.more':
    '“{query}” gives “{key}” {left} % in A and {right} % in B: {points} points more in B.',
  'compare.cell.less':
    '“{query}” gives “{key}” {left} % in A and {right} % in B: {points} points less in B.',
  'compare.cell.equal': '“{query}” gives “{key}” {left} % in A and in B.',
  'compare.row.hardly':
    '“{query}” hardly changes: {percent} % of its attention lies elsewhere in B.',
  'compare.row.some': '“{query}” changes: {percent} % of its attention lies elsewhere in B.',
  'compare.row.much': '“{query}” changes much: {percent} % of its attention lies elsewhere in B.',
  'compare.row.same': '“{query}” does not change at all.',
  'compare.row.most': 'No word changes more than this one.',
  'compare.row.onlyLeft': 'Of the words in A alone, “{key}” gets most: {percent} %.',
  'compare.row.onlyRight': 'Of the words in B alone, “{key}” gets most: {percent} %.',
  'compare.key': 'As a key, “{key}” gets most differently from “{query}”: {points} points.',
  'compare.only.left': '“{text}” stands in A alone.',
  'compare.only.right': '“{text}” stands in B alone.',
  'compare.nothing': 'The two share no token: nothing can be subtracted.',

  'compare.bars.title': 'The row of “{query}” on both sides',
  'compare.bars.caption': 'The row of “{query}” in A and in B',
  'compare.bars.key': 'key',
  'compare.list.title': 'Largest differences',
  'compare.list.item': '“{query}” to “{key}”: {points} points',
  'compare.list.none': 'None: both are the same.',
  'compare.table': 'Show differences as table',
  'compare.tableHide': 'Hide table',
  'compare.tableLabel': 'Differences as a table',
  'compare.tableCaption':
    'B − A in percentage points of attention on aligned tokens: rows are queries, columns are keys',

  'compare.probe':
    'In none of the {heads} heads does the change move what “{query}” gives to {list} by more than {most} points. This model does not decide what “{query}” stands for. The largest change in that row, in any head: “{key}”, {points} points in layer {layer}, head {head}.',
  'compare.probe.key': '“{text}”',
  'compare.probe.or': ' or ',
};
