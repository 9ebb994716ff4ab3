/** The comparison's arithmetic: alignment, differences and their order. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  align,
  alignSame,
  differences,
  largestDifferences,
  mostChangedRow,
  movedShare,
} from '../../web/state/compare.js';

/** @param {string} text */
const words = (text) => text.split(' ');

describe('align', () => {
  test('a word in the place of another is a pair, but not the same', () => {
    const { pairs, onlyLeft, onlyRight } = align(
      words('it was too tired .'),
      words('it was too wide .'),
    );
    assert.deepEqual(
      pairs.map(({ left, right, same }) => [left, right, same]),
      [
        [0, 0, true],
        [1, 1, true],
        [2, 2, true],
        [3, 3, false],
        [4, 4, true],
      ],
    );
    assert.deepEqual([onlyLeft, onlyRight], [[], []]);
  });

  test('gaps of different length have no partners', () => {
    const left = words('She sat on the river bank .');
    const right = words('She put her money in the bank .');
    const { pairs, onlyLeft, onlyRight } = align(left, right);
    assert.deepEqual(
      pairs.map((pair) => left[pair.left]),
      ['She', 'the', 'bank', '.'],
    );
    assert.ok(pairs.every((pair) => pair.same && left[pair.left] === right[pair.right]));
    assert.deepEqual(
      onlyLeft.map((i) => left[i]),
      ['sat', 'on', 'river'],
    );
    assert.deepEqual(
      onlyRight.map((i) => right[i]),
      ['put', 'her', 'money', 'in'],
    );
  });

  test('every token is used once, in order, whatever comes', () => {
    for (const [a, b] of [
      ['', ''],
      ['a', ''],
      ['a b c a b', 'c a b a'],
      ['x y z', 'p q r'],
      ['a a a', 'a a'],
    ]) {
      const [left, right] = [a, b].map((text) => text.split(' ').filter(Boolean));
      const { pairs, onlyLeft, onlyRight } = align(left, right);
      const sides = [
        [pairs.map((pair) => pair.left), onlyLeft, left],
        [pairs.map((pair) => pair.right), onlyRight, right],
      ];
      for (const [paired, alone, all] of sides) {
        assert.deepEqual(
          [...paired].sort((x, y) => Number(x) - Number(y)),
          paired,
        );
        assert.deepEqual(
          [...paired, ...alone].map(Number).sort((x, y) => x - y),
          all.map((_, i) => i),
        );
      }
    }
  });

  test('the subsequence is a longest one', () => {
    assert.equal(
      align(words('a b c d e'), words('c d e a b')).pairs.filter((p) => p.same).length,
      3,
    );
  });
});

describe('differences', () => {
  const left = { data: [9, 9, 9, 9, 0.7, 0.3, 0.5, 0.5], head: 1, count: 2 };
  const right = { data: [0.2, 0.8, 0.5, 0.5], head: 0, count: 2 };
  const { pairs } = alignSame(2);

  test('are right minus left, of the heads that were asked for', () => {
    const values = [...differences(left, right, pairs)];
    [-0.5, 0.5, 0, 0].forEach((wanted, i) => assert.ok(Math.abs(values[i] - wanted) < 1e-6));
    assert.equal(mostChangedRow(values, 2), 0);
  });

  test('the list is ordered by magnitude, leaves out zeros and can keep to one row', () => {
    const values = [0, -0.4, 0.2, 0.4];
    assert.deepEqual(largestDifferences(values, 2, { count: 2 }), [
      { row: 0, column: 1, value: -0.4 },
      { row: 1, column: 1, value: 0.4 },
    ]);
    assert.equal(largestDifferences(values, 2, { count: 9 }).length, 3);
    assert.deepEqual(
      largestDifferences(values, 2, { count: 9, row: 1 }).map(({ column }) => column),
      [1, 0],
    );
  });

  test('the moved share counts keys without a partner too', () => {
    const alignment = { pairs: [{ left: 0, right: 0, same: true }], onlyLeft: [1], onlyRight: [1] };
    assert.ok(Math.abs(movedShare(left, right, alignment, alignment.pairs[0]) - 0.8) < 1e-6);
    assert.equal(movedShare(left, left, alignSame(2), pairs[0]), 0);
  });
});
