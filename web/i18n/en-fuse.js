/**
 * English, wrapper and fused.
 * @type {Record<string, import('./index.js').Message>}
 */
export const fuse = {
  'fuse.title': 'Wrapper ⇄ fused',
  'fuse.intro':
    'Many small modules side by side, or one wide matrix that is split: two codes for the same computation. Both run here, on this layer’s weights and this sentence.',
  'fuse.layers': 'Layer',
  'fuse.layer': 'Layer {layer}',
  'fuse.roles': 'Matrix on show',
  'fuse.symbol.query': 'Q',
  'fuse.symbol.key': 'K',
  'fuse.symbol.value': 'V',
  'fuse.symbol.size': '{symbol}, {size}',
  'fuse.steps': 'Steps from wrapper to fused',
  'fuse.step.apart': 'Apart',
  'fuse.step.together': 'Together',
  'fuse.step.multiply': 'Multiply',
  'fuse.step.split': 'Split',
  'fuse.step.attend': 'Attend',
  'fuse.next': 'Next step',
  'fuse.again': 'From the start',
  'fuse.wrapper': 'Wrapper: small modules',
  'fuse.fused': 'Fused: one module',
  'fuse.code.wrapper': 'Code of the wrapper',
  'fuse.code.fused': 'Code of the fused module',
  'fuse.about.apart': 'The wrapper owns {heads} modules, and each of them a small matrix.',
  'fuse.about.together':
    'Side by side the {heads} small matrices are one wide matrix. Nothing is lost and nothing added: a column stays a column.',
  'fuse.about.multiply':
    'x meets the wide matrix once. A column of a product depends on one column of the matrix alone, so each head’s part is what its small matrix would have given.',
  'fuse.about.split': 'view and transpose cut the product where the small matrices met.',
  'fuse.about.attend':
    'Every head attends by itself, and the heads’ outputs stand side by side: what torch.cat makes of the wrapper’s {heads} results.',
  'fuse.apart': '{heads} times {symbol}, each {size}',
  'fuse.concat': 'the heads’ outputs, side by side, {size}',
  'fuse.image.x': 'x, what goes into attention, {rows} × {columns} numbers',
  'fuse.image.weight': 'W_{symbol} of head {head}, {rows} × {columns} weights',
  'fuse.image.product': '{symbol} of head {head}, {rows} × {columns} numbers',
  'fuse.image.context': 'Output of head {head}, {rows} × {columns} numbers',
  'fuse.waiting': 'Computed as soon as the model is here.',
  'fuse.failed': 'Both sides could not be computed: {message}',
  'fuse.check': 'Do they give the same?',
  'fuse.checking': 'Both sides are being computed.',
  'fuse.difference': 'Largest difference of a number: {value}',
  'fuse.verdict.same':
    'Not one bit differs. The outputs reach up to {largest}; differences near 10⁻⁷ of that would be rounding, the same products added in another order, and larger ones would mean that the columns were not cut where the heads meet.',
  'fuse.verdict.rounding':
    'That is rounding: the same products, added in another order. The outputs reach up to {largest}. A larger difference would mean that the columns were not cut where the heads meet.',
  'fuse.verdict.wrong':
    'That is more than rounding: the outputs reach up to {largest}. The two sides do not compute the same.',
  'fuse.work': 'Do they cost the same?',
  'fuse.caption': 'Work and times of wrapper and fused',
  'fuse.column.wrapper': 'Wrapper',
  'fuse.column.fused': 'Fused',
  'fuse.products': 'Matrix products in the code',
  'fuse.multiplyAdds': 'Multiply-adds',
  'fuse.median': 'Median, ms',
  'fuse.quartiles': 'Middle half, ms',
  'fuse.spread': '{low} to {high}',
  'fuse.run': 'Measure both here',
  'fuse.runAgain': 'Measure anew',
  'fuse.cancel': 'Cancel',
  'fuse.progress': 'Samples so far',
  'fuse.timesFailed': 'The measurement stopped: {message}',
  'fuse.timesHint':
    'In this browser, by turns, W_O included: each small module multiplies by its own slab of W_O, so that both sides do the same multiply-adds. What remains is the price of many small calls.',
};
