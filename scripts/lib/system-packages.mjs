/** @file Debian packages of the system itself, installed where the user may. */
import { existsSync, readFileSync } from 'node:fs';
import { findCommand, run, SetupError } from './process.mjs';

/**
 * @param {readonly string[]} packages
 * @param {string} need what to say where they cannot be installed: what needs what, and how to name one's own
 * @throws {SetupError} elsewhere than on Debian as root
 */
export async function installSystemPackages(packages, need) {
  const osRelease = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const isDebian = /^ID="?debian"?$/m.test(osRelease) && findCommand('apt-get') !== undefined;
  if (!isDebian || process.getuid?.() !== 0) {
    throw new SetupError(`${need} On Debian, as root: apt-get install ${packages.join(' ')}`);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-q', 'update'], { env, quiet: true });
  const install = ['-q', 'install', '--yes', '--no-install-recommends', ...packages];
  await run('apt-get', install, { env, quiet: true });
}
