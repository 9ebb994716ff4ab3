/** @file The browser of the browser tests. */
import { existsSync, readFileSync } from 'node:fs';
import { findCommand, run, SetupError } from './process.mjs';

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
  const osRelease = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const isDebian = /^ID="?debian"?$/m.test(osRelease) && findCommand('apt-get') !== undefined;
  if (!isDebian || process.getuid?.() !== 0) {
    throw new SetupError(
      'The browser tests need Chromium: install it so that `chromium` is on PATH, or name it with ' +
        `CHROMIUM. On Debian, as root: apt-get install ${kPackages.join(' ')}`,
    );
  }
  progress('installing Chromium');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-q', 'update'], { env, quiet: true });
  const install = ['-q', 'install', '--yes', '--no-install-recommends', ...kPackages];
  await run('apt-get', install, { env, quiet: true });
  const installed = findOnPath();
  if (!installed) throw new SetupError('apt-get installed chromium, but PATH does not hold it');
  return installed;
}

function findOnPath() {
  return kNames.map((name) => findCommand(name)).find((file) => file !== undefined);
}
