/**
 * What the figures say beside a snapshot's own tensors: numbers unfolded, both sides of a split and of
 * a fusion, counts, curves. Data and words in, data and words out; the same here and in Node.
 */
import { failure } from './core/error.js';
import { decimalsFor, indexOf, traceName, unfold, valueAt } from './draw/arithmetic.js';
import { placeWords } from './draw/arithmetic-names.js';
import { weightNames } from './draw/arithmetic-places.js';
import { tokenText } from './draw/figure-parts.js';
import { FORMAT, formatBytes, formatNumber } from './i18n/index.js';
import { FIRST_COST, MOST_BYTES } from './state/cost.js';
import * as says from './state/cost-says.js';
import { columnsOf, FIRST_FUSE } from './state/fuse.js';
import { fuseAbout, fuseLabels, fuseVerdict, fuseWork } from './state/fuse-says.js';
import { NO_TIMING } from './state/samples.js';
import {
  bothWeights,
  FIRST_SPLIT,
  inMemory,
  owner,
  shredDifference,
  strays,
} from './state/split.js';
import { sizeWithin, splitCode, splitHolds, splitShape } from './state/split-says.js';
import { attentionInput, attentionName } from './state/store.js';
import { FIRST_TRAIN, shareRight, withRecipe } from './state/train.js';
import { hueOf, learnerDetail, percent, trainCurves } from './state/train-says.js';
import { cellToUnfold, unfoldingAfter } from './state/unfolding.js';
import { cellFormula } from './views/arithmetic-formulas.js';
import { chainSentence } from './views/arithmetic-says.js';
import { chainOf } from './views/arithmetic-source.js';
import { formulas } from './views/cost-formulas.js';
import { FUSED, linesOf, WRAPPER } from './views/fuse-code.js';
import { scientific } from './views/scientific.js';

/**
 * @typedef {import('./headscope.d.ts').Snapshot} Snapshot
 * @typedef {import('./headscope.d.ts').Weight} Weight
 * @typedef {import('./scene.d.ts').Scene} Scene
 * @typedef {import('./draw/figure-parts.js').Words} Words
 * @typedef {object} Given
 * @property {Snapshot} snapshot
 * @property {Scene} scene fitted to it
 * @property {Words} words
 * @property {(name: string) => Weight} [weights]
 * @property {import('./draw.d.ts').FusedCheck | null} [fused]
 * @property {import('./draw.d.ts').DrawSamples} [samples]
 * @property {readonly import('./draw.d.ts').DrawLearner[]} [learners]
 */

const FORMATS = Object.freeze({ ...FORMAT, small: scientific });

/** By view. @type {Readonly<Record<string, (given: Given) => object>>} */
export const SAYINGS = Object.freeze({
  arithmetic: (given) => ({ arithmetic: arithmeticOf(given) }),
  split: (given) => ({ split: splitOf(given) }),
  fuse: (given) => ({ fuse: fuseOf(given) }),
  cost: (given) => ({ cost: costOf(given) }),
  train: (given) => ({ train: trainOf(given) }),
});

/**
 * @param {Given} given
 * @returns {import('./draw/figure-arithmetic.js').Arithmetic}
 * @throws HeadscopeError BadArgument where the number cannot be unfolded
 */
function arithmeticOf({ snapshot, scene, words, weights }) {
  const { layer, heads, lock, mixer } = scene;
  const read = weights
    ? weightNames(snapshot, layer).map((name) => [name, weights(traceName(name, layer))])
    : [];
  const state = /** @type {Readonly<import('./state/store.js').State>} */ (
    /** @type {unknown} */ ({
      ...{ snapshot, layer, heads, lock, mixer, provisional: false, shapes: null },
      contributions: { snapshot },
      layerWeights: weights ? { [layer]: { weights: Object.fromEntries(read), failed: null } } : {},
      unfolding: unfoldingAfter(
        /** @type {import('./state/unfolding.js').Unfolding | null} */ (scene.unfold),
        scene.unfold ? {} : cellToUnfold({ snapshot, lock, layer, heads }),
      ),
    })
  );
  const chain = chainOf(state);
  if (!chain)
    throw failure('BadArgument', 'drawView', `snapshot has no layer ${layer}; expected it`);
  const { unfolding, steps, size, source, place } = chain;
  const name = steps.includes(unfolding.name) ? unfolding.name : 'output';
  const here = { ...unfolding, name };
  const unfolded = unfold(source, name, place);
  if (!unfolded) {
    const without = weights ? 'in this layer' : 'without weights';
    const expected = weights ? 'another number' : 'model.weight';
    const what = `${name} cannot be unfolded ${without}; expected ${expected}`;
    throw failure('BadArgument', 'drawView', what);
  }
  const { first, lifted, entry, block } = source;
  const biased = source.weights('query.bias') !== undefined;
  const layerOf = { first, lifted, entry, biased, scale: block?.embeddingScale };
  const tokens = {
    query: tokenText(snapshot.tokens[here.query]),
    key: tokenText(snapshot.tokens[here.key]),
  };
  return {
    ...{ unfolded, dHead: size.dHead, number: formatNumber },
    formula: cellFormula(name, layerOf),
    where: placeWords(here, tokens, words),
    say: chainSentence(
      { unfolding: here, place, size, source, kind: unfolded.kind },
      tokens,
      words,
    ),
    steps: steps.map((step) => {
      const tensor = source.tensors(step);
      const value = tensor ? valueAt(tensor, indexOf(step, place, size.dHead)) : null;
      const digits = value === null ? 0 : step === name ? unfolded.digits : decimalsFor(value);
      return { name: step, text: value === null ? '…' : formatNumber(value, digits) };
    }),
  };
}

/** @param {Given} given @returns {import('./draw/figure-split.js').Split} */
function splitOf({ snapshot, scene, words }) {
  const { layer } = scene;
  const wanted = scene.split ?? FIRST_SPLIT;
  const [query, key, masked, weights] = ['query', 'key', 'masked', 'weights'].map(
    (name) => snapshot.tensors[attentionName(layer, name)],
  );
  const size = sizeWithin(wanted, query);
  const head = Math.min(wanted.head, size.heads - 1);
  const texts = snapshot.tokens.slice(0, size.n).map(tokenText);
  const both = bothWeights({ query: inMemory(query, size), key: inMemory(key, size), size });
  const [most, n, dHead] = query.shape;
  const all = { n, heads: most, dHead };
  const difference = shredDifference({ query, key, masked, weights });
  const wrong = new Set(strays(size));
  const total = size.n * size.heads * size.dHead;
  const area = size.n * size.n;
  const side = (/** @type {'right' | 'wrong'} */ which) => ({
    name: words(`split.${which}`),
    code: splitCode(which, size, words),
    shape: splitShape(which, size, wanted.step, words),
    holds: splitHolds(which, size, texts, words),
    weights: both[which].subarray(head * area, (head + 1) * area),
    caption: words(`split.weights.${which}`, { head }),
  });
  const sides = { right: side('right'), wrong: side('wrong') };
  const apart = sides.right.weights.map((value, i) => Math.abs(value - sides.wrong.weights[i]));
  const share = (/** @type {number} */ count, /** @type {number} */ of) =>
    formatNumber((100 * count) / of, 0);
  return {
    ...{ size, step: wanted.step, head, texts, sides, number: formatNumber },
    of: (index) => ({ token: owner(index, size).token, stray: wrong.has(index) }),
    count: words('split.count', { count: wrong.size, total, percent: share(wrong.size, total) }),
    difference: words('split.difference', { head, value: formatNumber(Math.max(...apart), 3) }),
    whole: words('split.whole', {
      ...{ layer, ...all, value: formatNumber(difference, 3) },
      percent: share(strays(all).length, n * most * dHead),
    }),
  };
}

/** @param {Given} given @returns {import('./draw/figure-fuse.js').Fuse} */
function fuseOf({ snapshot, scene, words, weights, fused = null, samples = {} }) {
  const { layer } = scene;
  const { step, role } = scene.fuse ?? FIRST_FUSE;
  const info = /** @type {NonNullable<Snapshot['model']>} */ (snapshot.model).layers[layer];
  const tensor = (/** @type {string} */ name) => snapshot.tensors[attentionName(layer, name)];
  const [heads, n, dHead] = tensor('query').shape;
  const weight = /** @type {(name: string) => Weight} */ (weights)(
    `${attentionName(layer, role)}.weight`,
  );
  const x = attentionInput(snapshot, layer);
  const [dModel] = weight.shape;
  const size = { ...info, n };
  const perHead = (/** @type {(head: number) => Float32Array} */ of, /** @type {number} */ rows) =>
    Array.from({ length: heads }, (_, head) => ({ rows, columns: dHead, values: of(head) }));
  const ofHead = (/** @type {Float32Array} */ data) => (/** @type {number} */ head) =>
    data.subarray(head * n * dHead, (head + 1) * n * dHead);
  const { difference, meaning } = fused
    ? fuseVerdict(fused, { words, format: FORMATS })
    : { difference: '', meaning: '' };
  const { columns, rows } = fuseWork({ samples, size }, { words, format: FORMATS });
  return {
    ...{ step, difference, meaning, work: [columns, ...rows] },
    labels: fuseLabels({ role, step, size: { n, dModel, heads, dHead } }, words),
    x: { rows: n, columns: x.shape[1], values: x.data },
    pieces: {
      weights: perHead((head) => columnsOf(weight, head * dHead, dHead), dModel),
      product: perHead(ofHead(tensor(role).data), n),
      concat: perHead(ofHead(tensor('context').data), n),
    },
    codes: [
      { name: words('fuse.wrapper'), code: linesOf(WRAPPER, size) },
      { name: words('fuse.fused'), code: linesOf(FUSED, size) },
    ],
    about: fuseAbout(step, heads, words),
  };
}

/** @param {Given} given @returns {import('./draw/figure-cost.js').Cost} */
function costOf({ scene, words, samples = {} }) {
  const cost = { ...FIRST_COST, ...scene.cost, timing: { ...NO_TIMING, samples } };
  const { dModel, seqLen } = cost;
  const say = { words, format: FORMATS };
  const values = says.costValues(cost, say);
  const shown = formulas({
    bytes: words('cost.word.bytes'),
    packed: words('cost.word.packed'),
    workspace: words('cost.word.workspace'),
  });
  return {
    caption: words('cost.caption', { dModel, seqLen }),
    work: (width) => says.workChart(cost, width, say),
    memory: (width) => says.memoryChart(cost, width, say),
    verdict: says.costVerdict(cost, say),
    saves: says.costSaves(cost, say),
    table: [
      says.COLUMNS.map((name) => words(`cost.column.${name}`)),
      ...says.costTable(cost, say).flatMap(({ title, rows }) => [[title], ...rows]),
    ],
    hint: words('cost.tableHint', { most: formatBytes(MOST_BYTES) }),
    formulas: Object.entries(shown).map(([name, terms]) => ({
      ...{ name: words(`cost.formula.${name}`), terms, value: values[name] },
    })),
  };
}

/** @param {Given} given @returns {import('./draw/figure-train.js').Train} */
function trainOf({ scene, words, learners = [] }) {
  const { heads: chosen = FIRST_TRAIN.chosen, ...recipe } = scene.train ?? {};
  const train = { ...FIRST_TRAIN, ...withRecipe(recipe) };
  const { task, places, seed, steps, dModel, learningRate } = train;
  const say = { words, format: FORMATS };
  const all = learners.map((learner) => ({ costs: null, failed: null, score: null, ...learner }));
  const list = [
    words(`train.task.${task}`),
    ...(task === 'tiles' ? [`${words('train.places')} ${places}`] : []),
    `d_model ${dModel}`,
    `${words('train.seed')} ${seed}`,
    `${words('train.rate')} ${learningRate}`,
    words('train.count', { step: Math.max(0, ...all.map(({ step }) => step)), steps }),
  ];
  return {
    ...{ steps, number: formatNumber },
    question: words(`train.question.${task}`, { places }),
    recipe: list.join(' · '),
    scores: all.map((learner) => {
      const share = shareRight(learner);
      return {
        name: words('train.heads', { heads: learner.heads }),
        hue: hueOf(learner.heads),
        share: share === null ? '–' : percent(share, say),
        detail: learnerDetail(learner, say),
        chosen: learner.heads === chosen,
      };
    }),
    charts: {
      accuracy: trainCurves(all, 'allRight', say),
      loss: trainCurves(all, 'loss', say),
    },
    norms: all.find(({ heads }) => heads === chosen)?.norms ?? [],
  };
}
