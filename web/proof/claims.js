/** @file What a proof asserts beyond whole tensors: a number as it is shown, a sum, a comparison. */
import { variable } from './python.js';
import { cellName } from './shown.js';

/**
 * @typedef {import('./case.js').Case} Case
 * @typedef {import('./case.js').Side} Side
 * @typedef {object} Speech how NumPy or PyTorch say it
 * @property {(tensor: string) => string} mean over the heads
 * @property {(tensor: string) => string} array a tensor as NumPy's own
 * @property {string} slices the gains after W_O, one a column
 * @property {(tensor: string) => string} norm of the rows, their axis kept
 * @property {(tensor: string, axis: number) => string} sum
 */

/** Within the attention, which starts from the very numbers that are shown. */
const INSIDE = Object.freeze([
  'query',
  'key',
  'value',
  ...'scores scaled masked weights'.split(' '),
]);

/**
 * Decimals that a program can assert of a number that is shown with so many: it computes everything
 * anew in double, and a float32 that was made in many steps differs from that by more than in its last.
 * @param {string} name of the tensor
 * @param {number} shown
 */
export const claimDigits = (name, shown) => Math.min(shown, INSIDE.includes(name) ? 6 : 4);

/** @param {number} value @param {number} digits @returns {string} within one of the last digit shown */
const near = (value, digits) => `${value.toFixed(digits)}) <= 1e-${digits}`;

/** @param {Case} proof @param {Speech} say @returns {string[]} */
export function pythonClaims({ sides, claims }, say) {
  return claims.flatMap((claim) => {
    switch (claim.kind) {
      case 'cell':
        return pythonCell(claim, say);
      case 'stack':
        return pythonStack(claim, sides[0], say);
      case 'difference':
        return pythonDifference(claim, say);
    }
  });
}

/** @param {import('./case.js').CellClaim} claim @param {Speech} say */
function pythonCell({ name, index, value, digits, average = false }, { mean }) {
  const tensor = average ? mean(variable(name)) : variable(name);
  const cell = `${tensor}[${index.join(', ')}]`;
  const test = value === -Infinity ? `${cell} == -np.inf` : `abs(${cell} - ${near(value, digits)}`;
  return ['# The number that is looked at.', `assert ${test}, ${cell}`, ''];
}

/** @param {import('./case.js').StackClaim} claim @param {Side} side @param {Speech} say */
function pythonStack({ token, heads, bias, length, digits }, { biases, outputGains }, say) {
  const scaled = outputGains ? ` * ${say.slices}` : '';
  const all = token === null;
  const reach = (/** @type {string} */ name, /** @type {number} */ axis) =>
    all ? say.sum(name, axis) : `${name}[..., ${token}]`;
  const list = heads.map((value) => value.toFixed(digits)).join(', ');
  const tolerance = `1e-${digits}`;
  return [
    '# Concat is a sum: the contributions of the heads and the bias are the output.',
    `parts = contribution${scaled}`,
    ...(biases ? [`offset = b_O${scaled}`] : []),
    `total = ${say.sum('parts', 0)}${biases ? ' + offset' : ''}`,
    `np.testing.assert_allclose(${say.array('total')}, ${say.array('output')}, rtol=1e-4, atol=1e-4)`,
    '',
    `# How far each of them goes along the output${all ? ', all tokens together' : ` of token ${token}`}.`,
    `lengths = ${say.norm('output')}`,
    'directions = output / lengths',
    `reach = ${say.sum('(parts * directions)', -1)}  # (heads, seq_len)`,
    `shown = [${list}]`,
    `np.testing.assert_allclose(${say.array(reach('reach', 1))}, shown, rtol=0, atol=${tolerance})`,
    ...(biases
      ? [
          `along = ${say.sum('(offset * directions)', -1)}`,
          `assert abs(${all ? say.sum('along', 0) : `along[${token}]`} - ${near(bias, digits)}`,
        ]
      : []),
    `assert abs(${all ? say.sum('lengths', 0) : `lengths[${token}]`} - ${near(length, digits)}`,
    '',
  ];
}

/** @param {import('./case.js').DifferenceClaim} claim @param {Speech} say */
function pythonDifference({ heads, pairs }, { array }) {
  const tokens = (/** @type {0 | 1} */ side) => `[${pairs.map((pair) => pair[side]).join(', ')}]`;
  return [
    '# Aligned tokens of both sides, and how their weights differ.',
    'a, b = attention_a(), attention_b()',
    `left, right = ${tokens(0)}, ${tokens(1)}`,
    `first = ${array(`a['weights']`)}[${heads[0]}][np.ix_(left, left)]`,
    `second = ${array(`b['weights']`)}[${heads[1]}][np.ix_(right, right)]`,
    "shown = data['shown_difference']",
    'np.testing.assert_allclose(second - first, shown, rtol=1e-4, atol=1e-4)',
    '',
  ];
}

/** @param {Case} proof @returns {string[]} for JavaScript, where `computed` holds arrays of floats */
export function javascriptClaims({ sides, claims, tensors }) {
  return claims.flatMap((claim) => {
    switch (claim.kind) {
      case 'cell':
        return javascriptCell(claim, tensors[`shown_${claim.name.replaceAll('-', '_')}`].shape);
      case 'stack':
        return javascriptStack(claim, sides[0]);
      case 'difference':
        return javascriptDifference(claim, sides);
    }
  });
}

/** @param {import('./case.js').CellClaim} claim @param {readonly number[]} shape */
function javascriptCell(claim, shape) {
  const { name, index, value, digits, average = false } = claim;
  const own = average ? shape.slice(1) : shape;
  const offset = index.reduce((sum, i, axis) => sum * own[axis] + i, 0);
  const tensor = `computed.${name.replaceAll('-', '_')}`;
  const step = shape.slice(1).reduce((size, extent) => size * extent, 1);
  const cell = average
    ? `Array.from({ length: ${shape[0]} }, (_, head) => ${tensor}[head * ${step} + ${offset}])
  .reduce((sum, weight) => sum + weight / ${shape[0]}, 0)`
    : `${tensor}[${offset}]`;
  return [
    `const cell = ${cell}; // ${cellName(claim)}`,
    value === -Infinity
      ? 'assert.equal(cell, -Infinity);'
      : `assert.ok(Math.abs(cell - ${near(value, digits)}, String(cell));`,
  ];
}

/** @param {import('./case.js').StackClaim} claim @param {Side} side */
function javascriptStack({ token, heads, bias, length, digits }, side) {
  const { seqLen, dOutput, outputGains, biases } = side;
  const gain = outputGains ? `slices[Math.floor((c * ${heads.length}) / ${dOutput})] * ` : '';
  const shown = [...heads, bias].map((value) => value.toFixed(digits)).join(', ');
  return [
    '// Concat is a sum: the contributions of the heads and the bias are the output; how far does each',
    `// of them go along it${token === null ? ', all tokens together' : `, for token ${token}`}?`,
    `const shown = [${shown}]; // the bias last`,
    'const reach = shown.map(() => 0);',
    'let length = 0;',
    `for (let i = 0; i < ${seqLen}; i++) {`,
    `  const row = computed.output.subarray(i * ${dOutput}, (i + 1) * ${dOutput});`,
    '  const own = Math.hypot(...row);',
    '  const total = new Float64Array(row.length);',
    '  shown.forEach((_, head) => {',
    '    let along = 0;',
    `    for (let c = 0; c < ${dOutput}; c++) {`,
    `      const part = head < ${heads.length}`,
    `        ? computed.contribution[(head * ${seqLen} + i) * ${dOutput} + c]`,
    `        : ${biases ? "tensor('b_O')[c]" : '0'};`,
    `      total[c] += ${gain}part;`,
    `      along += (${gain}part * row[c]) / own;`,
    '    }',
    `    ${token === null ? '' : `if (i === ${token}) `}reach[head] += along;`,
    '  });',
    `  ${token === null ? '' : `if (i === ${token}) `}length += own;`,
    '  row.forEach((value, c) => assert.ok(Math.abs(total[c] - value) <= 1e-4 + 1e-4 * Math.abs(value)));',
    '}',
    `reach.forEach((value, head) => assert.ok(Math.abs(value - shown[head]) <= 1e-${digits}, String(value)));`,
    `assert.ok(Math.abs(length - ${near(length, digits)}, String(length));`,
    '',
  ];
}

/** @param {import('./case.js').DifferenceClaim} claim @param {readonly Side[]} sides */
function javascriptDifference({ heads, pairs }, sides) {
  const tokens = (/** @type {0 | 1} */ side) => `[${pairs.map((pair) => pair[side]).join(', ')}]`;
  const at = (/** @type {0 | 1} */ side, /** @type {string} */ list) => {
    const { seqLen } = sides[side];
    const weights = `${'ab'[side]}.weights`;
    return `${weights}[(${heads[side]} * ${seqLen} + ${list}[i]) * ${seqLen} + ${list}[j]]`;
  };
  return [
    '// Aligned tokens of both sides, and how their weights differ.',
    'const [a, b] = [attend_a(), attend_b()];',
    `const [left, right] = [${tokens(0)}, ${tokens(1)}];`,
    "const shown = data('shown_difference');",
    'left.forEach((_, i) => left.forEach((_, j) => {',
    `  const difference = ${at(1, 'right')} - ${at(0, 'left')};`,
    '  const at = i * left.length + j;',
    '  assert.ok(Math.abs(difference - shown[at]) <= 2e-4, `${difference}, shown ${shown[at]}`);',
    '}));',
    '',
  ];
}
