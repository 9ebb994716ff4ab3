/** @file What both commands say before and after they measured. */
import { writeFile } from 'node:fs/promises';

import { isBusy, machineLine } from '../node/machine.mjs';
import { writeDocs } from './docs.mjs';
import { keepResults, toJson } from './results.mjs';
import { inColumns, tables } from './tables.mjs';

const NOISE = 0.1;

/** Progress goes to stderr, so that stdout holds the tables alone. @param {string} line */
export const log = (line) => console.error(`… ${line}`);

/** @param {import('../node/machine.mjs').Machine} machine */
export function start(machine) {
  console.log(machineLine(machine));
  if (isBusy(machine)) console.log('WARNING: this machine is busy; wait, or read ratios only.');
}

/**
 * @param {import('./results.mjs').Results} results
 * @param {{json: string | undefined, writeDocs: boolean}} options
 */
export async function finish(results, options) {
  for (const table of tables(results)) console.log(inColumns(table));
  const noisy = (results.attention ?? []).filter(({ peakSpread }) => peakSpread > NOISE);
  if (noisy.length > 0) {
    const sizes = noisy.map(({ size, peakSpread }) => `${size} ${Math.round(100 * peakSpread)} %`);
    console.log(`\nWARNING: the peak itself varied between rounds: ${sizes.join(', ')}.`);
  }
  if (options.json) await writeFile(options.json, toJson(results));
  if (options.writeDocs) {
    await keepResults(results);
    await writeDocs();
  }
}
