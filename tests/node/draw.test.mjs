import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { bezier, bezierWithin } from '../../web/draw/display-list.js';
import { strongestEdges, strongestOf } from '../../web/draw/edges.js';
import {
  drawEdges,
  drawLabels,
  drawStrips,
  graphEdges,
  graphLayout,
} from '../../web/draw/graph.js';
import {
  drawCells,
  isMasked,
  matrixLayout,
  matrixLayouts,
  scaleColour,
  scalePosition,
} from '../../web/draw/matrix.js';
import { edgeOpacity, edgeWidth, headStyle, KEY_LENGTH, keyDash } from '../../web/draw/style.js';
import { svgString } from '../../web/draw/svg.js';
import { tokenText } from '../../web/draw/token-text.js';

/** Two heads over three tokens; the second head's last row is fully masked. */
const weights = Float32Array.from([
  ...[0.7, 0.2, 0.1, 0.05, 0.05, 0.9, 0.4, 0.3, 0.3],
  ...[1, 0, 0, 0.5, 0.5, 0, 0, 0, 0],
]);
const size = { rows: 3, columns: 3 };

describe('edges', () => {
  test('the strongest edges that cover the mass, and one per row at least', () => {
    const pairs = (/** @type {number} */ mass) =>
      strongestEdges(weights, { head: 0, ...size, mass }).map(({ query, key }) => `${query}${key}`);
    assert.deepEqual(pairs(0), ['00', '12', '20']);
    assert.deepEqual(pairs(0.7), ['00', '12', '20', '21'], 'exactly covered means covered');
    assert.deepEqual(pairs(0.89), ['00', '01', '12', '20', '21', '22']);
    assert.equal(pairs(1).length, 9);
  });

  test('a fully masked row has no edge, a zero weight never gets one', () => {
    const edges = strongestEdges(weights, { head: 1, ...size, mass: 1 });
    assert.deepEqual(
      edges.map(({ query, key }) => [query, key]),
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    );
  });

  test('the strongest of a row and of a column', () => {
    const query = strongestOf(weights, { head: 0, ...size, side: 'query', index: 1, count: 2 });
    assert.deepEqual(
      query.map(({ key }) => key),
      [2, 0],
    );
    const key = strongestOf(weights, { head: 0, ...size, side: 'key', index: 0, count: 9 });
    assert.deepEqual(
      key.map(({ query: row }) => row),
      [0, 2, 1],
    );
  });

  test('width grows with the root of the weight; the faintest edge stays visible', () => {
    const floor = edgeWidth(0);
    const grown = (/** @type {number} */ weight) => edgeWidth(weight) - floor;
    assert.ok(floor >= 0.5);
    assert.ok(Math.abs(grown(0.25) / grown(1) - 0.5) < 1e-12);
    assert.ok(edgeOpacity(0) >= 0.2 && edgeOpacity(1) <= 1);
  });
});

describe('graph', () => {
  const layout = graphLayout({ width: 600, available: 300, count: 3, heads: 2, label: 90 });

  test('edges start at their query and end at their key', () => {
    const edges = graphEdges({ weights, count: 3, heads: [0], mass: 1, focus: null });
    for (const item of drawEdges(edges, [0], layout)) {
      if (item.type !== 'curve') continue;
      const [query, key] = item.id.split(':')[1].split('-').map(Number);
      assert.deepEqual(item.from, [layout.from, layout.y(query)]);
      assert.equal(item.to[1], layout.y(key));
      assert.ok(item.to[0] < layout.to && item.fade.start < 1, 'direction shows');
    }
  });

  test('a focused token keeps only its edges, a focused cell only its own', () => {
    const all = { weights, count: 3, heads: [0, 1], mass: 0.5 };
    const query = graphEdges({ ...all, focus: { side: 'query', index: 0 } });
    assert.ok(query.length > 1 && query.every((edge) => edge.query === 0));
    const key = graphEdges({ ...all, focus: { side: 'key', index: 2 } });
    assert.ok(key.length > 1 && key.every((edge) => edge.key === 2));
    const cell = graphEdges({ ...all, focus: { cell: [1, 2] } });
    assert.deepEqual(
      cell.map(({ head, query: q, key: k }) => [head, q, k]),
      [[0, 1, 2]],
    );
  });

  test('strips hold every head of every token, beside the opposite column', () => {
    const focus = /** @type {const} */ ({ side: 'query', index: 0 });
    const strips = drawStrips(weights, { heads: 2, count: 3, focus, layout });
    const tinted = strips.filter(({ id }) => id.startsWith('strip'));
    assert.equal(tinted.length, 6);
    assert.ok(tinted.every((item) => item.type === 'rect' && item.x > layout.to));
    const byKey = drawStrips(weights, {
      heads: 2,
      count: 3,
      focus: { ...focus, side: 'key' },
      layout,
    });
    assert.ok(
      byKey.every((item) =>
        item.type === 'rect'
          ? item.x < layout.from
          : item.type === 'line' && item.from[0] < layout.from,
      ),
    );
    const ground = strips.filter(({ id }) => id.startsWith('ground'));
    assert.equal(ground.length, 2, 'one for all the cells of a head');
    assert.deepEqual(drawStrips(weights, { heads: 2, count: 3, focus: null, layout }), []);
  });

  test('rows never get lower than a comfortable target, whatever the length', () => {
    for (const count of [1, 14, 40, 128]) {
      const { rowHeight, height } = graphLayout({
        width: 600,
        available: 400,
        count,
        heads: 4,
        label: 90,
      });
      assert.ok(rowHeight >= 26);
      assert.equal(height, rowHeight * count);
    }
  });

  test('several heads are told apart by dash, and one alone is drawn solid', () => {
    const dashes = (/** @type {number[]} */ heads) => {
      const edges = graphEdges({ weights, count: 3, heads, mass: 0, focus: null });
      return drawEdges(edges, heads, layout).flatMap((item) =>
        item.type === 'curve' ? [item.dash.join(' ')] : [],
      );
    };
    assert.equal(new Set(dashes([1])).size, 1);
    assert.equal(dashes([1])[0], '');
    assert.equal(new Set(dashes([0, 1])).size, 2);
  });

  test('Node draws the same picture as a whole SVG document, with any token safe in it', () => {
    const edges = graphEdges({ weights, count: 3, heads: [0], mass: 1, focus: null });
    const tokens = [{ text: '<b>"&' }, { text: '🐈' }, { text: 'שלום' }];
    const items = [...drawEdges(edges, [0], layout), ...drawLabels(tokens, layout)];
    const svg = svgString(items, {
      width: 600,
      height: 300,
      paint: (token) => token,
      title: 'a & b',
    });
    assert.ok(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="600"'));
    assert.equal(svg.match(/<path /g)?.length, 9);
    assert.equal(svg.match(/<linearGradient /g)?.length, 1);
    assert.ok(svg.includes('&lt;b&gt;&quot;&amp;') && !svg.includes('<b>'));
    assert.ok(svg.includes('🐈') && svg.includes('שלום'));
  });
});

describe('matrix', () => {
  /** @type {import('../../web/draw/matrix.js').MatrixColours} */
  const colours = {
    ground: [255, 255, 255],
    hue: [0, 0, 200],
    negative: [200, 0, 0],
    positive: [0, 200, 0],
  };
  const place = { x: 0, y: 0, cell: 10, gap: 1 };

  /** @param {'weights' | 'scores'} stage @param {number} value @param {number} limit */
  const colourOf = (stage, value, limit) =>
    scaleColour(stage, scalePosition(stage, value, limit), colours);

  test('weights have a fixed scale: the same colour for the same weight in every head', () => {
    assert.deepEqual(colourOf('weights', 0, 1), [255, 255, 255]);
    assert.deepEqual(colourOf('weights', 1, 1), [0, 0, 200]);
    assert.deepEqual(colourOf('weights', 0.25, 1), colourOf('weights', 0.25, 9));
  });

  test('scores diverge from zero, equally far to both sides', () => {
    assert.deepEqual(colourOf('scores', 0, 4), [255, 255, 255]);
    assert.deepEqual(colourOf('scores', -4, 4), [200, 0, 0]);
    assert.deepEqual(colourOf('scores', 2, 4), [127.5, 227.5, 127.5]);
    assert.deepEqual(colourOf('scores', 0, 0), [255, 255, 255]);
    const { pixels } = drawCells({
      stage: 'scores',
      values: Float32Array.of(-4, 0, 2, 4),
      ...{ head: 0, rows: 2, columns: 2, colours, place },
    });
    const shown = [0, 1, 2, 3].map((cell) => [...pixels.slice(4 * cell, 4 * cell + 3)]);
    assert.deepEqual(shown, [
      [200, 0, 0],
      [255, 255, 255],
      [128, 228, 128],
      [0, 200, 0],
    ]);
  });

  test('masked cells are hatched where the mask holds, and never stretch the scale', () => {
    const masked = Float32Array.from([1, -Infinity, -1e9, 2]);
    const input = { head: 0, rows: 2, columns: 2, colours, place, masked };
    const { hatched, pixels } = drawCells({ stage: 'masked', values: masked, ...input });
    assert.deepEqual(hatched, [
      [0, 1],
      [1, 0],
    ]);
    assert.deepEqual(
      [...pixels.slice(12, 15)],
      [0, 200, 0],
      'the largest finite score ends the scale',
    );
    const before = drawCells({ stage: 'scores', values: Float32Array.of(1, 2, 3, 4), ...input });
    assert.deepEqual(before.hatched, []);
    assert.ok(isMasked(-Infinity) && isMasked(-1e9) && !isMasked(-1e4));
  });

  test('fits its square at any length', () => {
    for (const count of [1, 14, 64, 128]) {
      const { side, cell } = matrixLayout({ size: 380, count, label: 70 });
      assert.ok(side <= 381 && cell >= 2, `${count} tokens: side ${side}, cell ${cell}`);
    }
  });

  test('matrices to compare share cell and margin, however many tokens each has', () => {
    const [few, many, none] = matrixLayouts({ size: 380, counts: [5, 14, 0], label: 90 });
    assert.deepEqual(many, matrixLayout({ size: 380, count: 14, label: 90 }));
    for (const [count, layout] of /** @type {const} */ ([
      [5, few],
      [0, none],
    ])) {
      assert.deepEqual({ ...layout, side: 0 }, { ...many, side: 0 });
      assert.equal(layout.side, many.margin + many.cell * count + 1);
    }
  });
});

describe('head hues', () => {
  const css = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8');
  const token = (/** @type {string} */ name) => {
    const pair = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css);
    assert.ok(pair, `tokens.css has no light-dark() pair --${name}`);
    return { light: linear(pair[1]), dark: linear(pair[2]) };
  };
  const names = Array.from({ length: 8 }, (_, head) => headStyle(head).colour);

  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    test(`${scheme}: at least 3:1 on ground and panel`, () => {
      for (const name of [...names, 'role-query', 'role-key', 'role-value', 'role-output']) {
        for (const ground of ['ground', 'panel']) {
          const ratio = contrast(token(name)[scheme], token(ground)[scheme]);
          const least = name.startsWith('role') ? 4.5 : 3;
          assert.ok(ratio >= least, `${name} on ${ground}: ${ratio.toFixed(2)}, expected ${least}`);
        }
      }
    });

    test(`${scheme}: text at least 4.5:1 on every ground`, () => {
      for (const ink of ['ink', 'ink-soft', 'ink-faint']) {
        for (const ground of ['ground', 'panel', 'sunken']) {
          const ratio = contrast(token(ink)[scheme], token(ground)[scheme]);
          assert.ok(ratio >= 4.5, `${ink} on ${ground}: ${ratio.toFixed(2)}`);
        }
      }
    });

    test(`${scheme}: apart from each other, also for colour-blind readers`, () => {
      for (const [kind, matrix] of Object.entries(SIMULATIONS)) {
        const seen = names.map((name) => oklab(transform(matrix, token(name)[scheme])));
        const least = kind === 'none' ? 0.08 : 0.05;
        seen.forEach((a, i) =>
          seen.slice(0, i).forEach((b, j) => {
            const distance = Math.hypot(...a.map((value, axis) => value - b[axis]));
            const pair = `${names[i]} and ${names[j]} under ${kind}`;
            assert.ok(distance >= least, `${pair}: ${distance.toFixed(3)}, expected ${least}`);
          }),
        );
      }
    });
  }

  test('in a key too, every one of 8 heads has a line of its own', () => {
    const seen = Array.from({ length: 8 }, (_, head) => {
      const dash = keyDash(head);
      const ends = dash.map((_, i) => dash.slice(0, i + 1).reduce((sum, length) => sum + length));
      const at = (/** @type {number} */ px) => {
        const part = ends.findIndex((end) => px % (ends.at(-1) ?? 1) < end);
        return part % 2 === 1 ? ' ' : '-';
      };
      return Array.from({ length: KEY_LENGTH }, (_, px) => at(px + 0.5)).join('');
    });
    assert.equal(new Set(seen.map((line) => line.trimEnd())).size, 8, seen.join('\n'));
    for (const line of seen.slice(1)) assert.match(line, /- +-/);
  });

  test('past 8 heads hues come again with another dash', () => {
    assert.equal(headStyle(9).colour, headStyle(1).colour);
    assert.notDeepEqual(headStyle(9).dash, headStyle(1).dash);
  });
});

/** Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB. */
const SIMULATIONS = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** @param {string} hex */
const linear = (hex) =>
  [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

/** @param {number[]} rgb linear */
const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** WCAG 2.2. @param {number[]} a @param {number[]} b */
function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** @param {number[][]} matrix @param {number[]} rgb */
const transform = (matrix, rgb) =>
  matrix.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, m, i) => sum + m * rgb[i], 0),
      ),
    ),
  );

/** Ottosson (2020). @param {number[]} rgb linear */
function oklab([r, g, b]) {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe('a token', () => {
  for (const [text, piece, shown] of [
    [' river', '▁river', 'river'],
    ['', '▁', '␣'],
    ['\n', '▁', '␣'],
    ['\t', '\ufffd', 'U+0009'],
    ['\u200b', '\ufffd', 'U+200B'],
    ['\u202e\u200d', '\ufffd', 'U+202E…'],
    ['\u{e0041}', '\ufffd', 'U+E0041'],
    ['👩\u200d👧', '\ufffd', '👩\u200d👧'],
    ['\u0301', '\ufffd', '\u0301'],
  ]) {
    test(`${JSON.stringify(text)} as ${piece} is shown as ${JSON.stringify(shown)}`, () => {
      assert.equal(tokenText({ text, piece }), shown);
    });
  }
});

describe('the part of a curve that is seen', () => {
  const seen = { left: 100, right: 300, top: 200, bottom: 400 };
  const curve = {
    ...{ type: /** @type {const} */ ('curve'), id: 'c', stroke: 'ink', width: 4, opacity: 1 },
    fade: { start: 0.3, span: /** @type {const} */ ([0, 1]) },
    dash: /** @type {number[]} */ ([]),
  };
  /** @param {readonly (readonly [number, number])[]} points @param {number} t */
  const at = ([a, b, c, d], t) =>
    [0, 1].map(
      (i) =>
        (1 - t) ** 3 * a[i] +
        3 * (1 - t) ** 2 * t * b[i] +
        3 * (1 - t) * t ** 2 * c[i] +
        t ** 3 * d[i],
    );

  for (const [name, ends, axis] of /** @type {const} */ ([
    ['an S-curve down', { from: [10, 0], to: [500, 3000] }, 1],
    ['an S-curve up', { from: [10, 3000], to: [500, 0] }, 1],
    ['an arc to the right', { from: [0, 300], to: [5000, 300], rise: 150 }, 0],
    ['an arc to the left', { from: [5000, 300], to: [0, 300], rise: -150 }, 0],
  ])) {
    test(`of ${name} lies on it, and ends a width outside of the picture`, () => {
      const whole = bezier({ ...curve, ...ends });
      const part = bezierWithin({ ...curve, ...ends }, seen);
      const [low, high] = axis ? [seen.top, seen.bottom] : [seen.left, seen.right];
      const met = [part[0][axis], part[3][axis]].sort((a, b) => a - b);
      assert.ok(Math.abs(met[0] - (low - 4)) < 1e-6 && Math.abs(met[1] - (high + 4)) < 1e-6);
      for (const t of [0, 0.3, 0.5, 0.8, 1]) {
        const point = at(part, t);
        // Along this axis the whole curve never turns back, so that the time is found by halving.
        let [early, late] = [0, 1];
        const forward = whole[3][axis] > whole[0][axis];
        for (let i = 0; i < 60; i++) {
          const middle = (early + late) / 2;
          if (at(whole, middle)[axis] < point[axis] === forward) early = middle;
          else late = middle;
        }
        const there = at(whole, early);
        assert.ok(Math.hypot(there[0] - point[0], there[1] - point[1]) < 1e-6, `${t}: ${there}`);
      }
    });
  }

  test('is the whole where all of it is seen, and keeps the beginning of a dashed one', () => {
    const short = {
      ...curve,
      from: /** @type {const} */ ([10, 210]),
      to: /** @type {const} */ ([500, 390]),
    };
    assert.deepEqual(bezierWithin(short, seen), bezier(short));
    const dashed = { ...short, from: /** @type {const} */ ([10, 0]), dash: [4, 2] };
    assert.deepEqual(bezierWithin(dashed, seen), bezier(dashed));
  });
});
