/** Where the default model is: built in the checkout, or in the package that carries it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultModelUrl } from '../models/registry.js';
import { findInstalled } from './installed.js';

/** Carries the default model's file, and nothing else. */
export const MODEL_PACKAGE = 'headscope-model-use-lite';

const FILE = `${MODEL_PACKAGE}/use-lite-f16.safetensors`;

/** @returns {URL} of a file; of the place where it would be built when there is none */
export function findDefaultModel() {
  if (existsSync(fileURLToPath(defaultModelUrl))) return defaultModelUrl;
  return findInstalled(FILE) ?? defaultModelUrl;
}

/** @param {string | URL} url @returns {boolean} whether nobody has the default model */
export const isMissingDefault = (url) => String(url) === defaultModelUrl.href;
