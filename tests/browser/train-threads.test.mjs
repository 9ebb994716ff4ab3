/** Where training happens, in Chromium: its worker, a tab that is hidden, the page's own thread. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { clickWhen, openBrowser } from './page-support.mjs';
import { button, go, keepWorkers, openTrain, phase, shares, stepNow } from './train-support.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

describe('where training happens', () => {
  test('a worker that ends is replaced, and the training goes on', async () => {
    const { page, close } = await openTrain(place, { before: keepWorkers });
    const outcome = async () => {
      await phase(page, 'done');
      await page.locator('.train-mutes tbody b').first().waitFor();
      await page.getByText('after 2000 batches').waitFor();
      return [
        await page.locator('.train-score').allTextContents(),
        await page.locator('.train-matrix tbody').textContent(),
        await page.locator('#train [aria-label^="For each head"]').textContent(),
      ];
    };
    await clickWhen(go(page), 'done');
    await page.waitForTimeout(500);
    const after = await go(page).getAttribute('data-phase');
    assert.equal(after, 'done', 'a click that came too late to pause starts nothing');
    const undisturbed = await outcome();
    await page.locator('label:has(> input[name="train-speed"][value="medium"])').click();
    await go(page).click();
    await page.waitForFunction(() =>
      // Not the 2000 of the training before.
      /step\s[2-9]\d\d of/.test(document.querySelector('.train-bar .notice')?.textContent ?? ''),
    );
    const { snapshot, reached } = await page.evaluate(() => {
      const all = /** @type {any} */ (globalThis);
      const view = /** @type {any} */ (document.getElementById('train'));
      const steps = () =>
        view.store.state.train.learners.map((/** @type {any} */ { step }) => step);
      all.stepsAfter = [];
      view.store.subscribe(() => all.stepsAfter.push(Math.max(...steps())));
      all.trainingWorkers[0].terminate();
      return { snapshot: all.lastSnapshot, reached: Math.max(...steps()) };
    });
    await page.getByText('went on from its last snapshot').waitFor();
    const lowest = await page.evaluate(() =>
      Math.min(.../** @type {any} */ (globalThis).stepsAfter),
    );
    assert.ok(snapshot >= 10 && snapshot <= reached, `${snapshot}, ${reached}`);
    assert.equal(lowest, snapshot, 'it went back to the snapshot, and no further');
    await page.locator('label:has(> input[name="train-speed"][value="full"])').click();
    assert.deepEqual(await outcome(), undisturbed);
    await close();
  });

  test('a hidden tab pauses, the eight seeds too', async () => {
    const { page, complaints, close } = await openTrain(place);
    const setHidden = (/** @type {boolean} */ hidden) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await page.locator('label:has(> input[name="train-speed"][value="medium"])').click();
    await go(page).click();
    await page.waitForFunction(() =>
      /step\s[1-9]\d/.test(document.querySelector('.train-bar .notice')?.textContent ?? ''),
    );
    await setHidden(true);
    await phase(page, 'hidden');
    await page.getByText('Paused while this tab is hidden').waitFor();
    await page.locator('.train-mutes tbody td').first().waitFor();
    const held = await stepNow(page);
    await page.waitForTimeout(500);
    assert.equal(await stepNow(page), held);
    await setHidden(false);
    await phase(page, 'running');
    await page.waitForFunction(
      (before) =>
        Number(
          /step\s(\d+)/.exec(document.querySelector('.train-bar .notice')?.textContent ?? '')?.[1],
        ) > before,
      held,
    );
    await button(page, 'Pause').click();

    await page.evaluate(() => (location.hash = 'v=1&train=tiles:4:1:1:16:0.02:40'));
    await page.getByText('step 0 of 40').waitFor();
    await setHidden(true);
    await button(page, 'Run 8\u00a0seeds').click();
    const count = page.locator('#train .run-bar').getByText('of 32 models');
    await count.waitFor();
    await page.waitForTimeout(1000);
    assert.equal(await count.textContent(), '0 of\u00a032\u00a0models');
    await setHidden(false);
    await button(page, 'Run them again').waitFor();
    const said = String(
      await page.locator('#train svg[aria-label*="["]').first().getAttribute('aria-label'),
    );
    const rows = said.split('; ');
    assert.equal(rows.length, 4);
    for (const [i, heads] of ['1 head', '2 heads', '4 heads', '8 heads'].entries()) {
      const [, mean, low, high] =
        /^(?:.*): ([\d.]+)\s% \[([\d.]+), ([\d.]+)\]$/.exec(rows[i])?.map(Number) ?? [];
      assert.ok(rows[i].replaceAll('\u00a0', ' ').startsWith(`${heads}: `), rows[i]);
      assert.ok(low <= mean && mean <= high, rows[i]);
    }
    assert.ok(/\[(\d+), (?!\1\])/.test(said), `seeds differ: ${said}`);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('the page’s own thread, where there is no worker, computes the same numbers', async () => {
    /** @type {unknown[]} */
    const results = [];
    for (const worker of [true, false]) {
      const { page, complaints, close } = await openTrain(place, {
        before: (page) =>
          worker
            ? keepWorkers(page)
            : page.addInitScript(() =>
                Object.defineProperty(globalThis, 'Worker', { value: null }),
              ),
      });
      await page.evaluate(() => (location.hash = 'v=1&train=tiles:4:1:4:16:0.02:60'));
      await page.getByText('step 0 of 60').waitFor();
      await go(page).click();
      await phase(page, 'done');
      await page.locator('.train-mutes tbody b, .train-mutes tbody td:text("0")').first().waitFor();
      assert.equal(page.workers().length > 0, worker);
      const norms = page.locator('#train [aria-label^="For each head"]');
      const matrix = page.locator('.train-matrix tbody');
      await page.getByText('after 60 batches').waitFor();
      results.push([
        await shares(page),
        await page.locator('.train-score small').allTextContents(),
        await norms.textContent(),
        await matrix.textContent(),
      ]);
      assert.deepEqual(complaints, []);
      await close();
    }
    assert.deepEqual(results[1], results[0]);
  });
});
