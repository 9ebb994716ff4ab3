/** @file The commands' options. */
import { parseArgs } from 'node:util';

/**
 * @param {readonly string[]} parts what can be measured
 * @returns {{quick: boolean, parts: string[], json: string | undefined, writeDocs: boolean,
 *   native: boolean}}
 */
export function readOptions(parts) {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      'write-docs': { type: 'boolean', default: false },
      native: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(
      '--quick          fewer sizes and repetitions\n' +
        `--only PART      again for several: ${parts.join(', ')}\n` +
        '--json FILE      write the results there\n' +
        '--write-docs     keep the results in tests/bench/results and renew docs/performance.md\n' +
        '--native         the kernels on this machine, by Google Benchmark, and nothing else',
    );
    process.exit();
  }
  const only = (values.only ?? []).flatMap((value) => value.split(','));
  const unknown = only.filter((part) => !parts.includes(part));
  if (unknown.length > 0) {
    throw new Error(`--only ${unknown[0]}: expected one of ${parts.join(', ')}`);
  }
  if (values['write-docs'] && (values.quick || only.length > 0)) {
    throw new Error('--write-docs takes a whole run: leave out --quick and --only');
  }
  if (values.native && (values['write-docs'] || only.length > 0)) {
    throw new Error('--native measures one thing: leave out --only and --write-docs');
  }
  return {
    native: values.native ?? false,
    quick: values.quick ?? false,
    parts: only.length > 0 ? only : [...parts],
    json: values.json,
    writeDocs: values['write-docs'] ?? false,
  };
}
