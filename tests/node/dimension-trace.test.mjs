import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnConnectors, gridConnectors, roundedPath } from '../../web/draw/flow-lines.js';
import { axisParts, axisSizes, isLit, litSides } from '../../web/views/dimension-trace-axes.js';
import { GROUPS, STEPS } from '../../web/views/dimension-trace-steps.js';

test('seq_len lights what indexes tokens; query and key light the rows that are theirs', () => {
  assert.ok(isLit('query', 'seq_len') && isLit('key', 'seq_len') && isLit('seq_len', 'seq_len'));
  assert.ok(isLit('seq_len', 'query', 'query') && !isLit('seq_len', 'query', 'key'));
  assert.ok(!isLit('seq_len', 'key') && !isLit('key', 'query') && !isLit('d_head', null));
  assert.ok(isLit('heads', 'heads*d_head') && isLit('d_head', 'heads*d_head'));
  assert.ok(!isLit('d_model', 'd_head'));
});

test('the sides of a picture that an axis lights', () => {
  const query = ['heads', 'seq_len', 'd_head'];
  assert.deepEqual(litSides(query, 'heads'), { rows: false, columns: false, heads: true });
  assert.deepEqual(litSides(query, 'd_head'), { rows: false, columns: true, heads: false });
  assert.deepEqual(litSides(query, 'key', 'query'), { rows: false, columns: false, heads: false });
  assert.deepEqual(litSides(['heads', 'query', 'key'], 'seq_len'), {
    rows: true,
    columns: true,
    heads: false,
  });
  const concat = ['seq_len', 'heads*d_head'];
  assert.deepEqual(litSides(concat, 'heads'), { rows: false, columns: false, heads: true });
  assert.deepEqual(litSides(concat, 'd_head'), { rows: false, columns: true, heads: false });
  assert.deepEqual(axisParts('heads*d_head'), ['heads', 'd_head']);
});

test('axis sizes are read off shapes', () => {
  const sizes = axisSizes([
    { shape: [3, 8], axes: ['seq_len', 'd_model'] },
    { shape: [2, 3, 5], axes: ['heads', 'seq_len', 'd_head'] },
  ]);
  assert.deepEqual(
    [...sizes],
    [
      ['seq_len', 3],
      ['d_model', 8],
      ['heads', 2],
      ['d_head', 5],
    ],
  );
});

test('steps are in flow order: each is made from earlier ones, in known groups', () => {
  const seen = new Set();
  for (const { id, from, group } of STEPS) {
    for (const source of from) assert.ok(seen.has(source), `${id} from ${source}`);
    assert.ok(GROUPS.includes(group));
    seen.add(id);
  }
  assert.equal(seen.size, STEPS.length);
});

test('formulas and code name only axes of the tensors they speak of', () => {
  /** @type {Record<string, string[]>} */
  const axes = {
    input: ['seq_len', 'd_model'],
    norm: ['seq_len', 'd_model'],
    query: ['heads', 'seq_len', 'd_head'],
    key: ['heads', 'seq_len', 'd_head'],
    value: ['heads', 'seq_len', 'd_head'],
    scores: ['heads', 'query', 'key'],
    scaled: ['heads', 'query', 'key'],
    masked: ['heads', 'query', 'key'],
    weights: ['heads', 'query', 'key'],
    context: ['heads', 'seq_len', 'd_head'],
    concat: ['seq_len', 'heads*d_head'],
    'ffn-hidden': ['seq_len', 'd_ffn'],
  };
  const known = new Set(['d_output', ...Object.values(axes).flat().flatMap(axisParts)]);
  for (const lifted of [false, true]) {
    const context = {
      layer: 0,
      lifted,
      embedded: true,
      axes: (/** @type {string} */ id) => axes[id] ?? ['seq_len', 'd_output'],
    };
    for (const step of STEPS) {
      const words = JSON.stringify([step.code(context), step.formula(context)]);
      for (const [, axis] of words.matchAll(/\{([a-z_*]+)\}/g)) {
        assert.ok(
          axisParts(axis).every((part) => known.has(part)),
          `${step.id}: ${axis}`,
        );
      }
      for (const line of step.code(context)) assert.ok(line.length <= 60, line);
    }
  }
});

const box = (/** @type {number} */ x, /** @type {number} */ y) => ({
  x,
  y,
  width: 100,
  height: 80,
});

test('in a grid, neighbours join straight, Q and K meet side by side, V waits', () => {
  const boxes = {
    q: box(0, 0),
    k: box(140, 0),
    v: box(280, 0),
    scores: box(0, 120),
    weights: box(140, 240),
    context: box(280, 240),
  };
  const lines = gridConnectors(boxes, [
    { from: 'q', to: 'scores' },
    { from: 'k', to: 'scores' },
    { from: 'weights', to: 'context' },
    { from: 'v', to: 'context' },
    { from: 'q', to: 'missing' },
  ]);
  assert.equal(lines.length, 4);
  const [q, k, across, v] = lines.map(({ d }) => d);
  assert.match(q, /^M33\.3 80L33\.3 120$/);
  assert.match(k, /L66\.7 120$/);
  assert.match(across, /^M240 280L280 280$/);
  assert.match(v, /^M330 80L330 240$/);
});

test('in a grid, an edge over other cards goes round them', () => {
  const boxes = { a: box(0, 0), b: box(0, 120), c: box(0, 240), d: box(140, 240) };
  const [line] = gridConnectors(boxes, [{ from: 'a', to: 'c' }]);
  const xs = [...line.d.matchAll(/[MLQ ](-?[\d.]+) /g)].map(([, x]) => Number(x));
  assert.ok(Math.min(...xs) < 0, line.d);
});

test('in a column, edges that skip cards run beside them in lanes of their own', () => {
  const boxes = { a: box(30, 0), b: box(30, 100), c: box(30, 200), d: box(30, 300) };
  const [next, first, second] = columnConnectors(boxes, [
    { from: 'a', to: 'b' },
    { from: 'a', to: 'c' },
    { from: 'b', to: 'd' },
  ]);
  assert.equal(next.d, 'M80 80L80 100');
  const lane = (/** @type {string} */ d) =>
    Math.min(...[...d.matchAll(/(\d+) \d/g)].map(([, x]) => +x));
  assert.ok(lane(first.d) < 30 && lane(second.d) < 30);
  assert.notEqual(lane(first.d), lane(second.d));
});

test('corners are round, and a corner never overshoots a short leg', () => {
  assert.equal(
    roundedPath([
      [0, 0],
      [0, 20],
      [20, 20],
    ]),
    'M0 0L0 14Q0 20 6 20L20 20',
  );
  assert.equal(
    roundedPath([
      [0, 0],
      [0, 4],
      [20, 4],
    ]),
    'M0 0L0 2Q0 4 6 4L20 4',
  );
});
