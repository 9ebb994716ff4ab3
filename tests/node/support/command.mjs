/** @file Runs the command `headscope` as a shell would. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../../web/node/cli.js', import.meta.url));

/**
 * @param {readonly string[]} args
 * @param {{input?: string, env?: NodeJS.ProcessEnv, cwd?: string}} [options] without input, standard
 *   input is empty
 * @returns {Promise<{status: number | null, out: string, bytes: Buffer, note: string}>}
 */
export function headscope(args, { input = '', env = process.env, cwd } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { env, cwd });
    /** @type {Buffer[]} */
    const out = [];
    let note = '';
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => (note += chunk));
    child.on('error', reject);
    child.on('close', (status) => {
      const bytes = Buffer.concat(out);
      resolve({ status, out: bytes.toString(), bytes, note });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
