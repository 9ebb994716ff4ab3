/** The models of a scene's recipe, trained to the end, for a figure. */
import { configOf, FIRST_TRAIN, HEAD_COUNTS, RECIPES, withRecipe } from './state/train.js';

/** @type {typeof import('./draw.d.ts').learnersOf} */
export function learnersOf(training, { train: asked }, tell = () => {}) {
  const recipe = { ...FIRST_TRAIN, ...withRecipe(asked ?? {}) };
  const { steps, task } = recipe;
  const { stride } = RECIPES[task];
  const learners = HEAD_COUNTS.map((heads) => {
    const trainer = training.createTrainer(configOf(recipe, heads));
    try {
      const points = [];
      const norms = [];
      for (let step = 0; step < steps; step += stride) {
        points.push(trainer.step(Math.min(stride, steps - step)));
        const now = points[points.length - 1].step;
        norms.push({ step: now, norms: trainer.slabNorms() });
        tell({ heads, step: now, steps });
      }
      return { heads, step: steps, points, norms, score: trainer.evaluate() };
    } finally {
      trainer.dispose();
    }
  });
  return { learners, module: training.module };
}
