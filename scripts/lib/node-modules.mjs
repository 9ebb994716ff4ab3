/** @file Installs the npm packages of package-lock.json when what is installed differs from it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { run } from './process.mjs';
import { kRoot } from './toolchain.mjs';

/**
 * npm writes its record of what is installed last, so an interrupted install counts as none.
 *
 * @param {(line: string) => void} progress
 */
export async function ensureNodeModules(progress) {
  if (isInstalled()) return;
  await withLock(path.join(kRoot, '.cache/npm.lock'), progress, async () => {
    if (isInstalled()) return;
    progress('npm ci');
    const npm = process.env.npm_execpath;
    const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    const command = npm?.endsWith('.js') ? process.execPath : 'npm';
    await run(command, npm?.endsWith('.js') ? [npm, ...args] : args, { cwd: kRoot });
  });
}

function isInstalled() {
  const recordFile = path.join(kRoot, 'node_modules/.package-lock.json');
  if (!existsSync(recordFile)) return false;
  const record = packagesIn(recordFile);
  return Object.entries(packagesIn(path.join(kRoot, 'package-lock.json'))).every(
    ([name, wanted]) =>
      name === '' || wanted.optional || record[name]?.integrity === wanted.integrity,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, {integrity?: string, optional?: boolean}>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
