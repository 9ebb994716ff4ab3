/** @file The Python of the tests that run what the page hands out: any with NumPy. */
import { spawnSync } from 'node:child_process';
import { findCommand, namedProgram, SetupError } from './process.mjs';
import { installSystemPackages } from './system-packages.mjs';

/** Debian's own, which finds Debian's packages even where PATH names another Python. */
const kSystemPython = '/usr/bin/python3';

/**
 * Finds a Python with NumPy, or installs Debian's where the user may.
 *
 * @param {(line: string) => void} progress
 * @returns {Promise<string>} the path of the program: PYTHON, one on PATH, or the system's.
 */
export async function ensureNumpy(progress) {
  const found = findPython();
  if (found) return found;
  progress('installing NumPy');
  await installSystemPackages(
    ['python3-numpy'],
    'The tests run Python programs with NumPy: install it for the `python3` on PATH, or name one with PYTHON.',
  );
  if (!hasNumpy(kSystemPython)) {
    throw new SetupError(`apt-get installed python3-numpy, but ${kSystemPython} does not find it`);
  }
  return kSystemPython;
}

/** @returns {string | undefined} the path of a Python with NumPy, where there is one. */
export function findPython() {
  const named = namedProgram('PYTHON', 'a Python 3 with NumPy', hasNumpy);
  return named ?? [findCommand('python3'), kSystemPython].find(hasNumpy);
}

/** @param {string | undefined} python */
const hasNumpy = (python) =>
  python !== undefined && spawnSync(python, ['-c', 'import numpy']).status === 0;
