/** The page's training without a page: its state, its pictures, the words of its sentences. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { drawCurves, drawNorms, drawSpread, thinned } from '../../web/draw/curves.js';
import { svgString } from '../../web/draw/svg.js';
import { loadTraining } from '../../web/node/training.js';
import { DEFAULT_SCENE, formatScene, parseScene, sceneToJson } from '../../web/scene.js';
import { sceneOfState, stateOfScene } from '../../web/state/scene-state.js';
import { createStore } from '../../web/state/store.js';
import { partsOf, tokensOf, withWord, wordLists } from '../../web/state/train-words.js';
import {
  configOf,
  cutBack,
  FIRST_TRAIN,
  gainsOf,
  HEAD_COUNTS,
  isThrough,
  RECIPES,
  shareRight,
  spareHeads,
  spreadOf,
  untrained,
  withLearner,
  withMoved,
  withOpened,
  withRecipe,
} from '../../web/state/train.js';

/** @typedef {import('../../web/training.js').TaskInfo} TaskInfo */
/** @typedef {import('../../web/state/train.js').Train} Train */

/** @type {Awaited<ReturnType<typeof loadTraining>>} */
let training;
before(async () => {
  training = await loadTraining();
});

const NO_WORDS = { vocabulary: [], questions: [], relations: [], maxTokens: 9 };

/** @param {readonly number[]} counts @returns {Train} */
const opened = (counts) => ({
  ...FIRST_TRAIN,
  ...withOpened(
    { task: NO_WORDS, parameters: 2672, samples: [{ text: 'a', asks: [] }], module: 'simd' },
    counts,
  ),
});

/** @param {number} heads @param {number} from @param {number} count */
const moved = (heads, from, count) => ({
  heads,
  step: from + 10 * count,
  reports: Array.from({ length: count }, (_, i) => ({
    ...{ step: from + 10 * (i + 1), loss: 1, allRight: 0.5, accuracy: { ring: 0.5 } },
  })),
  norms: new Float32Array(heads).fill(2),
  failed: null,
});

describe('the state of a training', () => {
  test('is made of what the core takes', () => {
    for (const task of /** @type {const} */ (['tiles', 'english'])) {
      const train = /** @type {Train} */ ({ ...FIRST_TRAIN, ...withRecipe({ task }) });
      assert.deepEqual([train.dModel, train.steps], [RECIPES[task].dModel, RECIPES[task].steps]);
      for (const heads of HEAD_COUNTS) {
        const trainer = training.createTrainer(configOf(train, heads));
        assert.equal(trainer.config.heads, heads);
        assert.equal(trainer.config.steps, train.steps);
        trainer.dispose();
      }
    }
  });

  test('grows by what the models did, and goes back to a snapshot', () => {
    let { learners } = opened([1, 4]);
    learners = withMoved(learners, [moved(1, 0, 3), moved(4, 0, 3)]);
    const score = { sentences: 9, loss: 1, allRight: 1, accuracy: {} };
    learners = withLearner(learners, 4, { score });
    assert.deepEqual([learners[0].score, learners[1].score], [null, score]);
    assert.equal(shareRight(learners[1]), 1);
    learners = withMoved(learners, [moved(1, 30, 2), moved(4, 30, 2)]);
    assert.equal(learners[1].score, null, 'what was measured holds no more');
    assert.equal(shareRight(learners[1]), 0.5);
    assert.deepEqual(
      learners[1].points.map(({ step }) => step),
      [10, 20, 30, 40, 50],
    );
    const back = cutBack(learners, [
      { heads: 1, step: 20 },
      { heads: 4, step: 20 },
    ]);
    for (const { step, points, norms } of back) {
      assert.deepEqual([step, points.length, norms.length], [20, 2, 0]);
    }
  });

  test('is through when every model has learned or stopped', () => {
    const train = opened([1, 4]);
    assert.equal(isThrough(train), false);
    const one = withLearner(train.learners, 1, { step: train.steps });
    assert.equal(isThrough({ ...train, learners: one }), false);
    const both = withLearner(one, 4, { failed: 'no longer finite' });
    assert.equal(isThrough({ ...train, learners: both }), true);
  });

  test('a new recipe forgets what was learned, not how fast or whom to look at', () => {
    const train = { ...opened([1, 4]), speed: /** @type {const} */ ('slow'), chosen: 8 };
    const next = /** @type {Train} */ ({ ...train, ...withRecipe({ seed: 7 }) });
    assert.deepEqual(
      [next.seed, next.learners.length, next.speed, next.chosen, next.phase],
      [7, 0, 'slow', 8, 'idle'],
    );
    assert.equal(untrained().learners?.length, 0);
  });

  test('knows which heads are spare', () => {
    const all = { sentences: 9, loss: 1, allRight: 1, accuracy: {} };
    const cost = [{ ring: 0.9 }, { ring: 0.004 }, { ring: -0.02 }, { ring: NaN }];
    assert.deepEqual(spareHeads({ all, cost }), [1, 2, 3]);
    assert.deepEqual(gainsOf([1, 3], 4), [1, 0, 1, 0]);
    assert.equal(gainsOf([], 4), null);
    assert.deepEqual(spreadOf([0.5, 1, 0]), { mean: 0.5, low: 0, high: 1 });
  });

  test('wakes whoever listens to the store', () => {
    const store = createStore({ train: FIRST_TRAIN });
    let told = 0;
    store.subscribe(() => told++);
    store.actions.setTrain({ seed: 3 });
    assert.deepEqual([told, store.state.train?.seed, store.state.train?.places], [1, 3, 4]);
  });
});

describe('a training in a scene', () => {
  test('is read, written and shown', () => {
    const { scene, ignored } = parseScene('#v=1&train=tiles:2:7:3:32');
    assert.deepEqual(ignored, []);
    const { train } = scene;
    const rest = { learningRate: 0.02, steps: 2000 };
    assert.deepEqual(train, { task: 'tiles', heads: 2, seed: 7, places: 3, dModel: 32, ...rest });
    assert.deepEqual(parseScene(formatScene(scene)).scene, scene);
    assert.deepEqual(parseScene(JSON.stringify(sceneToJson(scene))).scene, scene);
    const state = createStore().state;
    const shown = { ...state, ...stateOfScene(scene, state) };
    assert.deepEqual([shown.train?.seed, shown.train?.chosen], [7, 2]);
    assert.deepEqual(sceneOfState(shown, scene).train, train);
    assert.equal(stateOfScene(scene, shown).train, shown.train, 'what was learned stays');
    assert.equal(stateOfScene(DEFAULT_SCENE, shown).train, shown.train);
    assert.equal(sceneOfState({ ...state, train: FIRST_TRAIN }, scene).train, null);
  });

  test('a task brings its own recipe, and what cannot be is said', () => {
    const { train } = parseScene('#v=1&train=english:8').scene;
    assert.deepEqual([train?.dModel, train?.steps, train?.seed], [64, 1500, 1]);
    for (const [bad, why] of [
      ['chess', /train\.task is chess; expected one of tiles, english/],
      ['tiles:3', /train is 3; expected 1, 2, 4 or 8 heads/],
      ['tiles:4:-1', /train\.seed is -1/],
      ['tiles:4:1:9', /train\.places is 9; expected a whole number from 1 to 6/],
    ]) {
      const { ignored } = parseScene(`#v=1&train=${bad}`);
      assert.equal(ignored.length, 1);
      assert.match(ignored[0].message, /** @type {RegExp} */ (why));
    }
  });
});

describe('another model in the lab', () => {
  test('leaves nothing of the old one, and no word of the old picture can be pointed at', () => {
    const token = { id: 1, piece: 'a', text: 'a', start: 0, end: 1, known: true, score: 0 };
    const snapshot = { text: 'a a', tokens: [token, token], cut: null, model: null, tensors: {} };
    const store = createStore({ snapshot });
    store.actions.setLayerWeights({ layer: 0, weights: {}, failed: null });
    store.actions.setMask({ causal: true });
    store.actions.lockToken({ side: 'query', index: 1 });
    store.actions.setModel({ text: '12-red' });
    const { text, layerWeights, mask, lock } = store.state;
    assert.deepEqual([text, layerWeights, mask.causal, lock], ['12-red', {}, false, null]);
    store.actions.hoverToken({ side: 'query', index: 2 });
    store.actions.hoverToken({ cell: [0, 2] });
    assert.equal(store.state.hover, null);
    store.actions.hoverToken({ side: 'query', index: 1 });
    assert.deepEqual(store.state.hover, { side: 'query', index: 1 });
  });
});

describe('sentences of the tasks', () => {
  for (const task of /** @type {const} */ (['tiles', 'english'])) {
    test(`every word of ${task} can be chosen anew, and the model reads the outcome`, () => {
      const info = /** @type {any} */ (training.taskInfo(task));
      const trainer = training.createTrainer({ task, heads: 2, testSentences: 20 });
      for (const { text } of trainer.samples(5)) {
        tokensOf(text).forEach((token, index) => {
          partsOf(info, token).forEach(({ word, lists, may }, part) => {
            const words = lists.flatMap((list) => list.words);
            assert.ok(may || words.includes(word), `${token}: ${word}`);
            assert.equal(withWord(info, text, { token: index, part, word }), text);
            const other = words.find((each) => each !== word) ?? '';
            const changed = withWord(info, text, { token: index, part, word: other });
            assert.notEqual(changed, text);
            assert.equal(trainer.tokenize(changed).length, tokensOf(text).length);
          });
        });
      }
      trainer.dispose();
    });
  }

  test('the lists hold every word of the vocabulary once', () => {
    for (const task of /** @type {const} */ (['tiles', 'english'])) {
      const info = /** @type {any} */ (training.taskInfo(task));
      for (const { kind, words } of wordLists(info)) {
        assert.equal(new Set(words).size, words.length, kind);
      }
      const listed = new Set(wordLists(info).flatMap(({ words }) => words));
      for (const { word } of info.vocabulary) assert.ok(listed.has(word), word);
    }
  });
});

describe('the pictures of a training', () => {
  const points = Array.from({ length: 400 }, (_, i) => ({ x: 5 * (i + 1), y: i / 399 }));
  const chart = {
    ...{ width: 600, steps: 2000, xName: 'batches', yName: 'right', labelRoom: 60 },
    yTicks: [0, 1].map((value) => ({ value, text: String(value) })),
  };
  const curve = { name: '4 heads', colour: 'head-2', dash: [9, 2.5], points };

  test('a curve ends where the training stands, labelled there', () => {
    const half = { ...curve, points: points.slice(0, 200) };
    /** @param {typeof curve} given */
    const ends = (given) => {
      const items = drawCurves({ ...chart, curves: [given] });
      const line = items.find(({ type }) => type === 'polyline');
      const name = items.find(({ id }) => id === 'name 4 heads');
      assert.ok(line?.type === 'polyline' && name?.type === 'text');
      const end = line.points[line.points.length - 1];
      assert.ok(Math.abs(name.x - end[0] - 8) < 1e-9);
      return { end, count: line.points.length };
    };
    const [whole, part] = [ends(curve), ends(half)];
    assert.ok(whole.count <= 160 && part.count <= 160);
    assert.ok(Math.abs(whole.end[0] - 540) < 1e-9, 'the last step is at the end of the scale');
    assert.ok(part.end[0] < whole.end[0] && part.end[1] > whole.end[1]);
  });

  test('thinning keeps the mean of what it joins', () => {
    const less = thinned(points, 100);
    const mean = (/** @type {{y: number}[]} */ all) =>
      all.reduce((sum, { y }) => sum + y, 0) / all.length;
    assert.equal(less.length, 100);
    assert.ok(Math.abs(mean(less) - mean(points)) < 1e-9);
    assert.deepEqual(thinned(points.slice(0, 3)), points.slice(0, 3));
  });

  test('names of curves never lie upon each other', () => {
    const curves = ['a', 'b', 'c', 'd'].map((name) => ({ ...curve, name }));
    const at = drawCurves({ ...chart, curves }).flatMap((item) =>
      item.type === 'text' && /^name /.test(item.id) ? [item.y] : [],
    );
    at.sort((a, b) => a - b);
    for (let i = 1; i < at.length; i++) assert.ok(at[i] - at[i - 1] >= 12);
  });

  test('a curve that broke off is marked', () => {
    const ids = (/** @type {boolean} */ stopped) =>
      drawCurves({ ...chart, curves: [{ ...curve, stopped }] }).map(({ id }) => id);
    assert.ok(ids(true).includes('stop 4 heads'));
    assert.ok(!ids(false).includes('stop 4 heads'));
  });

  test('norms and spread leave as SVG', () => {
    const norms = [10, 20, 30].map((step) => ({ step, norms: [1, 2, step / 10, 4] }));
    const name = (/** @type {number} */ head) => `head ${head}`;
    const small = drawNorms({ width: 300, steps: 100, norms, name, value: String });
    assert.equal(small.items.filter(({ type }) => type === 'polyline').length, 4);
    assert.equal(small.height, 2 * 74, 'two columns, two rows');
    const rows = [
      { name: '1 head', colour: 'head-0', results: [0.1, 0.12], mean: 0.11, said: '11 %' },
      { name: '4 heads', colour: 'head-2', results: [], mean: NaN, said: '' },
    ];
    const spread = drawSpread({ width: 400, rows, ticks: [{ value: 0, text: '0' }] });
    assert.equal(spread.items.filter(({ id }) => id.startsWith('seed')).length, 2);
    assert.equal(spread.items.filter(({ id }) => id.startsWith('mean')).length, 1);
    const svg = svgString([...small.items, ...spread.items], {
      ...{ width: 400, height: 200, paint: () => '#123456' },
    });
    assert.equal(svg.match(/<polyline /g)?.length, 4);
    assert.doesNotMatch(svg, /NaN/);
  });
});
