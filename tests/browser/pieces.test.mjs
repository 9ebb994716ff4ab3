/** Split, wrapper and fused, and cost, in Chromium: what they show, their keys, what they compute. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  assertAccessible,
  bringUp,
  choose,
  clickWhen,
  openBrowser,
  openPage,
  settled,
  type,
} from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

const READY = {
  split: '.split-side .split-cell',
  fuse: '.fuse-piece.weights',
  cost: '.cost-table tbody',
};

/**
 * A page with one section in view and at rest: nothing above it grows any more.
 * @param {keyof typeof READY} section
 * @param {Parameters<typeof openPage>[1]} [options]
 */
async function openSection(section, options) {
  const opened = await openPage(place, options);
  const { page } = opened;
  page.setDefaultTimeout(15_000);
  await bringUp(page, `#${section}`);
  await page.locator(`#${section} ${READY[section]}`).first().waitFor();
  await settled(page);
  return opened;
}

/** @param {Page} page @param {string} selector */
const textOf = async (page, selector) => (await page.locator(selector).textContent()) ?? '';

/** @param {Page} page @param {string} group name of radio buttons @param {string | number} value */
const pick = async (page, group, value) => {
  await choose(page, `input[name="${group}"][value="${value}"]`);
  await settled(page);
};

describe('split, don’t shred', () => {
  test('counts what lands in the wrong head, and marks as many numbers', async () => {
    const { page, complaints, close } = await openSection('split');
    assert.match(await textOf(page, '.split-count'), /36 of\s48, 75\s%/);
    await page.locator('#split .step-choice .strong').click();
    await settled(page);
    assert.equal(await page.locator('.split-side.wrong .stray').count(), 36);
    assert.equal(await page.locator('.split-side.right .stray').count(), 0);
    assert.match(await textOf(page, '.split-side.right .code-line.now'), /view\(n, h, d_head\)/);
    assert.match(await textOf(page, '.split-side.wrong .code-line.now'), /view\(h, n, d_head\)/);

    await page.locator('#split select').nth(1).selectOption('1');
    await settled(page);
    assert.match(await textOf(page, '.split-count'), /: 0 of\s12, 0\s%/);
    assert.equal(await page.locator('.split-holds .shreds').count(), 0);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('moves a number from memory into its head, and its weights differ', async () => {
    const { page, close } = await openSection('split', {
      context: { reducedMotion: 'reduce' },
    });
    const box = async (/** @type {number} */ index) =>
      page.locator(`.split-side.right [data-index="${index}"]`).boundingBox();
    const before = await box(9);
    await pick(page, 'split-step', 2);
    const [after, sameHead] = [await box(9), await box(1)];
    assert.notDeepEqual(before, after);
    assert.equal(after?.x, sameHead?.x, 'number 1 of head 0, of tokens 0 and 1');
    assert.ok(after && sameHead && after.y > sameHead.y);

    const numbers = (/** @type {number} */ table) =>
      page.locator('.weights-table').nth(table).locator('tbody td').allTextContents();
    for (const head of [0, 3]) {
      await pick(page, 'split-head', head);
      const [right, wrong] = [await numbers(0), await numbers(1)].map((all) => all.map(Number));
      assert.equal(right.length, 36);
      for (let row = 0; row < 6; row++) {
        const sum = right.slice(6 * row, 6 * row + 6).reduce((a, b) => a + b);
        assert.ok(Math.abs(sum - 1) < 0.031, `${sum}`);
      }
      const most = Math.max(...right.map((value, i) => Math.abs(value - wrong[i])));
      const said = Number(
        /up to (\d\.\d+)/.exec(await textOf(page, '.split-effect .run-bar p'))?.[1],
      );
      assert.ok(Math.abs(said - most) < 0.011, `${said}, ${most}`);
    }
    await close();
  });

  test('walks through memory by keys, on both sides at once', async () => {
    const { page, close } = await openSection('split');
    await page.locator('.split-side.wrong .split-stage').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await settled(page);
    assert.deepEqual(
      await page
        .locator('#split .split-cell.on')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-index'))),
      ['9', '9'],
    );
    assert.match(await textOf(page, '.split-readout'), /“animal”, head\s0, number 1: −?\d/);
    await page.keyboard.press('End');
    await settled(page);
    assert.match(await textOf(page, '.split-readout'), /“cross”, head\s3, number 1/);
    await close();
  });

  test('fits a sentence of one word', async () => {
    const { page, complaints, close } = await openSection('split');
    await page.evaluate(() => scrollTo(0, 0));
    await type(page, 'Hi');
    await settled(page);
    assert.match(await textOf(page, '.split-count'), /: 0 of\s8/);
    assert.deepEqual(complaints, []);
    await close();
  });
});

describe('wrapper and fused', () => {
  /** @param {Page} page */
  const checked = (page) => page.locator('.fuse-difference').filter({ hasText: /\d/ }).waitFor();

  test('run both and differ by rounding at most, in both layers', async () => {
    const { page, complaints, close } = await openSection('fuse');
    for (const layer of [0, 1]) {
      await pick(page, 'fuse-layer', layer);
      await checked(page);
      const said = await textOf(page, '.fuse-difference');
      assert.match(said, /: (0|\d\.\d × 10⁻[⁶⁷⁸⁹])$/);
      assert.doesNotMatch(await textOf(page, '.fuse-results .hint >> nth=0'), /more than rounding/);
      assert.equal(await page.locator('.fuse-piece.weights').count(), 4);
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  test('slides the small matrices into one wide one, and lights the code', async () => {
    const { page, close } = await openSection('fuse', { context: { reducedMotion: 'reduce' } });
    const edges = () =>
      page.locator('.fuse-piece.weights').evaluateAll((pieces) =>
        pieces.map((piece) => {
          const { left, right } = piece.getBoundingClientRect();
          return [left, right];
        }),
      );
    const gaps = (/** @type {number[][]} */ all) =>
      all.slice(1).map(([left], i) => left - all[i][1]);
    assert.ok(gaps(await edges()).every((gap) => gap > 5));
    await page.locator('#fuse .step-choice .strong').click();
    await settled(page);
    assert.ok(gaps(await edges()).every((gap) => Math.abs(gap) < 0.6));
    assert.match(await textOf(page, '#fuse .code-line.now >> nth=0'), /torch\.cat/);
    assert.ok(await page.locator('.fuse-piece.product').first().isHidden());
    await page.locator('input[name="fuse-step"]:checked').press('ArrowRight');
    await settled(page);
    assert.ok(await page.locator('.fuse-piece.product').first().isVisible());
    await close();
  });

  test('shows every number as sharp as the screen can, along both axes', async () => {
    const { page, close } = await openSection('fuse', {
      context: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
    });
    await pick(page, 'fuse-step', 4);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      const images = await page.locator('.signed-image:visible').evaluateAll((all) =>
        all.map((image) => {
          const { width, height, clientWidth, clientHeight } = /** @type {any} */ (image);
          const blurred = width < 2 * clientWidth || height < 2 * clientHeight;
          const rough = getComputedStyle(image).imageRendering !== 'auto';
          return {
            name: image.ariaLabel,
            width,
            height,
            clientWidth,
            clientHeight,
            blurred,
            rough,
          };
        }),
      );
      assert.ok(images.length > 10);
      assert.deepEqual(
        images.filter(({ blurred, rough }) => blurred || rough),
        [],
      );
    }
    await close();
  });

  test('measures both, and can be cancelled', async () => {
    const { page, complaints, close } = await openSection('fuse');
    await checked(page);
    const button = page.locator('#fuse .run-bar button');
    await clickWhen(button, 'running'); // cancels it
    await page.locator('#fuse .run-bar button[data-phase="idle"]').waitFor();
    await clickWhen(button, 'done');
    await page.waitForTimeout(500);
    const phase = await button.getAttribute('data-phase');
    assert.equal(phase, 'done', 'a click that came too late to cancel starts nothing');
    const times = await page.locator('#fuse tbody tr:nth-child(3) td').allTextContents();
    assert.ok(
      times.every((time) => Number(time) > 0),
      `${times}`,
    );
    assert.deepEqual(complaints, []);
    await close();
  });

  test('whose script does not arrive say so, and come when they are asked for again', async () => {
    const script = '**/engine/measure.js*';
    const { page, close } = await openSection('fuse', {
      before: (page) => page.route(script, (route) => route.abort()),
    });
    const notice = page.locator('#fuse > .notice');
    await notice.filter({ hasText: 'could not be computed' }).waitFor();
    assert.equal(await textOf(page, '.fuse-difference'), '');
    await page.unroute(script);
    await page.locator('#fuse .run-bar button').click();
    await page.locator('#fuse .run-bar button[data-phase="done"]').waitFor({ timeout: 60_000 });
    await checked(page);
    assert.equal(await notice.textContent(), '');
    await close();
  });
});

describe('cost', () => {
  test('measures by turns with progress, can be cancelled, and lets the page go on', async () => {
    const { page, complaints, close } = await openSection('cost');
    const [dModel, seqLen] = [
      page.locator('#cost select').first(),
      page.locator('#cost select').nth(1),
    ];
    await dModel.selectOption('64');
    await seqLen.selectOption('16');
    await settled(page);
    const button = page.locator('#cost .run-bar button');
    await clickWhen(button, 'running');
    await page.locator('#cost .run-bar button[data-phase="idle"]').waitFor();
    await button.click();
    await page.locator('#cost .run-bar button:not([data-phase="idle"])').waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await type(page, 'He opened an account at the bank.');
    await page.locator('#cost .run-bar button[data-phase="done"]').waitFor({ timeout: 60_000 });
    const medians = await page.locator('.cost-table td:nth-child(6)').allTextContents();
    assert.equal(medians.length, 9);
    assert.ok(
      medians.every((time) => Number(time) > 0),
      `${medians}`,
    );
    assert.equal(await page.locator('#cost polygon').count(), 9);
    assert.match(await textOf(page, '.cost-verdict'), /16\sheads .* \d\.\d\d\stimes.* 16 full/);

    await seqLen.selectOption('64');
    await settled(page);
    assert.equal(await page.locator('#cost polygon').count(), 0, 'times belong to one size');
    assert.deepEqual(complaints, []);
    await close();
  });

  test('counts from shapes: the lesson’s 512 = 8 × 64', async () => {
    const { page, close } = await openSection('cost');
    const rows = await page
      .locator('.cost-table tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
      );
    assert.deepEqual(rows[4].slice(0, 5), ['8', '64', '1,048,576', '301,989,888', '1\u00a0×']);
    assert.deepEqual(rows[9].slice(0, 5), ['8', '512', '8,388,608', '2,415,919,104', '8\u00a0×']);
    assert.match(await textOf(page, '#cost .cost-formulas'), /1,048,576 shared, 8,388,608/);
    const of = { has: page.locator('math') };
    const written = page.locator('#cost .cost-formulas dd').filter(of);
    assert.equal(await written.count(), await page.locator('#cost .cost-formulas dt').count());
    await close();
  });
});

describe('the three of them', () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`are accessible, and fit a phone: ${colorScheme}`, async () => {
      const { page, complaints, close } = await openSection('split', {
        context: { colorScheme, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' },
      });
      await pick(page, 'split-step', 2);
      await bringUp(page, '#fuse');
      await page.locator('.fuse-piece.weights').first().waitFor();
      await pick(page, 'fuse-step', 4);
      await assertAccessible(page);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await settled(page);
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.equal(sideways, 0, `${width} px`);
        const cut = await page
          .locator('#cost dd')
          .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
        assert.equal(cut, 0, `${width} px: formulas`);
      }
      const small = await page
        .locator(':is(#split, #fuse, #cost) :is(button, select)')
        .evaluateAll(
          (all) => all.filter((each) => each.getBoundingClientRect().height < 24).length,
        );
      assert.equal(small, 0);
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  test('speak Chinese', async () => {
    const { page, complaints, close } = await openPage({ ...place, url: `${place.url}?lang=zh` });
    for (const [id, part] of Object.entries(READY)) {
      await bringUp(page, `#${id}`);
      await page.locator(`#${id} ${part}`).first().waitFor({ timeout: 15_000 });
      const title = await page.locator(`#${id} h2`).textContent();
      assert.match(title ?? '', /\p{Script=Han}/u);
    }
    assert.deepEqual(complaints, []);
    await close();
  });
});
