/** The arc layout: one line of text, words that never overlap, arcs whose direction shows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  arcLayout,
  drawArcGhosts,
  drawArcLabels,
  drawArcs,
  drawArcStrips,
} from '../../web/draw/arcs.js';
import { bezier } from '../../web/draw/display-list.js';
import { graphEdges } from '../../web/draw/graph.js';
import { svgString } from '../../web/draw/svg.js';

/** Widths of words, some of them absurdly long. @param {number} count */
const words = (count) =>
  Array.from({ length: count }, (_, i) => (i % 7 === 3 ? 640 : 6 + 9 * (i % 9)));

const weights = Float32Array.from([
  ...[0.2, 0.7, 0.1, 0.05, 0.05, 0.9, 0.6, 0.3, 0.1],
  ...[1, 0, 0, 0.5, 0.5, 0, 0, 0, 0],
]);
const layout = arcLayout({ width: 600, available: 300, labels: [30, 60, 25], heads: 2 });
const all = { weights, count: 3, heads: [0], mass: 1, focus: null };

/** @param {ReturnType<typeof drawArcs>} items */
const curvesOf = (items) => items.flatMap((item) => (item.type === 'curve' ? [item] : []));

describe('arcs', () => {
  test('words never overlap, have their whole width and a target’s, from 0 to 128 tokens', () => {
    for (let count = 0; count <= 128; count++) {
      for (const width of [340, 590, 1800]) {
        const labels = words(count);
        const {
          lefts,
          widths,
          width: whole,
        } = arcLayout({ width, available: 200, labels, heads: 4 });
        assert.ok(whole >= width);
        lefts.forEach((left, i) => {
          const end = i ? lefts[i - 1] + widths[i - 1] : 0;
          assert.ok(left >= end - 1e-6, `${count} tokens: word ${i} starts at ${left}, not ${end}`);
          assert.ok(widths[i] >= Math.max(24, labels[i] + 8), `word ${i} is ${widths[i]} wide`);
          assert.ok(left + widths[i] <= whole + 1e-6, `${count} tokens end beyond the line`);
        });
      }
    }
  });

  test('a short line is centred, a long one starts at the edge and scrolls', () => {
    const { lefts, widths } = arcLayout({ width: 900, available: 200, labels: [20, 20], heads: 4 });
    assert.ok(Math.abs(lefts[0] + lefts[1] + widths[1] - 900) < 1e-6);
    const long = arcLayout({ width: 300, available: 200, labels: words(40), heads: 4 });
    assert.equal(long.lefts[0], 0);
    assert.ok(long.width > 300);
  });

  test('a text from right to left stands mirrored, its arcs with it', () => {
    const labels = words(9);
    for (const width of [340, 1800]) {
      const size = { width, available: 200, labels, heads: 4 };
      const [line, turned] = [arcLayout(size), arcLayout({ ...size, direction: 'rtl' })];
      assert.equal(turned.width, line.width);
      turned.lefts.forEach((left, i) => {
        const mirrored = line.width - line.lefts[i] - line.widths[i];
        assert.ok(Math.abs(left - mirrored) < 1, `word ${i} is at ${left}, not ${mirrored}`);
        assert.equal(turned.widths[i], line.widths[i]);
      });
    }
    const line = { width: 600, available: 300, labels: [30, 60, 25], heads: 2 };
    const [curves, turned] = /** @type {const} */ (['ltr', 'rtl']).map((direction) =>
      curvesOf(drawArcs(graphEdges(all), [0], arcLayout({ ...line, direction }))),
    );
    curves.forEach(({ from, to, rise }, i) => {
      assert.deepEqual([600 - from[0], 600 - to[0]].map(Math.round), [
        Math.round(turned[i].from[0]),
        Math.round(turned[i].to[0]),
      ]);
      assert.equal(rise, turned[i].rise, 'later keys are above in either');
    });
  });

  test('later keys above, earlier below, itself a loop above; every arc ends at its key', () => {
    const curves = curvesOf(drawArcs(graphEdges(all), [0], layout));
    assert.equal(curves.length, 9);
    for (const curve of curves) {
      const [query, key] = curve.id.split(':')[1].split('-').map(Number);
      const above = key >= query;
      assert.equal((curve.rise ?? 0) > 0, above, curve.id);
      assert.ok(above ? curve.to[1] <= layout.top : curve.to[1] >= layout.bottom);
      assert.ok(Math.abs(curve.from[0] - layout.x(query)) <= 12);
      assert.ok(Math.abs(curve.to[0] - layout.x(key)) <= 12);
      assert.ok(curve.fade.start < 1 && curve.fade.span[0] === curve.from[0], 'direction shows');
    }
  });

  test('arcs stay inside the picture, farther ones rise higher', () => {
    for (const count of [2, 14, 128]) {
      for (const available of [60, 200, 500]) {
        const line = arcLayout({ width: 700, available, labels: words(count), heads: 4 });
        for (let step = 1; step < count; step++) {
          assert.ok(line.rise(0, step) <= line.top, `${count} tokens, ${step} apart`);
          assert.ok(line.rise(0, step) > line.rise(0, step - 1));
        }
        assert.ok(line.bottom + line.top <= line.height + 1e-6);
      }
    }
  });

  test('a rise is what the curve reaches at its middle', () => {
    const [a, b, c, d] = bezier(curvesOf(drawArcs(graphEdges(all), [0], layout))[0]);
    const middle = (a[1] + 3 * b[1] + 3 * c[1] + d[1]) / 8;
    const { rise = 0 } = curvesOf(drawArcs(graphEdges(all), [0], layout))[0];
    assert.ok(Math.abs((a[1] + d[1]) / 2 - middle - rise) < 1e-6);
  });

  test('several heads keep apart; a focused word has a strip per head under every word', () => {
    const both = { ...all, heads: [0, 1] };
    const curves = curvesOf(drawArcs(graphEdges(both), [0, 1], layout));
    assert.equal(new Set(curves.map(({ dash }) => dash.join())).size, 2);
    const focus = /** @type {const} */ ({ side: 'key', index: 0 });
    const strips = drawArcStrips(weights, { heads: 2, count: 3, focus, layout });
    const tinted = strips.filter(({ id }) => id.startsWith('strip'));
    assert.equal(tinted.length, 6);
    for (const item of tinted) {
      assert.ok(item.type === 'rect' && item.y >= layout.top + layout.line);
      assert.ok(item.type === 'rect' && item.y + item.height <= layout.bottom);
    }
    assert.deepEqual(drawArcStrips(weights, { heads: 2, count: 3, focus: null, layout }), []);
  });

  test('Node draws the same arcs as SVG, with one gradient per direction', () => {
    const items = [
      ...drawArcGhosts({ weights, count: 3, mass: 1, head: 0 }, layout),
      ...drawArcs(graphEdges(all), [0], layout),
      ...drawArcLabels([{ text: 'a<b' }, { text: 'שלום' }, { text: '🐈' }], layout),
    ];
    const paint = (/** @type {string} */ token) => token;
    const svg = svgString(items, { width: layout.width, height: layout.height, paint });
    assert.equal(svg.match(/<path /g)?.length, 18);
    assert.equal(svg.match(/<linearGradient /g)?.length, 4, 'edges and ghosts, left and right');
    assert.ok(svg.includes('a&lt;b') && svg.includes('🐈'));
  });
});
