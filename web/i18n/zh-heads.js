/**
 * Simplified Chinese: what kind of head it looks like; the arcs; the stages and the average of the
 * matrix.
 * @type {Record<string, import('./index.js').Message>}
 */
export const heads = {
  'heads.nameKind': '{name}：{kind}',
  'heads.kind.itself': '自身',
  'heads.kind.previous': '前一个词元',
  'heads.kind.next': '后一个词元',
  'heads.kind.first': '首个词元',
  'heads.kind.punctuation': '标点',
  'heads.kind.nearby': '附近',
  'heads.kind.few': '只看少数词',
  'heads.kind.around': '四处看',
  'heads.kind.single': '单个词元',
  'heads.kind.none': '无',
  'heads.kind.both': '{first}、{second}',
  'heads.kind.short.itself': '自身',
  'heads.kind.short.previous': '前一个',
  'heads.kind.short.next': '后一个',
  'heads.kind.short.first': '首个',
  'heads.kind.short.punctuation': '标点',

  'profile.list': '这个头的度量；点开每一项可看定义',
  'profile.summary': '{kind}；{count} 个词元中约注意 {tokens} 个',
  'profile.share': '{percent}%',
  'profile.missing': '–',
  'profile.even': '处处均匀的头，此项为 {even}。',
  'profile.thresholds':
    '缩略图的名称取自某一份额：均匀的头留给其余部分的注意力，它至少多占四分之一；否则，平均距离不到均匀头的一半，称“附近”；否则，注意的词元不到均匀头的一半，称“只看少数词”；其余称“四处看”。',
  'profile.itself': '自身',
  'profile.itself.define': '一个词元对自身的注意力，对所有查询取平均。',
  'profile.previous': '前一个词元',
  'profile.previous.define': '一个词元对它前一个词元的注意力，对有前一个词元的查询取平均。',
  'profile.next': '后一个词元',
  'profile.next.define': '一个词元对它后一个词元的注意力，对有后一个词元的查询取平均。',
  'profile.punctuation': '标点',
  'profile.punctuation.define': '一个词元对纯标点词元（集合 P）的注意力，对所有查询取平均。',
  'profile.first': '首个词元',
  'profile.first.define':
    '一个词元对首个词元的注意力，从第三个查询起取平均：更早的查询，首个词元就是它自身或前一个。',
  'profile.distance': '距离',
  'profile.distance.value': '相隔 {value}',
  'profile.distance.define': '一个词元注意到多远的位置，按注意力加权，对所有查询取平均。',
  'profile.tokens': '注意',
  'profile.tokens.value': '≈ {value} 个',
  'profile.tokens.define':
    '一个查询注意多少个词元：e 的（权重熵）次方，对所有查询取平均；只注意一个时为 1，n 个均匀时为 n。',
  'profile.disagreement': '分歧',
  'profile.disagreement.define':
    '它与本层其他头有多不同：它的一行与另一个头的一行之间的 Jensen–Shannon 距离（H 是以比特计的熵），对查询和头取平均；0 为相同，1 为没有共同的键（Lin 1991；Endres 和 Schindelin 2003）。',

  'graph.layout': '布局',
  'graph.layout.columns': '两列',
  'graph.layout.arcs': '弧线',
  'graph.side': '把词读作',
  'graph.side.query': '查询',
  'graph.side.key': '键',
  'graph.arcs.above': '上方：注意后面的词',
  'graph.arcs.below': '下方：注意前面的词',

  'matrix.previousStage': '上一阶段',
  'matrix.nextStage': '下一阶段',
  'matrix.step.scores': 'q·k，{width} 个乘积之和：“{query}”·“{key}” = {scores}',
  'matrix.step.scaled': '÷ √{width} = {root}：{scores} 变为 {scaled}',
  'matrix.step.masked': ({ hidden, scaled }) =>
    hidden === 0
      ? `+ 掩码：没有遮住任何位置，${scaled} 仍为 ${scaled}`
      : `+ 掩码：${hidden} 个格子变为 −∞；${scaled} 仍为 ${scaled}`,
  'matrix.step.maskedHidden': '+ 掩码：{hidden} 个格子变为 −∞，这一格也是',
  'matrix.step.weights': 'softmax：e^{masked} ÷ 本行 e^x 之和 = {weight}；本行总和为 {sum}',
  'matrix.step.weightsHidden': 'softmax：e^−∞ = 0；本行总和为 {sum}',
  'matrix.step.weightsNone': 'softmax：所有键都被遮住，所以整行为 0，总和为 {sum}',
  'matrix.sums': '行和',
  'matrix.average': '平均',
  'matrix.averageHelp': '这一层所有头的平均，许多库返回的正是它',
  'matrix.average.key': '{heads} 个头的平均，每格用最强的头的颜色',
  'matrix.average.label': '第 {layer} 层：{heads} 个头的平均，{count} × {count}',
  'matrix.average.all':
    '在 {heads} 个头的平均里，一个查询约注意 {average} 个词元；在各个头里：{list}。',
  'matrix.average.row':
    '“{query}”：{heads} 个头的平均约注意 {average} 个词元；在各个头里：{list}。',
  'matrix.average.cell':
    '“{query}”平均把 {percent}% 给了“{key}”；最多的是头 {head}，{most}%，最少的是头 {low}，{least}%。',
  'matrix.average.hidden': '在任何头里，“{query}”都不可注意“{key}”。',
  'matrix.average.column': '“{key}”平均得到一个查询 {percent}% 的注意力。',
  'matrix.average.head': '头 {head} 约注意 {tokens} 个词元',
};
