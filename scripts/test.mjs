/**
 * @file `npm test`: sets up what is missing and runs the suites, every one of them even when one fails.
 *
 *   npm test                      all suites
 *   npm test -- node browser      the named ones; `wasm` names both wasm suites
 *
 * A suite without a test has failed.
 */
import path from 'node:path';
import { buildPreset } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { kChecks } from './lib/lint.mjs';
import { withLock } from './lib/lock.mjs';
import { attempt, readArguments, run, runMain, SetupError } from './lib/process.mjs';
import { ensurePackageTools } from './lib/package-tools.mjs';
import { ensureNumpy } from './lib/python.mjs';
import { createSetup } from './lib/setup.mjs';
import { runTestFiles } from './lib/test-files.mjs';
import { filesBelow } from './lib/files.mjs';
import { kRoot } from './lib/toolchain.mjs';

/**
 * @typedef {{passed: number, failed: number, skipped: number, unsteady?: string[]}} Counts `unsteady`:
 *   the files that passed only when they ran once more
 */

/** @param {string} line */
const say = (line) => console.log(`[set-up] ${line}`);
const setup = createSetup(say);

/** @type {{name: string, title: string, work: () => Promise<Counts>}[]} */
const kSuites = [
  { name: 'lint', title: 'Lint: format, clang-tidy, ESLint, types', work: lint },
  {
    name: 'native',
    title: 'C++ on this machine',
    work: () => googleTest('native', 'headscope_tests'),
  },
  {
    name: 'sanitize',
    title: 'C++ under AddressSanitizer and UndefinedBehaviorSanitizer',
    // The experiments run the same code as the trainer's own tests, for minutes where these take ms.
    work: () => googleTest('native-sanitize', 'headscope_tests', ['--gtest_filter=-Experiments.*']),
  },
  {
    name: 'wasm-simd',
    title: 'C++ as WebAssembly, simd128',
    work: () => googleTest('wasm', 'headscope_tests-simd'),
  },
  {
    name: 'wasm-relaxed',
    title: 'C++ as WebAssembly, relaxed SIMD',
    work: () => googleTest('wasm', 'headscope_tests-relaxed'),
  },
  {
    name: 'node',
    title: 'JavaScript in Node',
    work: () => nodeTest('tests/node', async () => ({ PYTHON: await ensureNumpy(say) })),
  },
  {
    name: 'browser',
    title: 'The page in Chromium',
    work: () =>
      nodeTest(
        'tests/browser',
        async () => ({ CHROMIUM: await ensureChromium(say), PYTHON: await ensureNumpy(say) }),
        {
          again: true,
        },
      ),
  },
  {
    name: 'package',
    title: 'The packed package in Node, TypeScript and every bundler',
    // One at a time: it packs into a folder that another would empty.
    work: () => withLock(path.join(kRoot, '.cache/package-suite.lock'), say, testPackage),
  },
];

function testPackage() {
  const prepare = async () => {
    const packages = path.join(kRoot, '.cache/package');
    const tools = await ensurePackageTools(say);
    const chromium = await ensureChromium(say);
    await run(process.execPath, ['scripts/pack.mjs', '--out', packages], { cwd: kRoot });
    return { CHROMIUM: chromium, HEADSCOPE_PACKAGES: packages, HEADSCOPE_PACKAGE_TOOLS: tools };
  };
  return nodeTest('tests/package', prepare, { atOnce: 1, again: true });
}

/** @returns {Promise<Counts>} one count per check. */
async function lint() {
  await setup.packages();
  const toolchain = await setup.toolchain();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, work } of kChecks) {
    const started = Date.now();
    try {
      await work(toolchain);
      counts.passed++;
      console.log(`${name}: passed (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      counts.failed++;
      console.error(`${name}: ${error.message}`);
    }
  }
  return counts;
}

/**
 * @param {string} preset
 * @param {string} target a GoogleTest program; as WebAssembly it runs in Node
 * @param {string[]} [more] of its arguments
 * @returns {Promise<Counts>}
 */
async function googleTest(preset, target, more = []) {
  const toolchain = await setup.toolchain();
  await buildPreset(preset, toolchain, [target]);
  const program = path.join(kRoot, 'build', preset, target);
  const env = {
    ...process.env,
    ASAN_OPTIONS: 'detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1',
    UBSAN_OPTIONS: 'print_stacktrace=1',
  };
  // Node 20 knows relaxed SIMD only behind a flag, which later versions still accept.
  const node = [...(target.endsWith('-relaxed') ? ['--experimental-wasm-relaxed-simd'] : [])];
  const args = ['--gtest_brief=1', '--gtest_color=no', ...more];
  const { code, output } =
    preset === 'wasm'
      ? await watch(process.execPath, [...node, `${program}.js`, ...args], env)
      : await watch(program, args, env);
  const number = (/** @type {RegExp} */ pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  const ran = number(/^\[=+\] (\d+) tests? from .* ran\./m);
  const passed = number(/^\[ {2}PASSED {2}\] (\d+) tests?\./m);
  const skipped = number(/^\[ {2}SKIPPED \] (\d+) tests?/m);
  const failed = Math.max(ran - passed - skipped, code === 0 ? 0 : 1);
  return { passed, failed, skipped };
}

/**
 * @param {string} folder its files named *.test.js or *.test.mjs are run
 * @param {() => Promise<NodeJS.ProcessEnv>} prepare what the tests find in their environment
 * @param {{atOnce?: number, again?: boolean}} [options] `atOnce`: how many files run side by side;
 *   `again`: one that failed runs once more, alone: a browser that a busy machine starves may miss a
 *   click, a fault of ours fails twice
 * @returns {Promise<Counts>}
 */
async function nodeTest(folder, prepare, { atOnce = 2, again = false } = {}) {
  const files = filesBelow(folder).filter((file) => /\.test\.m?js$/.test(file));
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  await setup.packages();
  await setup.snapshot();
  const env = { ...process.env, ...(await prepare()) };
  return runTestFiles(files, { env, atOnce, again });
}

/**
 * Runs a test program with its output shown and kept.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function watch(command, args, env) {
  const onLine = (/** @type {string} */ line) => console.log(line);
  return attempt(command, args, { env, cwd: kRoot, onLine });
}

/** @param {string[]} names */
function chooseSuites(names) {
  const matches = (/** @type {string} */ suite, /** @type {string} */ name) =>
    suite === name || suite.startsWith(`${name}-`);
  const unknown = names.find((name) => !kSuites.some((suite) => matches(suite.name, name)));
  if (unknown !== undefined) {
    const known = kSuites.map((suite) => suite.name).join(', ');
    throw new SetupError(`suite is ${unknown}; expected one of ${known}`);
  }
  return kSuites.filter((suite) => names.length === 0 || names.some((n) => matches(suite.name, n)));
}

/** @param {(typeof kSuites)[number]} suite */
async function runSuite({ name, title, work }) {
  console.log(`\n=== ${name}: ${title} ===`);
  const started = Date.now();
  /** @type {Counts} */
  let counts = { passed: 0, failed: 1, skipped: 0 };
  try {
    counts = await work();
    if (counts.passed + counts.failed === 0) {
      console.error(`${name} ran no test; expected at least one`);
      counts.failed = 1;
    }
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
  }
  return { name, ...counts, seconds: Math.round((Date.now() - started) / 1000) };
}

await runMain(async () => {
  const { positionals: names } = readArguments({ allowPositionals: true });
  /** @type {Awaited<ReturnType<typeof runSuite>>[]} */
  const results = [];
  for (const suite of chooseSuites(names)) results.push(await runSuite(suite));
  console.log('\n=== Summary ===');
  for (const { name, passed, failed, skipped, unsteady, seconds } of results) {
    const verdict = failed === 0 ? 'ok    ' : 'FAILED';
    const more = skipped > 0 ? `, ${skipped} skipped` : '';
    const late = unsteady?.length ? `, only when run once more: ${unsteady.join(', ')}` : '';
    console.log(
      `${verdict} ${name.padEnd(12)} ${passed} passed, ${failed} failed${more} (${seconds} s)${late}`,
    );
  }
  const total = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((sum, result) => sum + result[key], 0);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  if (total('failed') > 0) process.exitCode = 1;
});
