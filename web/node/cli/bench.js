/** `headscope bench`: how fast this machine computes. */
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { version } from '../../version.js';
import { MODEL_OPTIONS, openModel } from './model.js';
import { UsageError } from './usage.js';

const SENTENCE =
  "The animal didn't cross the street because it was too tired, and nobody who saw it there could say " +
  'whether it would ever reach the river bank on the other side. ';

/** @type {import('./usage.js').Command} */
export const bench = {
  name: 'bench',
  summary: 'measure how fast this machine computes',
  usage: '[--quick] [--module NAME]',
  description: `
Times the default model, or another, on sentences of several lengths: every intermediate traced, median
of many runs in milliseconds, and sentences a second.`,
  options: { quick: { type: 'boolean', help: 'fewer runs' }, ...MODEL_OPTIONS },
  examples: [['headscope bench --json > bench.json', 'to keep']],
  async run({ values, positionals }, io) {
    if (positionals.length)
      throw new UsageError(`unexpected ${positionals[0]}; expected options only`);
    const began = performance.now();
    const { headscope, model } = await openModel(values, io);
    const loadMs = performance.now() - began;
    const most = model.info.maxTokens;
    const text = SENTENCE.repeat(Math.ceil(most / 8));
    const ends = model.tokenize(text);
    const results = [];
    for (const tokens of [8, 16, 32, 64, 128].filter((length) => length <= most)) {
      if (process.stderr.isTTY) io.note(`${tokens} tokens …`);
      const ms = median(
        timesOf(
          () => model.trace(text.slice(0, ends[tokens - 1].end)).dispose(),
          values.quick ? 100 : 500,
        ),
      );
      results.push({ tokens, ms, perSecond: 1000 / ms });
    }
    model.dispose();
    const machine = {
      node: process.version,
      processor: cpus()[0]?.model ?? '',
      platform: `${process.platform} ${process.arch}`,
    };
    if (values.json) {
      const { module } = headscope;
      return io.write(
        `${JSON.stringify({ headscope: version, module, model: model.info.name, machine, loadMs, results })}\n`,
      );
    }
    const rows = results.map(
      ({ tokens, ms, perSecond }) =>
        `${String(tokens).padStart(8)}${ms.toFixed(3).padStart(10)}${perSecond.toFixed(0).padStart(14)}`,
    );
    await io.write(
      `Headscope ${version}, module ${headscope.module}, ${machine.processor}, Node ${machine.node}\n` +
        `module and model loaded in ${loadMs.toFixed(0)} ms\n\n  tokens        ms  sentences / s\n${rows.join('\n')}\n`,
    );
  },
};

/** @param {() => void} work @param {number} budget ms @returns {number[]} ms of each run, the first few left out */
function timesOf(work, budget) {
  for (let i = 0; i < 5; i++) work();
  const times = [];
  for (const end = performance.now() + budget; performance.now() < end || times.length < 5;) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return times;
}

/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
