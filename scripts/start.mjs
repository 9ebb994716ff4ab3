/**
 * @file `npm start`: makes everything the page needs, then serves it. Nothing is made twice; the
 * documentation and the page in one file are made when somebody asks for them.
 */
import { fileURLToPath } from 'node:url';
import { readArguments, runMain } from './lib/process.mjs';
import { productsOnDemand } from './lib/products.mjs';
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
  const root = fileURLToPath(new URL('../web', import.meta.url));
  const { url } = await serve({ root, files: productsOnDemand() });
  console.log(`Headscope is at ${url}  (Ctrl+C stops it)`);
});
