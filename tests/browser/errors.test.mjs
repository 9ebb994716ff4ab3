/** What the page says and offers when something is missing, breaks or is forbidden; never a blank one. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { defaultModelUrl } from '../../web/models/registry.js';
import {
  assertAccessible,
  modelReady,
  openBrowser,
  openPage,
  pictured,
  settled,
  tokens,
  type,
} from './page-support.mjs';

const MODEL = '**/use-lite-f16.safetensors';
const SNAPSHOT = '**/first.safetensors';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

const status = (/** @type {Page} */ page) => page.locator('hs-model-status');

/** @param {Page} page @param {RegExp} message */
async function assertFailed(page, message) {
  await page.locator('hs-model-status[data-phase="failed"]').waitFor({ timeout: 15000 });
  assert.match((await status(page).locator('p').textContent()) ?? '', message);
}

/** @param {Page} page */
const retry = (page) => status(page).getByRole('button', { name: 'Try again' }).click();

/** The threads of the engine; training has one of its own. @param {Page} page */
async function engineWorkers(page) {
  const named = await Promise.all(
    page
      .workers()
      .map(async (worker) => ({ worker, name: await worker.evaluate(() => self.name) })),
  );
  return named.filter(({ name }) => name === 'headscope').map(({ worker }) => worker);
}

/** Ends the engine's thread as a fault in it would. @param {Page} page */
async function breakWorker(page) {
  const [worker] = await engineWorkers(page);
  assert.ok(worker, 'the engine has a worker');
  const gone = worker.waitForEvent('close');
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('broken on purpose');
    });
  });
  await gone;
}

describe('the engine breaks', () => {
  test('once: a new one takes its place, and the reader sees the next sentence', async () => {
    const { page, close } = await openPage(place);
    await breakWorker(page);
    await type(page, 'The river bank');
    assert.deepEqual(await tokens(page), ['The', 'river', 'bank']);
    assert.equal(await status(page).getAttribute('data-phase'), 'ready');
    assert.equal((await engineWorkers(page)).length, 1);
    await breakWorker(page);
    await type(page, 'The money bank');
    assert.deepEqual(await tokens(page), ['The', 'money', 'bank']);
    await close();
  });

  test('again and again: the page says so, keeps the picture, and can be tried again', async () => {
    const { page, close } = await openPage(place);
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      Object.assign(globalThis, { mend: () => (Worker.prototype.postMessage = postMessage) });
      // A call that no engine knows makes it fail from within, whatever the text.
      Worker.prototype.postMessage = function (/** @type {any} */ message) {
        const name = message.name === 'trace' ? 'nothing' : message.name;
        postMessage.call(this, { ...message, name });
      };
    });
    await page.locator('#sentence').fill('Hello');
    await assertFailed(page, /it stopped while computing.*stays usable/);
    assert.equal((await tokens(page)).length, 14);
    await page.evaluate(() => /** @type {any} */ (globalThis).mend());
    await retry(page);
    await modelReady(page);
    await pictured(page);
    assert.equal((await tokens(page)).join(''), 'Hello');
    await close();
  });

  test('and its model cannot be had again: the page says so and offers a retry', async () => {
    const { page, close } = await openPage(place);
    await page.route(MODEL, (route) => route.abort('connectionreset'));
    await breakWorker(page);
    await page.locator('#sentence').fill('Hello');
    await assertFailed(page, /its download failed/);
    await page.unroute(MODEL);
    await retry(page);
    await modelReady(page);
    await pictured(page);
    assert.equal((await tokens(page)).join(''), 'Hello');
    await close();
  });
});

describe('files that do not come', () => {
  test('offline: the page says so and goes on by itself once there is a network', async () => {
    const { page, close } = await openPage(place, {
      ready: false,
      before: (page) => page.route(MODEL, () => {}),
    });
    await page.locator('.graph-token').first().waitFor();
    await page.locator('hs-model-status[data-phase="loading"]').waitFor();
    await status(page).getByRole('button', { name: 'Cancel' }).click();
    await page.unroute(MODEL);
    await page.context().setOffline(true);
    await status(page).getByRole('button', { name: 'Load the model' }).click();
    await assertFailed(page, /you are offline/);
    assert.equal(await page.locator('.graph-token').count(), 28);
    await page.context().setOffline(false);
    await modelReady(page);
    await close();
  });

  test('offline with a model: what is asked for says so, and comes with the network', async () => {
    const { page, close } = await openPage(place, { alone: true, stir: false });
    const share = page.locator('.share-open');
    await page.context().setOffline(true);
    await share.click();
    const notice = page.locator('#sentence-notice');
    await notice.filter({ hasText: 'What you asked for did not arrive.' }).waitFor();
    await page.context().setOffline(false);
    await share.click();
    await page.getByRole('dialog', { name: 'Share what you see' }).waitFor();
    assert.equal(await notice.textContent(), '');
    await close();
  });

  test('a model that is cut short', async () => {
    const bytes = await readFile(defaultModelUrl);
    const { page, close } = await openPage(place, {
      ready: false,
      before: (page) =>
        page.route(MODEL, (route) => route.fulfill({ body: bytes.subarray(0, bytes.length / 2) })),
    });
    await assertFailed(page, /its file arrived damaged/);
    await page.unroute(MODEL);
    await retry(page);
    await modelReady(page);
    await close();
  });

  /** @type {[string, (route: import('playwright-core').Route) => Promise<void>, RegExp][]} */
  const modules = [
    ['missing', (route) => route.fulfill({ status: 404, body: 'no' }), /its download failed/],
    ['damaged', (route) => route.fulfill({ body: 'x'.repeat(5000) }), /its file arrived damaged/],
  ];
  for (const [name, answer, message] of modules) {
    test(`a module that is ${name}`, async () => {
      const { page, close } = await openPage(place, {
        ready: false,
        before: (page) => page.route('**/headscope*.wasm', answer),
      });
      await assertFailed(page, message);
      assert.equal(await page.locator('.graph-token').count(), 28);
      await page.unroute('**/headscope*.wasm');
      await retry(page);
      await modelReady(page);
      await close();
    });
  }

  test('neither model nor first sentence: nothing to draw yet, and the page says why', async () => {
    const { page, close } = await openPage(place, {
      ready: false,
      before: async (page) => {
        await page.route(MODEL, (route) => route.abort('connectionreset'));
        await page.route(SNAPSHOT, (route) => route.abort('connectionreset'));
      },
    });
    await assertFailed(page, /its download failed.*nothing to draw yet/);
    for (const part of ['hs-sentence-box', 'hs-heads-strip', 'hs-head-graph', 'hs-matrix']) {
      assert.ok(await page.locator(part).isVisible(), part);
    }
    await assertAccessible(page);
    await page.unroute(MODEL);
    await retry(page);
    await modelReady(page);
    assert.equal((await tokens(page)).length, 14);
    await close();
  });

  test('a part of the page’s own script: the page says so and can be loaded anew', async () => {
    const { page, close } = await openPage(place, {
      ready: false,
      before: (page) => page.route('**/views/matrix.js', (route) => route.abort()),
    });
    const notice = page.locator('.not-started');
    await notice.waitFor({ state: 'visible', timeout: 15000 });
    assert.match((await notice.textContent()) ?? '', /has not started.*没有启动/s);
    await page.unroute('**/views/matrix.js');
    await notice.getByRole('link', { name: 'Try again' }).click();
    await modelReady(page);
    assert.equal(await notice.count(), 0);
    await close();
  });
});

describe('what a host may forbid', () => {
  test('storage of every kind: the page works, and complains about nothing', async () => {
    const { page, complaints, close } = await openPage(place, {
      before: (page) =>
        page.addInitScript(() => {
          for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
            Object.defineProperty(globalThis, name, {
              get() {
                throw new DOMException('Access is denied for this document.', 'SecurityError');
              },
            });
          }
        }),
    });
    await type(page, 'One');
    await page.locator('.ready button').first().click();
    await settled(page);
    await page.locator('#sentence-recent').click();
    assert.equal(await page.getByRole('menuitem', { name: 'One', exact: true }).count(), 1);
    assert.deepEqual(complaints, []);
    await close();
  });
});
