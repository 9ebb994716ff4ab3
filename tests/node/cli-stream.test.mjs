/** @file The command in pipes: many lines, a slow reader, a reader that leaves. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mock, test } from 'node:test';
import { linesOf, progressOf } from '../../web/node/cli/io.js';
import { program } from './support/command.mjs';

const LINES = 3000;

/** @param {number | undefined} pid @returns {number} MB */
const residentMegabytes = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

const hasProc = existsSync('/proc/self/status');

test(
  `${LINES} lines take no more memory than the first hundreds`,
  { skip: !hasProc && 'no /proc to ask' },
  async () => {
    const child = spawn(process.execPath, [program, 'trace', '-t', 'pooled']);
    /** @type {number[]} */
    const sizes = [];
    let lines = 0;
    let note = '';
    child.stderr.on('data', (chunk) => (note += chunk));
    child.stdout.on('data', (chunk) => {
      for (const byte of chunk)
        if (byte === 10 && ++lines % 200 === 0) sizes.push(residentMegabytes(child.pid));
    });
    for (let line = 0; line < LINES; line++) {
      if (!child.stdin.write(`Hi ${line}.\n`)) await once(child.stdin, 'drain');
    }
    child.stdin.end();
    const [status] = await once(child, 'close');
    assert.equal(status, 0, note);
    assert.equal(lines, LINES);
    const early = Math.max(...sizes.slice(2, 6));
    const late = Math.max(...sizes.slice(-5, -1));
    assert.ok(late < early + 24, `${early} MB, then ${late} MB`);
  },
);

test('a reader who does not read stops the work', async () => {
  const child = spawn(process.execPath, [program, 'trace', '-t', 'layers.1.attention.weights']);
  child.stdout.pause();
  child.stderr.resume();
  const closed = once(child, 'close');
  let sent = 0;
  const line = `${'She sat on the river bank. '.repeat(4)}\n`;
  for (let waited = false; !waited && sent < 50e6;) {
    sent += line.length;
    if (child.stdin.write(line)) continue;
    const drained = once(child.stdin, 'drain').then(() => true);
    waited = !(await Promise.race([
      drained,
      new Promise((resolve) => setTimeout(resolve, 4000, false)),
    ]));
  }
  child.stdin.on('error', () => {});
  child.kill();
  await closed;
  assert.ok(sent < 2e6, `${sent} bytes were taken while nobody read`);
});

test('a reader who leaves ends it without a word', () => {
  const command = `yes 'She sat.' | "${process.execPath}" "${program}" trace -t sentence | head -n 3 | wc -l; echo "\${PIPESTATUS[1]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', command], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(stderr.replace(/^.*yes.*$/gm, '').trim(), '');
  assert.equal(stdout.trim().split('\n')[0].trim(), '3');
});

test(
  'what cannot be written is said, without a stack',
  { skip: !existsSync('/dev/full') && 'no /dev/full to write to' },
  () => {
    const command = `"${process.execPath}" "${program}" trace -t sentence 'She sat.' > /dev/full`;
    const { status, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
    assert.match(stderr, /^headscope: standard output cannot be written: ENOSPC.*\n$/);
    assert.equal(status, 1);
  },
);

test('lines come whole, whatever the pieces', async () => {
  const text = 'ein Wört\r\n\r\n汉字 😀\nlast';
  const bytes = Buffer.from(text);
  for (const size of [1, 2, 3, 7, 1000]) {
    const stream = (async function* () {
      for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
    })();
    const lines = [];
    for await (const line of linesOf(stream, 'input')) lines.push(line);
    assert.deepEqual(lines, ['ein Wört', '', '汉字 😀', 'last']);
  }
});

test('a line without end is refused, not collected', async () => {
  const stream = (async function* () {
    for (;;) yield Buffer.alloc(1 << 16, 'a');
  })();
  await assert.rejects(async () => {
    for await (const line of linesOf(stream, 'input')) assert.fail(line);
  }, /line 1 of input is longer than 1000000 characters/);
});

test('long work says now and then how far it is, short work says nothing', () => {
  const { mock: calls } = mock.method(process.stderr, 'write', () => true);
  let time = 0;
  const short = progressOf('sentences', { now: () => time });
  short.step(1);
  short.end(1);
  assert.equal(calls.callCount(), 0);
  const long = progressOf('sentences', { now: () => time });
  for (let count = 1; count <= 3000; count++) {
    time += 10;
    long.step(count);
  }
  long.end(3000);
  const said = calls.calls.map(({ arguments: [line] }) => String(line).trim());
  calls.restore();
  assert.ok(said.length >= 3, said.join(' / '));
  assert.equal(said.at(-1), '3,000 sentences, 100 a second');
});
