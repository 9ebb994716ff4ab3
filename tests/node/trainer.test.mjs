/** @file Training: what one head cannot learn and a few can, on both modules, and what can go wrong. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { snapshotFromBytes, snapshotToBytes } from '../../web/models/snapshot.js';
import { writeSafetensors } from '../../web/models/safetensors.js';
import { loadTraining, trainedFromBytes, trainedToBytes } from '../../web/node/training.js';
import { tensorflowTrainer } from '../bench/contenders/tensorflow-training.js';
import { assertClose, assertThrows } from './support/assertions.mjs';
import { allowRelaxedSimd } from './support/modules.mjs';
import { loadTensorFlowWithGradients } from '../bench/node/tensorflow-gradients.mjs';

/** @typedef {import('../../web/training.js').Training} Training */
/** @typedef {import('../../web/training.js').TrainConfig} TrainConfig */

/** @type {TrainConfig} Trained in a moment. */
const kShort = { task: 'english', heads: 2, steps: 60, trainSentences: 500, testSentences: 100 };

/** Of a file, but for the steps. */
const kMetadata = { family: 'trained', format_version: '1', config: '{}' };

/** @param {ArrayLike<number>} values @returns {number} */
const norm = (values) =>
  Math.sqrt(Array.from(values).reduce((sum, value) => sum + value * value, 0));

allowRelaxedSimd();

for (const module of /** @type {const} */ (['simd', 'relaxed'])) {
  describe(`the ${module} module`, () => {
    /** @type {Training} */
    let training;

    before(async () => {
      training = await loadTraining({ module });
    });

    after(() => assert.equal(training.liveHandles, 0));

    /** @param {TrainConfig} config */
    function evaluationOf(config) {
      const trainer = training.createTrainer(config);
      trainer.step(trainer.config.steps);
      const evaluation = trainer.evaluate();
      trainer.dispose();
      return evaluation;
    }

    it('needs four heads for four places', () => {
      assert.ok(evaluationOf({ task: 'tiles', heads: 1 }).allRight <= 0.25);
      assert.ok(evaluationOf({ task: 'tiles', heads: 4 }).allRight >= 0.99);
    });

    it('needs two heads to know what “it” is', () => {
      assert.ok(evaluationOf({ task: 'english', heads: 1 }).accuracy.it <= 0.75);
      for (const heads of [2, 8]) {
        for (const [name, share] of Object.entries(
          evaluationOf({ task: 'english', heads }).accuracy,
        )) {
          assert.ok(share >= 0.98, `${heads} heads, ${name}: ${share}`);
        }
      }
    });

    it('computes the same bits from the same seed, and goes on from a snapshot', () => {
      const one = training.createTrainer(kShort);
      const other = training.createTrainer(kShort);
      assert.deepEqual(one.step(20), other.step(20));
      const state = structuredClone(one.snapshot());
      assert.deepEqual(one.step(20), other.step(20));
      const weights = one.weights();
      other.dispose();
      const again = training.createTrainer(state.config);
      again.restore(state);
      assert.equal(again.stepsDone, 20);
      again.step(20);
      assert.deepEqual(again.weights(), weights);
      one.dispose();
      again.dispose();
    });

    it('stops with Diverged, keeps finite weights, and goes on after a restore', () => {
      const trainer = training.createTrainer({ ...kShort, learningRate: 1e37, warmup: 0 });
      const start = trainer.snapshot();
      assertThrows(() => trainer.step(50), 'Diverged', ['[Trainer::step]', 'last good weights']);
      assertThrows(() => trainer.step(1), 'Diverged', ['restore']);
      for (const { data } of Object.values(trainer.weights()))
        assert.ok(data.every(Number.isFinite));
      trainer.restore(start);
      assert.deepEqual(trainer.snapshot(), start);
      trainer.dispose();
    });

    it('leaves the memory as it was, however long it trains', () => {
      const trainer = training.createTrainer(kShort);
      const trace = trainer.trace('the cat chased the dogs');
      const bytes = () => trace.get('layers.0.input').data.buffer.byteLength;
      trainer.step(30);
      trainer.evaluate();
      const size = bytes();
      for (let i = 0; i < 30; i++) {
        trainer.step(10);
        trainer.evaluate();
        trainer.trace('the cat chased the dogs').dispose();
      }
      assert.equal(bytes(), size);
      trace.dispose();
      trainer.dispose();
    });
  });
}

describe('a trainer', () => {
  /** @type {Training} */
  let training;
  /** @type {import('../../web/training.js').Trainer} */
  let trainer;

  before(async () => {
    training = await loadTraining();
    trainer = training.createTrainer({ ...kShort, heads: 4 });
    trainer.step(60);
  });

  after(() => {
    trainer.dispose();
    assert.equal(training.liveHandles, 0);
  });

  it('hands out by name the weights that a snapshot holds', () => {
    const named = Object.values(trainer.weights()).flatMap(({ data }) => [...data]);
    assert.deepEqual(named, [...trainer.snapshot().weights]);
  });

  it('says what is asked, in words', () => {
    const { vocabulary, questions, relations, maxTokens } = trainer.task;
    assert.deepEqual(training.taskInfo('english'), trainer.task);
    assert.deepEqual(
      questions.map(({ name }) => name),
      ['agree', 'who', 'whom', 'sense', 'it'],
    );
    assert.deepEqual(relations, ['subject', 'object', 'context', 'referent']);
    assert.equal(maxTokens, 24);
    assert.equal(training.taskInfo('tiles', { places: 6 }).questions.length, 6);
    const words = new Map(vocabulary.map(({ word, kind }) => [word, kind]));
    for (const { text, asks } of trainer.samples(20)) {
      const tokens = text.split(' ');
      for (const { question, token, answer, target } of asks) {
        if (question === 'sense') assert.equal(words.get(tokens[target]), answer);
        if (question === 'it') assert.deepEqual([tokens[token], tokens[target]], ['it', answer]);
      }
    }
    assert.equal(trainer.samples(1000, 90).length, 10);
  });

  it('tells where the tokens of a text stand', () => {
    assert.deepEqual(
      trainer.tokenize(' the  cat ').map(({ piece, start, end }) => [piece, start, end]),
      [
        ['the', 1, 4],
        ['cat', 6, 9],
      ],
    );
    assertThrows(() => trainer.tokenize('the unicorn'), 'BadToken', ['"unicorn"', 'english']);
  });

  it('traces under the names of a model, as a snapshot that can be kept', () => {
    const trace = trainer.trace('the cat chased the dogs', { contribution: true });
    assert.deepEqual(trace.get('layers.0.attention.weights').shape, [4, 5, 5]);
    const snapshot = trace.snapshot();
    trace.dispose();
    assert.equal(snapshot.model?.layers[0].heads, 4);
    assert.deepEqual(snapshotFromBytes(snapshotToBytes(snapshot)), snapshot);
    const { tensors } = snapshot;
    const sum = tensors['layers.0.attention.output'].data.map((_, i) =>
      [0, 1, 2, 3].reduce(
        (total, head) => total + tensors['layers.0.attention.contribution'].data[head * 5 * 64 + i],
        0,
      ),
    );
    assertClose(sum, tensors['layers.0.attention.output'].data, 1e-5, 'the heads’ sum');
  });

  it('predicts what the trace says', () => {
    const text = 'the cat chased the dogs';
    const trace = trainer.trace(text);
    for (const { question, token, answer, probabilities } of trainer.predict(text)) {
      const { shape, data } = trace.get(`readout.${question}`);
      assertClose(
        probabilities,
        data.slice(token * shape[1], (token + 1) * shape[1]),
        1e-5,
        question,
      );
      const { answers } = /** @type {any} */ (
        trainer.task.questions.find((q) => q.name === question)
      );
      assert.equal(answers[probabilities.indexOf(Math.max(...probabilities))], answer);
    }
    trace.dispose();
  });

  it('measures what muting costs', () => {
    const { all, cost } = trainer.muteCosts({ sentences: 50 });
    assert.equal(all.sentences, 50);
    const { accuracy } = trainer.evaluate({ sentences: 50, gains: [1, 0, 1, 1] });
    for (const [name, share] of Object.entries(accuracy)) {
      assert.equal(cost[1][name], all.accuracy[name] - share);
    }
    assert.equal(trainer.slabNorms().length, 4);
    const { mass, baseline } = trainer.headMatrix({ sentences: 50 });
    assert.deepEqual([mass.length, mass[0].length, baseline.length], [4, 4, 4]);
  });

  it('measures where each head looks, as its traces do', () => {
    const { relations, mass, baseline } = trainer.headMatrix({ sentences: 50 });
    const sums = relations.map(() => ({ count: 0, mass: [0, 0, 0, 0], baseline: [0, 0, 0, 0] }));
    for (const { text, asks } of trainer.samples(50)) {
      const trace = trainer.trace(text);
      const weights = trace.get('layers.0.attention.weights');
      const tokens = weights.shape[2];
      for (const { relation, token, target } of asks) {
        const sum = sums[relations.indexOf(relation)];
        sum.count++;
        for (let head = 0; head < 4; head++) {
          const row = Array.from({ length: tokens }, (_, key) => weights.at(head, token, key));
          const others = row.filter((_, key) => key !== target);
          sum.mass[head] += row[target];
          sum.baseline[head] += others.reduce((total, value) => total + value, 0) / others.length;
        }
      }
      trace.dispose();
    }
    for (const [i, { count, ...sum }] of sums.entries()) {
      assert.ok(count > 0, relations[i]);
      const mean = (/** @type {number[]} */ all) => all.map((value) => value / count);
      assertClose(mass[i], mean(sum.mass), 1e-5, `mass of ${relations[i]}`);
      assertClose(baseline[i], mean(sum.baseline), 1e-5, `baseline of ${relations[i]}`);
    }
  });

  it('measures how long each head’s slab of W_O is', () => {
    const { shape, data } = trainer.weights()['layers.0.attention.output.weight'];
    assert.deepEqual(shape, [64, 64]);
    const norms = [0, 1, 2, 3].map((head) => norm(data.slice(head * 1024, (head + 1) * 1024)));
    assertClose(trainer.slabNorms(), norms, 1e-5, 'slab norms');
  });

  it('reports the length of the gradient that it learned from', () => {
    const fresh = training.createTrainer(kShort);
    const { gradientNorm } = fresh.step();
    // After one step AdamW's means are a tenth of that gradient.
    const expected = 10 * norm(fresh.snapshot().first);
    assert.ok(expected > 0);
    assertClose([gradientNorm], [expected], 1e-5 * expected, 'gradient norm');
    fresh.dispose();
  });

  it('scales slices of what W_O makes, which are not its heads', () => {
    const text = 'the cat chased the dogs';
    const output = (/** @type {import('../../web/training.js').TrainerTraceOptions} */ options) => {
      const trace = trainer.trace(text, options);
      const data = trace.get('layers.0.attention.output').copy();
      trace.dispose();
      return data;
    };
    const plain = output({});
    const expected = plain.map((value, i) => (Math.floor((i % 64) / 16) === 1 ? 0 : value));
    assert.deepEqual(output({ outputGains: [1, 0, 1, 1] }), expected);
    assert.notDeepEqual(output({ gains: [1, 0, 1, 1] }), expected);
    assertThrows(() => output({ outputGains: [1] }), 'BadGains', ['output_gains has 1 entries']);
  });

  it('is saved as safetensors and read back to the bit', () => {
    const { config, steps, weights } = trainedFromBytes(trainedToBytes(trainer));
    assert.deepEqual(config, trainer.config);
    assert.equal(steps, 60);
    const other = training.createTrainer(config);
    other.load(weights);
    assert.deepEqual(other.weights(), trainer.weights());
    assert.deepEqual(other.evaluate(), trainer.evaluate());
    assert.equal(other.stepsDone, 0);
    other.dispose();
  });

  it('counts on where a file’s weights had come', () => {
    const half = training.createTrainer(kShort);
    half.step(20);
    const bytes = trainedToBytes(half);
    const { config, steps, weights } = trainedFromBytes(bytes);
    const other = training.createTrainer(config);
    other.load(weights, { steps });
    assert.equal(other.stepsDone, 20);
    assert.deepEqual(trainedToBytes(other), bytes);
    const fresh = training.createTrainer(config);
    assert.notDeepEqual(other.snapshot().random, fresh.snapshot().random);
    fresh.dispose();
    assert.ok(other.snapshot().first.every((mean) => mean === 0));
    const { step, learningRate } = other.step();
    assert.deepEqual([step, learningRate], [21, half.step().learningRate]);
    for (const bad of ['-1', '1.5', 'many']) {
      const file = writeSafetensors(weights, { ...kMetadata, steps: bad });
      assertThrows(() => trainedFromBytes(file), 'BadFile', ['__metadata__.steps', bad]);
    }
    half.dispose();
    other.dispose();
  });

  it('refuses what is no trainer and no bytes', () => {
    for (const none of /** @type {any[]} */ ([undefined, null, {}, 'abc'])) {
      const parts = ['[trainedToBytes] trainer is ', 'what createTrainer makes'];
      assertThrows(() => trainedToBytes(none), 'BadArgument', parts);
    }
    // A number was taken for a length to allocate.
    const views = [new DataView(new ArrayBuffer(9)), new Uint16Array(9)];
    for (const none of /** @type {any[]} */ (['abc', 5, true, 2 ** 40, 1e9, null, ...views])) {
      const parts = ['[trainedFromBytes] bytes is ', 'an ArrayBuffer or a Uint8Array'];
      assertThrows(() => trainedFromBytes(none), 'BadArgument', parts);
    }
  });

  it('refuses bytes that are no file', () => {
    assertThrows(() => trainedFromBytes(new Uint8Array(4)), 'BadFile');
  });

  it('refuses what it cannot do', () => {
    const { createTrainer } = training;
    const loose = /** @type {any} */ (createTrainer);
    assertThrows(() => loose({ task: 'chess', heads: 1 }), 'BadArgument', ['chess', 'tiles']);
    assertThrows(() => loose({ task: 'tiles' }), 'BadArgument', ['config.heads', 'undefined']);
    assertThrows(() => loose({ task: 'tiles', heads: 1, head: 2 }), 'BadArgument', ['"head"']);
    assertThrows(() => createTrainer({ task: 'tiles', heads: 3 }), 'BadConfig', ['heads, 3']);
    assertThrows(() => createTrainer({ task: 'tiles', heads: 2 ** 31 }), 'BadConfig');
    assertThrows(() => createTrainer({ task: 'tiles', heads: 1, dModel: 2 ** 20 }), 'TooLarge', [
      '[Trainer]',
      'd_model 1048576',
      'at most 1073741824',
    ]);
    assertThrows(() => trainer.load({}), 'MissingTensor', ['embedding.weight']);
    for (const weights of /** @type {any[]} */ ([null, 5, new Map()])) {
      const parts = ['[Trainer.load] weights is ', 'an object of weights by name'];
      assertThrows(() => trainer.load(weights), 'BadArgument', parts);
    }
    assertThrows(() => trainer.evaluate({ gains: [1] }), 'BadGains', ['heads is 4']);
    const none = ['batches is 0', 'at least 1'];
    assertThrows(() => trainer.step(0), 'BadArgument', ['[Trainer.step]', ...none]);
    for (const [where, measure] of /** @type {[string, (n: any) => unknown][]} */ ([
      ['evaluate', (sentences) => trainer.evaluate({ sentences })],
      ['headMatrix', (sentences) => trainer.headMatrix({ sentences })],
      ['muteCosts', (sentences) => trainer.muteCosts({ sentences })],
      ['gradients', (sentences) => trainer.gradients(sentences)],
    ])) {
      for (const sentences of [0, -1, 'ten'])
        assertThrows(() => measure(sentences), 'BadArgument', [`[Trainer.${where}]`, 'sentences']);
    }
    const state = { ...trainer.snapshot(), config: { ...trainer.config, learningRate: 1 } };
    const differs = ['state.config.learningRate is 1', `expected ${trainer.config.learningRate}`];
    assertThrows(() => trainer.restore(state), 'BadArgument', differs);
    const gone = createTrainer(kShort);
    gone.dispose();
    assertThrows(() => gone.step(), 'Disposed', ['trainer']);
    assertThrows(() => gone.stepsDone, 'Disposed', ['[Trainer.stepsDone]']);
    assertThrows(() => gone.info, 'Disposed', ['[Trainer.info]']);
    assertThrows(() => trainedToBytes(gone), 'Disposed', ['trainer']);
  });
});

describe('gradients', () => {
  it('of many sentences take no more memory than those of a few', async () => {
    const training = await loadTraining();
    const testSentences = 3000;
    const trainer = training.createTrainer({ task: 'english', heads: 2, testSentences });
    const heapBytes = () => {
      const trace = trainer.trace('the cat');
      const { byteLength } = trace.get('embedding').data.buffer;
      trace.dispose();
      return byteLength;
    };
    trainer.gradients(64);
    const before = heapBytes();
    const { loss } = trainer.gradients(testSentences);
    // All at once took 135 MB.
    assert.ok(heapBytes() - before < 2 ** 22);
    assert.equal(loss, trainer.evaluate().loss);
    trainer.dispose();
  });

  for (const task of /** @type {const} */ (['tiles', 'english'])) {
    it(`of ${task} are those of TensorFlow.js's autodiff`, async () => {
      const tf = await loadTensorFlowWithGradients();
      const training = await loadTraining();
      const trainer = training.createTrainer({ task, heads: 4, attentionBias: true, seed: 3 });
      const { loss, weights } = trainer.gradients(8);
      const rival = tensorflowTrainer(tf, trainer);
      const batch = rival.batchOf(trainer.samples(8));
      const { value, grads } = tf.variableGrads(() => rival.lossOf(batch));
      assertClose([loss], value.dataSync(), 1e-5, 'loss');
      assert.equal(Object.keys(grads).length, Object.keys(weights).length);
      for (const [name, variable] of Object.entries(rival.variables)) {
        const expected = grads[variable.name].dataSync();
        const largest = Math.max(...expected.map(Math.abs));
        assertClose(weights[name].data, expected, 2e-5 * largest + 1e-7, name);
      }
      rival.dispose();
      trainer.dispose();
      assert.equal(training.liveHandles, 0);
    });
  }
});
