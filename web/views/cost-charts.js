/** The two charts of the cost: how the work grows with the heads, and the memory with seq_len. */
import { CHART_HEIGHT, drawChart } from '../draw/cost.js';
import { patchSvg } from '../draw/svg.js';
import { formatBytes, formatNumber, t } from '../i18n/index.js';
import {
  contendersOf,
  flops,
  forwardBytes,
  HEADS,
  idOf,
  KINDS,
  weightsBytes,
  widthOf,
} from '../state/cost.js';
import { quartiles } from '../state/samples.js';

/** @typedef {import('../state/cost.js').Cost} Cost */
/** @typedef {import('../draw/cost.js').Series} Series */

const NAMESPACE = 'http://www.w3.org/2000/svg';
const COLOURS = /** @type {const} */ ({ split: 'ink', full: 'warn' });
const LENGTHS = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096];
/** Where the chart of memory ends. */
export const LONGEST = 4096;
/** The weights of how many heads are drawn. */
const LINES = [16, 4, 1];
/** Of the fused pass in the chart of memory: the lesson's own number. */
export const SHOWN_HEADS = 8;

/** The page resolves a token wherever it stands. @param {string} token */
const paint = (token) => `var(--${token})`;

class Chart {
  element = /** @type {SVGSVGElement} */ (document.createElementNS(NAMESPACE, 'svg'));

  constructor() {
    this.element.setAttribute('role', 'img');
  }

  /** @param {import('../draw/cost.js').Chart} chart @param {string} label */
  draw(chart, label) {
    const svg = this.element;
    svg.setAttribute('aria-label', label);
    svg.setAttribute('width', String(chart.width));
    svg.setAttribute('height', String(CHART_HEIGHT));
    patchSvg(svg, drawChart(chart), paint, 'cost');
  }
}

/** Work, as multiples of one head's: counted as lines, measured as marks. */
export class WorkChart extends Chart {
  /** @param {Readonly<Cost>} cost @param {number} width px */
  show({ dModel, seqLen, timing }, width) {
    const one = flops(widthOf('split', dModel, 1), seqLen);
    const base = timing.samples[idOf('split', 1)];
    const single = base?.length ? quartiles(base).median : null;
    /** @type {Series[]} */
    const series = KINDS.map((kind) => ({
      name: t(`cost.series.${kind}`),
      colour: COLOURS[kind],
      width: kind === 'split' ? 3 : 2,
      points: HEADS.map((heads) => ({
        x: heads,
        y: flops(widthOf(kind, dModel, heads), seqLen) / one,
      })),
    }));
    const measured = contendersOf({ dModel }).flatMap(({ kind, heads }) => {
      const samples = timing.samples[idOf(kind, heads)];
      if (!samples?.length || !single) return [];
      const { low, median, high } = quartiles(samples);
      const [x, colour] = [heads, COLOURS[kind]];
      return [{ x, colour, low: low / single, middle: median / single, high: high / single }];
    });
    const most = Math.max(16, ...measured.map(({ high }) => high));
    const top = 4 * Math.ceil(most / 4);
    const steps = Array.from({ length: top / 4 + 1 }, (_, i) => 4 * i);
    const tick = (/** @type {number} */ value) => ({ value, text: String(value) });
    this.draw(
      {
        width,
        xTicks: HEADS.map(tick),
        yTicks: steps.map((value) => ({ value, text: t('cost.times', { value }) })),
        xScale: 'linear',
        yScale: 'linear',
        series,
        measured,
        xName: t('cost.axis.heads'),
        yName: t('cost.axis.work'),
        labelRoom: 104,
      },
      t('cost.chart.work', { dModel, seqLen }),
    );
  }
}

/** Bytes of all weights, and of one whole fused pass. */
export class MemoryChart extends Chart {
  /** @param {Readonly<Cost>} cost @param {number} width px */
  show({ dModel }, width) {
    const line = (/** @type {(seqLen: number) => number} */ bytes) =>
      LENGTHS.map((seqLen) => ({ x: seqLen, y: bytes(seqLen) }));
    /** @type {Series[]} */
    const series = [
      ...LINES.map((heads) => ({
        name: t('cost.series.weights', { heads }),
        colour: 'warn',
        width: 1.5,
        points: line((seqLen) => weightsBytes(heads, seqLen)),
      })),
      {
        name: t('cost.series.fused'),
        colour: 'ink',
        width: 3,
        points: line((seqLen) => forwardBytes(widthOf('split', dModel, SHOWN_HEADS), seqLen)),
      },
    ];
    const decades = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 2e9];
    this.draw(
      {
        width,
        xTicks: LENGTHS.filter((_, i) => i % 2 === 0).map((n) => ({ value: n, text: String(n) })),
        yTicks: decades.map((value) => ({
          value,
          text: value > 1e9 ? '' : value === 1e9 ? t('cost.gigabyte') : shortBytes(value),
        })),
        xScale: 'log',
        yScale: 'log',
        series,
        xName: t('cost.axis.seqLen'),
        yName: t('cost.axis.bytes'),
        labelRoom: 128,
      },
      t('cost.chart.memory', { dModel, heads: SHOWN_HEADS }),
    );
  }
}

/** @param {number} bytes a power of ten */
const shortBytes = (bytes) =>
  bytes < 1e6 ? formatBytes(bytes) : t('cost.megabytes', { value: formatNumber(bytes / 1e6, 0) });
