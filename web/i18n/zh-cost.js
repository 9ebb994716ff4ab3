/**
 * Simplified Chinese, what heads cost.
 * @type {Record<string, import('./index.js').Message>}
 */
export const cost = {
  'cost.title': '代价',
  'cost.intro':
    '共用 d_model 的多个头并不比一个大头更贵：头增加几倍，每个头就窄几倍。若每个头都与 d_model 同宽，有几个头就要几倍的代价。',
  'cost.run': '在这个浏览器里测量',
  'cost.runAgain': '重新测量',
  'cost.cancel': '取消',
  'cost.progress': '已测的样本',
  'cost.counted': '{total} 个中的 {done} 个',
  'cost.failed': '测量中止：{message}',
  'cost.work': '计算量与头数',
  'cost.verdict.counted': '按形状计数，拆分与一个头持平。',
  'cost.verdict.measure': '测量一下，看这个浏览器是否同意。',
  'cost.verdict.measured':
    '在 d_model {dModel} 下测得：共用它的 16 个头用时是一个头的 {split} 倍；{widest} 个全宽的头用时是 {full} 倍。',
  'cost.workHint':
    '线：乘法和加法的计数。标记：融合前向计算用时的中位数，以一个头为 1；穿过标记的短线是样本的中间一半。softmax 的 h · n² 次指数运算计入用时，不计入计数。',
  'cost.memory': '内存与 seq_len',
  'cost.saves':
    '当 seq_len 为 {seqLen} 时，{heads} 个头的权重是 {weights}。融合计算其余一切共占 {pass}，从不保存权重：这里省下 {saved}%，到 {longest} 时省下 {most}%。',
  'cost.memoryHint':
    '两个刻度都是对数的。权重随 seq_len 的平方增长。{heads} 个头的融合计算只保存 Q（concat 随后占用它的位置）、K、V、输出、一个头打包后的键和值，以及当时的几行分数。线是它最多占用的字节数；确切的数目由核心在开始之前数出。',
  'cost.axis.heads': '头数 h',
  'cost.axis.work': '一个头的倍数',
  'cost.axis.seqLen': '序列长度 n',
  'cost.axis.bytes': '字节',
  'cost.times': '{value} ×',
  'cost.gigabyte': '1 GB',
  'cost.megabytes': '{value} MB',
  'cost.series.split': '拆分',
  'cost.series.full': '全宽',
  'cost.series.weights': '权重，{heads} 个头',
  'cost.series.fused': '融合计算',
  'cost.chart.work':
    '计算量是一个头的几倍，d_model {dModel}，seq_len {seqLen}：无论有几个头，拆分都是 1，全宽的头升到 16。数字在表格里。',
  'cost.chart.memory':
    '字节数与 seq_len（16 到 4096），d_model {dModel}：1 到 16 个头的权重按平方增长，{heads} 个头的融合计算按比例增长。',
  'cost.tableLabel': '代价的表格',
  'cost.caption': 'd_model {dModel}、seq_len {seqLen} 时的代价',
  'cost.kind.split': '各头共用 d_model {dModel}',
  'cost.kind.full': '每个头宽 {dModel}',
  'cost.column.heads': '头数',
  'cost.column.dHead': '头宽 d_head',
  'cost.column.parameters': '参数',
  'cost.column.flops': '运算',
  'cost.column.ratio': '一个头的倍数',
  'cost.column.median': '中位数，毫秒',
  'cost.column.spread': '中间一半，毫秒',
  'cost.spread': '{low} 到 {high}',
  'cost.untimed': '未测时',
  'cost.tableHint':
    '参数指 W_Q、W_K、W_V 和 W_O，不含偏置；运算指六次矩阵乘法中的乘法和加法。用时是融合前向计算在由种子生成的权重上的用时，各层轮流。权重超过 {most} 的层只计数，不测时。',
  'cost.word.bytes': '字节',
  'cost.word.packed': '打包',
  'cost.word.workspace': '工作区',
  'cost.formulas': '计数公式',
  'cost.formula.parameters': '参数',
  'cost.formula.flops': '运算',
  'cost.formula.weights': '所有头的权重',
  'cost.formula.pass': '一次融合计算，至多',
  'cost.formula.packed': '其中打包的数',
  'cost.rounded': '⌈x⌉：x 向上取整。每 5 行共用一个分块，relaxed 模块为 6 行；一个分块可容 6 行',
  'cost.formula.values': '{heads} 个头：共用时 {split}，全宽时 {full}',
};
