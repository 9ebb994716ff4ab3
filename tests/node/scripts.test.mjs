/** @file The scripts at the keyboard: what they do not know they say, and do nothing. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { attempt, requireNode, SetupError } from '../../scripts/lib/process.mjs';
import { findPython } from '../../scripts/lib/python.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @type {[script: string, argument: string, message: RegExp][]} */
const kRefused = [
  ['start', '--port=1', /Unknown option '--port'; expected no argument/],
  ['start', 'lab', /Unexpected argument 'lab'.*; expected no argument/],
  ['serve', '--open', /Unknown option '--open'; expected no argument/],
  ['format', '--check', /Unknown option '--check'; expected no argument/],
  ['convert-model', '--f16', /Unknown option '--f16'; expected no argument/],
  ['snapshot', '--again', /Unknown option '--again'; expected no argument/],
  ['toolchain', '--help', /Unknown option '--help'; expected --release, --env/],
  ['bundle', 'all', /what is all; expected one of single, anywidget, docs, pages, api, site/],
  ['build', 'fast', /preset is fast; expected one of native, native-bench, native-sanitize, wasm/],
  ['test', 'nodes', /suite is nodes; expected one of lint, native/],
  ['test', '--only', /Unknown option '--only'; expected names/],
];

for (const [script, argument, message] of kRefused) {
  test(`${script} ${argument} is refused in one line`, () => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [`scripts/${script}.mjs`, argument],
      { cwd: root, encoding: 'utf8', timeout: 30_000 },
    );
    assert.equal(status, 1, stdout + stderr);
    assert.match(stderr, message);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  });
}

test('a Node that is too old is named, with what is expected', () => {
  for (const old of ['18.19.0', '20.8.1']) {
    assert.throws(() => requireNode(old), {
      constructor: SetupError,
      message: `Node is ${old}; expected 20.9 or later`,
    });
  }
  for (const fine of ['20.9.0', '22.1.0', process.versions.node]) requireNode(fine);
  const { engines } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  assert.equal(engines.node, '>=20.9');
});

/** @param {import('node:test').TestContext} t */
function emptyFolder(t) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'headscope scripts-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Programs that a variable names, with one that will do and one that will not, where it matters. */
const kNamed = [
  { variable: 'CHROMIUM', find: findChromium, expected: 'a Chromium', other: null },
  { variable: 'PYTHON', find: findPython, expected: 'a Python 3 with NumPy', other: 'exit 1' },
];

for (const { variable, find, expected, other } of kNamed) {
  test(`${variable} is a path or a name, and what it cannot be is said in one way`, (t) => {
    const folder = emptyFolder(t);
    const program = path.join(folder, 'my program');
    const write = (/** @type {string} */ code, mode = 0o755) =>
      writeFileSync(program, `#!/bin/sh\n${code}\n`, { mode });
    const before = { PATH: process.env.PATH, [variable]: process.env[variable] };
    t.after(() => {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    });
    process.env.PATH = `${folder}${path.delimiter}${before.PATH}`;
    const named = (/** @type {string} */ value) => {
      process.env[variable] = value;
      return find();
    };
    const refused = (/** @type {string} */ value, /** @type {string} */ why) =>
      assert.throws(() => named(value), {
        constructor: SetupError,
        message: `${variable} is ${value}, ${why}; expected the path or the name of ${expected}`,
      });
    refused('my program', 'which PATH does not find');
    refused(program, 'which is no program');
    refused(folder, 'which is no program');
    write('exit 0', 0o644);
    refused(program, 'which is no program');
    chmodSync(program, 0o755);
    assert.equal(named('my program'), program);
    assert.equal(named(program), program);
    assert.equal(named(path.relative('', program)), program);
    if (other === null) return;
    write(other);
    refused(program, 'which is another program');
    refused('my program', 'which is another program');
  });
}

test('a letter that a program writes in two goes is read as one', async () => {
  const code = `const bytes = Buffer.from('ℹ pass 3');
    process.stdout.write(bytes.subarray(0, 1), () => {
      setTimeout(() => process.stdout.write(bytes.subarray(1)), 200);
    });`;
  const { output } = await attempt(process.execPath, ['--eval', code], { quiet: true });
  assert.equal(output, 'ℹ pass 3');
});

test('packages for development are installed where NODE_ENV is production, too', (t) => {
  const folder = emptyFolder(t);
  const write = (/** @type {string} */ name, /** @type {object} */ value) =>
    writeFileSync(path.join(folder, name), JSON.stringify(value));
  const devDependencies = { tool: 'file:tool' };
  mkdirSync(path.join(folder, 'tool'));
  write('tool/package.json', { name: 'tool', version: '1.0.0' });
  write('package.json', { name: 'user', devDependencies });
  write('package-lock.json', {
    ...{ name: 'user', lockfileVersion: 3, requires: true },
    packages: {
      '': { name: 'user', devDependencies },
      'node_modules/tool': { resolved: 'tool', link: true },
      tool: { version: '1.0.0', dev: true },
    },
  });
  const module = pathToFileURL(path.join(root, 'scripts/lib/node-modules.mjs')).href;
  const code = `const { ensureNodeModules } = await import(${JSON.stringify(module)});
    await ensureNodeModules(() => {}, ${JSON.stringify(folder)});`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.ok(existsSync(path.join(folder, 'node_modules/tool/package.json')));
});

test('the server starts in a checkout that has a second name', async (t) => {
  const link = path.join(emptyFolder(t), 'link');
  symlinkSync(root, link);
  const env = { ...process.env, PORT: '0' };
  const server = spawn(process.execPath, [path.join(link, 'scripts/serve.mjs')], { env });
  t.after(() => server.kill());
  const said = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
  assert.match(String(said[0]), /^Headscope is at http:/);
});
