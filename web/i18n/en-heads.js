/**
 * English, what kind of head it looks like; the arcs; the stages and the average of the matrix.
 * @type {Record<string, import('./index.js').Message>}
 */
export const heads = {
  'heads.nameKind': '{name}: {kind}',
  'heads.kind.itself': 'itself',
  'heads.kind.previous': 'previous token',
  'heads.kind.next': 'next token',
  'heads.kind.first': 'first token',
  'heads.kind.punctuation': 'punctu\u00adation',
  'heads.kind.nearby': 'nearby',
  'heads.kind.few': 'picks words',
  'heads.kind.around': 'looks around',
  'heads.kind.single': 'one token',
  'heads.kind.none': 'nothing',
  'heads.kind.both': '{first}, {second}',
  'heads.kind.short.itself': 'itself',
  'heads.kind.short.previous': 'previous',
  'heads.kind.short.next': 'next',
  'heads.kind.short.first': 'first',
  'heads.kind.short.punctuation': 'punctu\u00adation',

  'profile.list': 'Measures of this head; each opens its definition',
  'profile.summary': '{kind}: about {tokens} of {count} tokens',
  'profile.share': '{percent} %',
  'profile.missing': '–',
  'profile.even': 'A head that looks everywhere alike has {even} here.',
  'profile.thresholds':
    'A thumbnail is named after a share that takes a quarter or more of what an even head leaves to others; else “nearby” under half an even head’s distance; else “picks words” under half its tokens; else “looks around”.',
  'profile.itself': 'itself',
  'profile.itself.define': 'How much a token looks at itself, averaged over queries.',
  'profile.previous': 'previous token',
  'profile.previous.define':
    'How much a token looks at the one before it, averaged over the queries that have one.',
  'profile.next': 'next token',
  'profile.next.define':
    'How much a token looks at the one after it, averaged over the queries that have one.',
  'profile.punctuation': 'punctuation',
  'profile.punctuation.define':
    'How much a token looks at tokens that are punctuation (the set P) and nothing else, averaged over queries.',
  'profile.first': 'first token',
  'profile.first.define':
    'How much a token looks at the first one, averaged over queries from the third on: for earlier ones it is the token itself or the previous one.',
  'profile.distance': 'distance',
  'profile.distance.value': '{value} away',
  'profile.distance.define':
    'How many places away a token looks, each place weighted by its attention, averaged over queries.',
  'profile.tokens': 'looks at',
  'profile.tokens.value': '{value} tokens',
  'profile.tokens.define':
    'How many tokens a query looks at: e to the entropy of its weights, averaged over queries; one token alone gives 1, all n alike give n.',
  'profile.disagreement': 'disagrees',
  'profile.disagreement.define':
    'How unlike the layer’s other heads it is: the Jensen–Shannon distance between its row a and another head’s row b (H is the entropy in bits), averaged over queries and heads; 0 is the same, 1 is no key in common (Lin 1991; Endres and Schindelin 2003).',

  'graph.layout': 'Layout',
  'graph.layout.columns': 'columns',
  'graph.layout.arcs': 'arcs',
  'graph.side': 'A word is read as',
  'graph.side.query': 'query',
  'graph.side.key': 'key',
  'graph.arcs.above': 'above: at later words',
  'graph.arcs.below': 'below: at earlier words',

  'matrix.previousStage': 'Previous stage',
  'matrix.nextStage': 'Next stage',
  'matrix.step.scores': 'q·k, {width} products summed: “{query}”·“{key}” = {scores}',
  'matrix.step.scaled': '÷ √{width} = {root}: {scores} becomes {scaled}',
  'matrix.step.masked': ({ hidden, scaled }) =>
    hidden === 0
      ? `+ mask: nothing is hidden, so ${scaled} stays ${scaled}`
      : `+ mask: ${hidden} cells become −∞; ${scaled} stays ${scaled}`,
  'matrix.step.maskedHidden': '+ mask: {hidden} cells become −∞, this one too',
  'matrix.step.weights':
    'softmax: e^{masked} ÷ its row’s sum of e^x = {weight}; the row sums to {sum}',
  'matrix.step.weightsHidden': 'softmax: e^−∞ = 0; the row sums to {sum}',
  'matrix.step.weightsNone': 'softmax: every key is hidden, so the row is all 0 and sums to {sum}',
  'matrix.sums': 'sum',
  'matrix.average': 'average',
  'matrix.averageHelp': 'The average over the layer’s heads, which many libraries return',
  'matrix.average.key': 'average of {heads} heads, each cell in the hue of its strongest',
  'matrix.average.label': 'Layer {layer}: average of {heads} heads, {count} by {count}',
  'matrix.average.all':
    'A query in the average of {heads} heads looks at about {average} tokens; in its heads at {list}.',
  'matrix.average.row':
    '“{query}”: the average of {heads} heads looks at about {average} tokens; its heads at {list}.',
  'matrix.average.cell':
    '“{query}” gives “{key}” {percent} % on average; most in head {head}, {most} %, least in head {low}, {least} %.',
  'matrix.average.hidden': '“{query}” may not attend to “{key}” in any head.',
  'matrix.average.column': '“{key}” gets {percent} % of a query’s attention on average.',
  'matrix.average.head': 'head {head} looks at about {tokens} tokens',
};
