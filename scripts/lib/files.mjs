/** @file Files of the repository, by name and by content. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { kRoot } from './toolchain.mjs';

/**
 * @param {string[]} names files and folders, relative to the repository
 * @returns {string} a hash of every file's name and content.
 */
export function hashOf(names) {
  const hash = createHash('sha256');
  for (const file of names.flatMap((name) => filesBelow(name)).sort()) {
    const content = readFileSync(path.join(kRoot, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} name a file or folder, relative to the repository
 * @returns {string[]} every file in it, relative to the repository; none when it does not exist.
 */
export function filesBelow(name) {
  const full = path.join(kRoot, name);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [name];
  return readdirSync(full).flatMap((entry) => filesBelow(path.join(name, entry)));
}
