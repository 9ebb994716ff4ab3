/** @file The examples of docs/package.md and the README's shell lines run as they stand. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { program } from './support/command.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(path.join(root, 'docs/package.md'), 'utf8');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

/** A folder in which `headscope` is installed, as the package and as the command. */
const folder = mkdtempSync(path.join(tmpdir(), 'headscope-docs-'));
mkdirSync(path.join(folder, 'node_modules'));
symlinkSync(root, path.join(folder, 'node_modules/headscope'));
writeFileSync(
  path.join(folder, 'headscope'),
  `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
);
chmodSync(path.join(folder, 'headscope'), 0o755);
after(() => rmSync(folder, { recursive: true }));

/** @param {string} text @param {string} language */
const blocks = (text, language) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code]) => code,
  );

test('the JavaScript runs, says what it claims and writes its files', () => {
  const [five, files] = blocks(page, 'js');
  const checked = five.replace(
    /^(trace\.get.*); \/\/ ('.*')$/m,
    'if ($1 !== $2) throw new Error(`${$1}`);',
  );
  assert.notEqual(checked, five);
  for (const code of [checked, files]) {
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
  }
  assert.match(readFileSync(path.join(folder, 'bank.svg'), 'utf8'), /^<svg .*bank/s);
  assert.ok(statSync(path.join(folder, 'bank.npz')).size > 100_000);
  assert.match(readFileSync(path.join(folder, 'bank.csv'), 'utf8'), /^tensor,shape/);
});

const lines = [...blocks(page, 'sh'), ...blocks(readme, 'sh')].flatMap((block) =>
  block.trim().split('\n'),
);

for (const line of lines.filter((text) => text.includes('headscope ') && !text.startsWith('npm'))) {
  test(line, () => {
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const command = line.replace('npx headscope', 'headscope');
    const { status, stderr } = spawnSync('sh', ['-c', command], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    // Long work says how far it is.
    assert.deepEqual([status, stderr.replace(/^training: .*\n/gm, '')], [0, '']);
    const [, file] = /(?:>|--out) (\S+)/.exec(line) ?? [];
    if (file) assert.ok(statSync(path.join(folder, file)).size > 0);
  });
}

test('there are lines to run in both', () => {
  for (const text of [page, readme])
    assert.ok(blocks(text, 'sh').some((block) => block.includes('headscope ')));
});
