/**
 * English of the proofs. Tensor names are names: they stay as they are.
 * @type {Record<string, import('./index.js').Message>}
 */
export const prove = {
  'prove.heading': 'Prove it: {part}',
  'prove.close': 'Close',
  'prove.part.graph': 'the head graph',
  'prove.part.matrix': 'the matrix',
  'prove.part.arithmetic': 'this number',
  'prove.part.masks': 'the masks',
  'prove.part.compare': 'the comparison',
  'prove.part.trace': 'the dimension trace',
  'prove.part.contributions': 'concat is a sum',
  'prove.part.mixer': 'the mixer',
  'prove.claim.graph':
    'Every weight of every head of layer {layer}, from the exact input, weights, mask and gains in use. The program stops where a number differs from the page.',
  'prove.claim.matrix':
    'The cell that is looked at and all four stages of every head of layer {layer}, from the exact input, weights, mask and gains in use. The program stops where a number differs from the page.',
  'prove.claim.arithmetic':
    'This number and every tensor of layer {layer} on the way to it, from the exact input, weights, mask and gains in use. The program stops where a number differs from the page.',
  'prove.claim.masks':
    'The weights of layer {layer} under the mask in use, cell by cell, and all that follows from them. The program stops where a number differs from the page.',
  'prove.claim.compare':
    'Both sides computed from their exact input and weights (layer {layer}), and every difference of their weights on aligned words. The program stops where a number differs from the page.',
  'prove.claim.trace':
    'The whole of layer {layer}: every card, from what enters it to what leaves it. The program stops where a number differs from the page.',
  'prove.claim.shapes':
    'Attention of the shape that is chosen: every card, from the seeded input and weights in use. The program stops where a number differs from the page.',
  'prove.claim.contributions':
    'Each head’s contribution in layer {layer}, that they and the bias add up to the output, and how far each one goes along it. The program stops where a number differs from the page.',
  'prove.claim.mixer':
    'Layer {layer} with the gains of the mixer where they act, before or after W_O. The program stops where a number differs from the page.',
  'prove.waiting': 'The weights come with the model.',
  'prove.failed': 'The weights could not be read: {message}',
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
