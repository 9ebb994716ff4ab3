/** Files of other packages: beside this one, or where the program was started. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** @param {string} name of a package and a file in it @returns {URL | null} null where it is not installed */
export function findInstalled(name) {
  for (const from of [import.meta.url, pathToFileURL(`${process.cwd()}/`).href]) {
    try {
      return pathToFileURL(createRequire(from).resolve(name));
    } catch {
      // Not installed there; the next place.
    }
  }
  return null;
}
