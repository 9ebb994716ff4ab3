/**
 * A training as curves and words, for the page and for its figure.
 *
 * @typedef {Readonly<import('./train.js').Train>} Train
 * @typedef {import('./train.js').Learner} Learner
 * @typedef {import('./cost-says.js').Say} Say
 * @typedef {{value: number, text: string}} Tick
 * @typedef {{name: string, hue: number, stopped: boolean, points: {x: number, y: number}[]}} Learned a
 *   curve; `hue` is that of a head
 */
import { HEAD_COUNTS } from './train.js';

/** Its hue, the same in cards, curves and spread. @param {number} heads a number of heads */
export const hueOf = (heads) => Math.max(0, HEAD_COUNTS.indexOf(heads));

/** @param {number} share @param {Say} say */
export const percent = (share, { words, format }) =>
  words('train.percent', { value: format.number(100 * share, 0) });

/** @param {Learner} learner @param {Say} say @returns {string} how it does question by question */
export function learnerDetail({ failed, score, points }, { words, format }) {
  if (failed) return words('train.stopped', { message: failed });
  const accuracy = score?.accuracy ?? points[points.length - 1]?.accuracy;
  if (!accuracy) return words('train.notYet');
  return Object.entries(accuracy)
    .filter(([, share]) => Number.isFinite(share))
    .map(([name, share]) => `${name} ${format.number(100 * share, 0)}`)
    .join(' · ');
}

/**
 * @param {readonly Learner[]} learners
 * @param {'allRight' | 'loss'} what
 * @param {Say} say
 * @returns {{yTicks: Tick[], yName: string, xName: string, curves: Learned[]}}
 */
export function trainCurves(learners, what, say) {
  const { words, format } = say;
  const losses = learners.flatMap(({ points }) => points.map(({ loss }) => loss));
  const top = Math.min(4, Math.ceil(Math.max(1, ...losses.filter(Number.isFinite))));
  const text = (/** @type {number} */ share) =>
    what === 'loss' ? format.number(share * top, 2) : percent(share, say);
  return {
    xName: words('train.axis.steps'),
    yName: words(what === 'loss' ? 'train.axis.loss' : 'train.axis.accuracy'),
    yTicks: [0, 0.25, 0.5, 0.75, 1].map((share) => ({
      value: what === 'loss' ? share * top : share,
      text: text(share),
    })),
    curves: learners.map(({ heads, points, failed }) => ({
      name: words('train.heads', { heads }),
      hue: hueOf(heads),
      stopped: failed !== null,
      points: points.map((point) => ({ x: point.step, y: point[what] })),
    })),
  };
}
