/** What kind of head it looks like, the arcs, the stages and the average, in Chromium. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  assertAccessible,
  choose,
  edges,
  head,
  openBrowser,
  openPage,
  readout,
  settled,
  tableOf,
  token,
  type,
} from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** @param {Page} page @param {'columns' | 'arcs'} layout */
async function layOut(page, layout) {
  await choose(page, `input[name="graph-layout"][value="${layout}"]`);
  await settled(page);
}

/** @param {Page} page */
const shownTokens = (page) => page.locator('.graph-token:visible');

/** @param {Page} page */
const step = (page) =>
  page.locator('hs-matrix input[name="matrix-stage"]:checked').getAttribute('value');

/** @param {Page} page */
const explained = async (page) => (await page.locator('.matrix-step').textContent()) ?? '';

/** @param {readonly number[]} row */
const effective = (row) =>
  Math.exp(row.reduce((sum, w) => (w > 0 ? sum - w * Math.log(w) : sum), 0));

/** @param {Page} page */
const pageWidth = (page) => page.evaluate(() => document.documentElement.scrollWidth);

describe('the heads strip', () => {
  test('is drawn again when the graphics processor was lost with it', async () => {
    const { page, close } = await openPage(place);
    const canvases = page.locator('hs-heads-strip canvas');
    const look = () =>
      canvases.evaluateAll((all) =>
        all.map((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL()),
      );
    const drawn = await look();
    await canvases.evaluateAll((all) => {
      for (const canvas of all) {
        const shown = /** @type {HTMLCanvasElement} */ (canvas).getContext('bitmaprenderer');
        shown?.transferFromImageBitmap(null);
      }
    });
    const lost = await look();
    assert.ok(drawn.length === 8 && drawn.every((picture, i) => picture !== lost[i]));
    await canvases.first().evaluate((canvas) => canvas.dispatchEvent(new Event('contextrestored')));
    await settled(page);
    assert.deepEqual(await look(), drawn);
    await close();
  });

  test('every thumbnail says what kind of head it looks like; the profile follows the pointer', async () => {
    const { page, complaints, close } = await openPage(place);
    const kinds = await page.locator('.head-kind').allTextContents();
    assert.equal(kinds.length, 8);
    assert.ok(kinds.every((kind) => kind.length > 3));
    assert.equal(kinds[1], 'itself', 'the head with a bright diagonal');
    const title = page.locator('.profile-title');
    assert.equal(await title.textContent(), 'Layer\u00a01, head\u00a02');
    await head(page, 0, 1).hover();
    await settled(page);
    assert.equal(await title.textContent(), 'Layer\u00a00, head\u00a01');
    const summary = (await page.locator('.profile-summary').textContent()) ?? '';
    assert.match(summary, /^itself: about \d\.\d of\s14\stokens$/);
    const shares = await page.locator('.profile-list .figure').allTextContents();
    assert.equal(shares.length, 8);

    await page.locator('hs-matrix').hover({ position: { x: 5, y: 5 } });
    await head(page, 0, 1).click();
    await page.locator('h1').hover();
    const rows = await tableOf(page);
    const itself = rows.reduce((sum, row, i) => sum + row[i], 0) / rows.length;
    assert.ok(Math.abs(parseFloat(shares[0]) - 100 * itself) < 1, `${shares[0]}, ${itself}`);
    const tokens = rows.reduce((sum, row) => sum + effective(row), 0) / rows.length;
    assert.ok(Math.abs(parseFloat(shares[6]) - tokens) < 0.2, `${shares[6]}, ${tokens}`);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a definition opens by keyboard, with its formula; Escape closes it and nothing else', async () => {
    const { page, close } = await openPage(place);
    const popover = page.locator('.profile-popover');
    const names = page.locator('.profile-name');
    assert.equal(await names.count(), 8);
    for (let i = 0; i < 8; i++) {
      await names.nth(i).focus();
      await page.keyboard.press('Enter');
      assert.equal(await popover.isVisible(), true);
      assert.equal(await popover.locator('strong').textContent(), await names.nth(i).textContent());
      await popover.locator('math').waitFor();
      const box = await popover.boundingBox();
      assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280);
      assert.ok(box.y + box.height <= 800);
      await page.keyboard.press('Escape');
      assert.equal(await popover.isVisible(), false);
    }
    assert.equal(await token(page, 'query', 'it').getAttribute('aria-pressed'), 'true');
    await close();
  });

  test('the profile is on the first screen with everything else', async () => {
    const { page, close } = await openPage(place);
    for (const part of ['.profile-list', '.matrix-readout', 'hs-head-graph footer']) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box && box.y + box.height <= 800, `${part} ends at ${box && box.y + box.height}`);
    }
    const strip = await page.locator('hs-heads-strip').evaluate((strip) => ({
      needs: strip.scrollHeight,
      has: strip.clientHeight,
    }));
    assert.ok(strip.needs <= strip.has, `${strip.needs} px in ${strip.has}`);
    await close();
  });
});

describe('arcs', () => {
  test('one line of words; the same edges, hover, hold and release as in columns', async () => {
    const { page, complaints, close } = await openPage(place);
    const before = await edges(page);
    await layOut(page, 'arcs');
    assert.equal(await shownTokens(page).count(), 14);
    const ids = (/** @type {typeof before} */ list) =>
      list.map(({ slot, query, key }) => `${slot}:${query}-${key}`).sort();
    assert.deepEqual(ids(await edges(page)), ids(before));
    assert.equal(await page.locator('hs-head-graph rect[data-id^="strip"]').count(), 14 * 4);
    await page.keyboard.press('Escape');
    await shownTokens(page).nth(7).hover();
    await settled(page);
    assert.ok((await edges(page)).every(({ query }) => query === 7));
    await shownTokens(page).nth(7).click();
    await page.locator('h1').hover();
    await settled(page);
    assert.equal(await shownTokens(page).nth(7).getAttribute('aria-pressed'), 'true');
    await choose(page, 'input[name="graph-side"][value="key"]');
    await settled(page);
    assert.ok(
      (await edges(page)).every(({ key }) => key === 7),
      'the held word turns with it',
    );
    await page.keyboard.press('Escape');
    await settled(page);
    assert.ok(new Set((await edges(page)).map(({ query }) => query)).size === 14);
    await layOut(page, 'columns');
    assert.equal(await shownTokens(page).count(), 28);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('by keyboard: arrows walk the line, up and down change what it is read as', async () => {
    const { page, close } = await openPage(place);
    await layOut(page, 'arcs');
    const active = () =>
      page.evaluate(() => {
        const { side, index } = /** @type {HTMLElement} */ (document.activeElement).dataset;
        return `${side} ${index}`;
      });
    await shownTokens(page).nth(0).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await active(), 'query 1');
    await page.keyboard.press('ArrowDown');
    await settled(page);
    assert.equal(await active(), 'key 1');
    assert.ok((await edges(page)).every(({ key }) => key === 1));
    await page.keyboard.press('End');
    assert.equal(await active(), 'key 13');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await settled(page);
    assert.equal(await active(), 'query 0');
    assert.ok((await edges(page)).every(({ query }) => query === 0));
    await page.keyboard.press('Enter');
    await settled(page);
    assert.equal(await shownTokens(page).nth(0).getAttribute('aria-pressed'), 'true');
    await close();
  });

  test('words never overlap, whatever their length, and a long line scrolls', async () => {
    const { page, close } = await openPage(place);
    await layOut(page, 'arcs');
    const words = [
      'a',
      'incomprehensibilities',
      ', ,',
      'שלום',
      '漢字漢字',
      '🐈',
      'mmmmmmmmmmmmmmmm',
    ];
    await type(page, Array.from({ length: 30 }, (_, i) => words[i % words.length]).join(' '));
    const boxes = await shownTokens(page).evaluateAll((tokens) =>
      tokens.map((token) => {
        const word = /** @type {HTMLElement} */ (token.querySelector('bdi'));
        const range = document.createRange();
        range.selectNodeContents(word);
        const { left, right } = range.getBoundingClientRect();
        return [left, right, token.getBoundingClientRect().width];
      }),
    );
    assert.ok(boxes.length > 60);
    boxes.slice(1).forEach(([left], i) => {
      assert.ok(left >= boxes[i][1], `word ${i + 1} starts at ${left}, before ${boxes[i][1]}`);
    });
    assert.ok(boxes.every(([, , width]) => width >= 24));
    const scroll = page.locator('.graph-scroll');
    const [room, whole] = await scroll.evaluate((e) => [e.clientWidth, e.scrollWidth]);
    assert.ok(whole > 2 * room);
    await shownTokens(page).last().focus();
    assert.ok((await scroll.evaluate((e) => e.scrollLeft)) > room, 'focus scrolls to its word');
    assert.ok((await pageWidth(page)) <= 1280);
    await close();
  });

  test('a wide, short page gets arcs by itself; a choice stays', async () => {
    const { page, close } = await openPage(place, {
      context: { viewport: { width: 1600, height: 560 } },
    });
    assert.equal(await shownTokens(page).count(), 14);
    await layOut(page, 'columns');
    assert.equal(await shownTokens(page).count(), 28);
    await page.setViewportSize({ width: 1500, height: 560 });
    await settled(page);
    assert.equal(await shownTokens(page).count(), 28);
    await close();
  });

  test('several heads at once, told apart by dash, in both layouts', async () => {
    const { page, close } = await openPage(place);
    await head(page, 1, 0).click({ modifiers: ['Shift'] });
    await head(page, 1, 3).click({ modifiers: ['Shift'] });
    await page.locator('h1').hover();
    for (const layout of /** @type {const} */ (['arcs', 'columns'])) {
      await layOut(page, layout);
      assert.equal(new Set((await edges(page)).map(({ slot }) => slot)).size, 3);
      const dashes = await page
        .locator('hs-head-graph path[data-id^="edge"]')
        .evaluateAll((paths) => paths.map((path) => path.getAttribute('stroke-dasharray')));
      assert.equal(new Set(dashes).size, 3);
    }
    await close();
  });
});

describe('the matrix, step by step', () => {
  test('buttons and Page keys step through; the line explains with true numbers', async () => {
    const { page, complaints, close } = await openPage(place);
    const weights = (await tableOf(page))[9];
    assert.match(await explained(page), /the row sums to 1\.000$/);
    assert.ok((await explained(page)).includes(` = ${Math.max(...weights).toFixed(3)};`));
    const back = page.locator('.matrix-stages button').first();
    await back.click();
    await settled(page);
    assert.equal(await step(page), 'masked');
    assert.match(await explained(page), /nothing is hidden, so ([\d.]+) stays \1$/);
    await back.click();
    await settled(page);
    const [, width, root, scores, scaled] =
      /÷ √(\d+) = ([\d.]+): ([\d.]+) becomes ([\d.]+)/.exec(await explained(page)) ?? [];
    assert.equal(width, '128');
    assert.ok(Math.abs(Number(root) - Math.sqrt(128)) < 0.01);
    assert.ok(Math.abs(Number(scores) / Math.sqrt(128) - Number(scaled)) < 0.01);
    await back.click();
    await settled(page);
    assert.equal(await back.getAttribute('aria-disabled'), 'true');
    assert.equal(await step(page), 'scores');
    assert.match(await explained(page), /128\sproducts summed: “it”·“tired” = [\d.]+$/);
    await page.locator('hs-matrix header button').click();
    await page.locator('.matrix-board').focus();
    for (const stage of ['scaled', 'masked', 'weights', 'average', 'average']) {
      await page.keyboard.press('PageDown');
      await settled(page);
      assert.equal(await step(page), stage);
    }
    await page.keyboard.press('PageUp');
    await settled(page);
    assert.equal(await step(page), 'weights');
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a stage fades into the next, at once for readers who want no motion', async () => {
    for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
      const { page, close } = await openPage(place, { context: { reducedMotion } });
      const running = await page.evaluate(async () => {
        const input = document.querySelector('hs-matrix input[value="scaled"]');
        /** @type {HTMLInputElement} */ (input).click();
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return document.querySelector('.matrix-old')?.getAnimations().length;
      });
      assert.equal(running, reducedMotion === 'reduce' ? 0 : 1);
      await close();
    }
  });

  test('the average looks at more tokens than its heads do, cell by cell in the strongest hue', async () => {
    const { page, complaints, close } = await openPage(place);
    /** @type {number[][][]} */
    const heads = [];
    for (const index of [0, 1, 2, 3]) {
      await head(page, 1, index).click();
      await page.locator('h1').hover();
      await settled(page);
      heads.push(await tableOf(page));
    }
    await choose(page, 'hs-matrix input[value="average"]');
    await settled(page);
    const average = await tableOf(page);
    average.forEach((row, query) =>
      row.forEach((weight, key) => {
        const mean = heads.reduce((sum, rows) => sum + rows[query][key], 0) / 4;
        assert.ok(Math.abs(weight - mean) < 2e-3, `${query}, ${key}: ${weight}, not ${mean}`);
      }),
    );
    const sentence = (await readout(page)) ?? '';
    const numbers =
      /the average of\s4\sheads looks at about ([\d.]+)\stokens; its heads at ([\d., ]+)\.$/.exec(
        sentence,
      );
    assert.ok(numbers, sentence);
    assert.ok(Math.abs(Number(numbers[1]) - effective(average[9])) < 0.3, sentence);
    const each = numbers[2].split(', ').map(Number);
    each.forEach((tokens, index) => {
      assert.ok(Math.abs(tokens - effective(heads[index][9])) < 0.3, sentence);
      assert.ok(Number(numbers[1]) > tokens, 'blander than any of its heads');
    });
    const beside = await page.locator('.matrix-sharp .figure').allTextContents();
    assert.deepEqual(beside.map(Number), each);

    await page.locator('hs-matrix header button').click();
    await page.locator('.matrix-board').focus();
    await page.keyboard.press('ArrowRight');
    await settled(page);
    const [, percent, most, low] =
      / ([\d.]+)\s% on average; most in head\s(\d), [\d.]+\s%, least in head\s(\d)/.exec(
        (await readout(page)) ?? '',
      ) ?? [];
    const cell = heads.map((rows) => rows[9][0]);
    assert.ok(Math.abs(Number(percent) - 100 * average[9][0]) < 0.06);
    assert.ok(cell[Number(most)] >= Math.max(...cell) - 1e-3);
    assert.ok(cell[Number(low)] <= Math.min(...cell) + 1e-3);
    assert.deepEqual(complaints, []);
    await close();
  });
});

describe('everyone', () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`axe finds nothing with arcs, the average and a definition open, ${colorScheme}`, async () => {
      const { page, close } = await openPage(place, { context: { colorScheme } });
      await layOut(page, 'arcs');
      await choose(page, 'hs-matrix input[value="average"]');
      await page.locator('.profile-name').nth(7).click();
      await settled(page);
      await assertAccessible(page);
      await close();
    });
  }

  test('on a phone nothing makes the page wider, and every target is big enough', async () => {
    const { page, close } = await openPage(place, {
      context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    });
    await layOut(page, 'arcs');
    await choose(page, 'hs-matrix input[value="average"]');
    await settled(page);
    assert.ok((await pageWidth(page)) <= 390, `the page is ${await pageWidth(page)} px wide`);
    const parts = '.instrument button:visible, .head, .instrument .segments label';
    const small = await page.locator(parts).evaluateAll((targets) =>
      targets
        .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
    );
    assert.deepEqual(small, []);
    await page.locator('.profile-name').nth(7).tap();
    const box = await page.locator('.profile-popover').boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390);
    const gaps = await page.locator('.profile-popover > *').evaluateAll((parts) => {
      const boxes = parts.map((part) => part.getBoundingClientRect());
      return boxes.slice(1).map(({ top }, i) => top - boxes[i].bottom);
    });
    assert.ok(gaps.length > 2 && gaps.every((gap) => gap >= 6), `its parts stand apart: ${gaps}`);
    await close();
  });
});
