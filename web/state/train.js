/**
 * A training on the page: models that differ in nothing but their number of heads, their curves, and
 * a closer look at one of them.
 *
 * @typedef {'tiles' | 'english'} Task
 * @typedef {'idle' | 'loading' | 'running' | 'paused' | 'hidden' | 'done' | 'failed'} TrainPhase
 *   `hidden` is paused because nobody sees the tab
 * @typedef {'slow' | 'medium' | 'full'} Speed
 * @typedef {{step: number, loss: number, allRight: number, accuracy: Readonly<Record<string, number>>}} CurvePoint
 *   means over the batches since the point before
 * @typedef {{sentences: number, loss: number, allRight: number, accuracy: Readonly<Record<string, number>>}} Score
 *   on sentences that were never learned from
 * @typedef {object} Learner
 * @property {number} heads
 * @property {number} step
 * @property {readonly CurvePoint[]} points
 * @property {readonly {step: number, norms: ArrayLike<number>}[]} norms per head, of W_O
 * @property {Readonly<Score> | null} score once it has learned
 * @property {Readonly<{all: Score, cost: readonly Readonly<Record<string, number>>[]}> | null} costs of
 *   muting each head
 * @property {string | null} failed why it stopped
 * @typedef {{relations: readonly string[], heads: number, mass: number[][], baseline: number[][]}} Matrix
 * @typedef {{question: string, token: number, answer: string, probabilities: ArrayLike<number>}} Answer
 * @typedef {{heads: number, step: number, text: string, tokens: readonly string[],
 *   weights: Float32Array, predictions: readonly Answer[], matrix: Matrix, failed: string | null}} Look
 * @typedef {{question: string, relation: string, token: number, answer: string, target: number}} Ask
 * @typedef {{text: string, asks: readonly Ask[]}} Sample
 * @typedef {{name: string, answers: readonly string[], relation: string}} Question
 * @typedef {{vocabulary: readonly {word: string, kind: string}[], questions: readonly Question[],
 *   relations: readonly string[], maxTokens: number}} TaskInfo
 * @typedef {{phase: 'idle' | 'running' | 'done' | 'failed', done: number, total: number, message: string,
 *   results: Readonly<Record<number, readonly number[]>>}} Spread share of sentences all right, by
 *   number of heads, one for each seed
 *
 * @typedef {object} Recipe
 * @property {Task} task
 * @property {number} places answer boxes of the tiles
 * @property {number} dModel
 * @property {number} seed
 * @property {number} learningRate
 * @property {number} steps
 *
 * @typedef {object} TrainFields
 * @property {Speed} speed
 * @property {TrainPhase} phase
 * @property {string} message what went wrong
 * @property {string} unread why a file could not be loaded; the models are as they were
 * @property {boolean} restarted the worker was lost, and the training went on from its last snapshot
 * @property {readonly Learner[]} learners
 * @property {number} chosen number of heads of the model that is looked at
 * @property {Readonly<Look> | null} look
 * @property {readonly number[]} muted heads of the chosen model
 * @property {Readonly<Score> | null} mutedScore of the chosen model without them
 * @property {string} text the sentence that is looked at; empty for the first sample
 * @property {readonly Sample[]} samples
 * @property {Readonly<TaskInfo> | null} info
 * @property {number} parameters of each model
 * @property {string} module that trains
 * @property {Readonly<Spread>} spread
 * @property {number} opened number of heads of the model that the lab shows; 0 when it shows its own
 * @property {string} labText sentence of the lab's own model, to which it comes back from another
 *
 * @typedef {Recipe & TrainFields} Train
 */

export const HEAD_COUNTS = Object.freeze([1, 2, 4, 8]);
export const PLACES = Object.freeze([1, 2, 3, 4, 5, 6]);
export const SEEDS_OF_SPREAD = 8;

/**
 * `stride` is the number of batches that one point of a curve covers.
 * @type {Readonly<Record<Task, {dModel: number, steps: number, dModels: readonly number[], stride: number}>>}
 */
export const RECIPES = Object.freeze({
  tiles: Object.freeze({
    dModel: 16,
    steps: 2000,
    dModels: Object.freeze([16, 32, 64]),
    stride: 10,
  }),
  english: Object.freeze({ dModel: 64, steps: 1500, dModels: Object.freeze([32, 64]), stride: 5 }),
});

/** Batches a second; at full speed as many as the machine can do. @type {Readonly<Record<Speed, number>>} */
export const SPEEDS = Object.freeze({ slow: 20, medium: 200, full: Infinity });

/** @type {Readonly<Spread>} */
export const NO_SPREAD = Object.freeze({
  phase: 'idle',
  done: 0,
  total: 0,
  message: '',
  results: Object.freeze({}),
});

/** @type {Pick<Train, 'phase' | 'message' | 'unread' | 'restarted' | 'learners' | 'look' | 'muted' | 'mutedScore' | 'text' | 'samples' | 'info' | 'parameters' | 'opened'>} */
const UNTRAINED = Object.freeze({
  phase: 'idle',
  message: '',
  unread: '',
  restarted: false,
  learners: Object.freeze([]),
  look: null,
  muted: Object.freeze([]),
  mutedScore: null,
  text: '',
  samples: Object.freeze([]),
  info: null,
  parameters: 0,
  opened: 0,
});

/** @type {Readonly<Train>} */
export const FIRST_TRAIN = Object.freeze({
  task: 'tiles',
  places: 4,
  dModel: RECIPES.tiles.dModel,
  seed: 1,
  learningRate: 0.02,
  steps: RECIPES.tiles.steps,
  speed: 'full',
  chosen: 4,
  module: '',
  spread: NO_SPREAD,
  labText: '',
  ...UNTRAINED,
});

/** @param {number} heads @returns {Learner} */
const newLearner = (heads) => ({
  heads,
  step: 0,
  points: Object.freeze([]),
  norms: Object.freeze([]),
  score: null,
  costs: null,
  failed: null,
});

/**
 * Another recipe is another training: what the old one learned goes.
 * @param {Partial<Recipe>} changes
 * @returns {Partial<Train>}
 */
export function withRecipe(changes) {
  const own = changes.task && RECIPES[changes.task];
  return {
    ...UNTRAINED,
    spread: NO_SPREAD,
    ...(own && { dModel: own.dModel, steps: own.steps }),
    ...changes,
  };
}

/** The same recipe, nothing learned. @returns {Partial<Train>} */
export const untrained = () => UNTRAINED;

/**
 * @param {Readonly<Train>} train
 * @param {number} heads
 * @returns {import('../training.d.ts').TrainConfig}
 */
export const configOf = ({ task, places, dModel, seed, learningRate, steps }, heads) => ({
  ...{ task, heads, dModel, seed, learningRate, steps },
  ...(task === 'tiles' && { places }),
});

/**
 * @param {{task: TaskInfo, parameters: number, samples: readonly Sample[], module: string}} opened
 * @param {readonly number[]} counts numbers of heads
 * @returns {Partial<Train>}
 */
export const withOpened = ({ task, parameters, samples, module }, counts) => ({
  info: task,
  parameters,
  samples,
  module,
  text: samples[0].text,
  learners: Object.freeze(counts.map(newLearner)),
});

/**
 * @param {readonly Learner[]} learners
 * @param {readonly {heads: number, step: number, reports: readonly CurvePoint[],
 *   norms: ArrayLike<number>, failed: string | null}[]} moved
 * @returns {readonly Learner[]}
 */
export function withMoved(learners, moved) {
  return Object.freeze(
    learners.map((learner) => {
      const news = moved.find(({ heads }) => heads === learner.heads);
      if (!news) return learner;
      const { step, reports, norms, failed } = news;
      const points = reports.map(({ step: at, loss, allRight, accuracy }) =>
        Object.freeze({ step: at, loss, allRight, accuracy }),
      );
      if (!reports.length) return Object.freeze({ ...learner, step, failed });
      return Object.freeze({
        ...learner,
        step,
        failed,
        score: null,
        costs: null,
        points: Object.freeze([...learner.points, ...points]),
        norms: Object.freeze([...learner.norms, { step, norms }]),
      });
    }),
  );
}

/**
 * Back to where each model stood: curves end there, scores are to be measured anew.
 * @param {readonly Learner[]} learners
 * @param {readonly {heads: number, step: number}[]} places
 */
export const cutBack = (learners, places) =>
  Object.freeze(
    learners.map((learner) => {
      const step = places.find(({ heads }) => heads === learner.heads)?.step ?? learner.step;
      return Object.freeze({
        ...learner,
        step,
        score: null,
        costs: null,
        points: learner.points.filter((point) => point.step <= step),
        norms: learner.norms.filter((norm) => norm.step <= step),
      });
    }),
  );

/**
 * @param {readonly Learner[]} learners
 * @param {number} heads
 * @param {Partial<Learner>} changes
 */
export const withLearner = (learners, heads, changes) =>
  Object.freeze(
    learners.map((learner) =>
      learner.heads === heads ? Object.freeze({ ...learner, ...changes }) : learner,
    ),
  );

/** @param {Readonly<Train>} train @returns {Learner | undefined} */
export const chosenLearner = ({ learners, chosen }) =>
  learners.find(({ heads }) => heads === chosen);

/** @param {Readonly<Train>} train how far the furthest has come */
export const stepOf = ({ learners }) => Math.max(0, ...learners.map(({ step }) => step));

/** Whether nothing is left to do. @param {Readonly<Train>} train */
export const isThrough = ({ learners, steps }) =>
  learners.length > 0 && learners.every(({ step, failed }) => failed !== null || step >= steps);

/**
 * How many of all sentences were right: measured at the end, of the newest batches until then.
 * @param {Learner} learner
 * @returns {number | null}
 */
export function shareRight({ score, points }) {
  if (score) return score.allRight;
  const newest = points.slice(-5);
  if (!newest.length) return null;
  return newest.reduce((sum, { allRight }) => sum + allRight, 0) / newest.length;
}

/** Below this nobody would notice the loss of a head. */
export const NOTHING = 0.01;

/**
 * Heads whose muting costs no question more than NOTHING.
 * @param {NonNullable<Learner['costs']>} costs
 * @returns {number[]}
 */
export const spareHeads = ({ cost }) =>
  cost.flatMap((lost, head) =>
    Object.values(lost).every((share) => !(share > NOTHING)) ? [head] : [],
  );

/**
 * @param {readonly number[]} muted
 * @param {number} heads
 * @returns {number[] | null} one gain per head; null where nothing is muted
 */
export const gainsOf = (muted, heads) =>
  muted.length ? Array.from({ length: heads }, (_, head) => (muted.includes(head) ? 0 : 1)) : null;

/** @param {readonly number[]} results @returns {{mean: number, low: number, high: number}} */
export const spreadOf = (results) => ({
  mean: results.reduce((sum, value) => sum + value, 0) / results.length,
  low: Math.min(...results),
  high: Math.max(...results),
});
