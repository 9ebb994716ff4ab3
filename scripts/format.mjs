/** @file `npm run format`: clang-format and Prettier over everything, in place. */
import { readArguments, runMain } from './lib/process.mjs';
import { formatEverything } from './lib/lint.mjs';
import { createSetup } from './lib/setup.mjs';

await runMain(async () => {
  readArguments({});
  const setup = createSetup((line) => console.log(line));
  await setup.packages();
  await formatEverything(await setup.toolchain());
});
