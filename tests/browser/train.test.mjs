/** Train your own, in Chromium: real trainings, from the button to the numbers. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { assertAccessible, openBrowser, pictured, settled, tokens, type } from './page-support.mjs';
import { button, go, openTrain, phase, shares, stepNow } from './train-support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

describe('train your own', () => {
  test('one head fails where four succeed, and the page keeps moving', async (context) => {
    const { page, complaints, close } = await openTrain(place);
    await page.evaluate(() => {
      const times = /** @type {number[]} */ ([]);
      const pictures = { '.train-matrix': new Set(), '.train-graph svg': new Set() };
      Object.assign(globalThis, { frameTimes: times, pictures });
      const tick = (/** @type {number} */ time) => {
        if (document.querySelector('.train-go[data-phase="running"]')) {
          times.push(time);
          for (const [place, seen] of Object.entries(pictures)) {
            seen.add(document.querySelector(place)?.innerHTML);
          }
        }
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    await go(page).click();
    await phase(page, 'running');
    assert.equal(await button(page, 'Pause').count(), 1);
    await phase(page, 'done');
    const times = await page.evaluate(
      () => /** @type {{frameTimes: number[]}} */ (/** @type {any} */ (globalThis)).frameTimes,
    );
    const seconds = (times[times.length - 1] - times[0]) / 1000;
    const gaps = times.slice(1).map((time, i) => time - times[i]);
    context.diagnostic(
      `trained in ${seconds.toFixed(2)} s, ${(gaps.length / seconds).toFixed(0)} frames a second, ` +
        `the longest ${Math.max(...gaps).toFixed(0)} ms`,
    );
    assert.ok(times.length > 10, 'it was drawn while it trained');
    const pictures = await page.evaluate(() => {
      const all = /** @type {Record<string, Set<string>>} */ (
        /** @type {any} */ (globalThis).pictures
      );
      return Object.values(all).map(({ size }) => size);
    });
    for (const count of pictures) assert.ok(count > 2, `${pictures} pictures while it trained`);
    await page.locator('.train-mutes tbody b').first().waitFor();
    const [one, two, four, eight] = await shares(page);
    assert.ok(one <= 25 && two <= 25, `${one}, ${two}`);
    assert.ok(four >= 99 && eight >= 99, `${four}, ${eight}`);
    assert.match(
      (await page.locator('#train > .notice').allTextContents()).join(),
      /1\shead: \d+\s%/,
    );

    const masses = await page
      .locator('.train-matrix tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('b')].map((cell) => Number(cell.textContent))),
      );
    assert.equal(masses.length, 4);
    const finders = masses.map((row) => row.indexOf(Math.max(...row)));
    assert.equal(new Set(finders).size, 4, 'each question has a head of its own');
    for (const row of masses) assert.ok(Math.max(...row) > 0.9);

    const costs = await page
      .locator('.train-mutes tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll('td')].map((cell) =>
            Number(cell.textContent?.replace('−', '-')),
          ),
        ),
      );
    finders.forEach((head, question) =>
      costs[head].forEach((cost, asked) =>
        assert.ok(asked === question ? cost < -50 : Math.abs(cost) <= 2, `${head}: ${cost}`),
      ),
    );
    await button(page, 'Mute head\u00a00').click();
    await page
      .getByText(/Without head\s0: \d+\s% of the sentences all right, 100\s% with it/)
      .waitFor();
    assert.deepEqual(complaints, []);
    await close();
  });

  test('steps, pauses and resets, and the same seed computes the same numbers', async () => {
    const { page, complaints, close } = await openTrain(place);
    await button(page, 'Step').click();
    await page.getByText('step 10 of 2000').waitFor();
    await page.locator('label:has(> input[name="train-speed"][value="medium"])').click();
    await go(page).click();
    await page.waitForFunction(() =>
      /step\s[1-9]\d\d/.test(document.querySelector('.train-bar .notice')?.textContent ?? ''),
    );
    await button(page, 'Pause').click();
    await button(page, 'Go on').waitFor();
    await page.locator('.train-mutes tbody td').first().waitFor();
    const paused = await stepNow(page);
    await page.waitForTimeout(300);
    const still = await stepNow(page);
    assert.ok(still - paused <= 10, `${paused}, ${still}`);
    const norms = () => page.locator('#train [aria-label^="For each head"]').textContent();

    await button(page, 'Reset').click();
    await page.getByText('step 0 of 2000').waitFor();
    /** @type {(string | null)[]} */
    const seen = [];
    for (let i = 0; i < 2; i++) {
      await button(page, 'Step').click();
      await page.getByText('step 10 of 2000').waitFor();
      seen.push(await norms());
      await button(page, 'Reset').click();
      await page.getByText('step 0 of 2000').waitFor();
    }
    assert.match(String(seen[0]), /head\s3\d\.\d\d/);
    assert.equal(seen[0], seen[1]);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('divergence stops a model with the core’s words', async () => {
    const { page, close } = await openTrain(place);
    await page.locator('.train-field:has-text("learning rate") input').fill('1e38');
    await page.keyboard.press('Tab');
    await go(page).click();
    await phase(page, 'done');
    const said = await page.locator('.train-score small').allTextContents();
    assert.equal(said.length, 4);
    for (const words of said) assert.match(words, /last good weights are kept\..*Trainer::step/);
    await close();
  });

  test('seeds that diverge end their own run, and not the training', async () => {
    const { page, close } = await openTrain(place);
    await page.locator('.train-field:has-text("learning rate") input').fill('1e38');
    await page.keyboard.press('Tab');
    await page.locator('#train .train-matrix tbody').waitFor();
    await button(page, 'Run 8\u00a0seeds').click();
    const bar = page.locator('#train .run-bar');
    await bar.getByText(/Stopped after 0 of\s32\smodels: .*Trainer::step/).waitFor();
    assert.equal(await bar.getByRole('button').textContent(), 'Run 8\u00a0seeds');
    assert.equal(await page.locator('#train .train-go').getAttribute('data-phase'), 'idle');
    assert.equal(await page.getByText('The training stopped').count(), 0);
    await close();
  });

  test('words are chosen by keys, and the model answers', async () => {
    const { page, complaints, close } = await openTrain(place);
    const text = page.locator('.train-line input');
    const before = await text.inputValue();
    await page.locator('.train-word').nth(2).focus();
    await page.keyboard.press('Enter');
    await page.locator('#train select:visible').last().focus();
    await page.keyboard.press('r');
    await settled(page);
    const after = await text.inputValue();
    assert.notEqual(after, before);
    assert.match(after.split(' ')[2], /-ring$/);
    assert.equal(await page.locator('.train-answers tbody tr').count(), 4);
    await text.fill('nonsense');
    await page.locator('#train .notice.warn:not(:empty)').waitFor();
    assert.match((await page.locator('#train .notice.warn').allTextContents()).join(), /nonsense/);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a saved model comes back with its answers', async () => {
    const { page, close } = await openTrain(place);
    for (let i = 0; i < 2; i++) await button(page, 'Step').click();
    await page.getByText('step 20 of 2000').waitFor();
    const table = () => page.locator('.train-matrix tbody').textContent();
    await page.getByText('after 20 batches').waitFor();
    const [matrix, download] = await Promise.all([
      table(),
      page.waitForEvent('download'),
      button(page, 'Save the model').click(),
    ]);
    const path = await download.path();
    await button(page, 'Reset').click();
    await page.getByText('after 0 batches').waitFor();
    assert.notEqual(await table(), matrix);
    await page.locator('#train input[type="file"]').setInputFiles(path);
    await page.waitForFunction(() => document.querySelectorAll('.train-score').length === 1);
    await page.locator('.train-matrix tbody').waitFor();
    assert.equal(await table(), matrix);
    await page.getByText('after 20 batches').waitFor();
    await page.getByText('step 20 of 2000').waitFor();
    await button(page, 'Go on').waitFor();
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Save the model').click(),
    ]);
    assert.deepEqual(await readFile(await again.path()), await readFile(path));
    const rate = page.locator('.train-field:has-text("learning rate") input');
    assert.equal(await rate.inputValue(), '0.02', 'as it was typed, not as a float32');
    assert.doesNotMatch(await page.evaluate(() => location.hash), /0\.0199/);
    const matrixNow = await table();
    const bad = { name: 'bad.safetensors', mimeType: '', buffer: Buffer.from('junk!') };
    await page.locator('#train input[type="file"]').setInputFiles(bad);
    await page.getByText(/The file could not be loaded: .*\. The model is as it was\.$/).waitFor();
    await page.getByText('step 20 of 2000').waitFor();
    assert.equal(await table(), matrixNow);
    await button(page, 'Step').click();
    await page.getByText('step 30 of 2000').waitFor();
    await page.getByText('could not be loaded').waitFor({ state: 'hidden' });
    await page.getByText('after 30 batches').waitFor();
    await close();
  });

  test('a link holds what is trained', async () => {
    const { page, complaints, close } = await openTrain(place);
    await page.evaluate(() => (location.hash = 'v=1&train=tiles:2:7:3'));
    await page.locator('.train-question').getByText('3 questions').waitFor();
    const seed = page.locator('.train-field:has-text("seed") input').first();
    assert.equal(await seed.inputValue(), '7');
    assert.equal(await page.locator('.train-score :checked').inputValue(), '2');
    await seed.fill('11');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => /train=tiles:2:11:3/.test(decodeURIComponent(location.hash)));
    await page.locator('.train-matrix tbody tr').nth(2).waitFor();
    assert.equal(await page.locator('.train-matrix tbody tr').count(), 3);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('the lab shows the trained model, and its own again', async () => {
    const { page, complaints, close } = await openTrain(place);
    const box = page.locator('#sentence');
    const [text, sample] = [
      await box.inputValue(),
      await page.locator('.train-line input').inputValue(),
    ];
    await button(page, 'Step').click();
    await page.getByText('after 10 batches').waitFor();
    await button(page, 'Open in the lab').click();
    const banner = page.locator('hs-train-banner');
    await banner.getByText('Tiles, 4 heads (tiles, seed 1, step 10)').waitFor();
    assert.equal(await box.inputValue(), sample);
    assert.deepEqual(await tokens(page), sample.split(' '));
    assert.equal(await page.locator('.head').count(), 4, 'one layer of four heads');
    // The cards are those of the other model, too, before one is pointed out.
    await settled(page);
    const norm = page.locator('.card[data-step="norm"]');
    await norm.scrollIntoViewIfNeeded();
    await norm.getByText('This model has no such part').waitFor();
    assert.doesNotMatch(
      String(await page.locator('hs-dimension-trace').textContent()),
      /precomputed sentence/,
    );
    await page.locator('hs-fuse').scrollIntoViewIfNeeded();
    await page.locator('hs-fuse').getByText('Largest difference of a number').waitFor();
    await page.locator('hs-contributions').scrollIntoViewIfNeeded();
    await page.waitForFunction(() => {
      const slab = document.querySelector('.wo-slab canvas');
      if (!(slab instanceof HTMLCanvasElement)) return false;
      return slab.width % 16 === 0 && slab.width >= slab.clientWidth;
    });
    const arithmetic = page.locator('hs-arithmetic');
    await page.locator('#train').evaluate((/** @type {any} */ view) => {
      const place = { query: 1, key: 0, column: 0, output: 0, model: 0, hidden: 0, sentence: 0 };
      view.store.actions.unfold({ ...place, name: 'query', free: false });
    });
    await arithmetic.getByText('They agree to the last digit shown').waitFor();
    await arithmetic
      .getByRole('button', { name: /^input/ })
      .first()
      .click();
    await arithmetic.getByText('models that were trained here learn their positions').waitFor();
    await arithmetic.getByRole('button', { name: 'Close' }).click();
    const offered = page.locator('.ready-sentence');
    assert.equal(await offered.count(), 4);
    assert.equal(await offered.first().getAttribute('data-sentence'), sample);
    await offered.nth(3).click();
    await pictured(page);
    assert.deepEqual(await tokens(page), (await box.inputValue()).split(' '));
    assert.equal(await page.locator('#sentence-notice').textContent(), '');
    const other = sample.replace('?-orange', '?-red');
    assert.notEqual(other, sample);
    await type(page, other);
    assert.deepEqual(await tokens(page), other.split(' '));
    await box.fill('hello');
    await page.locator('#sentence-notice').getByText('hello').waitFor();
    await type(page, other);
    const link = () =>
      page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('text') ?? '');
    await page.locator('.head').nth(2).click();
    await page.waitForFunction(() => /heads=2/.test(location.hash));
    assert.equal(await link(), text, 'who opens the link has the lab’s own model');
    await page.locator('.head').nth(1).click();
    await page.waitForFunction(() => /heads=1/.test(location.hash));
    await page.goBack();
    await page.waitForFunction(() => /heads=2/.test(location.hash));
    assert.equal(await box.inputValue(), other, 'the way back keeps the words of the model');

    await page.keyboard.press('Tab');
    await banner.getByRole('button').press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.head').length > 4);
    await page.locator('hs-sentence-box:not(.stale)').waitFor();
    assert.equal(await box.inputValue(), text);
    assert.equal(await offered.first().getAttribute('data-sentence'), text);
    assert.equal(await banner.isVisible(), false);
    await settled(page);
    assert.deepEqual(complaints, []);
    await close();
  });

  for (const [name, viewport, colorScheme] of /** @type {const} */ ([
    ['a desk', { width: 1280, height: 800 }, 'dark'],
    ['a phone', { width: 390, height: 844 }, 'light'],
  ])) {
    test(`is accessible and fits on ${name}`, async () => {
      const { page, close } = await openTrain(place, { context: { viewport, colorScheme } });
      await go(page).click();
      await phase(page, 'done');
      await page.locator('.train-mutes tbody b').first().waitFor();
      await page.locator('#train summary').first().click();
      await page.locator('#train summary').last().click();
      await settled(page);
      await assertAccessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= viewport.width, `${wide}`);
      const small = await page
        .locator('#train :is(button, select, summary)')
        .evaluateAll((all) =>
          all
            .filter((each) => each.getClientRects().length && each.clientHeight < 24)
            .map((each) => each.outerHTML.slice(0, 80)),
        );
      assert.deepEqual(small, []);
      await close();
    });
  }
});
