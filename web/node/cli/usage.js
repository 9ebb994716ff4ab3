/**
 * Options of the command line: read, checked, explained.
 *
 * @typedef {object} Option
 * @property {'string' | 'boolean'} type
 * @property {string} [short] one letter
 * @property {boolean} [multiple]
 * @property {string} [value] what stands for the value in the help
 * @property {string} help
 *
 * @typedef {object} Command
 * @property {string} name
 * @property {string} summary one line
 * @property {string} usage what follows the name
 * @property {string} description
 * @property {Readonly<Record<string, Option>>} options
 * @property {readonly [string, string][]} examples command line, what it does
 * @property {(arguments_: Arguments, io: import('./io.js').Io) => Promise<void>} run
 *
 * @typedef {object} Arguments
 * @property {Record<string, any>} values by option
 * @property {string[]} positionals
 */
import { parseArgs } from 'node:util';

/** Wrong usage: exit status 2. */
export class UsageError extends Error {}

/** What went wrong while working: exit status 1. */
export class WorkError extends Error {}

/** @type {Readonly<Record<string, Option>>} */
export const COMMON = Object.freeze({
  json: { type: 'boolean', help: 'print JSON' },
  help: { type: 'boolean', short: 'h', help: 'print this help' },
});

/**
 * @param {Command} command
 * @param {string[]} given
 * @returns {Arguments}
 * @throws UsageError that names the argument and what was expected
 */
export function readArguments(command, given) {
  const options = { ...command.options, ...COMMON };
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short && { short }), ...(multiple && { multiple }) },
    ]),
  );
  const { tokens } = parseArgs({
    args: given,
    options: config,
    ...{ strict: false, allowPositionals: true, tokens: true },
  });
  /** @type {Arguments} */
  const read = { values: {}, positionals: [] };
  for (const token of tokens) {
    if (token.kind === 'positional') read.positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!Object.hasOwn(options, name))
      throw new UsageError(unknown(rawName, command.name, Object.keys(options)));
    const { type, multiple } = options[name];
    if (type === 'boolean' && value !== undefined) {
      throw new UsageError(`${rawName} is ${value}; expected no value`);
    }
    if (type === 'string' && value === undefined) {
      throw new UsageError(`${rawName} has no value; expected ${options[name].value ?? 'one'}`);
    }
    const held = value ?? true;
    read.values[name] = multiple ? [...(read.values[name] ?? []), held] : held;
  }
  return read;
}

/** @param {string} rawName @param {string} command @param {string[]} names */
function unknown(rawName, command, names) {
  const near = nearest(rawName.replace(/^-+/, ''), names);
  const hint = near
    ? `did you mean --${near}?`
    : `expected one of ${names.map((name) => `--${name}`).join(', ')}`;
  return `unknown option ${rawName}; ${hint} See headscope ${command} --help`;
}

/** @param {string} word @param {readonly string[]} words @returns {string | undefined} one that differs by little */
export function nearest(word, words) {
  const ranked = words.map((other) => ({ other, distance: distance(word, other) }));
  ranked.sort((a, b) => a.distance - b.distance);
  return ranked[0] && ranked[0].distance <= Math.ceil(word.length / 3)
    ? ranked[0].other
    : undefined;
}

/** Levenshtein's. @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(a[i - 1] !== b[j - 1]));
    }
    row = next;
  }
  return row[b.length];
}

/**
 * @param {string} name
 * @param {unknown} text
 * @param {{least: number, most: number}} range
 * @returns {number}
 */
export function wholeNumber(name, text, { least, most }) {
  const value = Number(text);
  if (text === '' || !Number.isInteger(value) || value < least || value > most) {
    throw new UsageError(`--${name} is ${text}; expected a whole number from ${least} to ${most}`);
  }
  return value;
}

/** @param {string} name @param {string} value @param {readonly string[]} choices */
export function oneOf(name, value, choices) {
  if (choices.includes(value)) return value;
  throw new UsageError(`--${name} is ${value}; expected one of ${choices.join(', ')}`);
}

const STATUS = `EXIT STATUS
  0  all went well
  1  something failed: a file, the model, a sentence, a scene that was not taken as it stands
  2  wrong usage`;

/** @param {Command} command */
export function helpOf({ name, summary, usage, description, options, examples }) {
  const rows = Object.entries({ ...options, ...COMMON }).map(
    ([option, { short, type, value, help }]) => {
      const names = `${short ? `-${short}, ` : '    '}--${option}${type === 'string' ? ` ${value}` : ''}`;
      return [names, help];
    },
  );
  const width = Math.max(...rows.map(([names]) => names.length)) + 2;
  return [
    `headscope ${name}: ${summary}`,
    `USAGE\n  headscope ${name} ${usage}`,
    description.trim(),
    `OPTIONS\n${rows.map(([names, help]) => `  ${names.padEnd(width)}${help}`).join('\n')}`,
    `EXAMPLES\n${examples.map(([line, what]) => `  ${line}\n      ${what}`).join('\n')}`,
    STATUS,
  ].join('\n\n');
}

/** @param {readonly Command[]} commands @param {string} version */
export function overview(commands, version) {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  return [
    `headscope ${version}: every number of multi-head attention`,
    'USAGE\n  headscope COMMAND [OPTION…] [SENTENCE…]',
    `COMMANDS\n${commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`).join('\n')}`,
    'headscope COMMAND --help says more; headscope --version prints the version.',
    STATUS,
  ].join('\n\n');
}
