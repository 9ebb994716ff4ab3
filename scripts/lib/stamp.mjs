/**
 * @file Made files and what they were made from. A stamp beside them records the sources' contents,
 * so that a second call with nothing changed does nothing, and does it at once.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} Stamp
 * @property {string[]} sources size and time of each source, which spares reading it again
 * @property {string} hash of the sources' contents, which alone decides
 * @property {string[]} targets size of each made file
 */

/**
 * Calls `make` unless the stamp says that the targets were made from just these sources.
 *
 * @param {object} recipe
 * @param {string} recipe.stampFile
 * @param {readonly string[]} recipe.sources files; the scripts that do the work belong to them
 * @param {readonly string[]} recipe.targets files that `make` writes
 * @param {() => Promise<void>} recipe.make
 * @returns {Promise<boolean>} whether anything was made.
 */
export async function makeWhenChanged({ stampFile, sources, targets, make }) {
  const stamp = readStamp(stampFile);
  const looks = sources.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${path.basename(file)} ${size} ${mtimeMs}`;
  });
  const present = stamp && sameLists(stamp.targets, sizes(targets));
  if (present && sameLists(stamp.sources, looks)) return false;
  const hash = hashOf(sources);
  const made = !(present && stamp.hash === hash);
  if (made) {
    rmSync(stampFile, { force: true });
    await make();
  }
  const next = JSON.stringify({ sources: looks, hash, targets: sizes(targets) }, null, 2);
  writeWhole(stampFile, `${next}\n`);
  return made;
}

/**
 * Writes a file so that whoever looks sees the old one or the new one, never half of it.
 *
 * @param {string} file
 * @param {string | Uint8Array} content
 */
export function writeWhole(file, content) {
  mkdirSync(path.dirname(file), { recursive: true });
  const part = `${file}.part`;
  writeFileSync(part, content);
  renameSync(part, file);
}

/** @param {readonly string[]} files */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${path.basename(file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** @param {readonly string[]} files @returns {string[]} */
function sizes(files) {
  return files.map(
    (file) => `${path.basename(file)} ${statSync(file, { throwIfNoEntry: false })?.size ?? 'none'}`,
  );
}

/** @param {readonly string[]} a @param {readonly string[]} b */
function sameLists(a, b) {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

/** @param {string} file @returns {Stamp | undefined} undefined when there is none that can be read. */
function readStamp(file) {
  try {
    const { sources, hash, targets } = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(sources) && Array.isArray(targets)
      ? { sources, hash, targets }
      : undefined;
  } catch {
    return undefined;
  }
}
