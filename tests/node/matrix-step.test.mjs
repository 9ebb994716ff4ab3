/** What a stage did to a number, and what averaging did to a row, in words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawAverage, drawRowSums, matrixLayout } from '../../web/draw/matrix.js';
import { averageSentence } from '../../web/views/matrix-average.js';
import { stepSentence, sumText } from '../../web/views/matrix-step.js';

/** Two heads over two tokens, d_head 4; in head 1 the second query may attend to nothing. */
const scores = [2, 4, 6, 8, 1, 3, 5, 7];
const scaled = scores.map((score) => score / 2);
const masked = scaled.map((value, i) => (i >= 6 ? -Infinity : value));
/** @param {number} head @param {number} row */
const softmax = (head, row) => {
  const powers = masked.slice(4 * head + 2 * row, 4 * head + 2 * row + 2).map(Math.exp);
  const sum = powers[0] + powers[1];
  return powers.map((power) => (sum > 0 ? power / sum : 0));
};
const weights = [0, 1].flatMap((head) => [0, 1].flatMap((row) => softmax(head, row)));
const tensors = Object.fromEntries(
  Object.entries({ scores, scaled, masked, weights }).map(([stage, values]) => {
    const name = `layers.0.attention.${stage}`;
    const axes = ['heads', 'query', 'key'];
    return [name, { name, shape: [2, 2, 2], axes, data: Float32Array.from(values) }];
  }),
);
const snapshot = /** @type {import('../../web/state/store.js').Snapshot} */ (
  /** @type {unknown} */ ({
    text: 'big cat',
    tokens: [
      { text: 'big', piece: '▁big' },
      { text: 'cat', piece: '▁cat' },
    ],
    model: { layers: [{ dHead: 4, heads: 2 }] },
    tensors,
  })
);

/** @param {import('../../web/state/store.js').Stage} stage @param {number} head @param {[number, number]} cell */
const step = (stage, head, cell) =>
  spaced(stepSentence({ snapshot, layer: 0, head, stage, focus: { cell } }));

/** With spaces at which a line may end, as a reader sees it. @param {string} text */
const spaced = (text) => text.replaceAll('\u00a0', ' ');

describe('a stage explains itself', () => {
  test('with the numbers of the cell', () => {
    assert.equal(step('scores', 0, [0, 1]), 'q·k, 4 products summed: “big”·“cat” = 4.00');
    assert.equal(step('scaled', 0, [0, 1]), '÷ √4 = 2.00: 4.00 becomes 2.00');
    assert.equal(step('masked', 0, [0, 1]), '+ mask: nothing is hidden, so 2.00 stays 2.00');
    const weight = (Math.exp(2) / (Math.exp(1) + Math.exp(2))).toFixed(3);
    assert.ok(step('weights', 0, [0, 1]).endsWith(`= ${weight}; the row sums to 1.000`));
  });

  test('hidden cells say so; a row without any key sums to 0', () => {
    assert.match(step('masked', 1, [1, 0]), /2 cells become −∞, this one too/);
    assert.match(step('masked', 1, [0, 0]), /2 cells become −∞; 0\.50 stays 0\.50/);
    assert.match(step('weights', 1, [1, 0]), /the row is all 0 and sums to 0$/);
    assert.equal(sumText(0), '0');
    assert.equal(sumText(0.99999994), '1.000');
  });

  test('without a focus it takes the strongest cell, and an empty text is safe', () => {
    const place = { snapshot, layer: 0, head: 0, focus: null };
    assert.match(stepSentence({ ...place, stage: 'scores' }), /“cat” = /);
    const empty = { ...snapshot, tokens: [] };
    assert.equal(stepSentence({ ...place, snapshot: empty, stage: 'scores' }), '');
  });
});

describe('the average', () => {
  test('says how many tokens it and each head look at', () => {
    const { cell, row } = {
      cell: spaced(averageSentence({ snapshot, layer: 0, focus: { cell: [0, 1] } })),
      row: spaced(averageSentence({ snapshot, layer: 0, focus: { side: 'query', index: 0 } })),
    };
    assert.match(
      row,
      /^“big”: the average of 2 heads looks at about 1\.8 tokens; its heads at 1\.8, 1\.8\.$/,
    );
    assert.match(cell, /^“big” gives “cat” 73\.1 % on average; most in head 0, 73\.1 %/);
  });

  test('tints each cell with its strongest head, hatches what is masked, sums stay inside', () => {
    const { pixels, hatched } = drawAverage({
      ...{ weights: [1, 0, 0, 0], strongest: [1, 0, 0, 0], masked: [0, 0, -Infinity, 0], count: 2 },
      ground: [255, 255, 255],
      hue: (head) => (head ? [0, 0, 200] : [200, 0, 0]),
      place: { x: 0, y: 0, cell: 10, gap: 1 },
    });
    assert.deepEqual([...pixels.slice(0, 4)], [0, 0, 200, 255]);
    assert.deepEqual([...pixels.slice(4, 8)], [255, 255, 255, 255]);
    assert.deepEqual(hatched, [[1, 0]]);
    const layout = matrixLayout({ size: 300, count: 2, label: 40 });
    const items = drawRowSums({ sums: ['1.000', '0'], title: 'sum', rows: [1], layout });
    assert.deepEqual(
      items.flatMap((item) => (item.type === 'text' ? [item.text] : [])),
      ['sum', '1.000', '0'],
    );
    const dense = matrixLayout({ size: 300, count: 128, label: 40 });
    assert.deepEqual(drawRowSums({ sums: [], title: '', rows: [], layout: dense }), []);
  });
});
