/**
 * English, what heads cost.
 * @type {Record<string, import('./index.js').Message>}
 */
export const cost = {
  'cost.title': 'Cost',
  'cost.intro':
    'Heads that share d_model cost no more than one big head: each is narrower by as much as there are more of them. Heads that are each as wide as d_model cost as many times more as there are heads.',
  'cost.run': 'Measure in this browser',
  'cost.runAgain': 'Measure anew',
  'cost.cancel': 'Cancel',
  'cost.progress': 'Samples so far',
  'cost.counted': '{done} of {total}',
  'cost.failed': 'The measurement stopped: {message}',
  'cost.work': 'Work against heads',
  'cost.verdict.counted': 'Counted from the shapes, the split stays where one head is.',
  'cost.verdict.measure': 'Measure to see whether this browser agrees.',
  'cost.verdict.measured':
    'Measured at d_model {dModel}: 16 heads that share it take {split} times as long as one head; {widest} full-width heads take {full} times as long.',
  'cost.workHint':
    'Lines: multiplications and additions, counted. Marks: median times of the fused forward pass, one head being 1; the stroke through a mark is the middle half of the samples. Softmax, h · n² exponentials, is in the times and not in the count.',
  'cost.memory': 'Memory against seq_len',
  'cost.saves':
    'At seq_len {seqLen} the weights of {heads} heads are {weights}. The fused pass takes {pass} for everything else and never holds them: that saves {saved} % here, {most} % at {longest}.',
  'cost.memoryHint':
    'Both scales are logarithmic. The weights grow with the square of seq_len. The fused pass of {heads} heads holds Q, in whose place concat comes, K, V, output, one head’s packed keys and values and a few rows of scores at a time. The line is the most that it takes; what exactly, the core counts before it begins.',
  'cost.axis.heads': 'heads h',
  'cost.axis.work': 'times one head',
  'cost.axis.seqLen': 'seq_len n',
  'cost.axis.bytes': 'bytes',
  'cost.times': '{value} ×',
  'cost.gigabyte': '1 GB',
  'cost.megabytes': '{value} MB',
  'cost.series.split': 'split',
  'cost.series.full': 'full width',
  'cost.series.weights': ({ heads }) =>
    Number(heads) === 1 ? 'weights, 1 head' : `weights, ${heads} heads`,
  'cost.series.fused': 'fused pass',
  'cost.chart.work':
    'Work as a multiple of one head’s, at d_model {dModel} and seq_len {seqLen}: the split stays at 1 for every number of heads, full-width heads rise to 16. The table holds the numbers.',
  'cost.chart.memory':
    'Bytes against seq_len from 16 to 4096, d_model {dModel}: the weights of 1 to 16 heads grow with the square, a fused pass of {heads} heads in proportion.',
  'cost.tableLabel': 'Table of the cost',
  'cost.caption': 'Cost at d_model {dModel} and seq_len {seqLen}',
  'cost.kind.split': 'Heads share d_model {dModel}',
  'cost.kind.full': 'Every head {dModel} wide',
  'cost.column.heads': 'Heads',
  'cost.column.dHead': 'd_head',
  'cost.column.parameters': 'Parameters',
  'cost.column.flops': 'Operations',
  'cost.column.ratio': 'Times one head',
  'cost.column.median': 'Median, ms',
  'cost.column.spread': 'Middle half, ms',
  'cost.spread': '{low} to {high}',
  'cost.untimed': 'not timed',
  'cost.tableHint':
    'Parameters are those of W_Q, W_K, W_V and W_O without biases; operations are multiplications and additions of the six matrix products. Times are of the fused forward pass on seeded weights, layers by turns. Layers of more than {most} of weights are counted, not timed.',
  'cost.word.bytes': 'bytes',
  'cost.word.packed': 'packed',
  'cost.word.workspace': 'workspace',
  'cost.formulas': 'Counted by',
  'cost.formula.parameters': 'Parameters',
  'cost.formula.flops': 'Operations',
  'cost.formula.weights': 'Weights of all heads',
  'cost.formula.pass': 'One fused pass, at most',
  'cost.formula.packed': 'Packed in it',
  'cost.rounded':
    '⌈x⌉: x up to a whole number. 5 rows share a tile, in the relaxed module 6; a tile has room for 6',
  'cost.formula.values': '{heads} heads: {split} shared, {full} at full width',
};
