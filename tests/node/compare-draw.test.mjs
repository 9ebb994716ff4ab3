/** @file The head graph of a difference: which edges it has, and in whose hue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceEdges, drawDifferenceEdges } from '../../web/draw/compare-graph.js';
import { graphLayout } from '../../web/draw/graph.js';

const values = Float32Array.of(0.3, -0.2, 0.004, 0, 0, -0.009, 0.05, 0.011, -0.5);

test('every difference of a point and more is an edge, the largest on top', () => {
  const edges = differenceEdges(values, 3, null);
  const found = edges.map(({ query, key }) => [query, key]);
  assert.deepEqual(found, [
    [2, 1],
    [2, 0],
    [0, 1],
    [0, 0],
    [2, 2],
  ]);
  assert.equal(edges.at(-1)?.value, -0.5);
});

test('a focused query, key or cell keeps its own edges alone', () => {
  const of = (/** @type {import('../../web/draw/graph.js').Focus} */ focus) =>
    differenceEdges(values, 3, focus).map(({ query, key }) => `${query}-${key}`);
  assert.deepEqual(of({ side: 'query', index: 0 }), ['0-1', '0-0']);
  assert.deepEqual(of({ side: 'key', index: 1 }), ['2-1', '0-1']);
  assert.deepEqual(of({ cell: [2, 2] }), ['2-2']);
});

test('less in B and more in B have other hues and dashes; the largest is the strongest', () => {
  const layout = graphLayout({ width: 400, available: 90, count: 3, heads: 0, label: 60 });
  const items = drawDifferenceEdges(differenceEdges(values, 3, null), 0.5, layout);
  const curves = items.filter((item) => item.type === 'curve');
  assert.equal(curves.length, 5);
  for (const { id, stroke, dash } of curves) {
    const [query, key] = id.split(' ')[1].split('-').map(Number);
    const less = values[3 * query + key] < 0;
    assert.equal(stroke, less ? 'negative' : 'positive');
    assert.equal(dash.length > 0, less);
  }
  const opacities = curves.map(({ opacity }) => opacity);
  assert.deepEqual(
    opacities,
    [...opacities].sort((a, b) => a - b),
  );
  assert.ok(opacities[4] > 0.9);
});
