/** @file Child processes, and the one error type whose message is meant for the person at the keyboard. */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** The oldest Node that everything here runs in; package.json says the same to npm. */
const kNode = [20, 9];

/** A failure with a message that already says what to do; scripts print it without a stack. */
export class SetupError extends Error {}

/**
 * Runs a command with its output shown.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, cwd?: string, quiet?: boolean}} [options] quiet: output is kept
 *   back and shown only when the command fails.
 * @throws {SetupError} when the command cannot start or exits with anything but 0.
 */
export async function run(command, args, options = {}) {
  const { code, output } = await attempt(command, args, options);
  if (code !== 0) {
    throw new SetupError(
      `${output}\n${command} ${args.join(' ')}: exit status ${code}, expected 0`.trimStart(),
    );
  }
}

/**
 * What runs npm: the one that runs this script, where there is one, else the one that PATH finds.
 *
 * @param {string[]} args
 * @returns {[command: string, args: string[]]} for `run` and `attempt`
 */
export function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}

/**
 * Runs a command and reports how it ended instead of throwing.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, cwd?: string, quiet?: boolean, onLine?: (line: string) => void}} [options]
 *   onLine: called for each line of output as it comes.
 * @returns {Promise<{code: number | null, output: string}>} output is empty when it was shown live.
 */
export function attempt(command, args, { env = process.env, cwd, quiet = false, onLine } = {}) {
  return new Promise((resolve) => {
    const piped = quiet || onLine !== undefined;
    const child = spawn(command, args, {
      env,
      cwd,
      stdio: piped ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    let rest = '';
    /** @param {string} chunk */
    const take = (chunk) => {
      output += chunk;
      if (!onLine) return;
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    };
    // A letter of several bytes may come in two chunks.
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    child.on('error', (error) => resolve({ code: null, output: `${output}${error.message}` }));
    child.on('close', (code) => {
      if (onLine && rest) onLine(rest);
      resolve({ code, output });
    });
  });
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, cwd?: string}} [options]
 * @returns {string} standard output, or '' when the command is missing or fails.
 */
export function capture(command, args, options = {}) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
    ...options,
  });
  return result.status === 0 ? result.stdout : '';
}

/**
 * @param {string} name a command name without a folder
 * @param {string} [searchPath] folders joined as in PATH
 * @returns {string | undefined} the first executable file of that name.
 */
export function findCommand(name, searchPath = process.env.PATH ?? '') {
  return searchPath
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, name))
    .find(isProgram);
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * The program that a variable of the environment names, by its path or by a name that PATH finds.
 *
 * @param {string} variable
 * @param {string} expected what the program has to be
 * @param {(file: string) => boolean} [fits] whether it is that
 * @returns {string | undefined} its path; undefined where the variable is empty or not set.
 * @throws {SetupError} where there is no such program, or another one.
 */
export function namedProgram(variable, expected, fits = () => true) {
  const named = process.env[variable];
  if (!named) return undefined;
  const isName = named === path.basename(named);
  const file = isName ? findCommand(named) : path.resolve(named);
  const wrong = (/** @type {string} */ what) =>
    new SetupError(
      `${variable} is ${named}, ${what}; expected the path or the name of ${expected}`,
    );
  if (file === undefined) throw wrong('which PATH does not find');
  if (!isProgram(file)) throw wrong('which is no program');
  if (!fits(file)) throw wrong('which is another program');
  return file;
}

/**
 * Reads a script's arguments; what is unknown is an error and not ignored.
 *
 * @template {import('node:util').ParseArgsConfig} T
 * @param {T} config as for parseArgs of node:util; `{}` takes no argument at all
 * @throws {SetupError} that names the argument.
 */
export function readArguments(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split('. ');
    const names = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    const expected = [...names, ...(config.allowPositionals ? ['names'] : [])].join(', ');
    throw new SetupError(`${reason}; expected ${expected || 'no argument'}`);
  }
}

/**
 * Runs a script's main function; a SetupError becomes its message and exit status 1.
 *
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    requireNode(process.versions.node);
    await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

/**
 * @param {string} version
 * @throws {SetupError} when it is older than what everything here runs in.
 */
export function requireNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [least, leastMinor] = /** @type {[number, number]} */ (kNode);
  if (major > least || (major === least && minor >= leastMinor)) return;
  throw new SetupError(`Node is ${version}; expected ${kNode.join('.')} or later`);
}
