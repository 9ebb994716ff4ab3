/** The modules of training, which the npm package leaves to a package of their own. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findInstalled } from './installed.js';

/** Carries the modules of training, and the script that names them. */
export const TRAINING_PACKAGE = 'headscope-training';

/** The files of that package, which stand here as they stand in core/. */
export const TRAINING_FILES = [
  'training-modules.js',
  ...['headscope-train', 'headscope-train-relaxed'].flatMap((name) => [
    `built/${name}.js`,
    `built/${name}.wasm`,
  ]),
];

/**
 * Where they lie, by their path in the site, for a server of the page. Empty where the page has them
 * itself, and where nobody has them.
 * @returns {Record<string, string>}
 */
export function trainingFiles() {
  const here = (/** @type {string} */ name) => new URL(`../core/${name}`, import.meta.url);
  if (TRAINING_FILES.every((name) => existsSync(here(name)))) return {};
  const found = findInstalled(TRAINING_PACKAGE);
  if (!found) return {};
  return Object.fromEntries(
    TRAINING_FILES.map((name) => [`/core/${name}`, fileURLToPath(new URL(name, found))]),
  );
}
