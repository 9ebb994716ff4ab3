/** @file Set-up steps that run only when their inputs or outputs have changed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kRoot } from './toolchain.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} inputs files and folders, relative to the repository
 * @property {string[]} outputs files and folders; a missing one makes the step run
 * @property {() => Promise<void>} work
 */

/**
 * Runs a step unless its inputs and outputs are byte for byte those of its last completed run.
 *
 * @param {Step} step
 * @param {(line: string) => void} progress told when the step starts
 */
export async function runStep({ name, inputs, outputs, work }, progress) {
  const stamp = path.join(kRoot, '.cache', `${name.replaceAll(/\W+/g, '-')}.sha256`);
  const isPresent = outputs.every((output) => existsSync(path.join(kRoot, output)));
  if (isPresent && existsSync(stamp)) {
    if (readFileSync(stamp, 'utf8') === hashOf([...inputs, ...outputs])) return;
  }
  progress(name);
  const before = hashOf(inputs);
  await work();
  if (hashOf(inputs) !== before) return;
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hashOf([...inputs, ...outputs]));
}

/**
 * @param {string[]} names files and folders, relative to the repository
 * @returns {string} a hash of every file's name and content.
 */
export function hashOf(names) {
  const hash = createHash('sha256');
  for (const file of names.flatMap((name) => filesBelow(name)).sort()) {
    const content = readFileSync(path.join(kRoot, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} name a file or folder, relative to the repository
 * @returns {string[]} every file in it, relative to the repository; none when it does not exist.
 */
export function filesBelow(name) {
  const full = path.join(kRoot, name);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [name];
  return readdirSync(full).flatMap((entry) => filesBelow(path.join(name, entry)));
}
