/**
 * @file Makes Emscripten's script of a module small, in place: spaces, long names and dead code go.
 *
 *   node scripts/minify-glue.mjs FILE
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { minify } from 'terser';

/** Names that only Embind's own code gives to properties and reads: nobody outside sees them. */
const kInnerNames =
  /^(argCount|argPackAdvance|destructorFunction|fromWireType|ignoreDuplicateRegistrations|numArguments|overloadTable|readValueFromPointer|toWireType)$/;

const [file] = process.argv.slice(2);
const { code } = await minify(readFileSync(file, 'utf8'), {
  module: true,
  ecma: 2020,
  compress: { passes: 3, keep_fargs: false, unsafe_arrows: true, unsafe_methods: true },
  mangle: { properties: { regex: kInnerNames } },
});
writeFileSync(file, `${code}\n`);
