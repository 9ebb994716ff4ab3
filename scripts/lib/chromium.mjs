/** @file The browser of the browser tests. */
import { findCommand, namedProgram, SetupError } from './process.mjs';
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
  const found = findChromium();
  if (found) return found;
  progress('installing Chromium');
  await installSystemPackages(
    kPackages,
    'The browser tests need Chromium: install it so that `chromium` is on PATH, or name it with CHROMIUM.',
  );
  const installed = findChromium();
  if (!installed) throw new SetupError('apt-get installed chromium, but PATH does not hold it');
  return installed;
}

/** @returns {string | undefined} the path of the browser, where there is one. */
export function findChromium() {
  const named = namedProgram('CHROMIUM', 'a Chromium');
  return named ?? kNames.map((name) => findCommand(name)).find((file) => file !== undefined);
}
