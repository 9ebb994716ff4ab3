/**
 * @file What Headscope sets out to reach. Ratios are medians of runs in turns.
 *
 * @typedef {import('./results.mjs').Results} Results
 * @typedef {{what: string, goal: string, measured: string, met: boolean}} Verdict
 */

const MEBIBYTE = 2 ** 20;

/**
 * @param {string} what
 * @param {number | undefined} value undefined where it was not measured: no verdict then
 * @param {'≥' | '≤'} sense
 * @param {number} goal
 * @param {string} unit
 * @returns {Verdict[]}
 */
function verdict(what, value, sense, goal, unit) {
  if (value === undefined || Number.isNaN(value)) return [];
  const met = sense === '≥' ? value >= goal : value <= goal;
  return [
    {
      what,
      goal: `${sense} ${goal}${unit}`,
      measured: `${value.toFixed(digits(value))}${unit}`,
      met,
    },
  ];
}

/** @param {number} value */
const digits = (value) => (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

/** @type {Record<Results['environment'], Record<string, number>>} against onnxruntime-web */
const ORT_GOALS = {
  node: { simd: 1.35, relaxed: 1.8 },
  chromium: { simd: 1.12, relaxed: 1.5 },
};
/** @type {Record<number, number>} by sequence length, against TensorFlow.js */
const TFJS_GOALS = { 128: 3, 512: 5, 2048: 8 };
/** @type {Record<number, number>} ms, by tokens */
const MODEL_GOALS = { 16: 5, 128: 40 };
/** %: a mask costs no more than it saves, as far as ratios can be repeated. */
const MASK_GOAL = 1;
/** @type {Record<number, number>} MiB, by sequence length */
const MEMORY_GOALS = { 2048: 50, 8192: 150 };

/** ms: sixty a second, and the clock's own rounding. */
const FRAME = 17;

/** What nobody should wait for longer, ms, in 19 of 20 cases: by the beginning of a row's name. */
const PAGE_GOALS = /** @type {const} */ ([
  ['key to picture, model run included, 16 tokens', 50],
  ['key to picture, model run included, 128 tokens', 120],
  ['hover to picture', 16],
  ['fader to picture', 50],
  ['frame to frame', FRAME],
]);

/** @type {Record<string, number>} s, for one count of heads */
const TRAINING_GOALS = { tiles: 3, english: 6 };

/** @param {Results} results @returns {Verdict[]} */
export const verdicts = (results) => [
  ...attentionVerdicts(results),
  ...kernelVerdicts(results),
  ...maskVerdicts(results),
  ...modelVerdicts(results),
  ...trainingVerdicts(results),
  ...footprintVerdicts(results),
  ...pageVerdicts(results),
];

/** @param {Results} results */
const attentionVerdicts = ({ environment, attention = [] }) =>
  attention.flatMap(({ size, seqLen, dModel, figures, rivalForms }) =>
    Object.entries(figures).flatMap(([flavour, of]) => {
      const { percentOfPeak, keptPercentOfPeak, inPlacePercentOfPeak, weightsRatio, rivals } = of;
      const at = `${flavour}, ${size}`;
      const goal = seqLen > 512 ? 85 : 90;
      const atTfjs = flavour === 'simd' || dModel !== 512 ? undefined : TFJS_GOALS[seqLen];
      return [
        ...(seqLen >= 64
          ? [
              ...verdict(`share of peak, new output: ${at}`, percentOfPeak, '≥', goal, ' %'),
              ...verdict(`share of peak, kept output: ${at}`, keptPercentOfPeak, '≥', goal, ' %'),
              ...verdict(`share of peak, in place: ${at}`, inPlacePercentOfPeak, '≥', goal, ' %'),
            ]
          : []),
        ...verdict(
          `against ${rivalForms.ort}: ${at}`,
          rivals.ort,
          '≥',
          ORT_GOALS[environment][flavour],
          '×',
        ),
        ...(atTfjs
          ? verdict(`against ${rivalForms.tfjs}: ${at}`, rivals.tfjs, '≥', atTfjs, '×')
          : []),
        ...verdict(`cost of the weights: ${at}`, 100 * (weightsRatio - 1), '≤', 5, ' %'),
      ];
    }),
  );

/** @param {Results} results */
const kernelVerdicts = ({ kernels = [] }) =>
  kernels.flatMap(({ flavour, products }) =>
    products.flatMap(({ name, percentOfPeak }) =>
      verdict(`share of peak: ${flavour}, ${name}`, percentOfPeak, '≥', 95, ' %'),
    ),
  );

/** @param {Results} results */
const maskVerdicts = ({ masks = [] }) =>
  masks.flatMap(({ name, ratios }) =>
    Object.entries(ratios).flatMap(([flavour, ratio]) =>
      verdict(`cost of a mask: ${flavour}, ${name}`, 100 * (ratio - 1), '≤', MASK_GOAL, ' %'),
    ),
  );

/** @param {Results} results */
const modelVerdicts = ({ environment, model = [] }) =>
  model.flatMap(({ tokens, wall, ratios }) =>
    Object.entries(wall).flatMap(([flavour, { median }]) => {
      if (flavour === 'tfjs') return [];
      const at = `default model, ${flavour}, ${tokens} tokens`;
      return [
        ...(environment === 'chromium'
          ? verdict(`${at}: traced`, median, '≤', MODEL_GOALS[tokens], ' ms')
          : []),
        ...verdict(`${at}: against its original in tfjs-wasm`, ratios[flavour], '≥', 3, '×'),
      ];
    }),
  );

/** @param {Results} results */
const trainingVerdicts = ({ training = [] }) =>
  training.flatMap(({ task, heads, ratios, wholeMs, heapGrowth }) =>
    Object.entries(ratios).flatMap(([flavour, ratio]) => {
      const at = `training ${task}, heads=${heads}, ${flavour}`;
      return [
        ...verdict(`${at}: against tfjs-wasm`, ratio, '≥', 5, '×'),
        ...verdict(`${at}: all steps`, wholeMs[flavour] / 1000, '≤', TRAINING_GOALS[task], ' s'),
        ...verdict(`${at}: memory that grows`, heapGrowth / MEBIBYTE, '≤', 0, ' MiB'),
      ];
    }),
  );

/** @param {Results} results */
const footprintVerdicts = ({ environment, sizes = [], memory = [], startUp = [] }) => [
  ...sizes
    .filter(({ name }) => name === 'simd' || name === 'relaxed')
    .flatMap(({ name, brotli }) =>
      verdict(`${name}: module and glue, brotli`, brotli / 1000, '≤', 40, ' KB'),
    ),
  ...memory.flatMap((row) =>
    'error' in row || !(row.name === 'simd' || row.name === 'relaxed')
      ? []
      : verdict(
          `${row.name}: extra memory, n=${row.seqLen}`,
          Math.max(row.heap, row.process) / MEBIBYTE,
          '≤',
          MEMORY_GOALS[row.seqLen],
          ' MiB',
        ),
  ),
  ...startUp
    .filter(({ name }) => environment === 'node' && (name === 'simd' || name === 'relaxed'))
    .flatMap(({ name, firstResultMs }) =>
      verdict(`${name}: import to first result, n=128`, firstResultMs, '≤', 150, ' ms'),
    ),
];

/** @param {Results} results */
const pageVerdicts = ({ page = [], pageTraining = [] }) => [
  ...page.flatMap(({ name, p95 }) => {
    const [, goal] = PAGE_GOALS.find(([begins]) => name.startsWith(begins)) ?? [];
    return goal ? verdict(`page: ${name}, p95`, p95, '≤', goal, ' ms') : [];
  }),
  ...pageTraining.flatMap(({ task, frame, worker }) => [
    ...verdict(`page: frame to frame while ${task} trains, p95`, frame.p95, '≤', FRAME, ' ms'),
    ...verdict(
      `page: memory of the worker that grows after the third training of ${task}`,
      worker && worker.growth / MEBIBYTE,
      '≤',
      0,
      ' MiB',
    ),
  ]),
];
