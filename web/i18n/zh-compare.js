/**
 * Simplified Chinese, the comparison. A 是页面自己的图，B 是并排的另一个。
 * @type {Record<string, import('./index.js').Message>}
 */
export const compare = {
  'compare.title': '比较',
  'compare.toggle': '并排比较',
  'compare.intro': '两个句子、两个头，或有无掩码。',
  'compare.kinds': '比较什么',
  'compare.kind.sentence': '两个句子',
  'compare.kind.head': '两个头',
  'compare.kind.mask': '掩码关 / 开',
  'compare.second': '第二个句子',
  'compare.pairs': '现成的句对',
  'compare.pair.tired-wide': 'tired 对 wide',
  'compare.pair.river-money': 'river bank 对 money bank',
  'compare.otherHead': '第二个头',
  'compare.headOption': '第 {layer} 层头 {head}',

  'compare.underMask': '两边都在当前掩码之下。',
  'compare.waiting': '模型一到就计算第二个句子。',
  'compare.empty': '请输入第二个句子。',
  'compare.failed': '第二个句子无法计算：{message}',
  'compare.cut': 'B 超出模型能读的长度：比较它 {tokens} 个词元中的 {max} 个。',
  'compare.noMask': '没有开启掩码：在“掩码”中选一个，它的效果就显示在这里。',

  'compare.a': 'A',
  'compare.b': 'B',
  'compare.name.head': '第 {layer} 层头 {head}',
  'compare.name.without': '无掩码',
  'compare.name.with': '有掩码',
  'compare.place': '第 {layer} 层头 {head}',
  'compare.links': 'A 和 B 的词元；连线表示彼此对应',
  'compare.link.same': '同一词元',
  'compare.link.replaced': '同一位置的另一个词',
  'compare.link.only': '没有对应',
  'compare.pictures': '两边怎么画',
  'compare.picture.matrix': '矩阵',
  'compare.picture.graph': '图',
  'compare.label.matrix': '{side}：{name} 的权重，{count} 乘 {count}；行为查询，列为键',
  'compare.label.graph': '{side}：{name} 的注意力图，{count} 个词元；左为查询，右为键',
  'compare.difference': 'B − A',
  'compare.differenceName': '对齐的词元，百分点',
  'compare.differenceLabel.graph':
    '{count} 个对齐词元上 B 减 A 之差的图；左为查询，右为键。方向键移动，回车锁定。',
  'compare.differenceLabel.matrix':
    '{count} 个对齐词元上 B 减 A 的差；行为查询，列为键。方向键移动，回车锁定。',
  'compare.moreA': 'A 中更多',
  'compare.moreB': 'B 中更多',

  'compare.replaced': '{left} → {right}',
  'compare.cell.more':
    '“{query}”给“{key}”的注意力在 A 中为 {left}%，在 B 中为 {right}%：B 多 {points} 个百分点。',
  'compare.cell.less':
    '“{query}”给“{key}”的注意力在 A 中为 {left}%，在 B 中为 {right}%：B 少 {points} 个百分点。',
  'compare.cell.equal': '“{query}”给“{key}”的注意力在 A 和 B 中都是 {left}%。',
  'compare.row.hardly': '“{query}”几乎不变：它的注意力在 B 中有 {percent}% 移到了别处。',
  'compare.row.some': '“{query}”有变化：它的注意力在 B 中有 {percent}% 移到了别处。',
  'compare.row.much': '“{query}”变化很大：它的注意力在 B 中有 {percent}% 移到了别处。',
  'compare.row.same': '“{query}”完全没有变化。',
  'compare.row.most': '没有哪个词变化更大。',
  'compare.row.onlyLeft': '只在 A 中的词里，“{key}”最多：{percent}%。',
  'compare.row.onlyRight': '只在 B 中的词里，“{key}”最多：{percent}%。',
  'compare.key': '作为键，“{key}”从“{query}”得到的差别最大：{points} 个百分点。',
  'compare.only.left': '“{text}”只在 A 中。',
  'compare.only.right': '“{text}”只在 B 中。',
  'compare.nothing': '两者没有共同的词元：无法相减。',

  'compare.bars.title': '“{query}”在两边的行',
  'compare.bars.caption': '“{query}”在 A 和 B 中的行',
  'compare.bars.key': '键',
  'compare.list.title': '最大的差别',
  'compare.list.item': '“{query}”到“{key}”：{points} 个百分点',
  'compare.list.none': '没有：两者相同。',
  'compare.table': '以表格显示差别',
  'compare.tableHide': '隐藏表格',
  'compare.tableLabel': '表格形式的差别',
  'compare.tableCaption': '对齐词元上 B − A 的注意力百分点：行为查询，列为键',

  'compare.probe':
    '在全部 {heads} 个头中，这一改动使“{query}”给{list}的注意力变化都不超过 {most} 个百分点。这个模型并不判断“{query}”指什么。这一行里所有头中最大的变化是：“{key}”，{points} 个百分点，在第 {layer} 层头 {head}。',
  'compare.probe.key': '“{text}”',
  'compare.probe.or': '或',
};
