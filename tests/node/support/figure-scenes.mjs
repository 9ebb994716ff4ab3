/** @file Scenes of every view that can be drawn as a file; Node and Chromium draw them alike. */
export const figureScenes = Object.freeze([
  '#view=heads&layer=1&heads=2,3',
  '#view=graph&layer=1&heads=2,1&lock=query:8&theme=dark',
  '#view=graph&layer=0&heads=3&mass=0.9&layout=arcs&lock=key:2',
  '#view=graph&layer=1&heads=0&lock=cell:9,12',
  '#view=matrix&layer=1&heads=2&lock=cell:9,12',
  '#view=matrix&layer=0&heads=1&stage=scores&theme=dark&lang=zh',
  '#view=matrix&layer=1&average',
  '#view=masks&layer=1&heads=3',
  '#view=compare&layer=1&heads=2&compare=sentence&lock=query:9',
  '#view=compare&layer=1&heads=2&compare=mask',
  '#view=compare&layer=1&heads=2&compare=head:1:3',
  '#view=contributions&layer=1&lock=query:8',
  '#view=contributions&layer=0&mixer=after/0:1,0,1.5,1',
  '#view=mixer&mixer=before/1:0.5,1m,1s,1.5',
  '#view=trace&layer=0&theme=dark',
]);
