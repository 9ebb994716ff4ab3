/** @file `npm start`: makes everything the page needs, then serves it. Nothing is made twice. */
import { fileURLToPath } from 'node:url';
import { readArguments, runMain } from './lib/process.mjs';
import { createSetup } from './lib/setup.mjs';
import { serve } from './serve.mjs';

await runMain(async () => {
  readArguments({});
  const started = Date.now();
  const setup = createSetup((line) => {
    console.log(`[${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s] ${line}`);
  });
  await setup.packages();
  await setup.snapshot();
  const { url } = await serve({ root: fileURLToPath(new URL('../web', import.meta.url)) });
  console.log(`Headscope is at ${url}  (Ctrl+C stops it)`);
});
