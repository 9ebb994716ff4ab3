/** What heads cost: counts against real arrays and the core's own count, spread, and the charts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seededLayer } from '../../web/core/seeded.js';
import { apart } from '../../web/draw/chart.js';
import { CHART_HEIGHT, drawChart } from '../../web/draw/cost.js';
import { loadHeadscope } from '../../web/node/index.js';
import {
  contendersOf,
  D_MODELS,
  flops,
  forwardBytes,
  HEADS,
  MOST_BYTES,
  parameters,
  weightsBytes,
  widthOf,
} from '../../web/state/cost.js';
import { quartiles } from '../../web/state/quartiles.js';
import { formulas } from '../../web/views/cost-formulas.js';

// Its tiles are those of the formulas; the relaxed module's pack less.
const headscope = await loadHeadscope({ module: 'simd' });

describe('counts', () => {
  test('parameters are the floats of the layers that are timed', () => {
    for (const { width, timed } of contendersOf({ dModel: 64 })) {
      const { dModel, heads, dHead } = width;
      assert.ok(timed);
      const { weights } = seededLayer({ dModel, inner: heads * dHead, seqLen: 1, seed: 1 });
      const floats = Object.values(weights).reduce((sum, { length }) => sum + length, 0);
      assert.equal(parameters(width), floats);
    }
  });

  test('the split costs what one head costs, full-width heads h times as much', () => {
    for (const dModel of D_MODELS) {
      const one = widthOf('split', dModel, 1);
      for (const heads of HEADS) {
        const [split, full] = [widthOf('split', dModel, heads), widthOf('full', dModel, heads)];
        assert.ok(Number.isInteger(split.dHead));
        assert.equal(parameters(split), parameters(one));
        assert.equal(flops(split, 100), flops(one, 100));
        assert.equal(parameters(full), heads * parameters(one));
        assert.equal(flops(full, 100), heads * flops(one, 100));
      }
    }
  });

  test('operations are two for every multiply-add of the products, one by one', () => {
    const [n, width] = [3, { dModel: 8, heads: 2, dHead: 5 }];
    const inner = 10;
    const products = [
      ...Array(3).fill([n, 8, inner]),
      ...Array(2).fill([n, 5, n]),
      ...Array(2).fill([n, n, 5]),
      [n, inner, 8],
    ];
    const expected = products.reduce(
      (sum, [rows, depth, columns]) => sum + 2 * rows * depth * columns,
      0,
    );
    assert.equal(flops(width, n), expected);
  });

  test('no layer that is timed is larger than promised, and at 512 the lesson’s own is', () => {
    for (const dModel of D_MODELS) {
      const timed = contendersOf({ dModel }).filter((contender) => contender.timed);
      assert.ok(timed.length >= HEADS.length + 1);
      for (const { width } of timed) assert.ok(4 * parameters(width) <= MOST_BYTES);
    }
    const names = contendersOf({ dModel: 512 }).filter(({ timed }) => timed);
    assert.deepEqual(names.map(({ kind, heads }) => `${kind} ${heads}`).slice(-3), [
      'full 2',
      'full 4',
      'full 8',
    ]);
  });
});

describe('bytes of a fused pass', () => {
  /**
   * The core's own count, from its refusal. The layer is one number wide outside, so that its
   * weights fit a budget under which the pass does not.
   * @param {{heads: number, dHead: number}} size
   * @param {number} n
   */
  function coreBytes({ heads, dHead }, n) {
    const inner = heads * dHead;
    const byteBudget = Math.max(4 * (n + 3 * n * inner), 48 * inner);
    const { weights, x } = seededLayer({ dModel: 1, inner, seqLen: n, seed: 1 });
    const layer = headscope.createAttention({ dModel: 1, heads, dHead, byteBudget }, weights);
    try {
      layer.forward(x, { seqLen: n });
    } catch (error) {
      return Number(/needs (\d+) bytes/.exec(/** @type {Error} */ (error).message)?.[1]);
    } finally {
      layer.dispose();
    }
    return assert.fail(`a pass of ${n} fits ${byteBudget} bytes`);
  }

  // Each of the core's tensors begins on 64 bytes, which leaves gaps behind the two that are packed.
  const GAPS = 2 * 60;

  test('are as many as the core counts, and never fewer', () => {
    for (const dModel of [64, 512]) {
      for (const heads of HEADS) {
        const { dHead } = widthOf('split', dModel, heads);
        for (const n of [16, 100, 128, 132, 512, 526, 1024, 2048]) {
          const mine = forwardBytes({ dModel: 1, heads, dHead }, n);
          const core = coreBytes({ heads, dHead }, n);
          assert.ok(mine + GAPS >= core, `${mine} < ${core}: ${heads} of ${dHead}, ${n}`);
          // A product whose blocks are less than the largest packs up to 12 rows fewer at a time.
          const spare = 4 * 12 * heads * dHead;
          if (n >= 512)
            assert.ok(mine <= core + spare, `${mine} > ${core}: ${heads} of ${dHead}, ${n}`);
        }
      }
    }
  });

  test('are what the formula on the page comes to', () => {
    /** @typedef {import('../../web/views/dimension-trace-steps.js').Term} Term */
    const words = { bytes: 'bytes', packed: 'packed', workspace: 'workspace' };
    const { pass, packed } = formulas(words);
    for (const width of [64, 512].map((dModel) => widthOf('split', dModel, 8))) {
      const { dModel, heads, dHead } = width;
      for (const n of [17, 128, 1024]) {
        const workspace = Math.max(162 * dModel, 8 * (dHead + n));
        /** @type {Record<string, number>} */
        const values = { n, h: heads, d_model: dModel, d_head: dHead, workspace, bytes: 1 };
        /** @param {Term} term @returns {number} */
        const factor = (term) => {
          if (typeof term === 'string') return values[term] ?? Number(term);
          if ('fenced' in term) return total(term.fenced);
          return 'sub' in term ? values[`${term.symbol}_${term.sub}`] : NaN;
        };
        /** @param {readonly Term[]} terms @returns {number} */
        const total = ([...terms]) => {
          let [sum, product] = [0, 1];
          for (let term = terms.shift(); term !== undefined; term = terms.shift()) {
            if (term === '+') [sum, product] = [sum + product, 1];
            else if (term === '⌈') {
              const [rows, over, tile, end] = terms.splice(0, 4);
              assert.deepEqual([over, end], ['/', '⌉']);
              product *= Math.ceil(factor(rows) / factor(tile));
            } else if (term !== '·') product *= factor(term);
          }
          return sum + product;
        };
        values.packed = total(packed);
        assert.equal(forwardBytes(width, n), total(pass), `${dHead}, ${n}`);
      }
    }
  });

  test('grow in proportion to seq_len, the weights with its square', () => {
    const width = widthOf('split', 512, 8);
    const growth = forwardBytes(width, 8192) / forwardBytes(width, 4096);
    assert.ok(growth > 1.9 && growth <= 2, `${growth}`);
    assert.equal(weightsBytes(8, 8192) / weightsBytes(8, 4096), 4);
    assert.ok(weightsBytes(8, 2048) > 5 * forwardBytes(width, 2048));
  });
});

test('quartiles', () => {
  assert.deepEqual(quartiles([3]), { low: 3, median: 3, high: 3 });
  assert.deepEqual(quartiles([4, 1, 3, 2, 5]), { low: 2, median: 3, high: 4 });
  assert.deepEqual(quartiles([4, 1, 3, 2]), { low: 1.75, median: 2.5, high: 3.25 });
});

describe('charts', () => {
  test('put every point where its value is, within the picture', () => {
    const tick = (/** @type {number} */ value) => ({ value, text: `${value}` });
    const items = drawChart({
      width: 400,
      xTicks: [1, 4, 16].map(tick),
      yTicks: [0, 8, 16].map(tick),
      xScale: 'log',
      yScale: 'linear',
      series: [
        { name: 'line', colour: 'ink', width: 2, points: [1, 4, 16].map((x) => ({ x, y: x })) },
      ],
      measured: [{ x: 4, low: 3, middle: 4, high: 6, colour: 'ink' }],
      xName: 'x',
      yName: 'y',
      labelRoom: 80,
    });
    const find = (/** @type {string} */ id) => {
      const item = items.find((each) => each.id === id);
      assert.ok(item, id);
      return /** @type {any} */ (item);
    };
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length, 'ids are unique');
    const [half, full] = [find('y 8').from[1], find('y 16').from[1]];
    assert.equal(find('line 2').to[1], full);
    assert.equal(find('line 1').to[0], find('x 4').from[0]);
    assert.equal(find('x 4').from[0], (find('x 1').from[0] + find('x 16').from[0]) / 2);
    const spread = find('measured ink 4 spread');
    assert.ok(Math.abs(spread.from[1] - spread.to[1] - (3 / 8) * (half - full)) < 1e-9);
    for (const item of /** @type {any[]} */ (items)) {
      const points = item.points ?? (item.from ? [item.from, item.to] : [[item.x, item.y]]);
      for (const [x, y] of points) assert.ok(x >= 0 && x <= 400 && y >= 0 && y <= CHART_HEIGHT);
    }
  });

  test('names keep their distance, and their order', () => {
    const places = apart([100, 98, 20, 97], 12);
    assert.deepEqual(places, [100, 88, 20, 76]);
  });
});
