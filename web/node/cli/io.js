/**
 * Where the command reads and writes.
 *
 * @typedef {object} Io
 * @property {NodeJS.ReadStream} stdin
 * @property {(chunk: string | Uint8Array) => Promise<void>} write to standard output; waits for whoever
 *   reads it
 * @property {(line: string) => void} note to standard error
 * @property {boolean} colours whether standard output takes colours
 * @property {(status: number) => void} fail sets the exit status
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { UsageError, WorkError } from './usage.js';

/** Longest line that is read, in characters. */
const MOST_LINE = 1_000_000;

/** @returns {Io} */
export function standardIo() {
  const { stdin, stdout, stderr, env } = process;
  return {
    stdin,
    async write(chunk) {
      if (!stdout.write(chunk)) await once(stdout, 'drain');
    },
    note: (line) => void stderr.write(`${line}\n`),
    colours: Boolean(stdout.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb',
    fail: (status) => {
      process.exitCode = status;
    },
  };
}

/**
 * @param {string | undefined} file standard output when left out
 * @param {string | Uint8Array} content
 * @param {Io} io
 */
export async function writeOut(file, content, io) {
  if (file === undefined || file === '-') {
    if (typeof content !== 'string' && process.stdout.isTTY) {
      throw new UsageError(
        'standard output is a terminal; expected --out FILE or a pipe for binary data',
      );
    }
    return io.write(content);
  }
  try {
    await writeFile(file, content);
  } catch (error) {
    throw new WorkError(`--out ${file} cannot be written: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * Sentences: those on the command line, else the lines of --file, else those of a pipe.
 * @param {{file?: string}} values
 * @param {readonly string[]} positionals
 * @param {Io} io
 * @returns {{lines: AsyncIterable<string>, single: boolean}} `single`: just one was given on the line
 */
export function sentences({ file }, positionals, io) {
  if (positionals.length && file !== undefined) {
    throw new UsageError('--file is given beside a sentence; expected one of them');
  }
  if (positionals.length) return { lines: all(positionals), single: positionals.length === 1 };
  if (file !== undefined && file !== '-')
    return { lines: linesOf(fileStream(file), file), single: false };
  if (io.stdin.isTTY) {
    throw new UsageError('no sentence; expected one on the command line, --file FILE, or a pipe');
  }
  return { lines: linesOf(io.stdin, 'standard input'), single: false };
}

/** @param {readonly string[]} list */
async function* all(list) {
  yield* list;
}

/** Opened when its first line is asked for, so that whoever asks hears what is wrong. @param {string} file */
async function* fileStream(file) {
  yield* createReadStream(file);
}

/**
 * Lines as they come; the stream is read no faster than they are taken.
 * @param {AsyncIterable<Buffer | string>} stream UTF-8
 * @param {string} name
 * @returns {AsyncGenerator<string>}
 */
export async function* linesOf(stream, name) {
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  try {
    for await (const chunk of stream) {
      const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MOST_LINE) {
        throw new WorkError(
          `line ${number + lines.length + 1} of ${name} is longer than ${MOST_LINE} characters`,
        );
      }
      for (const line of lines) {
        number++;
        yield line.replace(/\r$/, '');
      }
    }
  } catch (error) {
    if (error instanceof WorkError || !(/** @type {NodeJS.ErrnoException} */ (error).syscall))
      throw error;
    throw new WorkError(`${name} cannot be read: ${/** @type {Error} */ (error).message}`);
  }
  rest += decoder.decode();
  if (rest) yield rest;
}

/**
 * The whole of standard input.
 * @param {Io} io
 */
export async function wholeInput(io) {
  const lines = [];
  for await (const line of linesOf(io.stdin, 'standard input')) lines.push(line);
  return lines.join('\n');
}

/**
 * Says on standard error how far long work is: often on a terminal, seldom in a log.
 * @param {string} unit
 * @param {{now?: () => number}} [clock]
 */
export function progressOf(unit, { now = Date.now } = {}) {
  const { stderr } = process;
  const every = stderr.isTTY ? 250 : 10_000;
  const started = now();
  let last = started;
  const line = (/** @type {number} */ count) => {
    const seconds = Math.max(0.001, (now() - started) / 1000);
    return `${count.toLocaleString('en')} ${unit}, ${(count / seconds).toFixed(0)} a second`;
  };
  return {
    /** @param {number} count */
    step(count) {
      if (now() - last < every) return;
      last = now();
      stderr.write(stderr.isTTY ? `\r${line(count)} ` : `${line(count)}\n`);
    },
    /** @param {number} count */
    end(count) {
      if (last > started) stderr.write(`${stderr.isTTY ? '\r' : ''}${line(count)}\n`);
    },
  };
}
