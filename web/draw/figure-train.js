/** Models that differ in nothing but their number of heads, and what they have learned, as a figure. */
import { CURVES_HEIGHT, drawCurves, drawNorms } from './curves.js';
import { framed, label, moved } from './figure-parts.js';
import { beside, linesWithin, paragraph, stacked } from './figure-text.js';
import { headStyle } from './style.js';

/**
 * @typedef {import('./figure-parts.js').Figure} Figure
 * @typedef {Omit<import('./curves.js').Curve, 'colour' | 'dash'> & {hue: number}} Learned
 * @typedef {Omit<Parameters<typeof drawCurves>[0], 'width' | 'steps' | 'labelRoom' | 'curves'> &
 *   {curves: readonly Learned[]}} Chart
 * @typedef {object} Train
 * @property {string} question
 * @property {string} recipe
 * @property {number} steps
 * @property {readonly {name: string, hue: number, share: string, detail: string, chosen: boolean}[]} scores
 * @property {Record<'accuracy' | 'loss', Chart>} charts
 * @property {Parameters<typeof drawNorms>[0]['norms']} norms of the chosen model
 * @property {(value: number, digits: number) => string} number
 */

const GAP = 32;

/**
 * @param {import('./figure-parts.js').FigureInput & {train: Train}} input
 * @returns {Figure}
 */
export function trainFigure({ snapshot, words, width, train }) {
  const { question, recipe, steps, scores, charts, norms, number } = train;
  const half = width >= 720 ? (width - GAP) / 2 : width;
  const curves = /** @type {const} */ (['accuracy', 'loss']).map((which) => {
    const { curves: learned, ...axes } = charts[which];
    const items = drawCurves({
      ...axes,
      ...{ width: half, steps, labelRoom: 64 },
      curves: learned.map(({ hue, ...curve }) => ({ ...curve, ...headStyle(hue) })),
    });
    const figure = stacked(
      [
        paragraph('name', words(`train.${which}`), { width: half, size: 14, weight: 600 }),
        { width: half, height: CURVES_HEIGHT, items },
      ],
      8,
    );
    return { ...figure, items: moved(figure.items, 0, 0, `${which} `) };
  });
  const writes = drawNorms({
    ...{ width, steps, norms },
    name: (head) => words('train.head', { head }),
    value: (norm) => number(norm, 2),
  });
  const figure = stacked(
    [
      paragraph('question', question, { width, size: 14 }),
      paragraph('recipe', recipe, { width, fill: 'ink-soft' }),
      beside(
        scores.map((score, i) => card(score, i, (width - 3 * 16) / 4)),
        { gap: 16, width },
      ),
      beside(curves, { gap: GAP, width }),
      paragraph('norms', words('train.norms'), { width, size: 14, weight: 600 }),
      { width, height: writes.height, items: moved(writes.items, 0, 0, 'norms ') },
    ],
    14,
  );
  return framed({ ...figure, width }, { title: words('train.title'), snapshot, words });
}

/** @param {Train['scores'][number]} score @param {number} i @param {number} wide @returns {Figure} */
function card({ name, hue, share, detail, chosen }, i, wide) {
  const width = Math.max(140, Math.floor(wide));
  const pad = 10;
  const lines = linesWithin(detail, 11, width - 2 * pad);
  const height = 62 + 16 * Math.max(1, lines.length);
  const { colour } = headStyle(hue);
  const at = (/** @type {number} */ y) => ({ x: pad, y });
  return {
    width,
    height,
    items: [
      {
        ...{ type: 'rect', id: `card ${i}`, x: 0.5, y: 0.5, width: width - 1, height: height - 1 },
        ...{ fill: chosen ? 'sunken' : 'panel', stroke: chosen ? 'ink' : 'line', opacity: 1 },
      },
      label(`card ${i} name`, name, { ...at(17), size: 13, fill: colour, weight: 650 }),
      label(`card ${i} share`, share, { ...at(41), size: 22, weight: 600 }),
      ...lines.map((line, k) =>
        label(`card ${i} ${k}`, line, { ...at(62 + 16 * k), fill: 'ink-soft' }),
      ),
    ],
  };
}
