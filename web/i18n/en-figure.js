/**
 * English, pictures that leave the page.
 * @type {Record<string, import('./index.js').Message>}
 */
export const figure = {
  'figure.source': ({ model, dtype, module, version }) =>
    [model, dtype, module && `${module} module`, `Headscope ${version}`]
      .filter(Boolean)
      .join(' · '),
  'figure.graph': 'Layer {layer}: who looks at whom',
  'figure.matrix': 'Layer {layer}: {stage}',
  'figure.average': 'Layer {layer}: the average of its {heads} heads',
  'figure.mask': 'Layer {layer}: weights under the mask',
  'figure.compare': 'Layer {layer}: A beside B',
  'figure.heads': 'Every head: whom it lets look at whom',
  'figure.contributions': 'Layer {layer}: what each head adds to the output of “{text}”',
  'figure.contributionsAll': 'Layer {layer}: what each head adds to the outputs of all words',
  'figure.trace': 'Layer {layer}, step by step',
  'figure.arithmetic': 'Layer {layer}: {cell} = {value}',
  'figure.fuse': 'Layer {layer}: wrapper and fused',
  'figure.mixer.before': 'What each head is multiplied by, before W_O',
  'figure.mixer.after': 'What each slice of the output is multiplied by, after W_O',
};
