/** @file The packed packages, installed in an application of their own, and the tools beside it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { npm } from '../../scripts/lib/process.mjs';
import { serveFolder } from '../../web/node/static-server.js';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));

/** @param {string} name @returns {string} */
function folderOf(name) {
  const folder = process.env[name];
  if (!folder)
    throw new Error(`${name} is not set; expected a folder: run the suite by npm test -- package`);
  return folder;
}

/** What `npm run pack` made. */
export const packed = folderOf('HEADSCOPE_PACKAGES');

/** Where the bundlers are installed. */
export const tools = folderOf('HEADSCOPE_PACKAGE_TOOLS');

const requireTool = createRequire(path.join(tools, 'package.json'));

/** @param {string} name of an installed tool @returns {Promise<any>} its module */
export const tool = async (name) => import(pathToFileURL(requireTool.resolve(name)).href);

/** @param {string} name @returns {string} the tarball */
export function tarball(name) {
  const file = readdirSync(packed).find((entry) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(entry));
  if (!file) throw new Error(`${packed} has no ${name}-….tgz; expected what npm run pack makes`);
  return path.join(packed, file);
}

/**
 * A folder in which packages were installed from their files, with the sources of the fixtures.
 * @param {string} name
 * @param {readonly string[]} packages
 * @returns {string}
 */
export function application(name, packages) {
  const folder = path.join(packed, 'apps', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(packages.map((of) => [of, `file:${tarball(of)}`]));
  const about = { name: 'application', private: true, type: 'module', dependencies };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(about));
  const args = [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
  ];
  const { status, stderr } = spawnSync(...npm(args), { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm install of ${packages.join(', ')} failed: ${stderr}`);
  cpSync(fixtures, folder, { recursive: true });
  return folder;
}

/** What stands beside a bundled script. @param {string} app @param {string} out @param {string} script */
export function addFiles(app, out, script) {
  mkdirSync(out, { recursive: true });
  const modules = path.join(app, 'node_modules');
  cpSync(
    path.join(modules, 'headscope-model-use-lite/use-lite-f16.safetensors'),
    path.join(out, 'model.safetensors'),
  );
  if (script) writeFileSync(path.join(out, 'index.html'), page(script));
}

/** @param {string} script */
export const page = (script) =>
  `<!doctype html><meta charset="utf-8"><title>Fixture</title><link rel="icon" href="data:,"><body><script type="module" src="${script}"></script>`;

/** @returns {Promise<{look: (folder: string, file?: string) => Promise<number>, close: () => Promise<void>}>} */
export async function openChromium() {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return {
    close: () => browser.close(),
    /** Opens a served folder's page and waits for the number that it computes. */
    async look(folder, file = '') {
      const server = await serveFolder({ root: folder, ports: [0] });
      if (!server) throw new Error('no port is free');
      const tab = await browser.newPage();
      /** @type {string[]} */
      const complaints = [];
      tab.on('pageerror', (error) => complaints.push(String(error)));
      tab.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      try {
        await tab.goto(server.url + file);
        const number = tab
          .locator('body[data-look]')
          .getAttribute('data-look', { timeout: 30_000 });
        const look = await number.catch(() => null);
        if (look === null || complaints.length)
          throw new Error(complaints.join('\n') || 'nothing came');
        return Number(look);
      } finally {
        await tab.close();
        await server.close();
      }
    },
  };
}
