/**
 * @file What a run gives, and where the last whole run of each environment is kept.
 *
 * @typedef {import('../suite/bench.js').Flavour} Flavour
 * @typedef {{environment: 'node' | 'chromium', machine: import('../node/machine.mjs').Machine,
 *   kernels?: import('../suite/kernels.js').KernelRow[],
 *   attention?: import('../suite/attention.js').AttentionRow[],
 *   masks?: import('../suite/masks.js').MaskRow[],
 *   model?: import('../suite/model.js').ModelRow[],
 *   calls?: import('../suite/calls.js').CallRow[],
 *   training?: import('../suite/training.js').TrainingRow[],
 *   sizes?: import('../node/sizes.mjs').SizeRow[],
 *   memory?: import('../node/processes.mjs').MemoryRow[],
 *   pageTraining?: import('../page-training.mjs').PageTrainingRow[],
 *   page?: import('../page-rounds.mjs').PageRow[],
 *   startUp?: import('../node/processes.mjs').StartUpRow[]}} Results
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const folder = fileURLToPath(new URL('../results', import.meta.url));

/** Four digits are more than any of it can be repeated to. @param {string} _ @param {unknown} value */
const rounded = (_, value) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

/** @param {Results} results */
export const toJson = (results) => `${JSON.stringify(results, rounded, 1)}\n`;

/** @param {Results} results */
export async function keepResults(results) {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${results.environment}.json`);
  const options = { ...(await resolveConfig(file)), filepath: file };
  writeFileSync(file, await format(toJson(results), options));
}

/** @param {Results['environment']} environment @returns {Results | null} */
export function keptResults(environment) {
  const file = path.join(folder, `${environment}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
