/** @file The minified site, below a folder of a static host; and what lies beside the lab. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { siteScripts } from '../../scripts/lib/bundle.mjs';
import { productsOnDemand } from '../../scripts/lib/products.mjs';
import { serve } from '../../scripts/serve.mjs';
import { withServer } from '../node/support/server.mjs';
import { assertAccessible, modelReady, openBrowser } from './page-support.mjs';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const MOST_FIRST = 100_000;
const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
});

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

test('computes with scripts of its own, few and small', async () => {
  const scripts = new Map((await siteScripts()).map(({ name, text }) => [name, text]));
  /** @type {Set<string>} */
  const sent = new Set();
  await withServer(
    async (request, response) => {
      const [address] = (request.url ?? '').split('?');
      const name = address.replace(/^\/some\/folder\//, '') || 'index.html';
      response.setHeader('content-type', TYPES[path.extname(name)] ?? 'application/octet-stream');
      const script = scripts.get(name);
      if (script !== undefined) {
        sent.add(name);
        return response.end(script);
      }
      // A script that the build forgot must not come from the sources.
      const file = name.endsWith('.js') ? null : await readFile(web + name).catch(() => null);
      if (file) response.end(file);
      else response.writeHead(404).end();
    },
    async (url) => {
      const page = await place.browser.newPage({ viewport: { width: 1280, height: 800 } });
      /** @type {string[]} */
      const complaints = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        const isIcon = message.location().url.endsWith('favicon.ico');
        if (message.type() === 'error' && !isIcon) complaints.push(message.text());
      });
      const ready = () =>
        page.locator('hs-model-status[data-phase="ready"]').waitFor({ timeout: 30000 });
      await page.goto(`${url}/some/folder/`);
      await ready();
      const first = [...sent].map((name) => gzipSync(scripts.get(name) ?? '').length);
      const total = first.reduce((sum, size) => sum + size, 0);
      assert.ok(total < MOST_FIRST, `${total} bytes of script before the first picture`);
      await page.keyboard.press('Shift');
      await page.locator('hs-cost:defined').waitFor();
      await page.goto(`${url}/some/folder/embed.html#v=1&view=matrix&text=She+sat.&theme=dark`);
      await ready();
      await page.locator('.matrix-readout').waitFor();
      await page.goto('about:blank');
      await page.goto(`${url}/some/folder/embed.html#v=1&view=train`);
      await page.getByRole('button', { name: 'Step', exact: true }).click();
      await page.getByText('after 10 batches').waitFor();
      assert.ok(sent.has('engine/train-worker.js'), 'it trains off the page’s thread');
      assert.deepEqual(complaints, []);
      await page.close();
    },
  );
});

test('the lab of a checkout hands out the single file, and leads to its documentation', async (t) => {
  const server = await serve({ root: web, port: 0, files: productsOnDemand() });
  t.after(() => server.close());
  const page = await place.browser.newPage({ viewport: { width: 1280, height: 800 } });
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(server.url);
  await modelReady(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const guide = page.getByRole('link', { name: 'How to put it on a page' });
  assert.equal(await guide.getAttribute('href'), `${server.url}docs/embedding.html`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-format="html"]').click(),
  ]);
  const single = await readFile(await download.path(), 'utf8');
  assert.match(single, /<meta name="headscope-scene" content="#v=1&amp;text=The\+animal/);
  await page.keyboard.press('Escape');
  await page.locator('.more-links summary').click();
  await page.getByRole('link', { name: 'Documentation' }).click();
  await page.getByRole('heading', { name: 'Headscope', level: 1 }).waitFor();
  for (const [name, colorScheme, width, height] of /** @type {const} */ ([
    ['Overview', 'light', 1280, 800],
    ['Embedding', 'dark', 390, 844],
    ['Performance', 'light', 390, 844],
    ['Scenes', 'dark', 1280, 800],
  ])) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.getByRole('link', { name, exact: true }).click();
    await page.locator('nav a[aria-current="page"]', { hasText: name }).waitFor();
    await page.waitForLoadState();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, name);
    await assertAccessible(page);
  }
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page.getByRole('link', { name: 'headscope/scene' }).first().waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});
