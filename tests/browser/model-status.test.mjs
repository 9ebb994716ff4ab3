/** The model on its way: what the page shows before it is there, and where it cannot come. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { modelReady, openBrowser, openPage, pictured, settled, tokens } from './page-support.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

describe('the model on its way', () => {
  const MODEL = '**/use-lite-f16.safetensors';
  const status = (/** @type {import('playwright-core').Page} */ page) =>
    page.locator('hs-model-status');

  test('the precomputed sentence shows before the model; a cancelled download can be taken up', async () => {
    const { page, close } = await openPage(place, {
      ready: false,
      before: (page) => page.route(MODEL, () => {}),
    });
    await page.locator('hs-model-status[data-phase="loading"]').waitFor();
    await page.locator('.graph-token').first().waitFor();
    assert.equal((await tokens(page)).length, 14);
    await page.locator('#sentence').fill('Not yet');
    await page.locator('#sentence-notice', { hasText: 'as soon as the model is here' }).waitFor();
    await status(page).getByRole('button', { name: 'Cancel' }).click();
    await page.locator('hs-model-status[data-phase="cancelled"]').waitFor();
    await page.unroute(MODEL);
    await status(page).getByRole('button', { name: 'Load the model' }).click();
    await modelReady(page);
    await pictured(page);
    assert.deepEqual(await tokens(page), ['Not', 'yet']);
    await close();
  });

  test('nothing moves while it comes, and no two parts of the header touch', async () => {
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1280, 800],
      [1920, 1080],
    ]) {
      for (const language of ['', '?lang=zh']) {
        /** @type {() => void} */
        let send = () => {};
        const sent = new Promise((resolve) => (send = () => resolve(null)));
        const { page, close } = await openPage(
          { ...place, url: `${place.url}${language}` },
          {
            ready: false,
            context: { viewport: { width, height } },
            before: (page) =>
              page.route(MODEL, async (route) => {
                await sent;
                await route.continue();
              }),
          },
        );
        const where = () =>
          page.evaluate(() =>
            ['.page-header', '.share-open', 'hs-sentence-box'].map((part) => {
              const box = document.querySelector(part)?.getBoundingClientRect();
              return [part, box?.x, box?.y, box?.height];
            }),
          );
        await page.locator('hs-model-status[data-phase="loading"]').waitFor();
        await settled(page);
        const before = await where();
        send();
        await modelReady(page);
        assert.deepEqual(await where(), before, `${width} ${language}`);
        const touching = await page.locator('.page-header > :visible').evaluateAll((parts) => {
          const boxes = parts.map((part) => part.getBoundingClientRect());
          return boxes.flatMap((a, i) =>
            boxes
              .filter((b, j) => j !== i && b.x >= a.x && b.x < a.right + 4)
              .filter((b) => b.y < a.bottom && a.y < b.bottom)
              .map(() => parts[i].tagName),
          );
        });
        assert.deepEqual(touching, [], `${width} ${language}`);
        await close();
      }
    }
  });

  /** @type {[string, (route: import('playwright-core').Route) => Promise<void>, RegExp][]} */
  const failures = [
    ['failed', (route) => route.abort('connectionreset'), /its download failed/],
    ['missing', (route) => route.fulfill({ status: 404, body: 'no' }), /its download failed/],
    ['damaged', (route) => route.fulfill({ body: 'x'.repeat(5000) }), /its file arrived damaged/],
  ];
  for (const [name, answer, message] of failures) {
    test(`a ${name} download says so, keeps the picture and can be tried again`, async () => {
      const { page, close } = await openPage(place, {
        ready: false,
        before: (page) => page.route(MODEL, answer),
      });
      await page.locator('hs-model-status[data-phase="failed"]').waitFor({ timeout: 15000 });
      assert.match((await status(page).textContent()) ?? '', message);
      assert.equal(await page.locator('.graph-token').count(), 28);
      await page.unroute(MODEL);
      await status(page).getByRole('button', { name: 'Try again' }).click();
      await modelReady(page);
      await close();
    });
  }

  test('where another model does not come, the default one is offered', async () => {
    const url = `${place.url}#v=1&text=Not+yet&model=./bad.safetensors`;
    const { page, close } = await openPage({ ...place, url }, { ready: false });
    await page.locator('hs-model-status[data-phase="failed"]').waitFor();
    const said = await status(page).getByRole('status').textContent();
    assert.match(said ?? '', /download failed\. There is nothing to draw yet\.$/);
    assert.equal(await page.locator('#sentence-notice').textContent(), '', 'nothing is awaited');
    await page.locator('#sentence').fill('Not at all');
    await settled(page);
    assert.equal(await page.locator('#sentence-notice').textContent(), '');
    await status(page).getByRole('button', { name: 'Use the default model' }).click();
    await modelReady(page);
    assert.doesNotMatch(page.url(), /model=/);
    assert.deepEqual(await tokens(page), ['Not', 'at', 'all']);
    await close();
  });

  test('without WebAssembly SIMD the page says what it needs and still shows a sentence', async () => {
    const { page, close } = await openPage(place, {
      ready: false,
      before: async (page) => {
        await page.addInitScript(() => {
          WebAssembly.validate = () => false;
        });
        await page.route('**/engine/worker.js', (route) => route.abort());
      },
    });
    await page.locator('hs-model-status[data-phase="failed"]').waitFor({ timeout: 15000 });
    assert.match((await status(page).textContent()) ?? '', /no WebAssembly SIMD/);
    assert.equal(await page.locator('.graph-token').count(), 28);
    await close();
  });
});
