/**
 * Simplified Chinese, splitting into heads.
 * @type {Record<string, import('./index.js').Message>}
 */
export const split = {
  'split.title': '要拆分，不要打碎',
  'split.intro':
    '所有头的 Q 出自同一次乘法，每个词元占一行。有两种切法得到形状相同的张量，只有一种让每个头拿到自己的数。',
  'split.size.n': '词元数 {name}',
  'split.size.heads': '头数 {name}',
  'split.size.dHead': '宽度 {name}',
  'split.steps': '拆分的步骤',
  'split.step.0': '内存中',
  'split.step.1': '变形 view',
  'split.step.2': '转置 transpose',
  'split.next': '下一步',
  'split.again': '从头开始',
  'split.right': '拆分：先 view，再 transpose',
  'split.wrong': '打碎：一步 view 成想要的形状',
  'split.code.right': '正确拆分的代码',
  'split.code.wrong': '错误拆分的代码',
  'split.stage.right': '正确拆分后的数。用方向键按内存中的次序逐个查看。',
  'split.stage.wrong': '打碎后的数。用方向键按内存中的次序逐个查看。',
  'split.code.same': '形状相同：没有什么要做了？',
  'split.effect': '对注意力的影响',
  'split.head': '头 {head}',
  'split.shape.memory': '{shape} 个数排成一行，词元接着词元，到边缘处折行',
  'split.shape.tokens': '{shape}：词元、头、宽度',
  'split.shape.heads': '{shape}：头、词元、宽度',
  'split.holds': '头 {head}：{list}',
  'split.holds.all': '每个词元 {count} 个数',
  'split.holds.item': '“{text}”{count} 个',
  'split.count': '落入错误的头的数：{total} 个中有 {count} 个，即 {percent}%',
  'split.readout.none': '指向一个数，或用方向键移动，看它去了哪里。带角标的数属于别的头。',
  'split.readout.same':
    '“{text}”的查询，头 {head}，第 {column} 个数：{value}。一步 view 仍把它留在头 {other}，在“{instead}”的行里。',
  'split.readout.stray':
    '“{text}”的查询，头 {head}，第 {column} 个数：{value}。一步 view 把它放进了头 {other}，在“{instead}”的行里。',
  'split.heads': '显示权重的头',
  'split.axes': '查询 ↓ 键 →',
  'split.weights.right': '头 {head} 的权重，正确拆分',
  'split.weights.wrong': '头 {head} 的权重，被打碎',
  'split.difference': '用这些数算 softmax(QKᵀ/√d_head)：头 {head} 中有权重最多相差 {value}。',
  'split.whole':
    '在整个第 {layer} 层，{n} 个词元、{heads} 个宽 {dHead} 的头，一步 view 把 {percent}% 的数放进了错误的头，有权重最多相差 {value}。从形状上看不出来。',
};
