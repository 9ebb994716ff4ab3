/** @file The build where a checkout's path has spaces, where it is moved, and where it has two names. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { filesBelow } from '../../scripts/lib/files.mjs';
import { ensureToolchain, kRoot, toolchainFolder } from '../../scripts/lib/toolchain.mjs';

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'headscope build-')));
after(() => rmSync(folder, { recursive: true }));

test('a checkout that was moved is configured anew', async () => {
  const { env, ...toolchain } = await ensureToolchain();
  const code = `import { configurePreset } from './scripts/lib/build.mjs';
    await configurePreset('native', ${JSON.stringify({ ...toolchain, env: {} })});`;
  const first = path.join(folder, 'first');
  cpSync(path.join(kRoot, 'scripts'), path.join(first, 'scripts'), { recursive: true });
  cpSync(path.join(kRoot, 'CMakePresets.json'), path.join(first, 'CMakePresets.json'));
  const project = 'cmake_minimum_required(VERSION 3.25)\nproject(moved LANGUAGES NONE)\n';
  writeFileSync(path.join(first, 'CMakeLists.txt'), project);
  const configure = (/** @type {string} */ cwd) => {
    const args = ['--input-type=module', '--eval', code];
    const options = { cwd, env: { ...process.env, ...env } };
    const { status, stderr } = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const cache = readFileSync(path.join(cwd, 'build/native/CMakeCache.txt'), 'utf8');
    assert.ok(cache.includes(`CMAKE_HOME_DIRECTORY:INTERNAL=${cwd}\n`));
  };
  configure(first);
  const second = path.join(folder, 'second');
  renameSync(first, second);
  configure(second);
});

// Linking from such a path takes minutes; CMake quotes every path but those that it is told to cut.
test('no path is cut where it has a space', () => {
  const files = ['CMakeLists.txt', ...filesBelow('cmake'), ...filesBelow('tests/bench')];
  for (const file of files.filter((name) => /CMakeLists\.txt$|\.cmake$/.test(name))) {
    assert.doesNotMatch(readFileSync(path.join(kRoot, file), 'utf8'), /SHELL:[^"\n]*\$\{/, file);
  }
});

test('a toolchain under a second name is the same toolchain', () => {
  const first = path.join(folder, 'toolchain');
  const link = path.join(folder, 'link');
  mkdirSync(first);
  symlinkSync(first, link);
  assert.equal(toolchainFolder(link), first);
  assert.equal(toolchainFolder(path.join(folder, 'not yet')), path.join(folder, 'not yet'));
});
