/** @file One process at a time, by a file that names its owner; the lock of a dead owner is taken over. */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * @template T
 * @param {string} file
 * @param {(line: string) => void} progress told once when there is something to wait for
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, progress, work) {
  let isWaiting = false;
  while (!tryLock(file)) {
    const owner = ownerOf(file);
    if (owner === undefined || !isAlive(owner)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!isWaiting) progress(`waiting for process ${owner}, which does the same`);
    isWaiting = true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * The file appears with its owner already in it, so that nobody takes a fresh lock for a dead one.
 *
 * @param {string} file
 */
function tryLock(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {number | undefined} the owner's process id; undefined when it has just gone.
 */
function ownerOf(file) {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return Number.isNaN(pid) ? undefined : pid;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
