/**
 * Simplified Chinese of the free shapes in the dimension trace.
 * @type {Record<string, import('./index.js').Message>}
 */
export const shapes = {
  'shapes.mode': '追踪显示的内容',
  'shapes.mode.model': '模型',
  'shapes.mode.free': '自由形状',
  'shapes.intro':
    '任意大小的注意力，都在这里真正计算。改变一个大小，看哪些方框随之改变；选一个除不尽的头数，看计算停在哪里。',
  'shapes.fields': '大小、掩码与种子',
  'shapes.field.seqLen': 'seq_len：词元数，1 到 {most}',
  'shapes.field.dModel': 'd_model：词元向量的宽度，1 到 {most}',
  'shapes.field.heads': 'heads：头数，1 到 {most}',
  'shapes.slider': '{axis}（滑块）',
  'shapes.each': '= {heads} × {dHead}',
  'shapes.eachNot': '= {heads} × {dHead}，余 {rest}',
  'shapes.mask': '掩码',
  'shapes.mask.none': '无掩码',
  'shapes.mask.causal': '因果',
  'shapes.seed': '种子',
  'shapes.nextSeed': '下一个种子',
  'shapes.presets': '现成的大小',
  'shapes.preset.lesson': '课文：512 = 8 × 64',
  'shapes.preset.big': '原始 Transformer（大）：1024 = 16 × 64',
  'shapes.preset.tiny': '很小，每个数都可读：8 = 2 × 4',
  'shapes.preset.indivisible': '除不尽：512 分成 3',
  'shapes.numbers':
    '没有模型，也没有训练：PCG32（XSH-RR，序列 54）从种子 {seed} 依次抽取 W_Q、W_K、W_V、W_O 和输入。权重服从 Xavier 均匀分布，±√(6 / (fan_in + fan_out)) = ±√(6 / {sum}) = ±{bound}；输入服从标准正态分布（Box–Muller 变换）。没有偏置。头数增加时，同样的权重只是切成更多的块。',
  'shapes.busy': '正在计算…',
  'shapes.refused': '无法计算：{message}',
  'shapes.heads': '显示的头',
  'shapes.headsPart': '头 {from}–{to}，共 {count} 个',
  'shapes.headsBack': '前面的头',
  'shapes.headsOn': '后面的头',
  'shapes.steps': '注意力的步骤；用方向键在卡片之间移动',
  'shapes.token': '词元 {index}',
  'shapes.axis.seq_len': '输入的词元数',
  'shapes.group.input': '每个词元一个向量，从种子抽取。',
  'shapes.about.input': '每个词元一行：编造的数，同一个种子给出同样的数。',
  'shapes.about.whole': '投影本身没有问题：每个词元都得到了 {dModel} 个数。',
  'shapes.unreached': '没有到达：前面的一步失败了。',
  'shapes.notComputed': '没有计算。',
  'shapes.stopped':
    'view 不移动任何数：它必须给全部 {size} 个数找到位置。{heads} 个 {dHead} 维的头只容纳每个词元 {dModel} 列中的 {held} 列，总共 {asked} 个数；每个词元会剩下 {rest} 个。没有一个头宽合适，所以 d_model 必须是 heads 的倍数。',
  'shapes.nearest': '合适的头数：',
  'shapes.takeHeads': '{heads} × {dHead}',
};
