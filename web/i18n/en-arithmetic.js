/**
 * English of the arithmetic and of the proofs. Tensor names are names: they stay as they are.
 * @type {Record<string, import('./index.js').Message>}
 */
export const arithmetic = {
  'arithmetic.title': 'Arithmetic',
  'arithmetic.intro':
    'Any number of this layer, down to the products it is made of, in digits that you can add up yourself. Unfold a cell of the matrix, press Enter on a number of the dimension trace, or start here:',
  'arithmetic.start': 'Unfold the strongest look',
  'arithmetic.open': 'Unfold',
  'arithmetic.openCell': 'Unfold {name}',
  'arithmetic.close': 'Close',
  'arithmetic.chain': 'What made this number, step by step; arrow keys go back and forth',
  'arithmetic.back': 'Step before',
  'arithmetic.on': 'Step after',
  'arithmetic.pick': 'Which number',
  'arithmetic.pick.query': 'query',
  'arithmetic.pick.key': 'key',
  'arithmetic.pick.column': 'column of the head',
  'arithmetic.pick.output': 'column',

  'arithmetic.order': 'Order of the terms',
  'arithmetic.order.plain': 'in order',
  'arithmetic.order.sorted': 'largest first',
  'arithmetic.terms.dot': '{count} products; arrow keys walk them, Enter unfolds the first factor',
  'arithmetic.terms.softmax': '{count} exponentials; arrow keys walk them, Enter unfolds the score',
  'arithmetic.term': '{number} of {count}',
  'arithmetic.runs': 'sum so far',
  'arithmetic.legend.dot': 'bars: the products · line: their running sum',
  'arithmetic.legend.softmax': 'bars: the exponentials · line: their running sum',
  'arithmetic.most': 'largest in the row',

  'arithmetic.sum.dot': ({ count }) => (count === 1 ? 'the product' : `sum of ${count} products`),
  'arithmetic.sum.softmax': 'sum of {count} exponentials',
  'arithmetic.bias': 'bias',
  'arithmetic.factor': 'gain after W_O',
  'arithmetic.core': 'The core computed {value}.',
  'arithmetic.agrees': 'They agree to the last digit shown.',
  'arithmetic.differs': 'They do not agree: the picture changed meanwhile, or something is wrong.',
  'arithmetic.same.masked':
    '“{query}” may look at “{key}”: nothing is masked here, the scaled score goes on as it is.',
  'arithmetic.same.concat':
    'No arithmetic: the numbers of all heads are laid side by side, head {head} from column {from} on.',
  'arithmetic.hidden.masked': '“{query}” may not look at “{key}”: the score becomes −∞.',
  'arithmetic.hidden.weights': '“{query}” may not look at “{key}”: its share is exactly 0.',
  'arithmetic.waiting': 'The weights of this layer come with the model.',
  'arithmetic.failed': 'The weights of this layer could not be read: {message}',
  'arithmetic.absent':
    'Not part of the precomputed sentence: it is computed when the model is here.',
  'arithmetic.table': 'All {count} lines as a table',
  'arithmetic.head.at': 'position',
  'arithmetic.head.product': 'product',
  'arithmetic.head.shifted': 'minus the largest',
  'arithmetic.head.power': 'exponential',
  'arithmetic.scale.symbol': '1/√{dHead}',

  'prove.title': 'Prove it',
  'prove.open': 'Prove it',
  'prove.intro':
    'Code that holds the exact input and weights of layer {layer}, computes it again and stops where a number differs from the page.',
  'prove.language': 'Language of the code',
  'prove.symbol.numpy': 'NumPy',
  'prove.symbol.pytorch': 'PyTorch',
  'prove.symbol.javascript': 'JavaScript',
  'prove.note.numpy': 'Run it with Python 3 and NumPy.',
  'prove.note.pytorch':
    'In plain operations, then with torch.nn.MultiheadAttention given the same weights: both agree.',
  'prove.note.javascript': 'Headscope itself, in Node 20 or later.',
  'prove.copy': 'Copy the code',
  'prove.copied': 'Copied.',
  'prove.copyFailed': 'The browser did not allow copying: select the code below, or download it.',
  'prove.code': 'Download {name}',
  'prove.data': 'Download {name} ({size})',
  'prove.beside': 'The numbers are many: keep {name} beside the code.',
  'prove.inside': 'Every number stands in the code.',
  'prove.preview': 'The code',
};
