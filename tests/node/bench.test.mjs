/** @file The benchmark's own parts: a wrong quotient or an unequal rival would go unnoticed in a table. */
import assert from 'node:assert/strict';
import test from 'node:test';

import { headscopeAttention } from '../bench/contenders/headscope.js';
import { attentionGraph, onnxSession, plainGraph } from '../bench/contenders/onnxruntime.js';
import { tensorflowAttention } from '../bench/contenders/tensorflow.js';
import { loadOnnxRuntime, loadTensorFlow } from '../bench/node/libraries.mjs';
import { inRounds, missedFrames } from '../bench/page-rounds.mjs';
import { tables } from '../bench/report/tables.mjs';
import { verdicts } from '../bench/report/targets.mjs';
import { interleave } from '../bench/suite/interleave.js';
import { beside, makeProblem, maxDifference, operations } from '../bench/suite/problem.js';
import { median, medianRatio, quantile, spread } from '../bench/suite/statistics.js';
import { countInstructions } from '../bench/wasm-code.mjs';
import { loadHeadscope } from '../../web/node/index.js';

test('every rival computes the same attention as Headscope', async () => {
  const problem = makeProblem({ dModel: 24, heads: 3, seqLen: 7 });
  const headscope = await loadHeadscope({ module: 'simd' });
  const layer = headscopeAttention(headscope, problem);
  const expected = layer.forward();
  assert.equal(expected.length, 7 * 24);
  assert.ok(maxDifference(expected, new Float32Array(7 * 24)) > 0.1, 'the output is not zero');

  const ort = await loadOnnxRuntime();
  const outputs = {
    ...{ kept: layer.kept(), trace: layer.trace(), weights: layer.weights() },
    inPlace: layer.inPlace().slice(),
  };
  for (const graph of [plainGraph(problem), attentionGraph(problem)]) {
    const session = await onnxSession(ort, graph, problem.x);
    Object.assign(outputs, { [`ort ${graph.nodes.length} nodes`]: await session.run() });
    await session.dispose();
  }
  const { batched, perHead, dispose } = tensorflowAttention(await loadTensorFlow(), problem);
  Object.assign(outputs, { batched: batched(), perHead: perHead() });
  dispose();
  layer.dispose();
  for (const [name, output] of Object.entries(outputs)) {
    assert.ok(
      maxDifference(expected, output) < 2e-6,
      `${name}: ${maxDifference(expected, output)}`,
    );
  }
  assert.equal(headscope.liveHandles, 0);
});

test('quantiles lie between neighbours, ratios are taken within a round', () => {
  assert.equal(quantile([4, 1, 3, 2], 0), 1);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(quantile([10, 20], 0.1), 11);
  assert.ok(Number.isNaN(median([])));
  // The second round ran on a machine ten times slower: the ratio does not see it.
  assert.equal(medianRatio([2, 20, 2], [1, 10, 1]), 2);
  assert.equal(spread([5, 5, 5]), 0);
});

test('each contender is timed once a round, per call', async () => {
  let now = 0;
  const calls = { slow: 0, fast: 0 };
  const clock = { wall: () => now, cpu: () => now / 2 };
  const contenders = [
    { name: 'slow', run: () => ((now += 8), ++calls.slow) },
    { name: 'fast', run: async () => ((now += 1), ++calls.fast) },
  ];
  const plan = { budgetMs: 0, minRounds: 3, maxRounds: 9, sampleMs: 4, warmUpMs: 5 };
  const samples = await interleave(contenders, clock, plan);
  assert.deepEqual(samples.slow, { wall: [8, 8, 8], cpu: [4, 4, 4] });
  assert.deepEqual(samples.fast, { wall: [1, 1, 1], cpu: [0.5, 0.5, 0.5] });
  assert.ok(calls.fast >= 3 * 4, 'a sample of the fast one is several calls');
});

test('matrices stand side by side, operations are those of the six products', () => {
  const joined = beside([Float32Array.of(1, 2, 3, 4), Float32Array.of(5, 6, 7, 8)], 2);
  assert.deepEqual([...joined], [1, 2, 5, 6, 3, 4, 7, 8]);
  // Four projections [n, d]·[d, d] and, over all heads, two products [n, n]·[n, d].
  const [n, d] = [3, 8];
  assert.equal(
    operations({ dModel: d, heads: 2, seqLen: n }),
    4 * 2 * n * d * d + 2 * 2 * n * n * d,
  );
});

test('bytes of a constant are not taken for an instruction', () => {
  const madd = [0xfd, 0x85, 0x02];
  const constant = [0xfd, 0x0c, ...madd, ...madd, ...Array(10).fill(0)];
  const body = [0, ...constant, ...constant, ...constant, ...madd, 0x1a, 0x0b];
  const wasm = Uint8Array.from([
    ...[0, 97, 115, 109, 1, 0, 0, 0],
    ...[1, 4, 1, 96, 0, 0],
    ...[3, 2, 1, 0],
    ...[10, body.length + 2, 1, body.length, ...body],
  ]);
  const [counts] = countInstructions(wasm);
  assert.deepEqual(Object.fromEntries(counts), { 'fd c': 3, 'fd 105': 1, '1a': 1, '0b': 1 });
});

test('a target that is missed says so', () => {
  const machine = {
    ...{ cpu: '', cores: 1, memoryGiB: 1, system: '', engine: '' },
    loadBefore: 0,
    date: '',
  };
  const startUp = [
    { name: 'simd', readyMs: 1, firstResultMs: 151 },
    { name: 'relaxed', readyMs: 1, firstResultMs: 149 },
  ];
  const found = verdicts({ environment: 'node', machine, startUp });
  assert.deepEqual(
    found.map(({ measured, met }) => [measured, met]),
    [
      ['151 ms', false],
      ['149 ms', true],
    ],
  );
});

test('a pass in place has its column and its verdict where it was measured', () => {
  const machine = {
    ...{ cpu: '', cores: 1, memoryGiB: 1, system: '', engine: '' },
    loadBefore: 0,
    date: '',
  };
  const summary = { median: 1, p10: 1, min: 1, count: 1 };
  const report = (/** @type {{inPlacePercentOfPeak?: number}} */ inPlace) => {
    const figures = {
      ...{ percentOfPeak: 89, keptPercentOfPeak: 91, weightsRatio: 1, traceRatio: 1, rivals: {} },
      ...inPlace,
    };
    const row = {
      ...{ size: 'n=64 d=512', dModel: 512, heads: 8, seqLen: 64, operations: 1, cpu: null },
      ...{ wall: { simd: summary }, figures: { simd: figures }, rivalForms: {} },
      ...{ differences: { 'simd kept': 0 }, peakSpread: 0 },
    };
    return { environment: /** @type {const} */ ('node'), machine, attention: [row] };
  };
  const measured = report({ inPlacePercentOfPeak: 92 });
  const [times, shares] = tables(measured);
  assert.ok(times.head.includes('simd in place'));
  assert.deepEqual(shares.head.slice(1, 4), ['simd % of peak', 'kept output', 'in place']);
  assert.deepEqual(shares.rows[0].slice(1, 4), ['89.0', '91.0', '92.0']);
  const found = verdicts(measured).filter(({ what }) => what.startsWith('share of peak'));
  assert.deepEqual(
    found.map(({ what, met }) => [what, met]),
    [
      ['share of peak, new output: simd, n=64 d=512', false],
      ['share of peak, kept output: simd, n=64 d=512', true],
      ['share of peak, in place: simd, n=64 d=512', true],
    ],
  );

  const older = report({});
  const text = JSON.stringify([...tables(older), ...verdicts(older)]);
  assert.doesNotMatch(text, /in place|NaN|undefined/);
});

test('what a reader waits for has its verdict, the slowest of twenty', () => {
  const machine = {
    ...{ cpu: '', cores: 1, memoryGiB: 1, system: '', engine: '' },
    loadBefore: 0,
    date: '',
  };
  const row = (/** @type {string} */ name, /** @type {number} */ p95) => ({
    name,
    median: 1,
    p95,
    count: 9,
  });
  const page = [
    row('first picture after navigation', 900),
    row('key to picture, model run included, 16 tokens', 51),
    row('hover to picture, 16 tokens', 15),
    row('fader to picture, model run included, 16 tokens', 49),
    row('frame to frame, arcs, hovering', 33),
  ];
  const found = verdicts({ environment: 'chromium', machine, page });
  assert.deepEqual(
    found.map(({ goal, met }) => [goal, met]),
    [
      ['≤ 50 ms', false],
      ['≤ 16 ms', true],
      ['≤ 50 ms', true],
      ['≤ 17 ms', false],
    ],
  );
});

test('the page is measured by turns, and a slow round is seen but moves no p95', async () => {
  /** @type {string[]} */
  const order = [];
  const measure = (/** @type {string} */ name, /** @type {number[]} */ ...rounds) => {
    let round = 0;
    return async () => {
      order.push(name);
      return [{ name, times: Array(20).fill(rounds[round++]), frames: name === 'frame to frame' }];
    };
  };
  let time = 0;
  const measures = [measure('key', 30, 90, 31), measure('frame to frame', 50 / 3, 100 / 3, 50 / 3)];
  const pace = async () => ++time;
  const page = await inRounds(measures, { rounds: 3, pace, log: () => {} });
  assert.deepEqual(order, [
    'key',
    'frame to frame',
    'key',
    'frame to frame',
    'key',
    'frame to frame',
  ]);
  const [key, frames, paces] = page;
  assert.deepEqual(key, { name: 'key', median: 31, p95: 31, count: 60, rounds: [30, 90, 31] });
  assert.equal(frames.missed, 25, 'a frame of two is missed in a third of 60 intervals: 20 of 80');
  assert.equal(paces.count, time);
  assert.equal(paces.rounds?.length, 3);
  const machine = {
    ...{ cpu: '', cores: 1, memoryGiB: 1, system: '', engine: '' },
    loadBefore: 0,
    date: '',
  };
  const [table] = tables({ environment: 'chromium', machine, page });
  assert.deepEqual(table.rows[0], ['key', '31.0', '31.0', '30.0 · 90.0 · 31.0', '', '60']);
  assert.equal(table.rows[1][4], '25.0');

  const nothing = async () => [{ name: 'key', times: [] }];
  await assert.rejects(inRounds([nothing], { rounds: 1, pace, log: () => {} }), /nothing was/);
});

test('a frame is missed when the display was ready for it', () => {
  assert.equal(missedFrames([16.6, 16.7, 16.8, 16.7]), 0);
  assert.equal(missedFrames([33.4, 16.7, 1.2]), 25, 'a frame that comes early misses none');
  assert.equal(missedFrames([50, 16.7]), 50);
});

test('memory that grows where the models are has its verdict, and not the page’s heap alone', () => {
  const machine = {
    ...{ cpu: '', cores: 1, memoryGiB: 1, system: '', engine: '' },
    loadBefore: 0,
    date: '',
  };
  const frame = { median: 16, p95: 16, count: 9 };
  const row = (/** @type {number} */ growth) => ({
    ...{ task: /** @type {const} */ ('tiles'), seconds: 1, frame, heapGrowth: 0 },
    worker: { bytes: 2 ** 24 + growth, growth },
  });
  const found = verdicts({
    environment: 'chromium',
    machine,
    pageTraining: [row(0), row(2 ** 16)],
  });
  const grown = found.filter(({ what }) => what.includes('memory of the worker'));
  assert.deepEqual(
    grown.map(({ met }) => met),
    [true, false],
  );
});
