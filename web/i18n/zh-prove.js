/**
 * Simplified Chinese of the proofs. Tensor names are names: they stay as they are.
 * @type {Record<string, import('./index.js').Message>}
 */
export const prove = {
  'prove.heading': '证明：{part}',
  'prove.close': '关闭',
  'prove.part.graph': '注意力图',
  'prove.part.matrix': '矩阵',
  'prove.part.arithmetic': '这个数',
  'prove.part.masks': '掩码',
  'prove.part.compare': '对比',
  'prove.part.trace': '维度追踪',
  'prove.part.contributions': '拼接就是求和',
  'prove.part.mixer': '混音台',
  'prove.claim.graph':
    '第 {layer} 层每个头的每个权重，都由真正使用的输入、权重、掩码和增益重新计算。只要有一个数与页面不同，程序就会停下。',
  'prove.claim.matrix':
    '正在看的那一格，以及第 {layer} 层每个头的全部四个阶段，都由真正使用的输入、权重、掩码和增益重新计算。只要有一个数与页面不同，程序就会停下。',
  'prove.claim.arithmetic':
    '这个数，以及第 {layer} 层通向它的每个张量，都由真正使用的输入、权重、掩码和增益重新计算。只要有一个数与页面不同，程序就会停下。',
  'prove.claim.masks':
    '第 {layer} 层在当前掩码下的权重，逐格计算，以及由此得出的一切。只要有一个数与页面不同，程序就会停下。',
  'prove.claim.compare':
    '两边都由真正使用的输入和权重重新计算（第 {layer} 层），并核对对齐的词之间权重的每个差值。只要有一个数与页面不同，程序就会停下。',
  'prove.claim.trace':
    '整个第 {layer} 层：从进入它的数到离开它的数，每张卡片都在内。只要有一个数与页面不同，程序就会停下。',
  'prove.claim.shapes':
    '所选形状的注意力：每张卡片都由真正使用的、带种子的输入和权重重新计算。只要有一个数与页面不同，程序就会停下。',
  'prove.claim.contributions':
    '第 {layer} 层每个头的贡献，它们与偏置之和等于输出，以及各自沿输出方向走多远。只要有一个数与页面不同，程序就会停下。',
  'prove.claim.mixer':
    '第 {layer} 层带上混音台的增益，作用在 W_O 之前或之后。只要有一个数与页面不同，程序就会停下。',
  'prove.waiting': '权重随模型一起到来。',
  'prove.failed': '无法读取权重：{message}',
  'prove.language': '代码的语言',
  'prove.symbol.numpy': 'NumPy',
  'prove.symbol.pytorch': 'PyTorch',
  'prove.symbol.javascript': 'JavaScript',
  'prove.note.numpy': '用 Python 3 和 NumPy 运行。',
  'prove.note.pytorch': '先用基本运算，再用权重相同的 torch.nn.MultiheadAttention：两者一致。',
  'prove.note.javascript': '用 Headscope 本身，在 Node 20 或更新的版本中运行。',
  'prove.copy': '复制代码',
  'prove.copied': '已复制。',
  'prove.copyFailed': '浏览器不允许复制：请选中下面的代码，或者下载。',
  'prove.code': '下载 {name}',
  'prove.data': '下载 {name}（{size}）',
  'prove.beside': '数字很多：请把 {name} 放在代码旁边。',
  'prove.inside': '所有的数都在代码里。',
  'prove.preview': '代码',
};
