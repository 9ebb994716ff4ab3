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
  '#view=arithmetic&layer=1&heads=2&unfold=weights:8:1',
  '#view=arithmetic&layer=1&heads=2&unfold=query:8:0:3&theme=dark',
  '#view=arithmetic&layer=0&heads=1&unfold=ffn-norm:2:0:0:7&lang=zh',
  '#view=arithmetic&layer=1&unfold=sentence:0:0:0:0:0:0:9',
  '#view=split&layer=1&split=6:4:2:2:1',
  '#view=split&layer=0&split=3:2:4:1&theme=dark&lang=zh',
  '#view=fuse&layer=1',
  '#view=fuse&layer=0&fuse=4:value&theme=dark',
  '#view=cost',
  '#view=cost&cost=64:1024&theme=dark&lang=zh',
  '#view=train&train=tiles:2:1:2:16:0.02:60',
]);

/**
 * What the last scene's recipe learns; runs in a page too.
 * @param {import('../../../web/training.d.ts').Training} training
 * @returns {NonNullable<import('../../../web/draw.d.ts').DrawOptions['training']>}
 */
export function learn(training) {
  const learners = [1, 2].map((heads) => {
    const trainer = training.createTrainer({ task: 'tiles', heads, places: 2, seed: 1, steps: 60 });
    /** @type {import('../../../web/draw.d.ts').DrawLearner['points'][number][]} */
    const points = [];
    const norms = [];
    for (let i = 0; i < 6; i++) {
      points.push(trainer.step(10));
      norms.push({ step: 10 * (i + 1), norms: trainer.slabNorms() });
    }
    const score = trainer.evaluate();
    trainer.dispose();
    return { heads, step: 60, points, norms, score };
  });
  return { learners, module: 'simd' };
}
