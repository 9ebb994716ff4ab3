/** @file The lock of the set-up: one at a time, and no lock outlives its owner. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { withLock } from '../../scripts/lib/lock.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'headscope-lock-'));
const file = path.join(folder, 'deep/er/some.lock');
const kModule = new URL('../../scripts/lib/lock.mjs', import.meta.url).href;

after(() => rmSync(folder, { recursive: true }));

/** @param {string} work a statement inside the lock */
function spawnHolder(work) {
  const code = `import { withLock } from ${JSON.stringify(kModule)};
    import { appendFileSync } from 'node:fs';
    const say = (word) => appendFileSync(${JSON.stringify(path.join(folder, 'log'))}, word);
    await withLock(${JSON.stringify(file)}, () => {}, async () => { ${work} });`;
  const args = ['--input-type=module', '--eval', code];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** @param {string} owner what a lock that was left behind says */
async function takesOver(owner) {
  writeFileSync(file, owner);
  const waited = await withLock(
    file,
    () => assert.fail(`waits for ${owner}`),
    async () => 'done',
  );
  assert.equal(waited, 'done');
  assert.deepEqual(readdirSync(path.dirname(file)), []);
}

test('many processes, some after a dead one, are never inside at the same time', async () => {
  await withLock(file, assert.fail, async () => {});
  writeFileSync(file, '4194999 1');
  const pause = 'await new Promise((resolve) => setTimeout(resolve, 20));';
  const children = Array.from({ length: 6 }, () => spawnHolder(`say('('); ${pause} say(')');`));
  await Promise.all(children.map((child) => once(child, 'exit')));
  assert.equal(readFileSync(path.join(folder, 'log'), 'utf8'), '()'.repeat(6));
  assert.deepEqual(readdirSync(path.dirname(file)), []);
});

test('a killed owner is not waited for', async () => {
  const child = spawnHolder(
    "console.log('in'); await new Promise(() => setInterval(() => {}, 1e3));",
  );
  await once(/** @type {import('node:stream').Readable} */ (child.stdout), 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await takesOver(readFileSync(file, 'utf8'));
});

test('nor is another process that was given the number of a dead one', async () => {
  await takesOver(`${process.pid} 12345`);
  await takesOver(`${process.ppid} 12345`);
});

test('nor a lock that says nothing', () => takesOver(''));

test('work that fails leaves no lock', async () => {
  const failure = new Error('no');
  await assert.rejects(
    withLock(file, assert.fail, () => Promise.reject(failure)),
    failure,
  );
  assert.deepEqual(readdirSync(path.dirname(file)), []);
});
