/** The command line's dispatch, and how it ends. */
import { version } from '../../version.js';
import { HeadscopeError } from '../index.js';
import { bench } from './bench.js';
import { draw } from './draw.js';
import { heads } from './heads.js';
import { standardIo } from './io.js';
import { scene } from './scene.js';
import { serve } from './serve.js';
import { trace } from './trace.js';
import { helpOf, nearest, overview, readArguments, UsageError, WorkError } from './usage.js';

const COMMANDS = Object.freeze([trace, heads, draw, scene, serve, bench]);

/** @param {string[]} given behind the program's name */
export async function main(given) {
  const io = standardIo();
  process.stdout.on('error', (error) => {
    // Whoever reads has seen enough: nothing to report, and nothing more to do.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EPIPE') {
      process.exit(process.exitCode ?? 0);
    }
    io.note(`headscope: standard output cannot be written: ${error.message}`);
    process.exit(1);
  });
  try {
    await run(given, io);
  } catch (error) {
    io.fail(error instanceof UsageError ? 2 : 1);
    const isOurs = [UsageError, WorkError, HeadscopeError].some((kind) => error instanceof kind);
    io.note(`headscope: ${isOurs ? /** @type {Error} */ (error).message : shownFault(error)}`);
  }
}

/** @param {string[]} given @param {import('./io.js').Io} io */
async function run([name, ...rest], io) {
  if (name === undefined) throw new UsageError(`no command; expected one of ${names()}`);
  if (name === '--version') return io.write(`${version}\n`);
  if (name === '--help' || name === '-h' || name === 'help') {
    const about = rest[0] === undefined || rest[0].startsWith('-') ? null : commandOf(rest[0]);
    return io.write(`${about ? helpOf(about) : overview(COMMANDS, version)}\n`);
  }
  const command = commandOf(name);
  const read = readArguments(command, rest);
  return read.values.help ? io.write(`${helpOf(command)}\n`) : command.run(read, io);
}

/** @param {string} name */
function commandOf(name) {
  const command = COMMANDS.find((known) => known.name === name);
  if (command) return command;
  const near = nearest(
    name,
    COMMANDS.map((known) => known.name),
  );
  const hint = near ? `did you mean ${near}?` : `expected one of ${names()}`;
  throw new UsageError(`unknown command ${name}; ${hint}`);
}

const names = () => COMMANDS.map(({ name }) => name).join(', ');

/** What is no fault of the user's comes with where it happened. @param {unknown} error */
const shownFault = (error) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
