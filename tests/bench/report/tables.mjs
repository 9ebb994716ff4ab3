/**
 * @file Results as tables of strings; printed in columns or written as Markdown.
 *
 * @typedef {import('./results.mjs').Results} Results
 * @typedef {{title: string, head: string[], rows: string[][]}} Table
 */
import { verdicts } from './targets.mjs';

/** @param {number | undefined} value */
export const number = (value) => {
  if (value === undefined || Number.isNaN(value)) return '–';
  const size = Math.abs(value);
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
};

/** @param {Results} results @returns {Table[]} */
export const tables = (results) => [
  ...kernelTable(results),
  ...attentionTables(results),
  ...maskTable(results),
  ...modelTable(results),
  ...callTable(results),
  ...pageTable(results),
  ...trainingTable(results),
  ...pageTrainingTable(results),
  ...memoryTable(results),
  ...startUpTable(results),
  ...sizeTable(results),
  ...verdictTable(results),
];

/** @param {Results} results @returns {Table[]} */
function attentionTables({ attention }) {
  if (!attention) return [];
  const flavours = /** @type {const} */ (['simd', 'relaxed']).filter(
    (flavour) => attention[0].figures[flavour],
  );
  /** @param {import('../suite/attention.js').AttentionRow} row @param {string} name */
  const time = ({ cpu, wall }, name) => number((cpu ?? wall)[name]?.median);
  const what = attention[0].cpu ? 'processor time' : 'wall time';
  // Kept results may be older than the buffers.
  const hasInPlace = flavours.some(
    (flavour) => attention[0].figures[flavour]?.inPlacePercentOfPeak !== undefined,
  );
  const timed = [
    ...flavours.flatMap((name) => [
      ...[name, `${name} kept`],
      ...(hasInPlace ? [`${name} in place`] : []),
    ]),
    ...flavours.flatMap((name) => [`${name} weights`, `${name} trace`]),
    ...['ort plain', 'ort Attention'],
  ];
  return [
    {
      title: `Self-attention, one thread, median ${what} in ms (p10)`,
      head: ['', ...timed, 'tfjs'],
      rows: attention.map((row) => [
        row.size,
        ...[...timed, row.rivalForms.tfjs].map(
          (name) => `${time(row, name)} (${number((row.cpu ?? row.wall)[name]?.p10)})`,
        ),
      ]),
    },
    {
      title:
        'Self-attention: share of the peak, times faster than rivals, cost of the weights and of a ' +
        'whole trace',
      head: [
        '',
        ...flavours.flatMap((name) => [
          `${name} % of peak`,
          'kept output',
          ...(hasInPlace ? ['in place'] : []),
          'vs ort',
          'vs tfjs',
          'weights / forward',
          'trace / forward',
        ]),
        'largest difference',
      ],
      rows: attention.map((row) => [
        row.size,
        ...flavours.flatMap((flavour) => {
          const figures = row.figures[flavour];
          return [
            number(figures?.percentOfPeak),
            number(figures?.keptPercentOfPeak),
            ...(hasInPlace ? [number(figures?.inPlacePercentOfPeak)] : []),
            number(figures?.rivals.ort),
            number(figures?.rivals.tfjs),
            number(figures?.weightsRatio),
            number(figures?.traceRatio),
          ];
        }),
        Math.max(...Object.values(row.differences)).toExponential(1),
      ]),
    },
  ];
}

/** @param {Results} results @returns {Table[]} */
function kernelTable({ kernels }) {
  if (!kernels) return [];
  const names = kernels[0].products.map(({ name }) => name);
  return [
    {
      title: 'Kernels alone, 10⁹ operations a second (% of peak)',
      head: ['', 'peak', ...names],
      rows: kernels.map(({ flavour, peakRate, products }) => [
        flavour,
        number(peakRate),
        ...products.map(
          ({ rate, percentOfPeak }) => `${number(rate)} (${number(percentOfPeak)} %)`,
        ),
      ]),
    },
  ];
}

/** @param {Results} results @returns {Table[]} */
function modelTable({ model = [] }) {
  const alone = model.flatMap(({ alone: times, ...row }) => (times ? [{ ...row, ...times }] : []));
  return [
    { what: 'every intermediate traced', rows: model },
    { what: 'its sentence alone, as the original graph gives it', rows: alone },
  ]
    .filter(({ rows }) => rows.length > 0)
    .map(({ what, rows }) => {
      const names = Object.keys(rows[0].wall);
      return {
        title: `Default model, ${what}, median ${rows[0].cpu ? 'processor' : 'wall'} time in ms`,
        head: ['tokens', ...names, 'original graph / Headscope', 'largest difference'],
        rows: rows.map(({ tokens, wall, cpu, ratios, difference }) => [
          String(tokens),
          ...names.map((name) => number((cpu ?? wall)[name].median)),
          Object.entries(ratios)
            .map(([name, ratio]) => `${name} ${number(ratio)}`)
            .join(', '),
          difference.toExponential(1),
        ]),
      };
    });
}

/** @param {Results} results @returns {Table[]} */
const maskTable = ({ masks }) =>
  masks
    ? [
        {
          title: 'Masks, 512 tokens: time of a pass over that of one without',
          head: ['', ...Object.keys(masks[0].ratios)],
          rows: masks.map(({ name, ratios }) => [name, ...Object.values(ratios).map(number)]),
        },
      ]
    : [];

/** @param {Results} results @returns {Table[]} */
const callTable = ({ calls }) =>
  calls
    ? [
        {
          title: 'One call from JavaScript',
          head: ['', 'getter through embind, ns', 'smallest forward, µs'],
          rows: calls.map(({ flavour, getterNs, smallestForwardUs }) => [
            flavour,
            number(getterNs),
            number(smallestForwardUs),
          ]),
        },
      ]
    : [];

/** @param {Results} results @returns {Table[]} */
const pageTable = ({ page }) =>
  page
    ? [
        {
          title: 'The page, in ms; p95 is the median of the rounds’',
          head: ['', 'median', 'p95', 'of each round', 'frames missed, %', 'times measured'],
          rows: page.map(({ name, median, p95, rounds = [], missed, count }) => [
            name,
            number(median),
            number(p95),
            rounds.map(number).join(' · '),
            missed === undefined ? '' : number(missed),
            String(count),
          ]),
        },
      ]
    : [];

/** @param {Results} results @returns {Table[]} */
const trainingTable = ({ environment, training }) =>
  training
    ? [
        {
          title: `One step of training, median ms${environment === 'node' ? ' of the processor' : ''}; tfjs over ours`,
          head: ['', 'simd', 'relaxed', 'tfjs', 'simd', 'relaxed', 'all steps, relaxed, s'],
          rows: training.map(({ task, heads, cpu, ratios, wholeMs }) => [
            `${task}, ${heads} ${heads === 1 ? 'head' : 'heads'}`,
            ...['simd', 'relaxed', 'tfjs'].map((name) => number(cpu[name].median)),
            ...['simd', 'relaxed'].map((name) => `${number(ratios[name])} ×`),
            number(wholeMs.relaxed / 1000),
          ]),
        },
      ]
    : [];

/** @param {Results} results @returns {Table[]} */
const pageTrainingTable = ({ pageTraining }) =>
  pageTraining
    ? [
        {
          title: 'Four models learn in the page, drawn meanwhile',
          head: [
            ...['', 'seconds', 'frames a second', 'frame, p95 ms', 'frames missed, %'],
            ...['heap that grows, MiB', 'memory of the worker, MiB', 'of it since the third, MiB'],
          ],
          rows: pageTraining.map(({ task, seconds, frame, heapGrowth, worker }) => [
            task,
            number(seconds),
            number(1000 / frame.median),
            number(frame.p95),
            number(frame.missed),
            mebibytes(heapGrowth),
            ...(worker ? [mebibytes(worker.bytes), mebibytes(worker.growth)] : ['', '']),
          ]),
        },
      ]
    : [];

/** @param {number} bytes */
const mebibytes = (bytes) => number(bytes / 2 ** 20);

/** @param {Results} results @returns {Table[]} */
const memoryTable = ({ memory }) =>
  memory
    ? [
        {
          title: 'Memory that one forward pass adds, in MiB',
          head: ['', 'n', 'WebAssembly', 'process'],
          rows: memory.map((row) =>
            'error' in row
              ? [row.name, String(row.seqLen), 'fails', 'fails']
              : [row.name, String(row.seqLen), mebibytes(row.heap), mebibytes(row.process)],
          ),
        },
      ]
    : [];

/** @param {Results} results @returns {Table[]} */
const startUpTable = ({ startUp }) =>
  startUp
    ? [
        {
          title: 'Start-up in a fresh process, median ms',
          head: ['', 'import to ready', 'import to first result, n=128'],
          rows: startUp.map(({ name, readyMs, firstResultMs }) => [
            name,
            number(readyMs),
            number(firstResultMs),
          ]),
        },
      ]
    : [];

/** @param {Results} results @returns {Table[]} */
const sizeTable = ({ sizes }) =>
  sizes
    ? [
        {
          title: 'Download, script and module, in KB',
          head: ['', 'raw', 'gzip', 'brotli'],
          rows: sizes.map(({ name, raw, gzip, brotli }) => [
            name,
            ...[raw, gzip, brotli].map((bytes) => number(bytes / 1000)),
          ]),
        },
      ]
    : [];

/** @param {Results} results @returns {Table[]} */
function verdictTable(results) {
  const all = verdicts(results);
  if (all.length === 0) return [];
  const met = all.filter((verdict) => verdict.met).length;
  return [
    {
      title: `Targets: ${met} of ${all.length} met`,
      head: ['', 'target', 'measured', ''],
      rows: all.map((each) => [each.what, each.goal, each.measured, each.met ? 'met' : 'not met']),
    },
  ];
}

/** @param {Table} table */
export function inColumns({ title, head, rows }) {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  /** @param {string[]} line */
  const aligned = (line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ');
  return `\n${title}\n${lines.map(aligned).join('\n')}`;
}

/** @param {Table} table */
export const inMarkdown = ({ title, head, rows }) =>
  [
    `**${title}**`,
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map((_, column) => (column === 0 ? ' --- ' : ' ---: ')).join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
