/** Masks as the page builds them: parts, paint, closed rows, moved mass. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  asPaint,
  cellsOf,
  closedRows,
  hardestHit,
  hiddenBy,
  isOn,
  maskSpec,
  movedMass,
  NO_MASK,
  openCells,
  painted,
  PAINTS,
} from '../../web/state/mask.js';
import { createStore } from '../../web/state/store.js';

/** @param {Uint8Array} cells @param {number} count */
const rows = (cells, count) =>
  Array.from({ length: count }, (_, row) =>
    [...cells.subarray(row * count, (row + 1) * count)].join(''),
  );

describe('mask', () => {
  test('each part hides what its name says, and parts combine', () => {
    assert.deepEqual(rows(openCells(NO_MASK, 3), 3), ['111', '111', '111']);
    assert.deepEqual(rows(openCells({ ...NO_MASK, causal: true }, 3), 3), ['100', '110', '111']);
    assert.deepEqual(rows(openCells({ ...NO_MASK, padding: 2 }, 3), 3), ['110', '110', '110']);
    assert.deepEqual(rows(openCells({ ...NO_MASK, window: 1 }, 4), 4), [
      '1100',
      '1110',
      '0111',
      '0011',
    ]);
    const both = { ...NO_MASK, causal: true, window: 1, padding: 3 };
    assert.deepEqual(rows(openCells(both, 4), 4), ['1000', '1100', '0110', '0010']);
    assert.deepEqual(hiddenBy(both, 0, 3), ['causal', 'padding', 'window']);
  });

  test('what the engine gets fits the sentence; a mask that hides nothing is none', () => {
    assert.equal(maskSpec(NO_MASK, 3), null);
    assert.equal(maskSpec({ ...NO_MASK, padding: 14 }, 3), null, 'no token is padding');
    assert.equal(maskSpec({ ...NO_MASK, window: 2 }, 3), null);
    assert.equal(maskSpec({ ...NO_MASK, painting: true }, 3), null);
    assert.equal(maskSpec({ ...NO_MASK, causal: true }, 0), null);
    const spec = maskSpec({ ...NO_MASK, causal: true, padding: 9 }, 3);
    assert.deepEqual(spec, { causal: true, padding: 3, window: null, allow: null });
    const paint = painted(null, 2, [[0, 1]], true);
    const allow = maskSpec({ ...NO_MASK, painting: true, paint }, 3)?.allow;
    assert.deepEqual(allow && rows(allow, 3), ['101', '111', '111']);
    assert.equal(maskSpec({ ...NO_MASK, paint }, 3), null, 'paint that is off hides nothing');
    assert.equal(isOn(NO_MASK), false);
    assert.equal(isOn({ ...NO_MASK, window: 0 }), true);
  });

  test('paint keeps the overlapping part when the sentence changes, and the rest for later', () => {
    const long = painted(null, 4, cellsOf(4, PAINTS.notItself), true);
    const short = { ...NO_MASK, painting: true, paint: long };
    assert.deepEqual(rows(openCells(short, 2), 2), ['01', '10']);
    const more = painted(long, 2, [[0, 1]], true);
    assert.deepEqual(rows(openCells({ ...short, paint: more }, 2), 2), ['00', '10']);
    assert.deepEqual(rows(openCells({ ...short, paint: more }, 5), 5), [
      '00111',
      '10111',
      '11011',
      '11101',
      '11111',
    ]);
    const wiped = painted(more, 2, [[0, 0]], false);
    assert.deepEqual(rows(openCells({ ...short, paint: wiped }, 2), 2), ['10', '10']);
    assert.deepEqual(rows(openCells(short, 2), 2), ['01', '10'], 'old paint is left as it was');
  });

  test('closed rows are those with no open key', () => {
    const paint = painted(
      null,
      3,
      cellsOf(3, (query) => query === 1),
      true,
    );
    assert.deepEqual(closedRows({ ...NO_MASK, painting: true, paint }, 3), [1]);
    assert.deepEqual(closedRows({ ...NO_MASK, padding: 0 }, 3), [0, 1, 2]);
    assert.deepEqual(closedRows({ ...NO_MASK, causal: true, window: 0 }, 3), []);
    assert.deepEqual(closedRows({ ...NO_MASK, padding: 1, window: 1 }, 3), [2]);
  });

  test('turning parts into paint hides the same cells', () => {
    const paint = painted(null, 4, [[3, 0]], true);
    const mask = { causal: true, padding: 3, window: 2, painting: true, paint };
    const same = asPaint(mask, 4);
    assert.deepEqual(openCells(same, 4), openCells(mask, 4));
    assert.deepEqual(hiddenBy(same, 0, 3), ['paint']);
  });

  test('moved mass: what lay on hidden keys is lost, the rest kept', () => {
    const before = [0.5, 0.25, 0.25, 0.2, 0.2, 0.6, 0.1, 0.1, 0.8];
    const after = [1, 0, 0, 0.5, 0.5, 0, 0.1, 0.1, 0.8];
    const mask = { ...NO_MASK, causal: true };
    const row = movedMass(before, after, { head: 0, count: 3, query: 1, mask });
    assert.ok(Math.abs(row.lost - 0.6) < 1e-9 && Math.abs(row.kept - 0.4) < 1e-9);
    assert.deepEqual(row.hidden, [false, false, true]);
    assert.deepEqual(row.after, [0.5, 0.5, 0]);
    assert.equal(hardestHit(before, { head: 0, count: 3, mask }), 1);
  });

  test('painting in the store switches the paint on and leaves the other parts', () => {
    const store = createStore();
    store.actions.setMask({ causal: true });
    store.actions.paintMask({ cells: [], hide: true });
    assert.equal(store.state.mask.causal, true);
    assert.equal(store.state.mask.painting, true);
    assert.ok(Object.isFrozen(store.state.mask));
    store.actions.setMask(NO_MASK);
    assert.deepEqual({ ...store.state.mask }, { ...NO_MASK });
  });
});
