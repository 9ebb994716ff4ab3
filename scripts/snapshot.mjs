/**
 * @file Computes the first ready sentence with the real module and the real model, and keeps what the
 * page shows of it in one small file, so that there is something true to look at before the model has
 * been fetched.
 *
 *   node scripts/snapshot.mjs
 *
 * Needs the built module and the converted model. Does nothing when they are those of the last call.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sentences } from '../web/lesson/sentences.js';
import { snapshotToBytes } from '../web/models/snapshot.js';
import { loadHeadscope } from '../web/node/index.js';
import { withLock } from './lib/lock.mjs';
import { readArguments, runMain, SetupError } from './lib/process.mjs';
import { makeWhenChanged, writeWhole } from './lib/stamp.mjs';

const kRoot = fileURLToPath(new URL('..', import.meta.url));
const kTarget = path.join(kRoot, 'web/snapshots/built/first.safetensors');
const kModel = path.join(kRoot, 'web/models/built/use-lite-f16.safetensors');
const kModule = path.join(kRoot, 'web/core/built');
/** Large, and shown by nothing that the first picture needs. */
const kLeftOut = /\.(ffn\.hidden|contribution)$/;

await runMain(async () => {
  readArguments({});
  const say = (/** @type {string} */ line) => console.log(`[snapshot] ${line}`);
  await withLock(path.join(path.dirname(kTarget), 'snapshot.lock'), say, async () => {
    const made = await makeWhenChanged({
      stampFile: path.join(path.dirname(kTarget), 'stamp.json'),
      sources: sources(),
      targets: [kTarget],
      make: () => compute(say),
    });
    if (!made) say('up to date');
  });
});

/** @returns {string[]} every file that what we make depends on. */
function sources() {
  /** @type {(folder: string) => string[]} */
  const files = (folder) =>
    readdirSync(path.join(kRoot, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(kRoot, folder, entry.name))
      .sort();
  const needed = { 'the built module': path.join(kModule, 'headscope.wasm'), 'the model': kModel };
  for (const [what, file] of Object.entries(needed)) {
    if (!existsSync(file)) {
      const commands = 'node scripts/convert-model.mjs, then npm run build';
      throw new SetupError(`${path.relative(kRoot, file)} (${what}) is missing. Run: ${commands}`);
    }
  }
  const folders = ['web/core', 'web/core/built', 'web/models', 'web/node', 'web/lesson'];
  return [
    fileURLToPath(import.meta.url),
    path.join(kRoot, 'web/compose.js'),
    ...folders.flatMap(files),
    kModel,
  ];
}

/** @param {(line: string) => void} say */
async function compute(say) {
  const headscope = await loadHeadscope({ module: 'simd' });
  const model = await headscope.loadModel({ url: kModel });
  const trace = model.trace(sentences[0].text);
  const names = trace.tensors.map(({ name }) => name).filter((name) => !kLeftOut.test(name));
  const bytes = snapshotToBytes(trace.snapshot(names));
  trace.dispose();
  model.dispose();
  writeWhole(kTarget, bytes);
  say(`wrote ${path.relative(kRoot, kTarget)}, ${Math.round(bytes.length / 1024)} KiB`);
}
