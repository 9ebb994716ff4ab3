/**
 * Simplified Chinese, wrapper and fused.
 * @type {Record<string, import('./index.js').Message>}
 */
export const fuse = {
  'fuse.title': '包装 ⇄ 融合',
  'fuse.intro':
    '许多小模块并排，或一个宽矩阵再拆分：同一计算的两种写法。两者都在这里运行，用的是这一层的权重和这个句子。',
  'fuse.layers': '层',
  'fuse.layer': '第 {layer} 层',
  'fuse.roles': '显示的矩阵',
  'fuse.symbol.query': 'Q',
  'fuse.symbol.key': 'K',
  'fuse.symbol.value': 'V',
  'fuse.symbol.size': '{symbol}, {size}',
  'fuse.steps': '从包装到融合的步骤',
  'fuse.step.apart': '分开',
  'fuse.step.together': '合拢',
  'fuse.step.multiply': '相乘',
  'fuse.step.split': '拆分',
  'fuse.step.attend': '注意',
  'fuse.next': '下一步',
  'fuse.again': '从头开始',
  'fuse.wrapper': '包装：多个小模块',
  'fuse.fused': '融合：一个模块',
  'fuse.code.wrapper': '包装的代码',
  'fuse.code.fused': '融合模块的代码',
  'fuse.about.apart': '包装里有 {heads} 个模块，每个模块有一个小矩阵。',
  'fuse.about.together':
    '{heads} 个小矩阵并排就是一个宽矩阵。什么也没少，什么也没多：一列还是一列。',
  'fuse.about.multiply':
    'x 只与宽矩阵相乘一次。乘积的一列只取决于矩阵的一列，所以每个头的那部分正是它的小矩阵会给出的结果。',
  'fuse.about.split': 'view 和 transpose 在小矩阵相接的地方把乘积切开。',
  'fuse.about.attend':
    '每个头各自计算注意力，各头的输出并排放在一起：正是 torch.cat 对包装的 {heads} 个结果所做的。',
  'fuse.apart': '{heads} 个 {symbol}，各为 {size}',
  'fuse.concat': '各头的输出，并排，{size}',
  'fuse.image.x': 'x，进入注意力的输入，{rows} × {columns} 个数',
  'fuse.image.weight': '头 {head} 的 W_{symbol}，{rows} × {columns} 个权重',
  'fuse.image.product': '头 {head} 的 {symbol}，{rows} × {columns} 个数',
  'fuse.image.context': '头 {head} 的输出，{rows} × {columns} 个数',
  'fuse.waiting': '模型一到就开始计算。',
  'fuse.failed': '两边都没能算出：{message}',
  'fuse.check': '结果相同吗？',
  'fuse.checking': '正在计算两边。',
  'fuse.difference': '数与数的最大差：{value}',
  'fuse.verdict.same':
    '一位也不差。输出最大到 {largest}；相对约 10⁻⁷ 的差会是舍入，即同样的乘积以不同次序相加；更大的差则说明切分没有落在各头相接处。',
  'fuse.verdict.rounding':
    '这是舍入：同样的乘积，相加的次序不同。输出最大到 {largest}。更大的差则说明切分没有落在各头相接处。',
  'fuse.verdict.wrong': '这超出了舍入：输出最大到 {largest}。两边算的不是同一回事。',
  'fuse.work': '代价相同吗？',
  'fuse.caption': '包装与融合的计算量和时间',
  'fuse.column.wrapper': '包装',
  'fuse.column.fused': '融合',
  'fuse.products': '代码中的矩阵乘法',
  'fuse.multiplyAdds': '乘加次数',
  'fuse.median': '中位数，毫秒',
  'fuse.quartiles': '中间一半，毫秒',
  'fuse.spread': '{low} 到 {high}',
  'fuse.run': '在这里测量两者',
  'fuse.runAgain': '重新测量',
  'fuse.cancel': '取消',
  'fuse.progress': '已测的样本',
  'fuse.timesFailed': '测量中止：{message}',
  'fuse.timesHint':
    '在这个浏览器里轮流测量，包含 W_O：每个小模块乘以 W_O 中属于自己的那一片，两边的乘加次数因此相同。剩下的差别是许多小调用的代价。',
};
