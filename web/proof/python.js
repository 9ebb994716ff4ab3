/** @file What the NumPy and the PyTorch proof have in common. */
import { cellName, indented, shortest } from './shown.js';

/**
 * @typedef {import('./case.js').Case} Case
 * @typedef {import('./case.js').Side} Side
 * @typedef {object} Dialect how the two libraries differ
 * @property {string} module
 * @property {(axis: string) => string} meanOf arguments of mean and var
 * @property {(rows: string) => string} relu
 * @property {(vector: string) => string} unit brought to length 1
 */

/** @param {readonly Side[]} sides @returns {string} */
export function layersOf(sides) {
  const [first, second = first] = sides.map(({ layer }) => `layer ${layer}`);
  const each = first === second ? first : `${first} and ${second}`;
  const twice = sides.length > 1 && first === second ? ', twice' : '';
  return `${each[0].toUpperCase()}${each.slice(1)} of the model${twice}`;
}

/** @param {Case} proof @param {string} what @returns {string[]} */
export const heading = ({ name, sides, inline }, what) => [
  `"""${layersOf(sides)}, computed again with ${what}.`,
  '',
  ...(inline
    ? ['The input, the weights and the numbers shown stand below, exactly as they were used.']
    : [
        'The input, the weights and the numbers shown are read from',
        `${name}.npz, exactly as they were used: keep the file beside this one.`,
      ]),
  '"""',
];

/** @param {Case} proof @returns {string[]} lines that define `data`, a mapping of arrays */
export function data({ name, inline, tensors }) {
  if (!inline) {
    return [
      "folder = Path(__file__).parent if '__file__' in globals() else Path()",
      `data = np.load(folder / '${name}.npz')`,
    ];
  }
  return [
    'inf = np.inf',
    'data = {',
    ...Object.entries(tensors).map(([tensor, { shape, data: numbers }]) => {
      const isFloat = numbers instanceof Float32Array;
      const list = Array.from(numbers, (n) => (isFloat ? number(n) : n ? 'True' : 'False'));
      const kind = isFloat ? 'np.float32' : 'bool';
      return `    '${tensor}': np.array([${list.join(', ')}], ${kind}).reshape(${shape.join(', ')}),`;
    }),
    '}',
  ];
}

/** @param {number} value a float32 */
const number = (value) => (Number.isFinite(value) ? shortest(value) : value < 0 ? '-inf' : 'inf');

/** @param {Side} side @returns {string[]} */
export const sizes = ({ text, seqLen, heads, dModel, dHead, dOutput, gains, outputGains }) => [
  `text = ${pythonString(text)}`,
  `seq_len, d_model, heads, d_head, d_output = ${[seqLen, dModel, heads, dHead, dOutput].join(', ')}`,
  `gains = [${gains.join(', ')}]  # of each head, before W_O`,
  ...(outputGains ? [`slices = [${outputGains.join(', ')}]  # of the output, after W_O`] : []),
];

/** @param {Side} side @returns {string[]} the names of every weight, in the order in which they are used */
export function weightNames({ biases, block }) {
  const letters = [
    ...['Q', 'K', 'V', 'O'],
    ...(block?.lifted ? ['R'] : []),
    ...(block ? ['1', '2'] : []),
    ...(block?.last ? ['S'] : []),
  ];
  return letters.flatMap((letter) => [`W_${letter}`, ...(biases ? [`b_${letter}`] : [])]);
}

/** @param {Side} side @param {Dialect} dialect @returns {string[]} functions that a block needs */
export function blockHelpers({ block }, { module, meanOf }) {
  if (!block) return [];
  const norm = [
    'def layer_norm(rows, name):',
    `    mean = rows.mean(${meanOf('-1')})`,
    `    var = ((rows - mean) ** 2).mean(${meanOf('-1')})`,
    `    normal = (rows - mean) / ${module}.sqrt(var + ${block.epsilon})`,
    "    return normal * read(name + '_scale') + read(name + '_bias')",
    '',
    '',
  ];
  const timing = [
    'def timing():',
    '    """Sines in the first half of the columns, cosines in the second."""',
    '    pairs = d_model // 2',
    '    step = np.log(10000) / (max(pairs, 2) - 1)',
    '    angles = np.arange(seq_len)[:, None] * np.exp(-step * np.arange(pairs))',
    '    rest = np.zeros((seq_len, d_model % 2))',
    '    return np.concatenate([np.sin(angles), np.cos(angles), rest], axis=1)',
    '',
    '',
  ];
  return [...norm, ...(block.first ? timing : [])];
}

/** @param {Side} side @param {string} wave the timing as the library holds it @returns {string[]} from what enters to `x` */
export function blockBefore({ block }, wave) {
  if (!block) return ["x = read('x')"];
  const into = block.first
    ? ["embedding = read('x')", `input_ = ${block.embeddingScale} * embedding + ${wave}`]
    : ["input_ = read('x')"];
  return [...into, "norm = layer_norm(input_, 'norm')", 'x = norm'];
}

/** @param {Side} side @param {Dialect} dialect @returns {string[]} from the attention's output on */
export function blockAfter({ block }, { relu, unit, module }) {
  if (!block) return [];
  return [
    '',
    '# The rest of the layer.',
    `residual = ${block.lifted ? 'input_ @ W_R + b_R' : 'input_'} + output`,
    "ffn_norm = layer_norm(residual, 'ffn_norm')",
    `ffn_hidden = ${relu('ffn_norm @ W_1 + b_1')}`,
    'ffn_output = ffn_hidden @ W_2 + b_2',
    'layer_output = residual + ffn_output',
    ...(block.last
      ? [
          'pooled = layer_output.mean(0)',
          `sentence = ${module}.tanh(pooled @ W_S + b_S)`,
          `sentence = ${unit('sentence')}`,
        ]
      : []),
  ];
}

/** @param {Side} side @returns {string[]} */
export const computed = ({ shown }) => [
  'computed = {',
  ...shown.map((name) => `    '${name}': ${name === 'input' ? 'input_' : name},`),
  '}',
];

/**
 * What reads an array of one side: its own, or the one that both sides share.
 * @param {Side} side
 * @param {(array: string) => string} convert
 * @returns {string[]}
 */
export const reader = ({ prefix }, convert) => [
  'def read(name):',
  prefix
    ? `    return ${convert(`data['${prefix}' + name if '${prefix}' + name in data else name]`)}`
    : `    return ${convert('data[name]')}`,
  '',
  '',
];

/**
 * One side at the top level, or two as functions.
 * @param {Case} proof
 * @param {(side: Side) => string[]} body ends with `computed`
 * @returns {string[]}
 */
export function sidesOf({ sides }, body) {
  if (sides.length === 1) return body(sides[0]);
  return sides.flatMap((side) => [
    `def attention_${side.prefix[0]}():`,
    `    """Layer ${side.layer} for side ${side.prefix[0].toUpperCase()}: every tensor by its name."""`,
    ...indented([...body(side), 'return computed']),
    '',
    '',
  ]);
}

/** @param {Case} proof @returns {string} what the program says at its end */
export function verdict({ claims, sides }) {
  const cell = claims.find(({ kind }) => kind === 'cell');
  const all =
    sides.length > 1 ? 'every number of both sides agrees' : 'every number of the layer agrees';
  if (!cell || cell.kind !== 'cell' || cell.average) return `print('${all}')`;
  const name = cellName(cell);
  return `print('${name} =', float(${variable(cell.name)}[${cell.index.join(', ')}]), '- and ${all}')`;
}

/** @param {string} name of a tensor @returns {string} of the variable that holds it */
export const variable = (name) => (name === 'input' ? 'input_' : name.replaceAll('-', '_'));

/**
 * A Python literal in ASCII, whatever the text holds.
 * @param {string} text
 */
function pythonString(text) {
  const escaped = Array.from(JSON.stringify(text), (character) => {
    const code = /** @type {number} */ (character.codePointAt(0));
    if (code < 0x7f) return character;
    return code > 0xffff
      ? `\\U${code.toString(16).padStart(8, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return escaped.join('');
}
