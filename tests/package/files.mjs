/** @file Files of a folder. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** @param {string} folder @returns {string[]} paths below it, with slashes */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .map((file) => file.split(path.sep).join('/'));
