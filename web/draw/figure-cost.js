/** What heads cost, as a figure: two charts, a table, and what it was counted by. */
import { CHART_HEIGHT, drawChart } from './cost.js';
import { framed, moved } from './figure-parts.js';
import { beside, paragraph, stacked, table } from './figure-text.js';
import { formula } from './formula.js';

/**
 * @typedef {import('./figure-parts.js').Figure} Figure
 * @typedef {object} Cost
 * @property {(width: number) => import('./cost.js').Chart} work
 * @property {(width: number) => import('./cost.js').Chart} memory
 * @property {string} verdict
 * @property {string} saves
 * @property {readonly (readonly string[])[]} table the head first; a row of one cell is a heading
 * @property {string} hint below it
 * @property {string} caption
 * @property {readonly {name: string, terms: readonly import('./formula.js').Term[], value: string}[]} formulas
 */

const GAP = 32;

/**
 * @param {import('./figure-parts.js').FigureInput & {cost: Cost}} input
 * @returns {Figure}
 */
export function costFigure({ snapshot, words, width, cost }) {
  const half = width >= 720 ? (width - GAP) / 2 : width;
  const texts = [cost.verdict, cost.saves].map((said) => paragraph('said', said, { width: half }));
  const tall = half < width ? Math.max(...texts.map(({ height }) => height)) : 0;
  const sides = ['cost.work', 'cost.memory'].map((name, i) => {
    const chart = [cost.work, cost.memory][i](half);
    const picture = { width: half, height: CHART_HEIGHT, items: drawChart(chart) };
    const figure = stacked(
      [
        paragraph('name', words(name), { width: half, size: 14, weight: 600 }),
        { ...texts[i], height: Math.max(tall, texts[i].height) },
        picture,
      ],
      8,
    );
    return { ...figure, width: half, items: moved(figure.items, 0, 0, `${name} `) };
  });
  const counted = cost.formulas.map(({ name, terms, value }, i) =>
    stacked(
      [
        paragraph(`formula ${i} name`, name, { width, size: 12, fill: 'ink-soft' }),
        formula(`formula ${i}`, terms),
        paragraph(`formula ${i} value`, value, { width, size: 12, fill: 'ink-soft' }),
      ],
      2,
    ),
  );
  const figure = stacked(
    [
      paragraph('caption', cost.caption, { width, fill: 'ink-soft' }),
      beside(sides, { gap: GAP, width }),
      table('table', cost.table),
      paragraph('hint', cost.hint, { width, size: 12, fill: 'ink-soft' }),
      stacked(counted, 10),
    ],
    16,
  );
  return framed(
    { ...figure, width: Math.max(width, figure.width) },
    { title: words('cost.title'), snapshot, words },
  );
}
