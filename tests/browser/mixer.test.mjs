/** Where the heads meet, in Chromium: concat is a sum, and the mixer. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  arrived,
  assertAccessible,
  bringUp,
  choose,
  openBrowser,
  openPage,
  pictured,
  settled,
  tableOf,
  type,
} from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** @param {string | null} text @returns {number} the first number in it */
const numberIn = (text) => Number(/−?\d+(\.\d+)?/.exec(text ?? '')?.[0].replace('−', '-') ?? NaN);

/**
 * A page with both sections there and the one named in view.
 * @param {'contributions' | 'mixer'} section
 * @param {Parameters<typeof openPage>[1]} [options]
 */
async function openSection(section, options) {
  const opened = await openPage(place, options);
  const { page } = opened;
  page.setDefaultTimeout(10_000);
  await bringUp(page, `#${section}`);
  if (section === 'contributions') await page.locator('.wo-body').waitFor();
  await settled(page);
  return opened;
}

/** Workers hear late by `workerDelay` ms, so that nothing is over before it can be cancelled. @param {Page} page */
const slowWorkers = (page) =>
  page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...given) {
      const delay = /** @type {any} */ (globalThis).workerDelay ?? 0;
      const send = () => Reflect.apply(post, this, given);
      if (delay) setTimeout(send, delay);
      else send();
    };
  });

/** @param {Page} page @param {number} head */
const strip = (page, head) => page.locator(`.mixer-strip[data-head="${head}"]`);

/** @param {Page} page */
const badge = (page) => page.locator('hs-mixed-badge');

/** @param {Page} page @returns {Promise<string[]>} */
async function readouts(page) {
  await settled(page);
  return page.locator('.mixer-strip output').allTextContents();
}

/** @param {Page} page @returns {Promise<number[][]>} unmixed, mixed, change; NaN where there is none */
const cosines = (page) =>
  page
    .locator('.mixer-cosines tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
    )
    .then((rows) => rows.map((row) => row.map(numberIn)));

describe('concat is a sum', () => {
  test('for every word the heads and the bias make the length of its output', async () => {
    const { page, complaints, close } = await openSection('contributions');
    assert.equal(await page.locator('.wo-slab canvas').count(), 4);
    assert.equal(await page.locator('.wo-slab canvas').first().getAttribute('width'), '512');
    const count = await page.locator('.wo-token').count();
    assert.equal(count, 15, 'all words, and each of 14');
    for (const layer of ['0', '1']) {
      await choose(page, `#contributions .segments input[value="${layer}"]`);
      for (const index of [0, 1, 7, 14]) {
        await page.locator('.wo-token').nth(index).click();
        await settled(page);
        assert.equal(
          await page.locator('.wo-token').nth(index).getAttribute('aria-pressed'),
          'true',
        );
        const [sum, length, error] = await page.locator('.wo-sum > *').allTextContents();
        const [heads, bias, total] = [...sum.matchAll(/−?\d+\.\d+/g)].map(([text]) =>
          numberIn(text),
        );
        assert.ok(Math.abs(heads + bias - total) < 2e-4, sum);
        assert.equal(total, numberIn(length));
        assert.ok(total > 1, length);
        assert.match(error, /× 10⁻[⁵⁶⁷⁸⁹¹]|: 0$/);
        const shares = await page
          .locator('.wo-ranking tbody td:nth-child(4)')
          .evaluateAll((cells) => cells.map((cell) => cell.textContent ?? ''));
        const all = shares.map(numberIn);
        assert.deepEqual(
          [...all].sort((a, b) => b - a),
          all,
          'the one that adds most leads',
        );
        const whole = all.reduce((total, share) => total + share, 0) + (100 * bias) / total;
        assert.ok(Math.abs(whole - 100) < 0.3, `${shares} and the bias make ${whole}`);
      }
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  test('the words are one tab stop that arrows, Home and End walk', async () => {
    const { page, close } = await openSection('contributions');
    const words = page.locator('.wo-token');
    const focused = () =>
      words.evaluateAll((all) => all.findIndex((word) => word.matches(':focus')));
    await page.locator('#contributions .segments input:checked').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const held = await page.locator('.wo-token[aria-pressed="true"]').textContent();
    assert.equal(await words.nth(await focused()).textContent(), held, 'the stop is the word held');
    await page.keyboard.press('Home');
    assert.equal(await focused(), 0);
    for (const [key, index] of /** @type {const} */ ([
      ['ArrowLeft', 14],
      ['ArrowRight', 0],
      ['End', 14],
      ['ArrowLeft', 13],
    ])) {
      await page.keyboard.press(key);
      assert.equal(await focused(), index, key);
    }
    await page.keyboard.press('Enter');
    await settled(page);
    assert.equal(await words.nth(13).getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), -1);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await focused(), 13);
    await close();
  });

  test('ribbons stand end on end and reach as far as the output', async () => {
    const { page, close } = await openSection('contributions');
    const ribbons = await page.locator('.wo-ribbons polygon').evaluateAll((polygons) =>
      polygons.map((polygon) => {
        const points = (polygon.getAttribute('points') ?? '').split(' ');
        return [points[0], points[2]].map((point) => Number(point.split(',')[0]));
      }),
    );
    assert.equal(ribbons.length, 6);
    const total = ribbons[5];
    for (let i = 1; i < 5; i++) assert.ok(Math.abs(ribbons[i][0] - ribbons[i - 1][1]) < 0.02);
    assert.ok(Math.abs(ribbons[4][1] - total[1]) < 0.02);
    await close();
  });

  test('a head that looks hard and adds little is found in the sentence on show', async () => {
    const { page, close } = await openSection('contributions');
    for (const text of ['', 'He put the red fish into the old boat.']) {
      if (text) {
        await page.evaluate(() => scrollTo(0, 0));
        await type(page, text);
        await bringUp(page, '#contributions');
        await page.locator('.wo-token').filter({ hasText: 'fish' }).waitFor();
        await settled(page);
      }
      await page.locator('.wo-find').click();
      const said = page.locator('.wo-case');
      await page.waitForFunction(() => document.querySelector('.wo-case')?.textContent !== '');
      await settled(page);
      const match =
        /layer\s(\d), head\s(\d) turns (\d+)\s%.*“(.*)” to “(.*)” and makes (−?[\d.]+)\s%/.exec(
          (await said.textContent()) ?? '',
        );
      assert.ok(match, String(await said.textContent()));
      const [, layer, head, weight, query, key, share] = match;
      assert.ok(Number(weight) >= 50 && Math.abs(numberIn(share)) < 12, match[0]);
      assert.equal(await page.locator('.wo-token[aria-pressed="true"]').textContent(), query);
      assert.equal(
        await page.locator('#contributions .segments input:checked').getAttribute('value'),
        layer,
      );
      const row = page.locator(`.wo-ranking tr[data-head="${head}"]`);
      const cells = await row.locator('td').allTextContents();
      assert.equal(numberIn(cells[1]), Number(weight));
      assert.ok(cells[1].includes(`“${key}”`));
      assert.equal(numberIn(cells[2]), numberIn(share));
    }
    await close();
  });

  test('is traced only while it is on screen', async () => {
    const { page, close } = await openPage(place);
    const asked = () =>
      page.evaluate(() => {
        const view = /** @type {any} */ (document.querySelector('hs-heads-strip'));
        return view.store.state.contributions !== null;
      });
    await arrived(page);
    assert.equal(await asked(), false);
    await bringUp(page, '#contributions');
    await page.locator('.wo-body').waitFor();
    assert.equal(await asked(), true);
    await close();
  });
});

describe('the mixer', () => {
  test('that the page is mixed is said below the first screen’s controls, not over them', async () => {
    const { page, close } = await openSection('mixer');
    for (const head of [0, 1, 2]) await strip(page, head).locator('button').first().click();
    await badge(page).waitFor();
    for (const [width, height] of [
      [1280, 800],
      [1280, 720],
      [1920, 1080],
    ]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await settled(page);
      const edge = (/** @type {import('playwright-core').Locator} */ of) =>
        of.evaluate((element) => element.getBoundingClientRect());
      const { top } = await edge(badge(page));
      const { bottom } = await edge(page.locator('.instrument'));
      assert.ok(bottom <= top, `${width}x${height}: ${bottom} px is below ${top} px`);
    }
    await close();
  });

  test('a fader by keyboard mixes the page; back at 100 % it is the model itself', async () => {
    const { page, complaints, close } = await openSection('mixer');
    const table = await tableOf(page);
    await choose(page, '#mixer .segments input[value="0"]');
    await choose(page, '#mixer .segments input[value="1"]');
    assert.equal(await badge(page).isVisible(), false);
    await choose(page, '#mixer .segments input[value="0"]');
    const fader = strip(page, 1).locator('input');
    await fader.focus();
    await page.keyboard.press('ArrowLeft');
    await badge(page).waitFor();
    assert.deepEqual(await readouts(page), ['100\u00a0%', '95\u00a0%', '100\u00a0%', '100\u00a0%']);
    assert.equal(await fader.getAttribute('aria-valuetext'), '95\u00a0%');
    await page.keyboard.press('End');
    await page.waitForFunction(
      () => document.querySelector('hs-mixed-badge')?.textContent?.includes('150') === true,
    );
    await page.keyboard.press('Home');
    await settled(page);
    assert.equal((await readouts(page))[1], '0\u00a0%');
    assert.match((await badge(page).textContent()) ?? '', /layer\s0: head\s1 at 0/);
    assert.equal(await page.locator('.mixer-moved').count(), 4, 'every head of the later layer');
    const [itself] = await cosines(page);
    assert.ok(itself[1] < 0.999 && itself[1] > 0, String(itself));
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
    await badge(page).waitFor({ state: 'hidden' });
    await choose(page, '#mixer .segments input[value="1"]');
    await settled(page);
    await page.evaluate(() => {
      const { actions } = /** @type {any} */ (document.querySelector('hs-matrix')).store;
      actions.selectHead({ layer: 1, head: 2 });
    });
    await settled(page);
    assert.deepEqual(await tableOf(page), table);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a move of a fader makes and computes only what it changes', async () => {
    const { page, close } = await openSection('mixer', {
      before: (page) =>
        page.addInitScript(() => {
          const { postMessage } = Worker.prototype;
          const calls = /** @type {any} */ (globalThis);
          calls.seconds = [];
          /**
           * @this {Worker}
           * @param {any[]} rest
           */
          Worker.prototype.postMessage = function (...rest) {
            const { name, given } = rest[0];
            if (name === 'trace' && String(given.options.names) === 'sentence') {
              calls.seconds.push('gains' in given.options ? 'mixed' : 'plain');
            }
            return /** @type {any} */ (postMessage).apply(this, rest);
          };
        }),
    });
    await choose(page, '#mixer .segments input[value="0"]');
    await strip(page, 1).locator('input').focus();
    await page.keyboard.press('ArrowLeft');
    await badge(page).waitFor();
    await settled(page);
    const parts = '.mixer-cosines td, .mixer-vectors canvas, .mixer-moved canvas';
    const seconds = () => page.evaluate(() => /** @type {any} */ (globalThis).seconds);
    const before = await page.evaluate((selector) => {
      const all = [...document.querySelectorAll(selector)];
      for (const part of all) Object.assign(part, { stood: true });
      /** @type {any} */ (globalThis).seconds = [];
      return all.map(({ textContent }) => textContent);
    }, parts);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => /** @type {any} */ (globalThis).seconds.length > 0);
    await settled(page);
    assert.deepEqual(await seconds(), ['mixed'], 'the second sentence’s own vector is known');
    const after = await page.locator(parts).evaluateAll((all) =>
      all.map((part) => ({
        stood: 'stood' in part,
        text: part.textContent,
      })),
    );
    assert.equal(after.length, 2 * 3 + 3 + 4);
    assert.ok(after.every(({ stood }) => stood));
    assert.notDeepEqual(
      after.map(({ text }) => text),
      before,
    );
    await close();
  });

  test('mute, solo and reset; the badge resets from anywhere', async () => {
    const { page, complaints, close } = await openSection('mixer');
    const press = (/** @type {number} */ head, /** @type {number} */ button) =>
      strip(page, head).locator('button').nth(button).click();
    await press(2, 1);
    assert.deepEqual((await readouts(page)).map(numberIn), [0, 0, 100, 0]);
    await press(0, 1);
    assert.deepEqual((await readouts(page)).map(numberIn), [100, 0, 100, 0]);
    await press(0, 0);
    assert.deepEqual((await readouts(page)).map(numberIn), [0, 0, 100, 0]);
    assert.equal(
      await strip(page, 0).locator('button').first().getAttribute('aria-pressed'),
      'true',
    );
    await page.locator('.mixer-actions button').click();
    assert.deepEqual((await readouts(page)).map(numberIn), [100, 100, 100, 100]);
    await badge(page).waitFor({ state: 'hidden' });
    await press(3, 0);
    await badge(page).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    assert.equal(await badge(page).isVisible(), true);
    await badge(page).locator('button').click();
    await badge(page).waitFor({ state: 'hidden' });
    assert.deepEqual((await readouts(page)).map(numberIn), [100, 100, 100, 100]);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('after W_O a slice of the output is turned down, and every head with it', async () => {
    const { page, close } = await openSection('mixer');
    await choose(page, '#mixer input[value="after"]');
    assert.match((await strip(page, 1).textContent()) ?? '', /Slice\s1.*128 to 255/);
    await strip(page, 1).locator('button').first().click();
    await badge(page).waitFor();
    assert.match((await badge(page).textContent()) ?? '', /after W_O: slice\s1 at 0/);
    const shares = [
      ...((await page.locator('.mixer-left > .hint').textContent()) ?? '').matchAll(
        /[\d.]+(?=\u00a0%)/g,
      ),
    ];
    assert.equal(shares.length, 4);
    for (const [share] of shares) assert.ok(Number(share) > 10, `${share} % of the slab`);
    await bringUp(page, '#contributions');
    await page.locator('.wo-stack .notice:not(:empty)').waitFor();
    const [sum, length] = await page.locator('.wo-sum > *').allTextContents();
    assert.equal(numberIn(sum.split('=')[1]), numberIn(length), 'it still adds up');
    await close();
  });

  test('the sweep ranks the heads by the cosine, and a bar sets the mixer to it', async () => {
    const { page, complaints, close } = await openSection('mixer');
    await page.locator('.mixer-second button').click();
    await pictured(page);
    await page.locator('hs-mixer .run-bar button').click();
    await page.locator('hs-mixer .run-bar button[data-phase="done"]').waitFor();
    const bars = page.locator('.mixer-bars button');
    assert.equal(await bars.count(), 8);
    const values = await bars.locator('.figure').allTextContents();
    const after = values.map(numberIn);
    assert.deepEqual(
      [...after].sort((a, b) => b - a),
      after,
    );
    const base = numberIn((await page.locator('.mixer-sweep > .figure').textContent()) ?? '');
    assert.ok(after[0] > base + 0.02, 'one head holds the two banks apart');
    await bars.first().click();
    await badge(page).waitFor();
    await page.locator('.mixer-bars button[aria-pressed="true"]').waitFor();
    await page.waitForFunction((wanted) => {
      const cell = document.querySelector('.mixer-cosines tbody tr:last-child td:nth-child(3)');
      return cell?.textContent === wanted;
    }, values[0].split(' ')[0]);
    const [, second] = await cosines(page);
    assert.ok(Math.abs(second[0] - base) < 1e-9);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a sweep can be cancelled, and another sentence ends it', async () => {
    const { page, close } = await openSection('mixer', { before: slowWorkers });
    const slow = (/** @type {number} */ delay) =>
      page.evaluate((ms) => Object.assign(globalThis, { workerDelay: ms }), delay);
    await slow(100);
    await page.locator('hs-mixer .run-bar button').click();
    await page.locator('hs-mixer .run-bar button[data-phase="running"]').click();
    await page.locator('hs-mixer .run-bar button[data-phase="idle"]').waitFor();
    await page.waitForTimeout(500);
    assert.equal(await page.locator('hs-mixer .run-bar button').getAttribute('data-phase'), 'idle');
    assert.equal(await page.locator('.mixer-bars button').count(), 0);
    await slow(0);
    await page.locator('hs-mixer .run-bar button').click();
    await page.locator('hs-mixer .run-bar button[data-phase="done"]').waitFor();
    await page.locator('#mixer-second').fill('The boat was red.');
    await page.locator('hs-mixer .run-bar button[data-phase="idle"]').waitFor();
    assert.equal(await page.locator('.mixer-bars button').count(), 0);
    await page.locator('#mixer-second').fill('');
    await settled(page);
    assert.equal(await page.locator('hs-mixer .run-bar button').isDisabled(), true);
    await close();
  });

  for (const [name, context] of /** @type {const} */ ([
    ['a wide page, light', { colorScheme: 'light' }],
    ['a wide page, dark', { colorScheme: 'dark' }],
    ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ])) {
    test(`accessible and no wider than the page: ${name}`, async () => {
      const { page, complaints, close } = await openSection('contributions', { context });
      await page.locator('.wo-find').click();
      await bringUp(page, '#mixer');
      await strip(page, 0).locator('button').first().click();
      await badge(page).waitFor();
      await page.locator('hs-mixer .run-bar button').click();
      await page.locator('hs-mixer .run-bar button[data-phase="done"]').waitFor();
      await settled(page);
      await assertAccessible(page);
      const [scroll, width] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      assert.ok(scroll <= width, `${scroll} in ${width}`);
      const ends = await page
        .locator('.mixer-bar-ends > span > *')
        .evaluateAll((all) =>
          all.map(
            (end) =>
              end.getBoundingClientRect().height / parseFloat(getComputedStyle(end).fontSize),
          ),
        );
      assert.ok(ends.length === 2 && ends.every((lines) => lines < 2), `each on one line: ${ends}`);
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  test('speaks Chinese', async () => {
    const { page, complaints, close } = await openSection('mixer', {
      before: async (page) => {
        await page.addInitScript(() => {
          if (!location.search) history.replaceState(null, '', '?lang=zh');
        });
      },
    });
    assert.equal(await page.locator('#mixer h2').textContent(), '混音台');
    await strip(page, 1).locator('button').first().click();
    await badge(page).waitFor();
    assert.match((await badge(page).textContent()) ?? '', /已混音.*头\s1/);
    assert.deepEqual(complaints, []);
    await close();
  });
});
