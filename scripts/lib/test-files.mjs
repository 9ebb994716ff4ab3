/** @file Runs files of tests side by side, each in a process of its own, and counts what they say. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { attempt } from './process.mjs';
import { kRoot } from './toolchain.mjs';

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/**
 * @typedef {object} Options
 * @property {NodeJS.ProcessEnv} env
 * @property {number} atOnce how many run side by side
 * @property {(line: string) => void} [show] what one file said, once it has ended
 */

/**
 * @param {readonly string[]} files paths from the root
 * @param {Options & {again: boolean}} options `again`: a file in which something failed runs once
 *   more, after all the others and alone
 * @returns {Promise<Counts & {unsteady: string[]}>} `unsteady`: the files that passed only then
 */
export async function runTestFiles(files, { again, ...options }) {
  const { show = console.log } = options;
  const { failing, ...first } = await runOnce(files, options);
  if (!again || failing.length === 0) return { ...first, unsteady: [] };
  show(`\nOnce more: ${failing.join(', ')}`);
  const second = await runOnce(failing, { ...options, atOnce: 1 });
  return {
    ...first,
    passed: first.passed + Math.max(0, first.failed - second.failed),
    failed: second.failed,
    unsteady: failing.filter((file) => !second.failing.includes(file)),
  };
}

/**
 * @param {readonly string[]} files
 * @param {Options} options
 * @returns {Promise<Counts & {failing: string[]}>} `failing`: the files in which something failed
 */
async function runOnce(files, { env, atOnce, show = console.log }) {
  const waiting = longestFirst(files);
  const sum = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failing = [];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { passed, failed, skipped, said } = await runTestFile(file, env);
      sum.passed += passed;
      sum.failed += failed;
      sum.skipped += skipped;
      if (failed > 0) failing.push(file);
      show(said);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { ...sum, failing: files.filter((file) => failing.includes(file)) };
}

/**
 * Nobody knows how long a file takes before it ran, but one with more to say takes longer: begun
 * first, it does not keep the others waiting at the end.
 * @param {readonly string[]} files
 */
const longestFirst = (files) =>
  files
    .map((file) => ({ file, size: statSync(path.resolve(kRoot, file)).size }))
    .sort((a, b) => b.size - a.size)
    .map(({ file }) => file);

/**
 * @param {string} file
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Counts & {said: string}>}
 */
async function runTestFile(file, env) {
  const started = Date.now();
  const args = ['--test-reporter=spec', file];
  const { code, output } = await attempt(process.execPath, args, { env, cwd: kRoot, quiet: true });
  // FORCE_COLOR colours them in a pipe too.
  const text = stripVTControlCharacters(output);
  const number = (/** @type {string} */ name) =>
    Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  const counts = {
    passed: number('pass'),
    // A file that breaks off may have counted no failure.
    failed: Math.max(number('fail') + number('cancelled'), code === 0 ? 0 : 1),
    skipped: number('skipped') + number('todo'),
  };
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const said = text.replaceAll(/^ℹ .*\n/gm, '').trimEnd();
  return { ...counts, said: `--- ${file} (${seconds} s)\n${said}` };
}
