/** `headscope draw`: a view as SVG. */
import { drawView, fusedCheck, learnersOf } from '../../draw.js';
import { WIDTH } from '../../draw-options.js';
import { fitScene } from '../../scene.js';
import { UsageError, wholeNumber } from './usage.js';
import { writeOut } from './io.js';
import { MODEL_OPTIONS, openModel } from './model.js';
import { sceneFrom, SCENE_OPTIONS, traceOptions } from './scene-options.js';
import { loadTraining } from '../training.js';

/** @typedef {import('../../headscope.d.ts').Model} Model */
/** @typedef {import('../../scene.d.ts').Scene} Scene */

/** @type {import('./usage.js').Command} */
export const draw = {
  name: 'draw',
  summary: 'draw a view of a sentence as SVG',
  usage:
    '[--view VIEW] [--layer N] [--heads N,N] [--out FILE] SENTENCE\n  headscope draw --scene SCENE [OPTION…]',
  description: `
The file is the one that headscope/draw makes in a browser, byte for byte. It stands alone: colours are
values, fonts are named, and any program that reads SVG opens it. What of the
scene the model or the sentence lacks is told of on standard error, and the exit status is then 1; what
is drawn is the nearest that they have.`,
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'write there instead of to standard output',
    },
    width: { type: 'string', value: 'PX', help: 'width of the picture inside its margins' },
    ...SCENE_OPTIONS,
    ...MODEL_OPTIONS,
  },
  examples: [
    [
      "headscope draw --view graph --layer 1 --heads 3 --lock query:5 'She sat on the river bank.' > bank.svg",
      'whom “bank” looks at',
    ],
    [
      "headscope draw --view heads --theme dark -o heads.svg 'She sat on the river bank.'",
      'every head at a glance',
    ],
    [
      "headscope draw --view arithmetic --layer 1 --unfold weights:5:4 -o weight.svg 'She sat on the river bank.'",
      'the arithmetic of one number',
    ],
    ['headscope draw --view train --train tiles:4 -o curves.svg', 'trains four models, draws them'],
    [
      "headscope draw --scene '#v=1&text=She+sat.&view=matrix&layer=1' -o matrix.svg",
      'a link from the page',
    ],
  ],
  async run({ values, positionals }, io) {
    if (positionals.length > 1)
      throw new UsageError(`${positionals.length} sentences; expected one`);
    const asked = await sceneFrom(values, io);
    const scene = { ...asked, text: positionals[0] ?? asked.text };
    const width =
      values.width === undefined ? undefined : wholeNumber('width', values.width, WIDTH);
    const svg = await render(scene, { width, values }, io);
    const [, w, h] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    const content = values.json
      ? `${JSON.stringify({ width: Number(w), height: Number(h), svg })}\n`
      : svg;
    await writeOut(values.out, content, io);
  },
};

/**
 * @param {Scene} scene
 * @param {{width?: number, values: {model?: string, module?: string}}} options
 * @param {import('./io.js').Io} io
 * @returns {Promise<string>}
 */
export async function render(scene, { width, values }, io) {
  if (scene.view === 'cost') return drawView({ scene, ...(width && { width }) });
  if (scene.view === 'train') {
    const training = await learn(scene, values, io);
    return drawView({ scene, training, ...(width && { width }) });
  }
  if (!scene.text)
    throw new UsageError('no sentence; expected one on the command line or in the scene');
  const { headscope, model } = await openModel(
    { ...values, model: values.model ?? (scene.model || undefined) },
    io,
  );
  const { layers } = model.info;
  const tokens = Math.min(model.tokenize(scene.text).length, model.info.maxTokens);
  const { scene: fitted, ignored } = fitScene(scene, { layers, tokens });
  for (const { message } of ignored) io.note(message);
  if (ignored.length) io.fail(1);
  const outputWeights = layers.map((_, layer) => ({
    weight: model.weight(`layers.${layer}.attention.output.weight`),
    bias: model.weight(`layers.${layer}.attention.output.bias`),
  }));
  const snapshot = snapshotOf(model, fitted.text, fitted);
  const comparison = comparisonOf(model, fitted);
  const weights = (/** @type {string} */ name) => model.weight(name);
  const fused =
    fitted.view === 'fuse' ? fusedCheck(headscope, { snapshot, scene: fitted, weights }) : null;
  try {
    const more = { comparison, outputWeights, weights, fused, ...(width && { width }) };
    return await drawView({ snapshot, scene: fitted, ...more });
  } finally {
    model.dispose();
  }
}

/**
 * @param {Scene} scene
 * @param {{module?: string}} values
 * @param {import('./io.js').Io} io
 */
async function learn(scene, { module = 'auto' }, io) {
  const training = await loadTraining({ module: /** @type {'auto'} */ (module) });
  const every = process.stderr.isTTY ? 1000 : 10_000;
  let told = Date.now();
  return learnersOf(training, scene, ({ heads, step, steps }) => {
    if (Date.now() - told < every) return;
    told = Date.now();
    io.note(`training: ${heads} heads, step ${step} of ${steps}`);
  });
}

/** @param {Model} model @param {Scene} scene */
function comparisonOf(model, scene) {
  const { view, compare, second, mask } = scene;
  if (view !== 'compare' || compare?.kind === 'head') return null;
  if (compare?.kind === 'mask') {
    return snapshotOf(model, scene.text, {
      ...scene,
      mask: { ...mask, causal: false, padding: null, window: null, paint: null },
    });
  }
  if (!second)
    throw new UsageError(
      'no second sentence; expected --second TEXT for a comparison of sentences',
    );
  return snapshotOf(model, second, scene);
}

/** @param {Model} model @param {string} text @param {Scene} scene */
function snapshotOf(model, text, scene) {
  const tokens = Math.min(model.tokenize(text).length, model.info.maxTokens);
  const traced = model.trace(text, {
    ...traceOptions(scene, tokens, model.info.layers),
    contribution: true,
  });
  try {
    return traced.snapshot();
  } finally {
    traced.dispose();
  }
}
