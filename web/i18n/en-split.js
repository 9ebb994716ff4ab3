/**
 * English, splitting into heads.
 * @type {Record<string, import('./index.js').Message>}
 */
export const split = {
  'split.title': 'Split, don’t shred',
  'split.intro':
    'Q of all heads comes out of one product, a row a token. Two ways to cut it give tensors of the same shape, and only one of them gives every head its own numbers.',
  'split.size.n': 'tokens {name}',
  'split.size.heads': 'heads {name}',
  'split.size.dHead': 'width {name}',
  'split.steps': 'Steps of the split',
  'split.step.0': 'In memory',
  'split.step.1': 'view',
  'split.step.2': 'transpose',
  'split.next': 'Next step',
  'split.again': 'From the start',
  'split.right': 'Split: view, then transpose',
  'split.wrong': 'Shredded: one view into the shape that is wanted',
  'split.code.right': 'Code of the right split',
  'split.code.wrong': 'Code of the wrong split',
  'split.stage.right':
    'The numbers, split. Arrow keys walk through them in the order in which they lie in memory.',
  'split.stage.wrong':
    'The numbers, shredded. Arrow keys walk through them in the order in which they lie in memory.',
  'split.code.same': 'the same shape: nothing left to do?',
  'split.effect': 'What it does to attention',
  'split.head': 'Head {head}',
  'split.shape.memory': '{shape} numbers in a line, token after token, broken where the room ends',
  'split.shape.tokens': '{shape}: token, head, width',
  'split.shape.heads': '{shape}: head, token, width',
  'split.holds': 'Head {head}: {list}',
  'split.holds.all': ({ count }) =>
    count === 1 ? '1 number of every token' : `${count} numbers of every token`,
  'split.holds.item': '“{text}” {count}',
  'split.count': 'Numbers that end in the wrong head: {count} of {total}, {percent} %',
  'split.readout.none':
    'Point at a number, or walk with the arrow keys, to see where it goes. A marked corner: it belongs to another head.',
  'split.readout.same':
    'Query of “{text}”, head {head}, number {column}: {value}. The one-step view leaves it in head {other}, in the row of “{instead}”.',
  'split.readout.stray':
    'Query of “{text}”, head {head}, number {column}: {value}. The one-step view has it in head {other}, in the row of “{instead}”.',
  'split.heads': 'Head whose weights are shown',
  'split.axes': 'query ↓ key →',
  'split.weights.right': 'Weights of head {head}, split',
  'split.weights.wrong': 'Weights of head {head}, shredded',
  'split.difference':
    'softmax(QKᵀ/√d_head) of these numbers: in head {head} a weight differs by up to {value}.',
  'split.whole':
    'In the whole of layer {layer}, {n} tokens and {heads} heads of {dHead}, the one-step view puts {percent} % of the numbers into the wrong head, and a weight differs by up to {value}. No shape would tell.',
};
