/** @file One process at a time, by a file that names its owner; the lock of a dead owner is taken over. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @template T
 * @param {string} file
 * @param {(line: string) => void} progress told once when there is something to wait for
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, progress, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  let isWaiting = false;
  while (!tryLock(file)) {
    const owner = read(file);
    if (owner === undefined) continue;
    if (!isAlive(owner)) {
      bury(file, owner);
      continue;
    }
    if (!isWaiting) progress(`waiting for process ${owner.split(' ', 1)[0]}, which does the same`);
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
  writeFileSync(own, `${process.pid} ${birthOf(process.pid)}`);
  try {
    return tryLink(own, file);
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Removes a dead owner's lock. Renamed first, so that of several who saw the dead one none removes
 * the lock that another has taken since.
 *
 * @param {string} file
 * @param {string} owner
 */
function bury(file, owner) {
  const grave = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, grave);
  } catch {
    return;
  }
  if (read(grave) !== owner) tryLink(grave, file);
  rmSync(grave, { force: true });
}

/** @param {string} from @param {string} to */
function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * @param {string} file
 * @returns {string | undefined} the lock's owner; undefined when the lock has just gone.
 */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * When a process began, in the kernel's words. A number alone does not name a process: a container
 * that is started again gives the same numbers to other processes, this one among them.
 *
 * @param {number} pid
 * @returns {string} empty where the system does not say.
 */
function birthOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** @param {string} owner */
function isAlive(owner) {
  const [number = '', birth = ''] = owner.split(' ');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0 || birthOf(pid) !== birth) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
