/**
 * @file A private apt: it resolves and downloads Debian packages of another release into a folder of
 * ours. The system's own apt state is read (mirror, keyring, proxy settings) and never written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, capture, SetupError } from './process.mjs';

const kDebianKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * The Debian archive this system installs from, as its own apt configuration names it.
 *
 * Of all configured sources it takes the one whose release file says Debian and whose suite is the
 * system's codename; where `apt-get update` was never run there is no release file, and the suite
 * alone decides.
 *
 * @returns {{uri: string, keyring: string | undefined} | undefined} undefined when there is none.
 */
export function findDebianArchive() {
  const osRelease = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const codename = /^VERSION_CODENAME="?([\w-]+)/m.exec(osRelease)?.[1];
  const targets = capture('apt-get', ['indextargets', 'Created-By: Packages'])
    .split(/\n\n+/)
    .map((stanza) => {
      const field = (/** @type {string} */ name) =>
        new RegExp(`^${name}: (.*)$`, 'm').exec(stanza)?.[1] ?? '';
      return {
        uri: field('Repo-URI'),
        origin: field('Origin'),
        label: field('Label'),
        suites: [field('Codename'), field('Suite'), field('Release')],
        component: field('Component'),
        entry: field('Sourcesentry'),
      };
    })
    .filter((target) => target.uri && target.component === 'main');
  const known = targets.filter((t) => t.origin === 'Debian' && t.label === 'Debian');
  const unread = targets.filter((t) => t.origin === '' && /^ID="?debian"?$/m.test(osRelease));
  const chosen =
    [...known, ...unread].find((t) => codename && t.suites.includes(codename)) ?? known[0];
  return chosen && { uri: chosen.uri, keyring: keyringOf(chosen.entry) };
}

/**
 * @param {string} entry "file:number" of the stanza or line that configures a source
 * @returns {string | undefined} the keyring file it is signed by; Debian's own keyring where the
 *   entry names none; undefined leaves the choice to apt.
 */
function keyringOf(entry) {
  const [, file, number] = /^(.*):(\d+)$/.exec(entry) ?? [];
  if (file && existsSync(file)) {
    const text = readFileSync(file, 'utf8');
    const source = file.endsWith('.sources')
      ? text.split(/\n\s*\n/).filter((stanza) => /^URIs:/m.test(stanza))[Number(number) - 1]
      : text.split('\n')[Number(number) - 1];
    const keyring = /signed-by\s*[:=]\s*(\/[^\s\],]+)/i.exec(source ?? '')?.[1];
    if (keyring && existsSync(keyring)) return keyring;
  }
  return existsSync(kDebianKeyring) ? kDebianKeyring : undefined;
}

/**
 * Downloads packages with everything they depend on. Whatever an interrupted call had already
 * fetched, whole or in part, is used again.
 *
 * @param {object} request
 * @param {string} request.folder where lists and packages are kept
 * @param {string} request.suite a Debian release, such as trixie
 * @param {readonly string[]} request.packages
 * @param {readonly string[]} request.provided packages the system itself stands in for: they count
 *   as installed, so that neither they nor what only they need is fetched
 * @param {(line: string) => void} request.progress
 * @returns {Promise<string[]>} the paths of the package files.
 */
export async function downloadPackages({ folder, suite, packages, provided, progress }) {
  const archive = findDebianArchive();
  if (!archive) {
    throw new SetupError(
      'No Debian archive in the output of `apt-get indextargets`; expected one with Origin Debian and component main.',
    );
  }
  const config = writeConfig(folder, suite, archive, provided);
  progress(`reading the package lists of Debian ${suite}`);
  await apt(config, ['update', '--error-on=any']);
  const install = ['install', '--yes', '--no-remove', ...packages];
  const uris = [
    ...(await apt(config, [...install, '--print-uris'])).matchAll(/^'[^']+' (\S+) (\d+)/gm),
  ];
  const bytes = uris.reduce((sum, [, , size]) => sum + Number(size), 0);
  if (uris.length > 0) {
    progress(`downloading ${uris.length} packages, ${Math.round(bytes / 1e6)} MB`);
    await apt(config, [...install, '--download-only'], progress);
  }
  const wanted = await apt(config, [...install, '--simulate']);
  const archives = path.join(folder, 'cache/archives');
  return [...wanted.matchAll(/^Inst (\S+) \((\S+) .*\[(\w+)\]\)/gm)].map(
    ([, name, version, architecture]) =>
      path.join(archives, `${name}_${version?.replaceAll(':', '%3a')}_${architecture}.deb`),
  );
}

/**
 * @param {string} folder
 * @param {string} suite
 * @param {{uri: string, keyring: string | undefined}} archive
 * @param {readonly string[]} provided
 * @returns {string} the path of the apt configuration file.
 */
function writeConfig(folder, suite, archive, provided) {
  mkdirSync(path.join(folder, 'state/lists/partial'), { recursive: true });
  mkdirSync(path.join(folder, 'cache/archives/partial'), { recursive: true });
  const at = (/** @type {string} */ name) => path.join(folder, name);
  const architecture = capture('dpkg', ['--print-architecture']).trim();
  const signedBy = archive.keyring ? `[signed-by=${archive.keyring}] ` : '';
  writeFileSync(at('sources.list'), `deb ${signedBy}${archive.uri} ${suite} main\n`);
  writeFileSync(
    at('state/status'),
    provided
      .map(
        (name) =>
          `Package: ${name}\nStatus: install ok installed\nVersion: 9999:0\nArchitecture: ${architecture}\n` +
          `Multi-Arch: allowed\nMaintainer: Headscope\nDescription: provided by the system\n`,
      )
      .join('\n'),
  );
  // The hooks are cleared because they act on the system's own folders.
  writeFileSync(
    at('apt.conf'),
    [
      '#clear APT::Update::Pre-Invoke;',
      '#clear APT::Update::Post-Invoke;',
      '#clear APT::Update::Post-Invoke-Success;',
      '#clear DPkg::Pre-Invoke;',
      '#clear DPkg::Post-Invoke;',
      `Dir::State "${at('state')}";`,
      `Dir::State::status "${at('state/status')}";`,
      `Dir::Cache "${at('cache')}";`,
      `Dir::Etc::sourcelist "${at('sources.list')}";`,
      'Dir::Etc::sourceparts "/dev/null";',
      'Dir::Etc::preferences "/dev/null";',
      'Dir::Etc::preferencesparts "/dev/null";',
      `APT::Sandbox::User "";`,
      'APT::Default-Release "";',
      'APT::Install-Recommends "false";',
      'APT::Install-Suggests "false";',
      'APT::Get::Assume-Yes "true";',
      'Acquire::Languages "none";',
      'Acquire::Retries "3";',
      '',
    ].join('\n'),
  );
  return at('apt.conf');
}

/**
 * @param {string} config
 * @param {string[]} args
 * @param {(line: string) => void} [progress] gets one line for each package as its download starts
 * @returns {Promise<string>} apt's output.
 * @throws {SetupError} with apt's own words when it fails.
 */
async function apt(config, args, progress) {
  const command = ['-c', config, '-q', ...args];
  const env = { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };
  const onLine = progress && ((/** @type {string} */ line) => showDownload(line, progress));
  for (let tries = 1; ; tries++) {
    const { code, output } = await attempt('apt-get', command, { env, quiet: true, onLine });
    if (code === 0) return output;
    // The apt-get of a killed call may still be finishing its download and hold the lock.
    if (tries < 60 && /Could not get lock|Unable to lock/.test(output)) {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      continue;
    }
    throw new SetupError(`apt-get ${args[0]} failed:\n${output.trim()}`);
  }
}

/**
 * @param {string} line a line of apt-get's output
 * @param {(line: string) => void} progress
 */
function showDownload(line, progress) {
  const [, name, size] = /^Get:\d+ \S+ \S+ \S+ (\S+) .*\[(.*)\]/.exec(line) ?? [];
  if (name && size?.endsWith('MB')) progress(`  ${name} (${size})`);
}
