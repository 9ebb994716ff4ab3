/** @file The bundlers and checkers that the packed package is tried with, in a folder of their own. */
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureNodeModules } from './node-modules.mjs';
import { kRoot } from './toolchain.mjs';

const kFiles = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * @param {(line: string) => void} progress
 * @returns {Promise<string>} the folder
 */
export async function ensurePackageTools(progress) {
  const folder = path.join(kRoot, '.cache/package-tools');
  mkdirSync(folder, { recursive: true });
  for (const name of kFiles) {
    copyFileSync(path.join(kRoot, 'tests/package/tools', name), path.join(folder, name));
  }
  await ensureNodeModules(progress, folder);
  return folder;
}
