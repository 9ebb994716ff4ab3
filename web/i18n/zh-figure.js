/**
 * Simplified Chinese, pictures that leave the page.
 * @type {Record<string, import('./index.js').Message>}
 */
export const figure = {
  'figure.source': ({ model, dtype, module, version }) =>
    [model, dtype, module && `${module} 模块`, `Headscope ${version}`].filter(Boolean).join(' · '),
  'figure.graph': '第 {layer} 层：谁看谁',
  'figure.matrix': '第 {layer} 层：{stage}',
  'figure.average': '第 {layer} 层：{heads} 个头的平均',
  'figure.mask': '第 {layer} 层：掩码之下的权重',
  'figure.compare': '第 {layer} 层：A 与 B 对照',
  'figure.heads': '每个头：它让谁看谁',
  'figure.contributions': '第 {layer} 层：每个头给“{text}”的输出添了多少',
  'figure.contributionsAll': '第 {layer} 层：每个头给所有词的输出添了多少',
  'figure.trace': '第 {layer} 层，一步一步',
  'figure.arithmetic': '第 {layer} 层：{cell} = {value}',
  'figure.fuse': '第 {layer} 层：包装与融合',
  'figure.mixer.before': '每个头乘以多少，在 W_O 之前',
  'figure.mixer.after': '输出的每一段乘以多少，在 W_O 之后',
};
