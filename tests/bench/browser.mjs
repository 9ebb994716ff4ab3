/**
 * @file Measures Headscope in Chromium against the engine's limit and against other libraries.
 *
 *   npm run bench:browser -- [--quick] [--only PART] [--json FILE] [--write-docs]
 *
 * CHROMIUM names the browser; otherwise the one on PATH.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';

import { ensureChromium } from '../../scripts/lib/chromium.mjs';
import { serve } from '../../scripts/serve.mjs';
import { ensureBuilt } from './node/build.mjs';
import { limitFolder, root } from './node/libraries.mjs';
import { describeMachine } from './node/machine.mjs';
import { gradientsScript } from './node/tensorflow-gradients.mjs';
import { readOptions } from './options.mjs';
import { measurePageTraining } from './page-training.mjs';
import { measurePage } from './page-waits.mjs';
import { finish, log, start } from './report/run.mjs';
import { CORE_PARTS } from './suite/bench.js';
import { median } from './suite/statistics.js';

const PAGE = 'tests/bench/page/index.html';
/** Exact clocks are for isolated pages only. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const options = readOptions([...CORE_PARTS, 'start-up', 'page', 'training']);
if (options.native) throw new Error('--native belongs to npm run bench; this one runs in Chromium');
const { quick, parts } = options;
await ensureBuilt(log);
const server = await serve({ root, port: 0 });
const browser = await chromium.launch({ executablePath: await ensureChromium(log) });
try {
  const machine = describeMachine(`Chromium ${browser.version()}`);
  start(machine);
  /** @type {import('./report/results.mjs').Results} */
  const results = { environment: 'chromium', machine };
  if (parts.includes('start-up')) results.startUp = await measureStartUp();
  if (parts.includes('page')) {
    log('page');
    results.page = await measurePage(browser, `${server.url}web/index.html`, { quick, log });
  }
  if (parts.includes('training')) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    results.pageTraining = await measurePageTraining(page, `${server.url}web/index.html`, {
      ...{ quick, log },
    });
    await page.close();
    const bare = await openPage();
    results.training = await bare.evaluate(
      (chosen) => /** @type {any} */ (globalThis).headscopeBench.train(chosen),
      { quick },
    );
    await bare.close();
  }
  if (CORE_PARTS.some((part) => parts.includes(part))) {
    const page = await openPage();
    Object.assign(
      results,
      await page.evaluate(
        (chosen) => /** @type {any} */ (globalThis).headscopeBench.bench(chosen),
        { parts, quick },
      ),
    );
    await page.close();
  }
  await finish(results, options);
} finally {
  await browser.close();
  await server.close();
}

/** A page with nothing loaded but the benchmark's own script. */
async function openPage() {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  page.on('console', (message) => message.type() === 'info' && log(message.text()));
  page.on('pageerror', (error) => log(`page: ${error.message}`));
  await page.route('**/limit/*', async (route) => {
    const flavour = path.posix.basename(new URL(route.request().url()).pathname);
    const body = await readFile(path.join(limitFolder, `headscope_bench-${flavour}.wasm`));
    await route.fulfill({ body, contentType: 'application/wasm' });
  });
  await page.route('**/tensorflow-gradients.js', async (route) =>
    route.fulfill({ body: await gradientsScript(), contentType: 'text/javascript' }),
  );
  await page.route(`**/${PAGE}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), ...ISOLATION } });
  });
  await page.goto(`${server.url}${PAGE}`);
  await page.waitForFunction(() => 'headscopeBench' in globalThis);
  return page;
}

/** @returns {Promise<import('./node/processes.mjs').StartUpRow[]>} */
async function measureStartUp() {
  const rows = [];
  for (const name of await startUpNames()) {
    log(`start-up ${name}`);
    /** @type {{readyMs: number, firstResultMs: number}[]} */
    const runs = [];
    for (let i = 0; i < (quick ? 2 : 5); ++i) {
      const page = await openPage();
      runs.push(
        await page.evaluate(
          (contender) => /** @type {any} */ (globalThis).headscopeBench.startUp(contender),
          name,
        ),
      );
      await page.context().close();
    }
    rows.push({
      name,
      readyMs: median(runs.map(({ readyMs }) => readyMs)),
      firstResultMs: median(runs.map(({ firstResultMs }) => firstResultMs)),
    });
  }
  return rows;
}

/** @returns {Promise<string[]>} */
async function startUpNames() {
  const page = await openPage();
  const names = await page.evaluate(
    () => /** @type {any} */ (globalThis).headscopeBench.startUpNames,
  );
  await page.context().close();
  return names;
}
