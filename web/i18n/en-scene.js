/** @type {import('./index.js').Messages} */
export const scene = {
  'scene.ignored': ({ count }) =>
    count === 1
      ? 'One part of this link could not be taken; the nearest that can is shown.'
      : `${count} parts of this link could not be taken; the nearest that can is shown.`,
  'scene.why.unknownField': 'Nobody knows the field “{field}”.',
  'scene.why.badValue': 'The value “{value}” of “{field}” does not fit.',
  'scene.why.newerVersion': 'The link was made by a newer Headscope.',
  'scene.why.notAScene': 'The link holds no scene.',
  'scene.more': '… and {count} more.',
  'scene.close': 'Close',
  'scene.steps': 'Steps of this scene',
  'scene.back': '‹ Back',
  'scene.next': 'Next ›',
  'scene.start': 'The scene as it begins.',
  'scene.whole': 'Open in Headscope',
  'scene.pick':
    'For other sentences Headscope needs its model: choose the file use-lite-f16.safetensors (models/built/ in Headscope’s folder).',
  'scene.place': '{step} of {count}',
};
