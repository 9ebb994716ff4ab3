/** Undo of the sentence, and the sentences of a visit. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { leavesBehind, RecentSentences } from '../../web/state/recent-sentences.js';
import { EditGroups, TextHistory } from '../../web/state/text-history.js';

describe('undo and redo', () => {
  test('walk back and forth; a change forgets what was undone', () => {
    const history = new TextHistory('a');
    assert.deepEqual([history.canUndo, history.canRedo], [false, false]);
    assert.equal(history.undo(), null);
    history.record('ab', { caret: 1 });
    history.record('abc');
    assert.deepEqual(history.undo(), { text: 'ab', caret: 1 });
    assert.deepEqual(history.undo(), { text: 'a', caret: 1 });
    assert.equal(history.undo(), null);
    assert.deepEqual(history.redo(), { text: 'ab', caret: 1 });
    history.record('x');
    assert.equal(history.redo(), null);
    assert.deepEqual(history.undo(), { text: 'ab', caret: 1 });
  });

  test('what is undone is not recorded as a change', () => {
    const history = new TextHistory('a');
    history.record('b');
    const version = history.undo();
    history.record(version?.text ?? '');
    assert.equal(history.redo()?.text, 'b');
  });

  test('one group is one step, also after something else', () => {
    const history = new TextHistory('');
    for (const text of ['H', 'He', 'Hey']) history.record(text, { group: 'typing 1' });
    history.record('A ready sentence.');
    history.record('A ready sentence.x', { group: 'typing 1' });
    assert.equal(history.undo()?.text, 'A ready sentence.');
    assert.equal(history.undo()?.text, 'Hey');
    assert.equal(history.undo()?.text, '');
    history.redo();
    history.record('Heya', { group: 'typing 1' });
    assert.equal(history.undo()?.text, 'Hey', 'an undo ends the group');
  });

  test('is bounded', () => {
    const history = new TextHistory('');
    for (let i = 0; i < 5000; i++) history.record(String(i));
    let steps = 0;
    while (history.undo()) steps++;
    assert.ok(steps > 100 && steps < 1000, `${steps}`);
  });
});

describe('groups of edits', () => {
  /** @param {[string, string | null, number][]} edits type, data, ms */
  const groupsOf = (edits) => {
    const groups = new EditGroups();
    return edits.map((edit) => groups.of(...edit));
  };

  test('typing groups by word, deleting by run', () => {
    const [before, h, i, space, y, o, back, again, u] = groupsOf([
      ['insertText', ' ', 0],
      ['insertText', 'h', 0],
      ['insertText', 'i', 100],
      ['insertText', ' ', 200],
      ['insertText', 'y', 300],
      ['insertText', 'o', 400],
      ['deleteContentBackward', null, 500],
      ['deleteContentBackward', null, 600],
      ['insertText', 'u', 700],
    ]);
    assert.equal(new Set([before, h, i, space]).size, 1);
    assert.equal(y, o);
    assert.equal(back, again);
    assert.equal(new Set([h, y, back, u]).size, 4);
  });

  test('a pause ends a group; a paste stands alone', () => {
    const [a, b, paste, c] = groupsOf([
      ['insertText', 'a', 0],
      ['insertText', 'b', 5000],
      ['insertFromPaste', null, 5100],
      ['insertText', 'c', 5200],
    ]);
    assert.equal(paste, null);
    assert.equal(new Set([a, b, c]).size, 3);
  });
});

describe('the sentences of a visit', () => {
  test('come newest first, each once, none empty', () => {
    const recent = new RecentSentences();
    for (const text of ['One.', 'Two.', '  ', ' One. ', 'Two.', 'Two.']) recent.add(text);
    assert.deepEqual(recent.all, ['Two.', 'One.']);
  });

  test('a sentence that goes on takes its beginning’s place', () => {
    const recent = new RecentSentences();
    for (const text of ['Other', 'The', 'The cat', 'The cat sat', 'The']) recent.add(text);
    assert.deepEqual(recent.all, ['The', 'The cat sat', 'Other']);
  });

  test('are left behind by an edit that keeps less than half of them', () => {
    assert.equal(leavesBehind('The cat sat.', 'The big cat sat.'), false);
    assert.equal(leavesBehind('The cat sat.', 'The cat sat'), false);
    assert.equal(leavesBehind('The cat sat.', 'The dog ran.'), true);
    assert.equal(leavesBehind('The cat sat.', ''), true);
    assert.equal(leavesBehind('The cat sat.', 'A'), true);
    assert.equal(leavesBehind('aaaa', 'aa'), false);
    assert.equal(leavesBehind('', 'A'), false);
  });

  test('are bounded, and kept where there is a place for them', () => {
    /** @type {readonly string[]} */
    let kept = ['before'];
    const place = {
      load: () => kept,
      keep: (/** @type {readonly string[]} */ all) => (kept = all),
    };
    const recent = new RecentSentences(place);
    assert.deepEqual(recent.all, ['before']);
    for (let i = 0; i < 50; i++) recent.add(`sentence ${i}.`);
    assert.equal(recent.all.length, 20);
    assert.deepEqual(new RecentSentences(place).all, recent.all);
  });
});
