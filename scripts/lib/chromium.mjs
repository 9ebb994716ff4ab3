/** @file The browser of the browser tests. */
import { existsSync } from 'node:fs';
import { findCommand, SetupError } from './process.mjs';
import { installSystemPackages } from './system-packages.mjs';

const kNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const kPackages = ['chromium', 'fonts-dejavu-core', 'fonts-noto-core'];

/**
 * Finds Chromium, or installs Debian's where the user may.
 *
 * @param {(line: string) => void} progress
 * @returns {Promise<string>} the path of the browser: CHROMIUM, or one on PATH.
 */
export async function ensureChromium(progress) {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) {
    throw new SetupError(`CHROMIUM is ${named}, which does not exist; expected a Chromium program`);
  }
  const found = named ?? findOnPath();
  if (found) return found;
  progress('installing Chromium');
  await installSystemPackages(
    kPackages,
    'The browser tests need Chromium: install it so that `chromium` is on PATH, or name it with CHROMIUM.',
  );
  const installed = findOnPath();
  if (!installed) throw new SetupError('apt-get installed chromium, but PATH does not hold it');
  return installed;
}

function findOnPath() {
  return kNames.map((name) => findCommand(name)).find((file) => file !== undefined);
}
