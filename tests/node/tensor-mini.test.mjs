import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  colourLimit,
  extentOf,
  hideMasked,
  reduceBlocks,
  strongest,
} from '../../web/draw/tensor-blocks.js';
import { tokenBands } from '../../web/draw/tensor-bands.js';
import { composeMini } from '../../web/draw/tensor-canvas.js';
import {
  cellBox,
  cellCounts,
  cellOf,
  columnScale,
  hit,
  miniLayout,
  rowsHeight,
} from '../../web/draw/tensor-layout.js';
import { miniHeatmaps, miniMarks } from '../../web/draw/tensor-mini.js';
import { repeated } from '../../web/draw/tensor-pixels.js';

/** @type {import('../../web/draw/tensor-mini.js').MiniColours} */
const COLOURS = {
  zero: [255, 255, 255],
  negative: [255, 0, 0],
  positive: [0, 0, 255],
  fault: [0, 0, 0],
  heads: [
    [0, 255, 0],
    [200, 0, 200],
  ],
};
const DARK = { rows: false, columns: false, heads: false };
const FIT = { available: 300, scale: 0.5 };

/** @param {number} heads @param {number} rows @param {number} columns */
const perHead = (heads, rows, columns) => ({
  shape: [heads, rows, columns],
  axes: ['heads', 'seq_len', 'd_head'],
});
/** @param {number} heads @param {number} count */
const attention = (heads, count) => ({
  shape: [heads, count, count],
  axes: ['heads', 'query', 'key'],
});
/** @param {number} rows @param {number} columns @param {string} [axis] */
const matrix = (rows, columns, axis = 'd_model') => ({
  shape: [rows, columns],
  axes: ['seq_len', axis],
});

/** @param {Uint8ClampedArray} pixels @param {number} i */
const pixel = (pixels, i) => [...pixels.slice(4 * i, 4 * i + 4)];

test('a block shows its entry of the largest magnitude, sign kept', () => {
  const data = [1, -9, 2, 3, 4, -5, 0, 8, 7];
  const { rows, columns, values } = reduceBlocks({ data, offset: 0, rows: 3, columns: 3 }, 2, 2);
  assert.deepEqual([rows, columns], [2, 2]);
  assert.deepEqual([...values], [-9, -5, 8, 7]);
});

test('blocks agree with a plain search on odd sizes and offsets', () => {
  const next = sequence(7);
  for (const [rows, columns, rowBlock, columnBlock] of [
    [1, 1, 1, 1],
    [5, 7, 2, 3],
    [13, 31, 4, 5],
    [3, 2, 9, 9],
    [17, 1, 3, 1],
  ]) {
    const offset = 11;
    const data = Float32Array.from({ length: offset + rows * columns }, () => next() * 2 - 1);
    const blocks = reduceBlocks({ data, offset, rows, columns }, rowBlock, columnBlock);
    for (let r = 0; r < rows; r += 1) {
      for (let c = 0; c < columns; c += 1) {
        const cell = Math.floor(r / rowBlock) * blocks.columns + Math.floor(c / columnBlock);
        const entry = data[offset + r * columns + c];
        assert.ok(Math.abs(entry) <= Math.abs(blocks.values[cell]));
      }
    }
    for (const value of blocks.values) assert.ok(data.includes(value), 'a value of the tensor');
  }
});

test('NaN wins a block, a masked score only takes a whole one', () => {
  const of = (/** @type {number[]} */ ...data) =>
    strongest({ data, offset: 0, rows: 1, columns: data.length }, 0, 1, 0, data.length);
  assert.ok(Number.isNaN(of(5, NaN, 9).value));
  assert.equal(of(5, NaN, 9).column, 1);
  assert.equal(of(-Infinity, -0.25).value, -0.25);
  assert.equal(of(-Infinity, -Infinity).value, -Infinity);
  assert.equal(of(0, 0).value, 0);
  assert.deepEqual(of(), { row: -1, column: -1, value: NaN });
});

test('the extent leaves masked entries and faults out, and counts them', () => {
  assert.deepEqual(extentOf([3, -Infinity, NaN, -2, Infinity, -1e9]), {
    min: -2,
    max: 3,
    masked: 2,
    faults: 2,
  });
  assert.deepEqual(extentOf([]), { min: NaN, max: NaN, masked: 0, faults: 0 });
});

test('the colour limit holds the share it promises and is stated in two digits', () => {
  const next = sequence(3);
  const data = Float32Array.from({ length: 4000 }, () => next() * 2 - 1);
  data[17] = 500;
  const extent = extentOf(data);
  const limit = colourLimit(data, extent);
  const within = data.filter((value) => Math.abs(value) <= limit).length;
  assert.ok(within >= 0.99 * data.length);
  assert.ok(limit < 2, `one outlier of 500 must not wash out the rest: ${limit}`);
  assert.equal(Number(limit.toPrecision(2)), limit);
  assert.equal(colourLimit([0, 0], extentOf([0, 0])), 1);
  assert.equal(colourLimit([-Infinity], extentOf([-Infinity])), 1);
  assert.equal(colourLimit([], extentOf([])), 1);
  assert.equal(colourLimit([0.25], extentOf([0.25])), 0.25);
  const sparse = Float32Array.from({ length: 1000 }, (_, i) => (i === 5 ? 4 : 0));
  const sparseLimit = colourLimit(sparse, extentOf(sparse));
  assert.ok(sparseLimit > 0 && sparseLimit <= 4);
});

test('signed values diverge from zero and are full at the limit', () => {
  const tensor = { ...matrix(1, 5), data: Float32Array.of(-2, -1, 0, 1, NaN) };
  const layout = miniLayout(tensor, { available: 300, scale: 8 });
  const [{ pixels }] = miniHeatmaps(tensor, layout, { kind: 'signed', limit: 1, colours: COLOURS });
  assert.deepEqual(pixel(pixels, 0), [255, 0, 0, 255]);
  assert.deepEqual(pixel(pixels, 1), [255, 0, 0, 255]);
  assert.deepEqual(pixel(pixels, 2), [255, 255, 255, 255]);
  assert.deepEqual(pixel(pixels, 3), [0, 0, 255, 255]);
  assert.deepEqual(pixel(pixels, 4), [0, 0, 0, 255], 'a fault shows');
});

test('an image is repeated along each axis as often as is asked', () => {
  const image = new Uint8ClampedArray(new Uint32Array([1, 2, 3, 4]).buffer);
  const many = repeated(image, { columns: 2, across: 2, down: 3 });
  const [above, below] = [
    [1, 1, 2, 2],
    [3, 3, 4, 4],
  ];
  assert.deepEqual(
    [...new Uint32Array(many.buffer)],
    [above, above, above, below, below, below].flat(),
  );
});

test('weights run from 0 to 1 in the hue of their head, whatever the largest is', () => {
  const tensor = { ...attention(2, 1), data: Float32Array.of(0.25, 1) };
  const layout = miniLayout(tensor, FIT);
  const [first, second] = miniHeatmaps(tensor, layout, {
    kind: 'share',
    limit: 1,
    colours: COLOURS,
  });
  const [red, green] = pixel(first.pixels, 0);
  assert.equal(green, 255);
  assert.ok(red > 120 && red < 135, 'half way for a quarter: the square root of it');
  assert.deepEqual(pixel(second.pixels, 0), [200, 0, 200, 255]);
  const wrong = { ...attention(1, 1), data: Float32Array.of(1.5) };
  const [fault] = miniHeatmaps(wrong, miniLayout(wrong, FIT), {
    kind: 'share',
    limit: 1,
    colours: COLOURS,
  });
  assert.deepEqual(pixel(fault.pixels, 0), [0, 0, 0, 255], 'no weight is above 1');
});

test('masked cells stay transparent over a hatch, in scores and in weights', () => {
  const masked = Float32Array.of(1, -Infinity, 2, 3);
  const tensor = { ...attention(1, 2), data: masked };
  const layout = miniLayout(tensor, FIT);
  const heatmaps = miniHeatmaps(tensor, layout, { kind: 'signed', limit: 3, colours: COLOURS });
  assert.equal(pixel(heatmaps[0].pixels, 1)[3], 0);
  assert.equal(pixel(heatmaps[0].pixels, 0)[3], 255);
  const { under } = miniMarks(layout, heatmaps, { selected: [0], lit: DARK });
  assert.ok(under.length > 0);
  for (const item of under) {
    assert.equal(item.type, 'line');
    if (item.type !== 'line') continue;
    const { x, y } = layout.panels[0];
    for (const [px, py] of [item.from, item.to]) {
      assert.ok(px >= x && px <= x + layout.panelWidth && py >= y && py <= y + layout.panelHeight);
    }
  }
  const shares = Float32Array.of(1, 0, 0.4, 0.6);
  assert.equal(Array.from(hideMasked(shares, masked)).indexOf(-Infinity), 1);
  assert.equal(hideMasked(shares, Float32Array.of(1, 2, 3, 4)), shares, 'no copy without a mask');
  const open = { ...attention(1, 2), data: shares };
  const plain = miniHeatmaps(open, layout, { kind: 'share', limit: 1, colours: COLOURS });
  assert.deepEqual(miniMarks(layout, plain, { selected: [], lit: DARK }).under, []);
});

test('no tokens: no cells, no heatmaps, nothing to hit', () => {
  for (const tensor of [matrix(0, 512), perHead(4, 0, 128), attention(4, 0)]) {
    const layout = miniLayout(tensor, FIT);
    const data = new Float32Array(0);
    assert.deepEqual(
      miniHeatmaps({ data }, layout, { kind: 'signed', limit: 1, colours: COLOURS }),
      [],
    );
    assert.equal(layout.panelHeight, 0);
    assert.equal(cellOf(layout, 0, 0, 0), null);
    assert.ok(Number.isFinite(layout.width) && Number.isFinite(layout.height));
    miniMarks(layout, [], { selected: [0], lit: { rows: true, columns: true, heads: true } });
  }
});

test('boxes follow the sizes: twice the width, and taller with every few tokens', () => {
  const [narrow, wide] = [matrix(14, 256), matrix(14, 512)].map((tensor) =>
    miniLayout(tensor, FIT),
  );
  assert.equal(wide.panelWidth, 2 * narrow.panelWidth);
  for (let rows = 1; rows < 128; rows += 1) {
    assert.ok(rowsHeight(rows + 1) >= rowsHeight(rows));
    assert.ok(rowsHeight(rows) < 156);
  }
  assert.equal(rowsHeight(0), 0);
  assert.equal(columnScale(512), 0.5);
  assert.equal(columnScale(513), 1 / 3);
  assert.equal(columnScale(256), 1);
  assert.equal(columnScale(30), 8);
  assert.equal(columnScale(1), 8);
});

test('a picture never leaves its room, from 1 to 16 heads and from phone to desk', () => {
  for (const available of [120, 290, 316, 640]) {
    for (const heads of [1, 2, 3, 4, 8, 12, 16]) {
      for (const count of [1, 2, 13, 33, 128]) {
        for (const tensor of [perHead(heads, count, 64), attention(heads, count)]) {
          const layout = miniLayout(tensor, { available, scale: 0.5 });
          assert.equal(layout.panels.length, heads);
          assert.ok(layout.width <= available + 1, `${layout.width} in ${available}`);
          for (const { x, y } of layout.panels) {
            assert.ok(x + layout.panelWidth <= layout.width);
            assert.ok(y + layout.panelHeight <= layout.height);
          }
        }
      }
    }
  }
  const ffn = miniLayout(matrix(14, 1536, 'd_ffn'), { available: 300, scale: 0.5 });
  assert.ok(ffn.width <= 301 && ffn.columnBlock > 2, 'too wide at this scale: larger blocks');
});

test('panels of several heads do not overlap', () => {
  const { panels, panelWidth, panelHeight } = miniLayout(attention(8, 40), FIT);
  for (const [i, a] of panels.entries()) {
    for (const b of panels.slice(i + 1)) {
      const apart = Math.abs(a.x - b.x) >= panelWidth || Math.abs(a.y - b.y) >= panelHeight;
      assert.ok(apart);
    }
  }
});

test('every cell is found again at its own middle, and covers each entry once', () => {
  for (const tensor of [perHead(4, 13, 129), attention(3, 7), matrix(5, 513)]) {
    const layout = miniLayout(tensor, FIT);
    const counts = cellCounts(layout);
    const [rows, columns] = tensor.shape.slice(-2);
    for (let panel = 0; panel < layout.panels.length; panel += 1) {
      const covered = new Uint8Array(rows * columns);
      for (let r = 0; r < counts.rows; r += 1) {
        for (let c = 0; c < counts.columns; c += 1) {
          const box = cellBox(layout, panel, r, c);
          const found = hit(layout, box.x + box.width / 2, box.y + box.height / 2);
          assert.deepEqual(found, { panel, cellRow: r, cellColumn: c });
          const cell = cellOf(layout, panel, r, c);
          assert.ok(cell);
          for (let i = cell.row; i < cell.rowTo; i += 1) {
            for (let k = cell.column; k < cell.columnTo; k += 1) covered[i * columns + k] += 1;
          }
        }
      }
      assert.ok(covered.every((times) => times === 1));
    }
  }
});

test('the bar over a head belongs to its panel, the gap between panels to nobody', () => {
  const layout = miniLayout(perHead(2, 4, 64), FIT);
  const [first] = layout.panels;
  assert.deepEqual(hit(layout, first.x + 1, first.y - 5), {
    panel: 0,
    cellRow: -1,
    cellColumn: -1,
  });
  assert.equal(hit(layout, first.x + layout.panelWidth + 2, first.y + 1), null);
  assert.equal(hit(layout, -5, -5), null);
});

test('composing keeps every cell, crisp, at whole and broken pixel ratios', () => {
  const tensor = { ...matrix(2, 3), data: Float32Array.of(1, -1, 0, 0, 1, -1) };
  const layout = miniLayout(tensor, { available: 300, scale: 8 });
  const heatmaps = miniHeatmaps(tensor, layout, { kind: 'signed', limit: 1, colours: COLOURS });
  const expected = [
    [0, 0, 255, 255],
    [255, 0, 0, 255],
    [255, 255, 255, 255],
    [255, 255, 255, 255],
    [0, 0, 255, 255],
    [255, 0, 0, 255],
  ];
  for (const ratio of [1, 1.5, 2, 3]) {
    const { pixels, width, height } = composeMini(layout, heatmaps, ratio);
    assert.equal(pixels.length, width * height * 4);
    expected.forEach((colour, i) => {
      const box = cellBox(layout, 0, Math.floor(i / 3), i % 3);
      const x = Math.floor((box.x + box.width / 2) * ratio);
      const y = Math.floor((box.y + box.height / 2) * ratio);
      assert.deepEqual(pixel(pixels, y * width + x), colour, `cell ${i} at ratio ${ratio}`);
    });
    assert.equal(pixel(pixels, 0)[3], 0, 'transparent beside the panel');
  }
});

test('a lit axis has its rail: rows left of every panel, columns below, heads above', () => {
  const layout = miniLayout(perHead(2, 6, 64), FIT);
  const marks = (/** @type {Partial<typeof DARK>} */ lit) =>
    miniMarks(layout, [], { selected: [], lit: { ...DARK, ...lit } }).over;
  const rails = (/** @type {ReturnType<typeof marks>} */ items) =>
    items.filter((item) => item.type === 'line' && item.width === 3);
  assert.equal(rails(marks({})).length, 0);
  assert.equal(rails(marks({ rows: true })).length, 2);
  assert.equal(rails(marks({ columns: true })).length, 2);
  const bars = (/** @type {ReturnType<typeof marks>} */ items) =>
    items.filter((item) => item.type === 'line' && item.width === 4);
  assert.ok(bars(marks({ heads: true })).length > bars(marks({})).length);
  const ids = marks({ rows: true, columns: true, heads: true }).map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'ids are unique');
});

test('concat shows one slab a head, each with its number, and a rail a slab for d_head', () => {
  const tensor = matrix(6, 512, 'heads*d_head');
  const layout = miniLayout(tensor, { ...FIT, slabs: 4 });
  const { over } = miniMarks(layout, [], { selected: [1], lit: { ...DARK, columns: true } });
  const numbers = over.filter((item) => item.type === 'text');
  assert.deepEqual(
    numbers.map((item) => item.type === 'text' && item.text),
    ['0', '1', '2', '3'],
  );
  const rails = over.filter((item) => item.type === 'line' && item.width === 3);
  assert.equal(rails.length, 4);
});

/**
 * A small reproducible sequence in 0..1 (a linear congruential generator).
 * @param {number} seed
 */
function sequence(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('heads that are columns of one matrix are read in place', () => {
  const [rows, heads, width] = [3, 2, 4];
  const data = Float32Array.from({ length: rows * heads * width }, (_, i) => i + 1);
  const cut = {
    shape: [heads, rows, width],
    axes: ['heads', 'd_model', 'd_head'],
    strides: [width, heads * width],
  };
  const layout = miniLayout(cut, { available: 300, scale: 8 });
  assert.deepEqual([layout.stride, layout.panels.map(({ offset }) => offset)], [8, [0, 4]]);
  const matrix = { data, offset: 4, rows, columns: width, stride: layout.stride };
  assert.deepEqual(strongest(matrix, 1, 2, 0, 4), { row: 1, column: 3, value: 16 });
  assert.deepEqual(
    [...reduceBlocks(matrix, 1, 1).values],
    [5, 6, 7, 8, 13, 14, 15, 16, 21, 22, 23, 24],
  );
});

test('many heads stay within a sane height, and are shown a window at a time', () => {
  for (const [heads, count] of [
    [16, 512],
    [32, 512],
    [32, 64],
    [32, 1],
  ]) {
    for (const available of [280, 300, 420]) {
      const tensors = [attention(heads, count), perHead(heads, count, 1), perHead(heads, 32, 1024)];
      for (const tensor of tensors) {
        const layout = miniLayout(tensor, { available, scale: 0.25 });
        assert.ok(layout.height <= 460, `${heads} × ${count}: ${layout.height} px high`);
        assert.ok(layout.width <= available + 1, `${layout.width} px wide`);
        assert.ok(layout.panelWidth >= (tensor.axes.at(-1) === 'key' ? 10 : 14));
      }
    }
  }
  const window = miniLayout(perHead(1024, 1, 1), { ...FIT, first: 64, most: 32 });
  assert.deepEqual(
    [window.panels.length, window.panels[0].head, window.panels[31].offset],
    [32, 64, 95],
  );
  const last = miniLayout(perHead(40, 1, 1), { ...FIT, first: 32, most: 32 });
  assert.deepEqual([last.panels.length, last.panels[7].head], [8, 39]);
});

test('where an entry has room for its number, the number is written in ink that stands out', () => {
  const tensor = { shape: [2, 2], axes: ['seq_len', 'd_model'] };
  const cell = { width: 34, height: 18 };
  const layout = miniLayout(tensor, { available: 300, scale: 8, cell });
  assert.deepEqual([layout.panelWidth, layout.panelHeight, layout.numbers], [68, 36, true]);
  const data = Float32Array.of(0.004, -1.234, 1, -Infinity);
  const dark = { ...COLOURS, negative: /** @type {const} */ ([60, 0, 0]) };
  const heatmaps = miniHeatmaps({ data }, layout, { kind: 'signed', limit: 1, colours: dark });
  const { over } = miniMarks(layout, heatmaps, { selected: [], lit: DARK });
  const texts = over.flatMap((item) => (item.type === 'text' ? [[item.text, item.fill]] : []));
  assert.deepEqual(texts, [
    ['0.00', 'ink'],
    ['−1.23', 'panel'],
    ['1.00', 'panel'],
    ['−∞', 'ink'],
  ]);
  assert.equal(miniLayout(tensor, { available: 300, scale: 8 }).numbers, false);
});

test('the slabs of W_O lie below each other; slabs too narrow to tell apart have no bars', () => {
  const output = { shape: [512, 512], axes: ['heads*d_head', 'd_model'] };
  const layout = miniLayout(output, { available: 300, scale: 0.5, slabs: 8, tallest: 96 });
  assert.equal(layout.panelHeight, 96);
  assert.ok(layout.slabRows && layout.panels[0].x > 8 && layout.panels[0].y === 0);
  const bars = (/** @type {ReturnType<typeof miniMarks>} */ { over }) =>
    new Set(over.flatMap(({ id }) => (id.startsWith('bar') ? [id.split(' ')[1]] : []))).size;
  assert.equal(bars(miniMarks(layout, [], { selected: [], lit: DARK })), 8);
  const many = miniLayout(matrix(1, 1024, 'heads*d_head'), { ...FIT, scale: 0.25, slabs: 1024 });
  assert.equal(bars(miniMarks(many, [], { selected: [], lit: DARK })), 0);
});

test('bands frame the rows and columns of tokens, and none that are not there', () => {
  const layout = miniLayout(attention(2, 4), FIT);
  const items = tokenBands(layout, { rows: [1], columns: [3, 9] });
  assert.equal(items.length, 2 * 2 * 2);
  const row = items.find(({ id }) => id === 'row 1 1 inner');
  const height = layout.panelHeight / 4;
  assert.ok(row?.type === 'rect' && Math.abs(row.y - (layout.panels[1].y + height - 0.5)) < 1e-9);
});
