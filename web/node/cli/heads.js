/** `headscope heads`: every head of a sentence in a table, with its measures. */
import { disagreement, headMeasures, SHARES } from '../../draw/measures.js';
import { headStyle } from '../../draw/style.js';
import { THEMES } from '../../draw/theme.js';
import { sentences } from './io.js';
import { FILE_OPTION, MODEL_OPTIONS, openModel } from './model.js';
import { UsageError } from './usage.js';

/** @typedef {import('../../headscope.d.ts').Model} Model */

/** @type {import('./usage.js').Command} */
export const heads = {
  name: 'heads',
  summary: 'say what kind of head each one looks like',
  usage: '[OPTION…] SENTENCE…\n  headscope heads [OPTION…] --file FILE',
  description: `
Per head: its kind; the shares of attention that go to the token itself, the previous, the next, the
first one, and to punctuation; the mean distance in tokens; how many tokens it looks at (exp of the
entropy); how unlike the layer's other heads it is (Jensen-Shannon distance). All are means over the
sentence's tokens; – where no token could show it. With --json a line of JSON for every sentence, which
also says what a head that looks everywhere alike would have.`,
  options: { ...FILE_OPTION, ...MODEL_OPTIONS },
  examples: [
    ["headscope heads 'The animal didn’t cross the street because it was too tired.'", 'a table'],
    ["headscope heads --json 'She sat on the river bank.'", 'the same for programs'],
  ],
  async run({ values, positionals }, io) {
    // An empty line of a file is passed over; a table that was asked for by name is missed.
    const empty = positionals.find((text) => !text.trim());
    if (empty !== undefined)
      throw new UsageError(`a sentence is ${JSON.stringify(empty)}; expected one with words`);
    const { lines } = sentences(values, positionals, io);
    const { model } = await openModel(values, io);
    let first = true;
    for await (const text of lines) {
      if (!text.trim()) continue;
      const measured = { text, model: model.info.name, heads: measure(model, text) };
      if (values.json) await io.write(`${JSON.stringify(measured)}\n`);
      else await io.write(`${first ? '' : '\n'}${text}\n${table(measured.heads, io.colours)}`);
      first = false;
    }
    model.dispose();
  },
};

/** @param {Model} model @param {string} text */
function measure(model, text) {
  const { layers } = model.info;
  const names = layers.flatMap((_, layer) =>
    ['weights', 'masked'].map((name) => `layers.${layer}.attention.${name}`),
  );
  const traced = model.trace(text, { truncate: true, names });
  const { tensors, tokens } = traced.snapshot(names);
  traced.dispose();
  const count = tokens.length;
  const punctuation = tokens.map((token) => /^\s*\p{P}+\s*$/u.test(token.text));
  return layers.flatMap(({ heads: all }, layer) => {
    const weights = tensors[`layers.${layer}.attention.weights`].data;
    const masked = tensors[`layers.${layer}.attention.masked`].data;
    return Array.from({ length: all }, (_, head) => ({
      layer,
      head,
      ...headMeasures({ weights, masked, count, head, punctuation }),
      disagreement: disagreement({ weights, count, head, heads: all }),
    }));
  });
}

/** @param {ReturnType<typeof measure>} all @param {boolean} colours */
function table(all, colours) {
  const titles = ['layer', 'head', 'kind', ...SHARES, 'distance', 'tokens', 'disagrees'];
  const percent = (/** @type {{value: number} | null} */ share) =>
    share ? `${Math.round(100 * share.value)} %` : '–';
  const fixed = (/** @type {number | undefined | null} */ value, /** @type {number} */ digits) =>
    value?.toFixed(digits) ?? '–';
  const rows = all.map(({ layer, head, kinds, shares, distance, tokens, disagreement: apart }) => [
    ...[String(layer), String(head), kinds.join(', ')],
    ...SHARES.map((share) => percent(shares[share])),
    ...[fixed(distance?.value, 1), fixed(tokens?.value, 1), fixed(apart, 2)],
  ]);
  const widths = titles.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => row[i].length)),
  );
  const line = (/** @type {string[]} */ cells) =>
    cells
      .map((cell, i) => (i === 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd();
  const coloured = rows.map((row, i) => {
    const text = line(row);
    return colours ? `\u001b[38;2;${rgbOf(all[i].head)}m${text}\u001b[0m` : text;
  });
  return `${[line(titles), ...coloured].join('\n')}\n`;
}

/** A head's hue as terminals take it. @param {number} head */
function rgbOf(head) {
  const value = parseInt(THEMES.dark[headStyle(head).colour].slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255].join(';');
}
