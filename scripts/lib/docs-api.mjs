/** @file The API reference: TypeDoc over the types that the package exports. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from './files.mjs';
import { SetupError } from './process.mjs';
import { kRoot } from './toolchain.mjs';

/** What has to say what it is: all that a reader can name. */
const kDocumented = /** @type {import('typedoc').ReflectionKind.KindString[]} */ ([
  ...['Class', 'Interface', 'TypeAlias', 'Variable', 'Function', 'Enum', 'EnumMember'],
  ...['Property', 'Method', 'Accessor', 'GetSignature', 'SetSignature'],
]);

/** Addresses that count from the folder of the reference; TypeDoc's own links know no such folder. */
const kFromReference = 'from-reference:';

/** @returns {Record<string, string>} files of types by the name that imports them, such as headscope/scene */
export function publicTypes() {
  const { exports } = JSON.parse(readFileSync(path.join(kRoot, 'package.json'), 'utf8'));
  const entries = Object.entries(exports).filter(([, target]) => target.types);
  return Object.fromEntries(
    entries.map(([name, { types }]) => [
      path.posix.join('headscope', name),
      path.posix.normalize(types),
    ]),
  );
}

/** @param {string} name that imports a module @returns {string} its page, from the folder of the reference */
export const modulePage = (name) => `modules/${name.replace('/', '_')}.html`;

/**
 * Reads the types, and stops at whatever says nothing of itself, leads nowhere or is not exported.
 *
 * @param {string} [out] the folder for the reference; only checked when left out
 * @throws {SetupError} with what TypeDoc finds wrong
 */
export async function makeApiReference(out) {
  const { Application, LogLevel } = await import('typedoc');
  const app = await Application.bootstrap({
    name: 'Headscope API',
    entryPoints: Object.values(publicTypes()).map((file) => path.join(kRoot, file)),
    tsconfig: path.join(kRoot, 'scripts/docs/tsconfig.json'),
    // tsc is a check of its own.
    skipErrorChecking: true,
    validation: { notExported: true, invalidLink: true, notDocumented: true },
    requiredToBeDocumented: kDocumented,
    readme: 'none',
    disableSources: true,
    hideGenerator: true,
    favicon: path.join(kRoot, 'web/styles/icon.svg'),
    customCss: path.join(kRoot, 'scripts/docs/api.css'),
    navigationLinks: {
      Documentation: `${kFromReference}../index.html`,
      Lab: `${kFromReference}../../`,
    },
    logLevel: LogLevel.Warn,
  });
  const project = await app.convert();
  if (project) app.validate(project);
  if (!project || app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new SetupError('TypeDoc found problems in the types');
  }
  if (out === undefined) return;
  await app.generateDocs(project, out);
  for (const file of filesBelow(path.relative(kRoot, out)).filter((name) => /\.html$/.test(name))) {
    const whole = path.join(kRoot, file);
    const up = '../'.repeat(path.relative(out, whole).split(path.sep).length - 1);
    writeFileSync(whole, readFileSync(whole, 'utf8').replaceAll(kFromReference, up));
  }
}
