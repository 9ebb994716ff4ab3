/** The lab in Chromium: what a reader does with it, and what it says when something fails. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  assertAccessible,
  choose,
  edges,
  head,
  openBrowser,
  openPage,
  pictured,
  readout,
  settled,
  tableOf,
  token,
  tokens,
  type,
} from './page-support.mjs';

const FIRST = "The animal didn't cross the street because it was too tired.";

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

describe('the lab', () => {
  test('opens on the first sentence with one word held, and complains about nothing', async () => {
    const { page, complaints, close } = await openPage(place);
    assert.equal(await page.locator('#sentence').inputValue(), FIRST);
    assert.equal((await tokens(page)).length, 14);
    assert.equal(await page.locator('.head').count(), 8);
    assert.equal(await token(page, 'query', 'it').getAttribute('aria-pressed'), 'true');
    assert.ok((await edges(page)).every(({ query }) => query === 9));
    for (const part of ['#sentence', '.ready', '.heads-grid', 'hs-head-graph', 'hs-matrix']) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box && box.y + box.height <= 800, `${part} ends at ${box && box.y + box.height}`);
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  test('what is typed becomes tokens, edges and numbers; each row of weights sums to 1', async () => {
    const { page, complaints, close } = await openPage(place);
    await type(page, 'The river bank was wide');
    assert.deepEqual(await tokens(page), ['The', 'river', 'bank', 'was', 'wide']);
    assert.equal(await page.locator('.graph-token').count(), 10);
    const rows = await tableOf(page);
    assert.equal(rows.length, 5);
    for (const row of rows) {
      assert.equal(row.length, 5);
      const sum = row.reduce((total, weight) => total + weight, 0);
      assert.ok(Math.abs(sum - 1) < 0.003, `a row sums to ${sum}`);
    }
    await page.locator('.ready button').nth(1).click();
    await pictured(page);
    assert.equal((await tokens(page)).at(-2), 'wide');
    assert.deepEqual(complaints, []);
    await close();
  });

  test('pointing at a word leaves its edges, shows every head beside the other column', async () => {
    const { page, close } = await openPage(place);
    await page.keyboard.press('Escape');
    await settled(page);
    const queries = new Set((await edges(page)).map(({ query }) => query));
    assert.equal(queries.size, 14, 'at rest every query has an edge');
    await token(page, 'key', 'street').hover();
    await settled(page);
    const focused = await edges(page);
    assert.ok(focused.length > 1 && focused.every(({ key }) => key === 7));
    assert.equal(await page.locator('hs-head-graph rect[data-id^="strip"]').count(), 14 * 4);
    const percents = await page.locator('.queries .figure').allTextContents();
    assert.ok(
      percents.every((text) => /^<?\d+\s%$/.test(text)),
      percents.join(),
    );
    await page.locator('h1').hover();
    await settled(page);
    assert.equal(await page.locator('hs-head-graph rect[data-id^="strip"]').count(), 0);
    await close();
  });

  test('a click holds a word, Escape lets it go', async () => {
    const { page, close } = await openPage(place);
    await page.keyboard.press('Escape');
    const animal = token(page, 'query', 'animal');
    await animal.click();
    await page.locator('h1').hover();
    await settled(page);
    assert.equal(await animal.getAttribute('aria-pressed'), 'true');
    assert.ok((await edges(page)).every(({ query }) => query === 1));
    await page.keyboard.press('Escape');
    await settled(page);
    assert.equal(await animal.getAttribute('aria-pressed'), 'false');
    assert.ok((await edges(page)).some(({ query }) => query !== 1));
    await close();
  });

  test('heads: point to preview, click to choose, Shift adds, a double click shows one alone', async () => {
    const { page, close } = await openPage(place);
    const key = page.locator('hs-head-graph .head-key');
    const shown = async () => (await settled(page), (await key.textContent())?.trim());
    await head(page, 0, 3).hover();
    assert.equal(await shown(), 'Layer\u00a00Head\u00a03');
    assert.equal(await head(page, 1, 2).getAttribute('aria-selected'), 'true');
    await page.locator('h1').hover();
    assert.equal(await shown(), 'Layer\u00a01Head\u00a02');
    await head(page, 1, 0).click({ modifiers: ['Shift'] });
    await head(page, 1, 3).click({ modifiers: ['Shift'] });
    await page.locator('h1').hover();
    assert.equal(await shown(), 'Layer\u00a01Head\u00a02Head\u00a00Head\u00a03');
    assert.deepEqual(new Set((await edges(page)).map(({ slot }) => slot)), new Set([0, 1, 2]));
    const dashes = await page
      .locator('hs-head-graph path[data-id^="edge"]')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('stroke-dasharray')));
    assert.equal(new Set(dashes).size, 3, 'three heads, three dashes');
    await head(page, 1, 0).dblclick();
    await page.locator('h1').hover();
    assert.equal(await shown(), 'Layer\u00a01Head\u00a00');
    await close();
  });

  test('the slider keeps the strongest edges', async () => {
    const { page, close } = await openPage(place);
    await page.keyboard.press('Escape');
    /** @param {number} percent */
    const countAt = async (percent) => {
      await page.locator('#graph-mass').fill(String(percent));
      await settled(page);
      return (await edges(page)).length;
    };
    const [least, half, all] = [await countAt(5), await countAt(50), await countAt(100)];
    assert.equal(least, 14, 'one edge a query');
    assert.ok(least < half && half < all && all <= 14 * 14, `${least} ${half} ${all}`);
    await close();
  });

  test('the matrix reads out one cell, and its stages are true to each other', async () => {
    const { page, close } = await openPage(place);
    await page.keyboard.press('Escape');
    const board = page.locator('.matrix-board');
    await board.focus();
    for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowDown');
    for (let i = 0; i < 13; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await settled(page);
    const sentence = (await readout(page)) ?? '';
    const percent = /“it” gives ([\d.]+)\s% of its attention to “tired” in head\s2/.exec(sentence);
    assert.ok(percent, sentence);
    /** @type {Record<string, number[][]>} */
    const stages = {};
    for (const stage of ['scores', 'scaled', 'masked', 'weights']) {
      await choose(page, `hs-matrix input[value="${stage}"]`);
      await settled(page);
      stages[stage] = await tableOf(page);
    }
    assert.ok(Math.abs(stages.weights[9][12] * 100 - Number(percent[1])) < 0.06);
    const powers = stages.masked[9].map(Math.exp);
    const total = powers.reduce((sum, power) => sum + power, 0);
    stages.weights[9].forEach((weight, key) => {
      assert.ok(Math.abs(powers[key] / total - weight) < 2e-3);
      assert.ok(Math.abs(stages.scores[9][key] / Math.sqrt(128) - stages.scaled[9][key]) < 2e-3);
    });
    await close();
  });

  test('by keyboard alone: type, choose a head, hold a word, read a cell', async () => {
    const { page, close } = await openPage(place);
    const active = () =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        const words = [...(element?.children ?? [])].map((child) => child.textContent);
        return element?.getAttribute('aria-label') ?? (element?.id || words.join(' ').trim());
      });
    /** @param {RegExp} wanted */
    const tabTo = async (wanted) => {
      for (let i = 0; i < 30; i++) {
        await page.keyboard.press('Tab');
        if (wanted.test(await active())) return;
      }
      assert.fail(`Tab never reached ${wanted}; it stands on ${await active()}`);
    };
    await tabTo(/^sentence$/);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('He saw the bank');
    await pictured(page);
    await tabTo(/^Layer\s1, head\s2: looks around$/);
    await page.keyboard.press('ArrowUp');
    assert.match(await active(), /^Layer\s1, head\s1: /);
    await page.keyboard.press('ArrowLeft');
    assert.match(await active(), /^Layer\s0, head\s1: /);
    await page.keyboard.press('End');
    assert.match(await active(), /^Layer\s0, head\s3: /);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await settled(page);
    assert.equal(await head(page, 0, 0).getAttribute('aria-selected'), 'true');
    await tabTo(/as query/);
    await page.keyboard.press('End');
    assert.equal(await active(), 'bank as query, token\u00a04 of\u00a04');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await settled(page);
    assert.match(await active(), /^the as key, token\s3 of\s4$/);
    assert.equal(await token(page, 'query', 'bank').getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('Escape');
    await settled(page);
    assert.equal(await token(page, 'query', 'bank').getAttribute('aria-pressed'), 'false');
    await tabTo(/^Layer\s0, head\s0: weights/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await settled(page);
    assert.match((await readout(page)) ?? '', /^“He” gives [\d.]+\s% of its attention to “saw”/);
    await close();
  });

  test('emoji, other scripts and markup stay what was typed, token by token', async () => {
    const { page, complaints, close } = await openPage(place);
    const text = 'I 🐈 love naïve שלום <b>漢字</b> & more';
    await type(page, text);
    const shown = (await tokens(page)).filter((piece) => piece !== '␣');
    assert.equal(shown.join(''), text.replace(/\s/g, ''));
    assert.ok(shown.some((piece) => piece.includes('🐈')));
    assert.ok((await page.locator('.token.unknown').count()) >= 2);
    assert.equal(await page.locator('hs-sentence-box b').count(), 0);
    const labels = await page.locator('.queries bdi').allTextContents();
    assert.deepEqual(labels, await tokens(page));
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a text that is too long is cut, says so and shows the rest greyed', async () => {
    const { page, complaints, close } = await openPage(place);
    const words = Array.from({ length: 150 }, (_, i) => (i === 140 ? 'castle' : 'river'));
    await type(page, words.join(' '));
    assert.match((await page.locator('#sentence-notice').textContent()) ?? '', /128\stokens.*151/);
    assert.equal(await page.locator('.token').count(), 128);
    assert.match((await page.locator('.tokens .rest').textContent()) ?? '', /castle/);
    const canvas = page.locator('hs-head-graph .graph-stage canvas');
    assert.equal(await canvas.isVisible(), true);
    assert.equal((await edges(page)).length, 0, 'so many edges go to the canvas');
    const painted = await canvas.evaluate((element) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (element);
      const context = /** @type {HTMLCanvasElement} */ (element).getContext('2d');
      return context?.getImageData(0, 0, width, height).data.some((value) => value > 0);
    });
    assert.equal(painted, true);
    await type(page, 'short again');
    assert.equal(await page.locator('#sentence-notice').textContent(), '');
    assert.deepEqual(complaints, []);
    await close();
  });

  test('an empty box keeps the last picture and says what to do', async () => {
    const { page, complaints, close } = await openPage(place);
    await page.locator('#sentence').fill('   ');
    await page.locator('#sentence-notice', { hasText: 'Type a sentence' }).waitFor();
    assert.equal((await tokens(page)).length, 14);
    const count = page.locator('.token-count');
    assert.equal(await count.textContent(), '', 'an empty box has no tokens to count');
    await type(page, 'ok');
    assert.match((await count.textContent()) ?? '', /^1\stoken$/);
    assert.deepEqual(complaints, []);
    await close();
  });
});

describe('speed', () => {
  test('a hover redraws its edges and keeps the rest of the page as it is', async () => {
    const { page, close } = await openPage(place);
    const changes = await page.evaluate(async () => {
      const seen = { outside: 0, labels: 0 };
      const graph = document.querySelector('hs-head-graph');
      new MutationObserver((records) => {
        for (const { target, type } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          if (type !== 'childList') continue;
          if (!graph?.contains(target)) seen.outside++;
          if (element?.closest('.graph-tokens') && !element.closest('.figure')) seen.labels++;
        }
      }).observe(document.querySelector('.instrument') ?? document.body, {
        childList: true,
        subtree: true,
      });
      const buttons = [...document.querySelectorAll('.graph-token')];
      for (const button of buttons.slice(0, 6)) {
        button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
      return seen;
    });
    assert.equal(changes.labels, 0, 'no label is made anew');
    assert.ok(
      changes.outside <= 2 * 6,
      `outside the graph only the matrix’s two sentences change: ${changes.outside}`,
    );
    await close();
  });
});

describe('everyone', () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`axe finds nothing, ${colorScheme}`, async () => {
      const { page, close } = await openPage(place, { context: { colorScheme } });
      await tableOf(page);
      await assertAccessible(page);
      await page.keyboard.press('Escape');
      await settled(page);
      await assertAccessible(page);
      await close();
    });
  }

  test('a phone has no sideways scroll, and every target is big enough', async () => {
    const { page, close } = await openPage(place, {
      context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `the page is ${width} px wide`);
    const small = await page.locator('main button:visible, .head').evaluateAll((targets) =>
      targets
        .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
    );
    assert.deepEqual(small, []);
    await token(page, 'query', 'animal').tap();
    await settled(page);
    assert.ok((await edges(page)).every(({ query }) => query === 1));
    await close();
  });

  test('nothing is lost sideways at 320 px, the width of WCAG’s reflow', async () => {
    const { page, close } = await openPage(place, {
      context: { viewport: { width: 320, height: 640 } },
    });
    await page.waitForFunction(() => !document.querySelector('main > :not(:defined)'));
    await settled(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 320, `the page is ${width} px wide`);
    await close();
  });

  test('labels never overlap and none is cut off, from phone to wide screen', async () => {
    for (const width of [390, 768, 1280, 1920]) {
      const { page, close } = await openPage(place, {
        context: { viewport: { width, height: 900 } },
      });
      const faults = await page.locator('.graph-token bdi').evaluateAll((labels) => {
        const boxes = labels.map((label) => label.getBoundingClientRect());
        const cut = labels.filter((label) => label.scrollWidth > label.clientWidth + 1);
        const over = boxes.filter((a, i) =>
          boxes
            .slice(0, i)
            .some(
              (b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
            ),
        );
        return { cut: cut.map((label) => label.textContent), over: over.length };
      });
      assert.deepEqual(faults, { cut: [], over: 0 }, `at ${width} px`);
      await close();
    }
  });

  test('reduced motion means no motion', async () => {
    const { page, close } = await openPage(place, { context: { reducedMotion: 'reduce' } });
    const moving = await page.locator('main *').evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          const moves = transitionDuration.split(', ').some((time) => parseFloat(time) > 0);
          return moves || animationName !== 'none';
        })
        .map((element) => element.tagName),
    );
    assert.deepEqual(moving, []);
    await close();
  });

  test('paper has no room for what is not there, and the badge once', async () => {
    const { page, close } = await openPage(place, { stir: false });
    assert.ok((await page.locator('main > :not(:defined)').count()) > 0);
    await page.emulateMedia({ media: 'print' });
    const empty = await page
      .locator('main > :not(:defined)')
      .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().height));
    assert.ok(empty.every((height) => height === 0));
    const badge = page.locator('hs-mixed-badge');
    assert.equal(await badge.evaluate((e) => getComputedStyle(e).position), 'static');
    await close();
  });

  test('forced colours keep every part visible', async () => {
    const { page, complaints, close } = await openPage(place, {
      context: { forcedColors: 'active' },
    });
    const border = await head(page, 1, 2).evaluate((cell) => getComputedStyle(cell).borderTopWidth);
    assert.ok(parseFloat(border) >= 3, `the chosen head has a border of ${border}`);
    await page.waitForFunction(() => !document.querySelector('main > :not(:defined)'));
    await settled(page);
    // Behind letters the browser lays the page's own ground, and with it they would be gone.
    const lost = await page.locator('body *').evaluateAll((all) => {
      const ground = getComputedStyle(document.body).backgroundColor;
      return all
        .filter((element) => element.textContent?.trim() && element.checkVisibility())
        .filter((element) => {
          const { color, forcedColorAdjust } = getComputedStyle(element);
          return color === ground && forcedColorAdjust === 'auto';
        })
        .map((element) => `${element.localName}.${element.className}`);
    });
    assert.deepEqual(lost, []);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('where even workers from blobs are forbidden, the page computes on its own thread', async () => {
    const { page, close } = await openPage(place, {
      policy: "script-src 'self' 'wasm-unsafe-eval'; object-src 'none'",
    });
    await type(page, 'still works');
    assert.deepEqual(await tokens(page), ['still', 'works']);
    await close();
  });
});
