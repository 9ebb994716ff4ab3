/** The pictures of masks and of the comparison: pure functions from numbers to display lists. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawLinks } from '../../web/draw/compare.js';
import {
  cellsBetween,
  drawCursor,
  drawPainter,
  drawPainterLabels,
  painterLayout,
  seenCells,
} from '../../web/draw/mask.js';

const layout = painterLayout({ room: 400, count: 4, label: 40 });
/** @type {import("../../web/draw/matrix.js").Rgb[]} */
const [panel, hue, paint] = [
  [255, 255, 255],
  [0, 100, 100],
  [200, 200, 200],
];

describe('the painter', () => {
  test('cells are as large as fits, and never too small to hit: a long sentence scrolls', () => {
    for (const count of [1, 7, 14, 30, 128]) {
      const { cell, side, margin, scrolls } = painterLayout({ room: 500, count, label: 60 });
      assert.ok(cell >= 16 && cell <= 30);
      assert.equal(side, margin + cell * count + 1);
      assert.equal(scrolls, side > 500);
    }
    assert.ok(painterLayout({ room: 500, count: 14, label: 60 }).cell >= 24);
    assert.ok(painterLayout({ room: 500, count: 128, label: 60 }).scrolls);
  });

  test('a hidden cell is hatched and carries no weight; paint has its own ground', () => {
    const open = Uint8Array.from([1, 0, 0, 1]);
    const [, cells] = drawPainter({
      weights: [1, 1, 0.25, 0],
      head: 0,
      count: 2,
      open,
      isPainted: (query) => query === 1,
      colours: { panel, hue, paint },
      layout,
      seen: { row: 0, column: 0, rows: 2, columns: 2 },
    });
    assert.ok(cells.type === 'cells');
    assert.deepEqual(cells.hatched, [
      [0, 1],
      [1, 0],
    ]);
    const pixel = (/** @type {number} */ i) => [...cells.pixels.slice(4 * i, 4 * i + 3)];
    assert.deepEqual([0, 1, 2, 3].map(pixel), [hue, panel, paint, panel]);
  });

  test('of a scrolled picture only the cells in sight are drawn', () => {
    const long = painterLayout({ room: 300, count: 100, label: 40 });
    const view = { count: 100, left: 10 * long.cell + 3, top: 0, width: 300, height: 200 };
    const seen = seenCells(long, view);
    assert.equal(seen.column, 10);
    assert.equal(seen.row, 0);
    assert.ok(long.margin + (seen.column + seen.columns) * long.cell >= view.left + view.width);
    assert.ok(seen.rows * long.cell < view.height);
    const end = seenCells(long, { ...view, left: long.side - 300, top: long.side - 200 });
    assert.equal(end.column + end.columns, 100);
    assert.equal(end.row + end.rows, 100);
  });

  test('padding marks queries and keys differently; a closed row warns', () => {
    const shared = { texts: ['a', 'b', 'c'], padding: 2, closed: [1], lit: null, layout };
    const queries = drawPainterLabels({ side: 'query', ...shared });
    const keys = drawPainterLabels({ side: 'key', ...shared });
    const lines = (/** @type {typeof keys} */ items) => items.filter(({ type }) => type === 'line');
    assert.equal(lines(keys).length, 1);
    assert.ok(lines(queries).length > 1, 'dashed');
    assert.ok(lines(keys).every((line) => line.type === 'line' && line.stroke === 'role-key'));
    assert.ok(lines(queries).every((line) => line.type === 'line' && line.stroke === 'role-query'));
    const fills = (/** @type {typeof keys} */ items) =>
      items.flatMap((item) => (item.type === 'text' ? [item.fill] : []));
    assert.deepEqual(fills(queries), ['ink-soft', 'warn', 'ink-faint']);
    assert.deepEqual(fills(keys), ['ink-soft', 'ink-soft', 'ink-faint']);
  });

  test('the cursor frames a cell, a row or a column', () => {
    const size = (/** @type {number | null} */ row, /** @type {number | null} */ column) =>
      drawCursor({ layout, count: 4, row, column }).map((item) =>
        item.type === 'rect' ? [item.width / layout.cell, item.height / layout.cell] : [],
      );
    assert.deepEqual(size(1, 2), [[1, 1]]);
    assert.deepEqual(size(1, null), [[4, 1]]);
    assert.deepEqual(size(null, 2), [[1, 4]]);
    assert.deepEqual(size(null, null), []);
  });

  test('a stroke leaves no holes, whichever way it goes', () => {
    for (const [from, to] of /** @type {[[number, number], [number, number]][]} */ ([
      [
        [0, 0],
        [0, 5],
      ],
      [
        [4, 1],
        [0, 3],
      ],
      [
        [2, 2],
        [2, 2],
      ],
    ])) {
      const cells = cellsBetween(from, to);
      assert.deepEqual(cells[0], from);
      assert.deepEqual(cells.at(-1), to);
      cells.slice(1).forEach(([row, column], i) => {
        const [r, c] = cells[i];
        assert.ok(Math.abs(row - r) <= 1 && Math.abs(column - c) <= 1);
      });
    }
  });
});

test('links join partners; a replaced word’s is broken, the one pointed at is bold', () => {
  const pairs = [
    { left: 0, right: 1, same: true },
    { left: 1, right: 2, same: false },
  ];
  const items = drawLinks({ pairs, left: [10, 30], right: [5, 25, 45], height: 20, lit: 1 });
  const of = (/** @type {number} */ pair) =>
    items.flatMap((item) =>
      item.type === 'line' && item.id.startsWith(`link ${pair} `) ? [item] : [],
    );
  assert.deepEqual(
    [of(0)[0].from, of(0)[0].to],
    [
      [10, 0],
      [25, 20],
    ],
  );
  assert.ok(of(1).length > 1);
  assert.ok(of(1)[0].width > of(0)[0].width);
});
