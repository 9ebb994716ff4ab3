/** @file Runs one measurement in a fresh process, so that nothing measured before is in its way. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * @param {string} script beside this file; prints one JSON value as its last line
 * @param {readonly string[]} args
 * @returns {Promise<any>} the value; {error} when the process failed
 */
export async function inChild(script, args) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  try {
    const { stdout } = await run(process.execPath, [file, ...args], { timeout: 120000 });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  } catch (error) {
    const { stderr = '', message } = /** @type {Error & {stderr?: string}} */ (error);
    const reason = stderr.split('\n').find((line) => /error/i.test(line)) ?? message.split('\n')[0];
    return { error: reason.trim().slice(0, 200) };
  }
}
