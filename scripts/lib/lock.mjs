/** @file One process at a time, by a file that names its owner; the lock of a dead owner is taken over. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * @template T
 * @param {string} file
 * @param {(line: string) => void} progress told once when there is something to wait for
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, progress, work) {
  for (let waited = 0; !tryLock(file); waited++) {
    if (waited === 0) progress(`waiting for process ${ownerOf(file)}, which does the same`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (!isAlive(ownerOf(file))) rmSync(file, { force: true });
    return false;
  }
}

/** @param {string} file @returns {number} the owner's process id, or NaN when it has just gone. */
function ownerOf(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10);
  } catch {
    return Number.NaN;
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
