import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createListening } from '../../web/state/listening.js';
import { createStore, focusOf, shownHeads } from '../../web/state/store.js';

/** @param {number} count @param {number[]} heads per layer */
function snapshotOf(count, heads = [4, 4]) {
  const tokens = Array.from({ length: count }, (_, id) => {
    return { id, piece: 'x', text: 'x', start: 2 * id, end: 2 * id + 1, known: true, score: -1 };
  });
  const layers = heads.map((h) => ({ dModel: 8, heads: h, dHead: 2, dOutput: 8, dFfn: 16 }));
  const about = { name: 'm', title: 'M', licence: 'MIT', source: '', maxTokens: 128, dtype: 'F32' };
  return { text: '', tokens, cut: null, model: { ...about, layers }, tensors: {} };
}

describe('store', () => {
  test('is frozen and wakes listeners with the state before', () => {
    const store = createStore();
    /** @type {string[]} */
    const seen = [];
    const stop = store.subscribe((state, previous) => seen.push(`${previous.text}>${state.text}`));
    store.actions.setText('a');
    store.actions.setText('a');
    store.actions.setText('b');
    stop();
    store.actions.setText('c');
    assert.deepEqual(seen, ['>a', 'a>b'], 'an action that changes nothing wakes nobody');
    assert.throws(() => Object.assign(store.state, { text: 'x' }), TypeError);
    assert.throws(() => /** @type {number[]} */ (store.state.heads).push(1), TypeError);
    assert.throws(() => Object.assign(store.actions, { setText: null }), TypeError);
  });

  test('is heard at times by who works for it, and what changed meanwhile as one change', () => {
    const whole = createStore();
    const { store, rest, resume } = createListening(whole);
    /** @type {string[]} */
    const seen = [];
    const stop = store.subscribe((state, previous) => seen.push(`${previous.text}>${state.text}`));
    store.actions.setText('a');
    rest();
    rest();
    whole.actions.setText('b');
    whole.actions.setText('c');
    assert.equal(store.state.text, 'c');
    assert.deepEqual(seen, ['>a']);
    resume();
    resume();
    whole.actions.setText('d');
    rest();
    resume();
    stop();
    whole.actions.setText('e');
    assert.deepEqual(seen, ['>a', 'a>c', 'c>d']);
  });

  test('a listener may unsubscribe another while it is called', () => {
    const store = createStore();
    let calls = 0;
    store.subscribe(() => stop());
    const stop = store.subscribe(() => calls++);
    store.actions.setText('a');
    store.actions.setText('b');
    assert.equal(calls, 1);
  });

  test('a click replaces the heads, on a selected one it makes that one the primary', () => {
    const { actions, ...store } = withSnapshot();
    actions.selectHead({ layer: 1, head: 2 });
    actions.selectHead({ layer: 1, head: 0, add: true });
    assert.deepEqual(store.heads(), [2, 0]);
    actions.selectHead({ layer: 1, head: 0 });
    assert.deepEqual(store.heads(), [0, 2]);
    actions.selectHead({ layer: 1, head: 3 });
    assert.deepEqual(store.heads(), [3]);
  });

  test('adding toggles, but one head always stays', () => {
    const { actions, heads } = withSnapshot();
    actions.selectHead({ layer: 0, head: 0, add: true });
    assert.deepEqual(heads(), [0]);
    actions.selectHead({ layer: 0, head: 1, add: true });
    actions.selectHead({ layer: 0, head: 0, add: true });
    assert.deepEqual(heads(), [1]);
    actions.selectHead({ layer: 1, head: 1, add: true });
    assert.deepEqual(heads(), [1], 'heads of two layers are never shown together');
  });

  test('solo shows one head and, once more, what it replaced', () => {
    const { actions, heads } = withSnapshot();
    for (const head of [1, 2]) actions.selectHead({ layer: 0, head, add: true });
    actions.soloHead({ layer: 0, head: 2 });
    assert.deepEqual(heads(), [2]);
    actions.soloHead({ layer: 0, head: 2 });
    assert.deepEqual(heads(), [0, 1, 2]);
  });

  test('a lock is released by itself and by Escape; the pointer beats it', () => {
    const { actions, state } = withSnapshot();
    const it = /** @type {const} */ ({ side: 'query', index: 2 });
    actions.lockToken(it);
    actions.hoverToken({ side: 'key', index: 1 });
    assert.deepEqual(focusOf(state()), { side: 'key', index: 1 });
    actions.hoverToken(null);
    assert.deepEqual(focusOf(state()), it);
    actions.lockToken(it);
    assert.equal(focusOf(state()), null);
    actions.lockToken({ cell: [1, 2] });
    actions.release();
    assert.equal(focusOf(state()), null);
  });

  test('a preview shows without choosing', () => {
    const { actions, state } = withSnapshot();
    actions.previewHead({ layer: 1, head: 3 });
    assert.deepEqual(shownHeads(state()), { layer: 1, heads: [3] });
    actions.previewHead(null);
    assert.deepEqual(shownHeads(state()), { layer: 0, heads: [0] });
  });

  test('a shorter sentence drops a focus beyond its end, a smaller model a head it lacks', () => {
    const { actions, state } = withSnapshot();
    actions.selectHead({ layer: 1, head: 3 });
    actions.lockToken({ cell: [4, 1] });
    actions.hoverToken({ side: 'key', index: 1 });
    actions.setSnapshot({ snapshot: snapshotOf(3, [2]) });
    assert.equal(state().lock, null);
    assert.deepEqual(state().hover, { side: 'key', index: 1 });
    assert.deepEqual(shownHeads(state()), { layer: 0, heads: [0] });
  });

  test('a held word is let go when another word takes its place', () => {
    const { actions, state } = withSnapshot();
    actions.lockToken({ side: 'query', index: 1 });
    actions.setSnapshot({ snapshot: snapshotOf(6) });
    assert.deepEqual(state().lock, { side: 'query', index: 1 });
    const other = snapshotOf(6);
    other.tokens[1].id = 99;
    actions.setSnapshot({ snapshot: other });
    assert.equal(state().lock, null);
  });

  test('mass stays within 0 and 1, a stage that does not exist changes nothing', () => {
    const { actions, state } = withSnapshot();
    actions.setMass(7);
    assert.equal(state().mass, 1);
    actions.setMass(-1);
    assert.equal(state().mass, 0);
    actions.setStage(/** @type {any} */ ('softmax'));
    assert.equal(state().stage, 'weights');
  });
});

function withSnapshot() {
  const store = createStore({ snapshot: snapshotOf(5) });
  return { actions: store.actions, heads: () => [...store.state.heads], state: () => store.state };
}
