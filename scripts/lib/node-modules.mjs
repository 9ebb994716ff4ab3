/** @file Installs the npm packages of a package-lock.json when what is installed differs from it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { npm, run } from './process.mjs';
import { kRoot } from './toolchain.mjs';

/**
 * npm writes its record of what is installed last, so an interrupted install counts as none.
 *
 * @param {(line: string) => void} progress
 * @param {string} [folder] with package.json and package-lock.json
 */
export async function ensureNodeModules(progress, folder = kRoot) {
  if (isInstalled(folder)) return;
  await withLock(path.join(kRoot, '.cache/npm.lock'), progress, async () => {
    if (isInstalled(folder)) return;
    progress('npm ci');
    const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    // NODE_ENV=production, and a configuration of npm's own, would leave out what everything needs.
    args.push('--include=dev', '--include=optional');
    await run(...npm(args), { cwd: folder });
  });
}

/** @param {string} folder */
function isInstalled(folder) {
  const recordFile = path.join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(recordFile)) return false;
  const record = packagesIn(recordFile);
  return Object.entries(packagesIn(path.join(folder, 'package-lock.json'))).every(
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
