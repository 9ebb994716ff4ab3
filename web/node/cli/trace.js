/** `headscope trace`: tensors of sentences, as one file or as lines. */
import { exportTensors } from '../../export.js';
import { sentences, progressOf, writeOut } from './io.js';
import { FILE_OPTION, MODEL_OPTIONS, openModel } from './model.js';
import { sceneFrom, traceOptions } from './scene-options.js';
import { oneOf, UsageError } from './usage.js';

/** @typedef {import('../../headscope.d.ts').Model} Model */
/** @typedef {import('../../headscope.d.ts').Snapshot} Snapshot */

/** @type {import('./usage.js').Command} */
export const trace = {
  name: 'trace',
  summary: 'compute sentences and write any of their tensors',
  usage:
    '[--tensor NAME]… [--format json|npz|csv] [--out FILE] SENTENCE…\n  headscope trace [OPTION…] --file FILE\n  … | headscope trace [OPTION…]',
  description: `
One sentence becomes one file with its tensors, their names, shapes and axes, the tokens, the model and
the version. Several sentences become lines of JSON, one for every line that was read, in order, as fast
as the core computes them and the reader takes them; memory stays flat however many there are. A
sentence that cannot be computed becomes a line with its error, and the exit status is 1.`,
  options: {
    tensor: {
      type: 'string',
      short: 't',
      multiple: true,
      value: 'NAME',
      help: 'a tensor; * stands for anything; again for several; all when left out',
    },
    format: { type: 'string', value: 'NAME', help: 'json (when left out), npz for NumPy, csv' },
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'write there instead of to standard output',
    },
    list: {
      type: 'boolean',
      help: 'print the names, shapes and axes of the first sentence’s tensors instead',
    },
    mask: { type: 'string', value: 'MASK', help: 'such as causal,padding:9,window:2' },
    mixer: {
      type: 'string',
      value: 'GAINS',
      help: 'such as 1:1,0.5,1m,1s: a layer, then a gain a head, m mutes, s is solo',
    },
    contribution: { type: 'boolean', help: 'also what each head adds to the output' },
    ...FILE_OPTION,
    ...MODEL_OPTIONS,
  },
  examples: [
    [
      "headscope trace 'She sat on the river bank.' --format npz --out bank.npz",
      'every tensor, for numpy.load',
    ],
    ["headscope trace -t 'layers.1.attention.weights' 'She sat.'", 'one tensor as JSON'],
    ['headscope trace -t sentence < sentences.txt > vectors.jsonl', 'a sentence vector a line'],
  ],
  run,
};

/** @param {import('./usage.js').Arguments} read @param {import('./io.js').Io} io */
async function run({ values, positionals }, io) {
  const format = oneOf('format', values.format ?? 'json', ['json', 'npz', 'csv']);
  if (values.json && format !== 'json')
    throw new UsageError(`--json is given beside --format ${format}; expected one of them`);
  const { lines, single } = sentences(values, positionals, io);
  if (format !== 'json' && !single)
    throw new UsageError(`--format ${format} holds one sentence; expected one on the command line`);
  if (values.out !== undefined && !single)
    throw new UsageError('--out holds one sentence; expected one on the command line');
  const scene = await sceneFrom({ ...values, scene: undefined, ...pick(values) }, io);
  const { model } = await openModel(values, io);
  const names = namesIn(model, values);
  const options = { contribution: Boolean(values.contribution), scene };
  if (values.list) {
    for await (const text of lines) {
      const { tensors } = snapshotOf(model, text, names, options);
      return writeOut(values.out, listed(text, Object.values(tensors), values.json), io);
    }
    return;
  }
  if (single) {
    const [text] = positionals;
    const bytes = exportTensors(snapshotOf(model, text, names, options), {
      format: /** @type {'json'} */ (format),
    });
    await writeOut(values.out, format === 'npz' ? bytes : new TextDecoder().decode(bytes), io);
    if (format === 'json' && values.out === undefined) await io.write('\n');
    return;
  }
  const progress = progressOf('sentences');
  let count = 0;
  for await (const text of lines) {
    await io.write(`${lineOf(model, text, names, options, io)}\n`);
    progress.step(++count);
  }
  progress.end(count);
  model.dispose();
}

/** @param {Record<string, any>} values */
const pick = ({ mask, mixer }) => ({
  ...(mask !== undefined && { mask }),
  ...(mixer !== undefined && { mixer }),
});

/** @typedef {{contribution: boolean, scene: import('../../scene.d.ts').Scene}} Options */

/** @param {Model} model @param {string} text @param {string[]} names @param {Options} options @param {import('./io.js').Io} io */
function lineOf(model, text, names, options, io) {
  try {
    const bytes = exportTensors(snapshotOf(model, text, names, options), { format: 'json' });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    const { code, message } = /** @type {import('../../headscope.d.ts').HeadscopeError} */ (error);
    if (!code) throw error;
    io.fail(1);
    return JSON.stringify({ text, error: { code, message } });
  }
}

/** @param {Model} model @param {string} text @param {string[]} names @param {Options} options @returns {Snapshot} */
function snapshotOf(model, text, names, { contribution, scene }) {
  const asks =
    scene.mask.causal ||
    scene.mask.padding !== null ||
    scene.mask.window !== null ||
    scene.mask.paint;
  const tokens = asks ? Math.min(model.tokenize(text).length, model.info.maxTokens) : 0;
  const traced = model.trace(text, {
    ...traceOptions(scene, tokens, model.info.layers),
    contribution,
    names,
  });
  try {
    return traced.snapshot(names);
  } finally {
    traced.dispose();
  }
}

/**
 * Names that the patterns mean, in flow order.
 * @param {Model} model
 * @param {{tensor?: string[], contribution?: boolean}} values
 */
function namesIn(model, { tensor, contribution }) {
  const probe = model.trace('a', { contribution: Boolean(contribution) });
  const all = probe.tensors.map(({ name }) => name);
  probe.dispose();
  if (!tensor) return all;
  const patterns = tensor.map((pattern) => ({
    pattern,
    matches: new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`),
  }));
  const empty = patterns.find(({ matches }) => !all.some((name) => matches.test(name)));
  if (empty)
    throw new UsageError(`--tensor is ${empty.pattern}; expected some of ${all.join(', ')}`);
  return all.filter((name) => patterns.some(({ matches }) => matches.test(name)));
}

/** @param {string} text @param {Snapshot['tensors'][string][]} tensors @param {boolean} [json] */
function listed(text, tensors, json) {
  const rows = tensors.map(({ name, shape, axes }) => ({ name, shape, axes }));
  if (json) return `${JSON.stringify({ text, tensors: rows })}\n`;
  return rows
    .map(({ name, shape, axes }) => {
      const extents = `[${shape.join(', ')}]`;
      return `${name.padEnd(36)}${extents.padEnd(16)}[${axes.join(', ')}]\n`;
    })
    .join('');
}
