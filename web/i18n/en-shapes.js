/**
 * English of the free shapes in the dimension trace.
 * @type {Record<string, import('./index.js').Message>}
 */
export const shapes = {
  'shapes.mode': 'What the trace shows',
  'shapes.mode.model': 'The model',
  'shapes.mode.free': 'Free shapes',
  'shapes.intro':
    'Attention of any size, computed here for real. Change a size and see which boxes change with it; ask for heads that do not fit and see where it stops.',
  'shapes.fields': 'Sizes, mask and seed',
  'shapes.field.seqLen': 'seq_len: tokens, 1 to {most}',
  'shapes.field.dModel': 'd_model: width of a token’s vector, 1 to {most}',
  'shapes.field.heads': 'heads, 1 to {most}',
  'shapes.slider': '{axis}, as a slider',
  'shapes.each': '= {heads} × {dHead}',
  'shapes.eachNot': '= {heads} × {dHead} + {rest} left over',
  'shapes.mask': 'Mask',
  'shapes.mask.none': 'no mask',
  'shapes.mask.causal': 'causal',
  'shapes.seed': 'seed',
  'shapes.nextSeed': 'Next seed',
  'shapes.presets': 'Ready sizes',
  'shapes.preset.lesson': 'Lesson: 512 = 8 × 64',
  'shapes.preset.big': 'Transformer (big): 1024 = 16 × 64',
  'shapes.preset.tiny': 'Tiny, every number readable: 8 = 2 × 4',
  'shapes.preset.indivisible': 'Does not divide: 512 into 3',
  'shapes.numbers':
    'No model, no training: PCG32 (XSH-RR, stream 54) with seed {seed} draws W_Q, W_K, W_V, W_O and then the input. Weights are Xavier uniform, ±√(6 / (fan_in + fan_out)) = ±√(6 / {sum}) = ±{bound}; the input is standard normal (Box–Muller). No biases. More heads cut the same weights into more slabs.',
  'shapes.busy': 'Computing…',
  'shapes.refused': 'This cannot be computed: {message}',
  'shapes.heads': 'Heads on show',
  'shapes.headsPart': 'heads {from}–{to} of {count}',
  'shapes.headsBack': 'Earlier heads',
  'shapes.headsOn': 'Later heads',
  'shapes.steps': 'Steps of attention; arrow keys walk the cards',
  'shapes.token': 'token {index}',
  'shapes.axis.seq_len': 'tokens of the input',
  'shapes.group.input': 'One vector per token, drawn from the seed.',
  'shapes.about.input': 'One row per token: made-up numbers, the same for the same seed.',
  'shapes.about.whole': 'The projection itself works: every token has its {dModel} numbers.',
  'shapes.unreached': 'Not reached: a step before it fails.',
  'shapes.notComputed': 'Not computed.',
  'shapes.stopped':
    'A view moves no number: it must find a place for all {size} of them. {heads} heads of {dHead} hold {held} of a token’s {dModel} columns, {asked} numbers in all; {rest} per token would be left over. No width of a head fits, so d_model must be a multiple of heads.',
  'shapes.nearest': 'Heads that fit:',
  'shapes.takeHeads': '{heads} × {dHead}',
};
