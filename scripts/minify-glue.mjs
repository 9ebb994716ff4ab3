/**
 * @file Makes Emscripten's script of a module small, in place: spaces, long names and dead code go.
 *
 *   node scripts/minify-glue.mjs FILE
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { minify } from 'terser';

const [file] = process.argv.slice(2);
const { code } = await minify(readFileSync(file, 'utf8'), {
  module: true,
  ecma: 2020,
  compress: { passes: 3 },
});
writeFileSync(file, `${code}\n`);
