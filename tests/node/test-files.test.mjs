/** @file What `npm test` counts of files of tests, and which of them it runs once more. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { runTestFiles } from '../../scripts/lib/test-files.mjs';

const PASSES = "import { test } from 'node:test'; test('passes', () => {});";
const FAILS = `${PASSES} test('fails', () => { throw new Error('no'); });`;
const BREAKS_OFF = 'process.exit(3);';
// Leaves a mark the first time, and passes where it finds one.
const FAILS_ONCE = `import { existsSync, writeFileSync } from 'node:fs';
  import { test } from 'node:test';
  test('fails once', () => {
    const mark = new URL('./mark', import.meta.url);
    if (existsSync(mark)) return;
    writeFileSync(mark, '');
    throw new Error('not yet');
  });`;

/**
 * @param {Record<string, string>} files
 * @param {boolean} again
 */
async function runThem(files, again) {
  const folder = await mkdtemp(path.join(tmpdir(), 'headscope-'));
  try {
    const paths = Object.keys(files).map((name) => path.join(folder, name));
    await Promise.all(paths.map((file) => writeFile(file, files[path.basename(file)])));
    const env = { ...process.env };
    // From Node 22 on, colours in a pipe too.
    env.FORCE_COLOR = '1';
    // They are not part of these tests.
    delete env.NODE_TEST_CONTEXT;
    /** @type {string[]} */
    const said = [];
    const show = (/** @type {string} */ line) => said.push(line);
    const { unsteady, ...counts } = await runTestFiles(paths, { env, atOnce: 2, again, show });
    return { counts, unsteady: unsteady.map((file) => path.basename(file)), said: said.join('\n') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('names the files that passed only when they ran once more', async () => {
  const files = { 'a.mjs': PASSES, 'b.mjs': FAILS_ONCE, 'c.mjs': FAILS };
  const { counts, unsteady, said } = await runThem(files, true);
  assert.deepEqual(counts, { passed: 3, failed: 1, skipped: 0 });
  assert.deepEqual(unsteady, ['b.mjs']);
  assert.match(said, /Once more: .*b\.mjs, .*c\.mjs\n/);
});

it('runs nothing twice unasked, and counts a file that breaks off as failed', async () => {
  const { counts, unsteady } = await runThem({ 'b.mjs': FAILS_ONCE, 'd.mjs': BREAKS_OFF }, false);
  assert.deepEqual(counts, { passed: 0, failed: 2, skipped: 0 });
  assert.deepEqual(unsteady, []);
});
