/**
 * A view as an SVG that stands alone: colours as values, fonts by name, no style sheet, nothing that a
 * browser alone can draw. The same arrays make the same text here and in Node.
 */
import { arithmeticFigure } from './figure-arithmetic.js';
import { costFigure } from './figure-cost.js';
import { fuseFigure } from './figure-fuse.js';
import { graphFigure } from './figure-graph.js';
import { contributionsFigure, headsFigure } from './figure-heads.js';
import { compareFigure, maskFigure, matrixFigure } from './figure-matrix.js';
import { mixerFigure } from './figure-mixer.js';
import { splitFigure } from './figure-split.js';
import { traceFigure } from './figure-trace.js';
import { trainFigure } from './figure-train.js';
import { svgString } from './svg.js';
import { themeOf } from './theme.js';

/**
 * @typedef {import('./figure-parts.js').FigureInput} FigureInput
 * @typedef {Omit<FigureInput, 'rgb' | 'width' | 'comparison'> &
 *   Omit<Parameters<typeof contributionsFigure>[0], keyof FigureInput> &
 *   Omit<Parameters<typeof mixerFigure>[0], keyof FigureInput> &
 *   {view: string, theme: import('./theme.js').ThemeName, width?: number,
 *   comparison?: FigureInput['comparison']}} ViewInput
 */

const FONT = "Inter, system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif";

/** @type {Record<string, (input: any) => import('./figure-parts.js').Figure>} */
const FIGURES = {
  heads: headsFigure,
  graph: graphFigure,
  matrix: matrixFigure,
  trace: traceFigure,
  arithmetic: arithmeticFigure,
  contributions: contributionsFigure,
  mixer: mixerFigure,
  masks: maskFigure,
  compare: compareFigure,
  split: splitFigure,
  fuse: fuseFigure,
  cost: costFigure,
  train: trainFigure,
};

/** The views that a figure shows; `lab`, the whole page, is shown by its head graph. */
export const DRAWABLE = Object.freeze(Object.keys(FIGURES));

const WIDTHS = /** @type {Readonly<Record<string, number>>} */ ({
  matrix: 520,
  masks: 520,
  compare: 860,
  trace: 860,
  arithmetic: 760,
  split: 860,
  fuse: 1060,
  cost: 860,
  train: 860,
});

/**
 * @param {ViewInput} input
 * @returns {string} a whole SVG document
 * @throws Error where no figure shows the view, or the snapshot lacks what it shows
 */
export function drawView({ view, theme, width, ...input }) {
  const name = view === 'lab' ? 'graph' : view;
  if (!Object.hasOwn(FIGURES, name)) {
    throw new Error(`[drawView] view is ${view}; expected one of ${DRAWABLE.join(', ')}`);
  }
  const { paint, rgb } = themeOf(theme);
  const room = width ?? WIDTHS[name] ?? 640;
  const figure = FIGURES[name]({ comparison: null, ...input, rgb, width: room });
  const { text: title } = input.snapshot;
  return svgString(figure.items, { ...figure, paint, title, font: FONT });
}
