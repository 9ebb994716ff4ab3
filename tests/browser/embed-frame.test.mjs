/** @file One scene in a frame, on pages as courses have them. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withServer } from '../node/support/server.mjs';
import { assertAccessible, openBrowser } from './page-support.mjs';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const SCENE = '#v=1&text=She+sat+on+the+river+bank.&view=graph&layer=1&heads=3&lock=query:5';
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; " +
  "connect-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:";
const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
});

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/**
 * Headscope below a folder of a static host with a strict policy.
 * @param {(base: string) => Promise<void>} use
 * @param {{policy?: string}} [options]
 */
const withHost = (use, { policy = POLICY } = {}) =>
  withServer(
    async (request, response) => {
      const name = (request.url ?? '').split('?')[0].replace(/^\/courses\/ai\/headscope\//, '');
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('content-security-policy', policy);
      try {
        const bytes = await readFile(path.join(web, name));
        response.setHeader('content-type', TYPES[path.extname(name)] ?? 'application/octet-stream');
        response.end(bytes);
      } catch {
        response.writeHead(404).end();
      }
    },
    (url) => use(`${url}/courses/ai/headscope/`),
  );

/**
 * A page of another site that holds the frame, and the messages that it hears.
 * @param {string} frame
 * @param {(page: Page) => Promise<void>} use
 * @param {{before?: (page: Page) => Promise<unknown>}} [options]
 */
const withCourse = (frame, use, { before: prepare = async () => {} } = {}) =>
  withServer(
    (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><html lang="en"><title>Course</title>
        <script>globalThis.heard = []; addEventListener('message', ({data}) => heard.push(data))</script>
        <main><h1>Course</h1>${frame}</main>`,
      );
    },
    async (url) => {
      const page = await place.browser.newPage();
      /** @type {string[]} */
      const complaints = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        const { url: source } = message.location();
        if (message.type() === 'error' && !source.endsWith('favicon.ico')) {
          complaints.push(message.text());
        }
      });
      await prepare(page);
      await page.goto(url.replace('127.0.0.1', 'localhost'));
      await use(page);
      assert.deepEqual(complaints, []);
      await page.close();
    },
  );

/** @param {Page} page @param {string} type @returns {Promise<any>} the newest message of that type */
async function heard(page, type) {
  await page.waitForFunction(
    (wanted) =>
      /** @type {any} */ (globalThis).heard.some(
        (/** @type {any} */ { type: own }) => own === wanted,
      ),
    type,
    { timeout: 30000 },
  );
  return page.evaluate(
    (wanted) =>
      /** @type {any} */ (globalThis).heard.findLast(
        (/** @type {any} */ { type: own }) => own === wanted,
      ),
    type,
  );
}

/** @param {string} base @param {string} [more] attributes @param {string} [hash] */
const frameOf = (base, more = '', hash = SCENE) =>
  `<iframe src="${base}embed.html${hash.replaceAll('&', '&amp;')}" title="Attention" width="700" height="500" ${more}></iframe>`;

describe('a frame', () => {
  for (const sandbox of ['', 'sandbox="allow-scripts"']) {
    test(`computes below a folder, under a strict policy, on another site ${sandbox}`, () =>
      withHost((base) =>
        withCourse(frameOf(base, sandbox), async (page) => {
          const ready = await heard(page, 'headscope:ready');
          assert.equal(ready.scene.text, 'She sat on the river bank.');
          assert.deepEqual(ready.scene.lock, { side: 'query', index: 5 });
          const { height } = await heard(page, 'headscope:resize');
          assert.ok(height > 300 && height < 1200, `${height}`);
          const subjects = await page.evaluate(() =>
            /** @type {any} */ (globalThis).heard.map((/** @type {any} */ { subject }) => subject),
          );
          assert.ok(subjects.includes('lti.frameResize'));
          const frame = page.frameLocator('iframe');
          await frame.locator('.graph-token[aria-pressed="true"]').first().waitFor();
        }),
      ));
  }

  test('computes without a worker', () =>
    withHost((base) =>
      withCourse(
        frameOf(base),
        async (page) => {
          await heard(page, 'headscope:ready');
          assert.equal(page.workers().length, 0);
        },
        {
          before: (page) =>
            page.addInitScript(() => Object.defineProperty(globalThis, 'Worker', { value: null })),
        },
      ),
    ));

  test('paints from its link before any model, and loads it when touched', () =>
    withHost(async (base) => {
      const page = await place.browser.newPage();
      await page.goto(`${base}embed.html${SCENE}`);
      await page.locator('hs-model-status[data-phase="ready"]').waitFor({ timeout: 30000 });
      const exact = await page.locator('hs-head-graph svg path[data-id^="edge"]').count();
      const snapshot = await page.evaluate(async (base) => {
        const { snapshotToText } = await import(`${base}state/scene-snapshot.js`);
        const view = /** @type {any} */ (document.querySelector('headscope-view'));
        return snapshotToText(view.snapshot, view.scene);
      }, base);
      assert.ok(snapshot.length > 200 && snapshot.length < 3000, `${snapshot.length}`);
      await page.close();
      /** @type {() => void} */
      let free = () => {};
      const gate = new Promise((resolve) => (free = () => resolve(undefined)));
      await withCourse(
        frameOf(base, '', `${SCENE}&snapshot=${snapshot}`),
        async (course) => {
          const frame = course.frameLocator('iframe');
          await frame.locator('.graph-token[aria-pressed="true"]').first().waitFor();
          const edges = frame.locator('hs-head-graph svg path[data-id^="edge"]');
          await edges.first().waitFor();
          assert.equal(await edges.count(), exact);
          assert.equal(
            await frame.locator('hs-model-status').getAttribute('data-phase'),
            'loading',
          );
          free();
          await heard(course, 'headscope:ready');
        },
        {
          before: (course) =>
            course.route('**/*.safetensors', async (route) => {
              await gate;
              await route.continue();
            }),
        },
      );
    }));
});

test('a sandboxed frame trains, under a strict policy', () =>
  withHost((base) =>
    withCourse(
      frameOf(base, 'sandbox="allow-scripts"', '#v=1&view=train&train=tiles:2:7:3:16:0.02:30'),
      async (page) => {
        const frame = page.frameLocator('iframe');
        await frame.locator('.train-matrix tbody tr').nth(2).waitFor({ timeout: 30000 });
        await frame.locator('.train-go').click();
        await frame.locator('.train-go[data-phase="done"]').waitFor({ timeout: 30000 });
        await frame.getByText('step 30 of 30').waitFor();
        const { height } = await heard(page, 'headscope:resize');
        assert.ok(height > 1000, `${height}`);
      },
    ),
  ));

describe('messages', () => {
  test('set a scene, ask for it, and tell what is chosen', () =>
    withHost((base) =>
      withCourse(frameOf(base), async (page) => {
        await heard(page, 'headscope:ready');
        const send = (/** @type {unknown} */ message) =>
          page.evaluate((data) => {
            const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
            frame.contentWindow?.postMessage(data, '*');
          }, message);
        await send({
          type: 'headscope:set',
          scene: { text: 'She sat.', view: 'matrix', layer: 0 },
        });
        await page.frameLocator('iframe').locator('hs-matrix .matrix-readout').waitFor();
        await send({ type: 'headscope:get' });
        const { scene, hash } = await heard(page, 'headscope:scene');
        assert.deepEqual(scene, { v: 1, text: 'She sat.', view: 'matrix' });
        assert.equal(hash, '#v=1&text=She+sat.&view=matrix');
        await send({ type: 'headscope:set' });
        assert.equal((await heard(page, 'headscope:error')).code, 'BadMessage');
        for (const nothing of [null, 7, 'headscope:set', { type: 'other' }, { type: 3 }]) {
          await send(nothing);
        }
        await send({ type: 'headscope:set', scene: `${SCENE}` });
        const token = page.frameLocator('iframe').locator('.graph-token').nth(2);
        await token.click();
        const chosen = await heard(page, 'headscope:select');
        assert.deepEqual(chosen.lock, { side: 'query', index: 2 });
      }),
    ));

  test('count only from the page around, and from the hosts that the address names', () =>
    withHost((base) =>
      withCourse(
        frameOf(base, '', SCENE).replace('embed.html', 'embed.html?host=https://course.example'),
        async (page) => {
          await heard(page, 'headscope:ready');
          await page.evaluate(() => {
            const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
            frame.contentWindow?.postMessage({ type: 'headscope:get' }, '*');
          });
          await page.waitForTimeout(300);
          const types = await page.evaluate(() =>
            /** @type {any} */ (globalThis).heard.map((/** @type {any} */ { type }) => type),
          );
          assert.ok(!types.includes('headscope:scene'));
        },
      ),
    ));
});

test('the frame is accessible, and says what of its scene it could not take', () =>
  withHost(async (base) => {
    const page = await place.browser.newPage();
    await page.goto(`${base}embed.html${SCENE}&mass=7&layer=9`);
    await page.locator('hs-model-status[data-phase="ready"]').waitFor({ timeout: 30000 });
    await page.locator('hs-scene-notice li').first().waitFor();
    await assertAccessible(page);
    await page.close();
  }));
