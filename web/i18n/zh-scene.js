/** @type {import('./index.js').Messages} */
export const scene = {
  'scene.ignored': '这个链接有 {count} 处不能照用；已改用最接近的值。',
  'scene.why.unknownField': '没有名为“{field}”的字段。',
  'scene.why.badValue': '“{field}”的值“{value}”不合适。',
  'scene.why.newerVersion': '这个链接来自更新版本的 Headscope。',
  'scene.why.notAScene': '这个链接里没有场景。',
  'scene.more': '…… 还有 {count} 处。',
  'scene.close': '关闭',
  'scene.steps': '这个场景的步骤',
  'scene.back': '‹ 上一步',
  'scene.next': '下一步 ›',
  'scene.start': '场景的开始。',
  'scene.whole': '在 Headscope 中打开',
  'scene.pick':
    '要计算别的句子，Headscope 需要模型文件：请选择 use-lite-f16.safetensors（在 Headscope 的 models/built/ 里）。',
  'scene.place': '第 {step} 步，共 {count} 步',
};
