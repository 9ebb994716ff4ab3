/** @file Renews the measured part of docs/performance.md, and its pictures, from the kept results. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

import { svgString } from '../../../web/draw/svg.js';
import { isBusy, machineLine } from '../node/machine.mjs';
import { rateChart, ratioChart, sideBySide } from './charts.mjs';
import { keptResults } from './results.mjs';
import { inMarkdown, tables } from './tables.mjs';

/** @typedef {import('./results.mjs').Results} Results */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = path.join(root, 'docs/performance.md');
const BEGIN = '<!-- measured: begin; written by npm run bench -->';
const END = '<!-- measured: end -->';

/** @type {Record<Results['environment'], string>} */
const TITLES = { node: 'In Node', chromium: 'In Chromium' };

export async function writeDocs() {
  const kept = /** @type {Results['environment'][]} */ (['node', 'chromium'])
    .map(keptResults)
    .filter((results) => results !== null);
  writePictures(kept.filter(({ attention }) => attention));
  const text = readFileSync(page, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${page} lacks "${BEGIN}" or "${END}"`);
  const measured = kept.map(section).join('\n\n');
  const whole = `${text.slice(0, begin)}${BEGIN}\n\n${PICTURES}\n\n${measured}\n\n${text.slice(end)}`;
  // As the linter wants it.
  const options = { ...(await resolveConfig(page)), filepath: page };
  writeFileSync(page, await format(whole, options));
}

const PICTURES = `![How many times faster than the rivals, by sequence length](performance-ratios.svg)

![Rates by sequence length under the limits of the engine](performance-rates.svg)`;

/** @param {Results} results */
const section = (results) =>
  [
    `### ${TITLES[results.environment]}`,
    machineLine(results.machine),
    ...(isBusy(results.machine) ? ['The machine was busy: ratios hold, times are too long.'] : []),
    ...tables(results).map(inMarkdown),
  ].join('\n\n');

/** @param {Results[]} kept */
function writePictures(kept) {
  const pictures = {
    'performance-ratios.svg': { charts: kept.map(ratioChart), title: 'Times faster than rivals' },
    'performance-rates.svg': { charts: kept.map(rateChart), title: 'Rates under the limit' },
  };
  for (const [name, { charts, title }] of Object.entries(pictures)) {
    const { items, width, height } = sideBySide(charts);
    const svg = svgString(items, { width, height, paint: lightColours(), title });
    writeFileSync(path.join(root, 'docs', name), `${svg}\n`);
  }
}

/** The light half of each design token. @returns {import('../../../web/draw/display-list.js').Paint} */
function lightColours() {
  const css = readFileSync(path.join(root, 'web/styles/tokens.css'), 'utf8');
  const found = css.matchAll(/--([\w-]+):\s*light-dark\(\s*([^,\s]+)\s*,/g);
  const colours = new Map([...found].map(([, token, light]) => [token, light]));
  return (token) => {
    const colour = colours.get(token);
    if (!colour) throw new Error(`web/styles/tokens.css lacks the colour --${token}`);
    return colour;
  };
}
