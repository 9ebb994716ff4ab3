/**
 * The cost as charts, rows and sentences, for the page and for its figure.
 *
 * @typedef {import('./cost.js').Cost} Cost
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Words
 * @typedef {{number: (value: number, digits?: number) => string, count: (value: number) => string,
 *   bytes: (bytes: number) => string}} Format
 * @typedef {{words: Words, format: Format}} Say
 * @typedef {import('../draw/cost.js').Chart} Chart
 * @typedef {import('../draw/cost.js').Series} Series
 */
import {
  contendersOf,
  flops,
  forwardBytes,
  HEADS,
  idOf,
  KINDS,
  parameters,
  weightsBytes,
  widthOf,
} from './cost.js';
import { quartiles } from './quartiles.js';

const COLOURS = /** @type {const} */ ({ split: 'ink', full: 'warn' });
const LENGTHS = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096];
/** Where the chart of memory ends. */
export const LONGEST = 4096;
/** The weights of how many heads are drawn. */
const LINES = [16, 4, 1];
/** Of the fused pass in the chart of memory: the lesson's own number. */
export const SHOWN_HEADS = 8;

export const COLUMNS = Object.freeze(
  /** @type {const} */ (['heads', 'dHead', 'parameters', 'flops', 'ratio', 'median', 'spread']),
);

/**
 * Work, as multiples of one head's: counted as lines, measured as marks.
 * @param {Readonly<Cost>} cost
 * @param {number} width px
 * @param {Say} say
 * @returns {Chart}
 */
export function workChart({ dModel, seqLen, timing }, width, { words }) {
  const one = flops(widthOf('split', dModel, 1), seqLen);
  const base = timing.samples[idOf('split', 1)];
  const single = base?.length ? quartiles(base).median : null;
  /** @type {Series[]} */
  const series = KINDS.map((kind) => ({
    name: words(`cost.series.${kind}`),
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
  return {
    width,
    xTicks: HEADS.map((value) => ({ value, text: String(value) })),
    yTicks: steps.map((value) => ({ value, text: words('cost.times', { value }) })),
    xScale: 'linear',
    yScale: 'linear',
    series,
    measured,
    xName: words('cost.axis.heads'),
    yName: words('cost.axis.work'),
    labelRoom: 104,
  };
}

/**
 * Bytes of all weights, and of one whole fused pass.
 * @param {Readonly<Cost>} cost
 * @param {number} width px
 * @param {Say} say
 * @returns {Chart}
 */
export function memoryChart({ dModel }, width, { words, format }) {
  const line = (/** @type {(seqLen: number) => number} */ bytes) =>
    LENGTHS.map((seqLen) => ({ x: seqLen, y: bytes(seqLen) }));
  /** @type {Series[]} */
  const series = [
    ...LINES.map((heads) => ({
      name: words('cost.series.weights', { heads }),
      colour: 'warn',
      width: 1.5,
      points: line((seqLen) => weightsBytes(heads, seqLen)),
    })),
    {
      name: words('cost.series.fused'),
      colour: 'ink',
      width: 3,
      points: line((seqLen) => forwardBytes(widthOf('split', dModel, SHOWN_HEADS), seqLen)),
    },
  ];
  const decades = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 2e9];
  const short = (/** @type {number} */ bytes) =>
    bytes < 1e6
      ? format.bytes(bytes)
      : words('cost.megabytes', { value: format.number(bytes / 1e6, 0) });
  return {
    width,
    xTicks: LENGTHS.filter((_, i) => i % 2 === 0).map((n) => ({ value: n, text: String(n) })),
    yTicks: decades.map((value) => ({
      value,
      text: value > 1e9 ? '' : value === 1e9 ? words('cost.gigabyte') : short(value),
    })),
    xScale: 'log',
    yScale: 'log',
    series,
    xName: words('cost.axis.seqLen'),
    yName: words('cost.axis.bytes'),
    labelRoom: 128,
  };
}

/**
 * @param {Readonly<Cost>} cost
 * @param {Say} say
 * @returns {{kind: import('./cost.js').Kind, title: string, rows: string[][]}[]} cells in the order of
 *   COLUMNS
 */
export function costTable({ dModel, seqLen, timing }, { words, format }) {
  const one = flops(widthOf('split', dModel, 1), seqLen);
  const contenders = contendersOf({ dModel });
  const first = timing.samples[idOf('split', 1)];
  const digits = first?.length && quartiles(first).median < 10 ? 2 : 1;
  const times = (
    /** @type {readonly number[] | undefined} */ samples,
    /** @type {boolean} */ timed,
  ) => {
    if (!samples?.length) return [timed ? '–' : words('cost.untimed'), '–'];
    const { low, median, high } = quartiles(samples);
    const said = [low, high].map((value) => format.number(value, digits));
    return [format.number(median, digits), words('cost.spread', { low: said[0], high: said[1] })];
  };
  return KINDS.map((kind) => ({
    kind,
    title: words(`cost.kind.${kind}`, { dModel }),
    rows: contenders
      .filter((contender) => contender.kind === kind)
      .map(({ heads, width, timed }) => {
        const work = flops(width, seqLen);
        return [
          String(heads),
          format.count(width.dHead),
          format.count(parameters(width)),
          format.count(work),
          words('cost.times', { value: format.number(work / one, 0) }),
          ...times(timing.samples[idOf(kind, heads)], timed),
        ];
      }),
  }));
}

/** The medians that the verdict compares. @param {Readonly<Cost>} cost null until all are there */
function measuredOf({ timing: { samples } }) {
  const median = (/** @type {string} */ id) =>
    samples[id]?.length ? quartiles(samples[id]).median : null;
  const one = median(idOf('split', 1));
  const many = median(idOf('split', 16));
  const widest = [16, 8, 4, 2].find((heads) => median(idOf('full', heads)) !== null);
  if (one === null || many === null || widest === undefined) return null;
  return { split: many / one, widest, full: (median(idOf('full', widest)) ?? 0) / one };
}

/** Whether the verdict is one of times. @param {Readonly<Cost>} cost */
export const isMeasured = (cost) => measuredOf(cost) !== null;

/** What was measured, or what the shapes say. @param {Readonly<Cost>} cost @param {Say} say */
export function costVerdict(cost, { words, format }) {
  const measured = measuredOf(cost);
  if (!measured) return words('cost.verdict.counted');
  const { split, widest, full } = measured;
  return words('cost.verdict.measured', {
    ...{ dModel: cost.dModel, split: format.number(split, 2) },
    ...{ widest, full: format.number(full, 1) },
  });
}

/** What a fused pass saves. @param {Readonly<Cost>} cost @param {Say} say */
export function costSaves({ dModel, seqLen }, { words, format }) {
  const weights = (/** @type {number} */ length) => weightsBytes(SHOWN_HEADS, length);
  const pass = (/** @type {number} */ length) =>
    forwardBytes(widthOf('split', dModel, SHOWN_HEADS), length);
  const saved = (/** @type {number} */ length) =>
    format.number((100 * weights(length)) / (weights(length) + pass(length)), 0);
  return words('cost.saves', {
    seqLen,
    heads: SHOWN_HEADS,
    weights: format.bytes(weights(seqLen)),
    pass: format.bytes(pass(seqLen)),
    saved: saved(seqLen),
    longest: LONGEST,
    most: saved(LONGEST),
  });
}

/**
 * What each formula comes to, by its name.
 * @param {Readonly<Cost>} cost
 * @param {Say} say
 * @returns {Record<string, string>}
 */
export function costValues({ dModel, seqLen }, { words, format }) {
  const split = widthOf('split', dModel, SHOWN_HEADS);
  const full = widthOf('full', dModel, SHOWN_HEADS);
  const said = (/** @type {string} */ of, /** @type {string} */ other) =>
    words('cost.formula.values', { heads: SHOWN_HEADS, split: of, full: other });
  const { count, bytes } = format;
  return {
    parameters: said(count(parameters(split)), count(parameters(full))),
    flops: said(count(flops(split, seqLen)), count(flops(full, seqLen))),
    weights: said(
      bytes(weightsBytes(SHOWN_HEADS, seqLen)),
      bytes(weightsBytes(SHOWN_HEADS, seqLen)),
    ),
    pass: said(bytes(forwardBytes(split, seqLen)), bytes(forwardBytes(full, seqLen))),
    packed: words('cost.rounded'),
  };
}
