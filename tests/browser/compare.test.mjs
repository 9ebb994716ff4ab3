/** The comparison in Chromium: pairs, alignment, numbers against the traces, keys, table, phone. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  assertAccessible,
  bringUp,
  choose,
  openBrowser,
  openPage,
  settled,
  type,
} from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../web/views/compare.js').Compare} Compare */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** A page with the comparison switched on. @param {Parameters<typeof openPage>[1]} [options] */
async function openCompare(options) {
  const opened = await openPage(place, options);
  const view = opened.page.locator('hs-compare');
  await bringUp(opened.page, 'hs-compare');
  await view.locator('[role="switch"]').click();
  await compared(opened.page);
  return opened;
}

/** Both sides are those that are asked for. @param {Page} page */
async function compared(page) {
  await page.waitForFunction(() => {
    const { state } = /** @type {Compare} */ (document.querySelector('hs-compare')).store;
    const { snapshot, comparison, compare, text } = state;
    const second = compare.kind !== 'sentence' || comparison?.text === compare.text;
    return snapshot?.text === text && second;
  });
  await settled(page);
  await settled(page);
}

/** @param {Page} page @param {number} index */
async function choosePair(page, index) {
  await page.locator('.compare-pairs button').nth(index).click();
  await compared(page);
}

/**
 * One weight of either side's snapshot.
 * @param {Page} page @param {'snapshot' | 'comparison' | 'unmasked'} side @param {number} query @param {number} key
 * @param {{layer: number, head: number}} [of] the page's own head when left out
 */
const weight = (page, side, query, key, of) =>
  page.locator('hs-compare').evaluate((view, [from, q, k, where]) => {
    const { state } = /** @type {Compare} */ (view).store;
    const layer = where?.layer ?? state.layer;
    const head = where?.head ?? state.heads[0];
    const snapshot = state[from];
    const count = snapshot?.tokens.length ?? 0;
    const tensor = snapshot?.tensors[`layers.${layer}.attention.weights`];
    return tensor?.data[(head * count + q) * count + k] ?? NaN;
  }, /** @type {const} */ ([side, query, key, of]));

/** @param {Page} page */
const said = async (page) => (await page.locator('.compare-readout').textContent()) ?? '';

/** The table of differences, in points. @param {Page} page */
async function table(page) {
  const toggle = page.locator('.compare-details button[aria-expanded]');
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  return page
    .locator('.compare-table tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map(({ textContent }) =>
          Number(textContent?.replace('−', '-')),
        ),
      ),
    );
}

/** Rows of the paired bars: the key, then the two numbers. @param {Page} page */
const bars = (page) =>
  page
    .locator('.compare-bars tbody tr')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.querySelector('th')?.textContent ?? '',
          [...row.querySelectorAll('td.figure')].map(({ textContent }) => textContent),
        ]),
      ),
    );

describe('two sentences', () => {
  test('off at first; switched on it sets tired against wide, every token linked', async () => {
    const { page, complaints, close } = await openPage(place);
    const view = page.locator('hs-compare');
    await bringUp(page, 'hs-compare');
    const toggle = view.locator('[role="switch"]');
    assert.equal(await toggle.getAttribute('aria-checked'), 'false');
    assert.equal(await page.locator('.compare-body').isVisible(), false);
    assert.equal(
      await view.evaluate((e) => /** @type {Compare} */ (e).store.state.comparison),
      null,
      'nothing is traced before it is asked for',
    );
    await toggle.click();
    await compared(page);
    assert.equal(await toggle.getAttribute('aria-checked'), 'true');
    assert.match(await page.locator('#compare-text').inputValue(), /too wide\.$/);
    assert.equal(await page.locator('.compare-token.same').count(), 26);
    assert.deepEqual(await page.locator('.compare-token.replaced bdi').allTextContents(), [
      'tired',
      'wide',
    ]);
    assert.equal(await page.locator('.compare-links svg line[data-id$=" 0"]').count(), 14);
    const text = await said(page);
    const [a, b] = [await weight(page, 'snapshot', 9, 12), await weight(page, 'comparison', 9, 12)];
    const numbers = `${(100 * a).toFixed(1)}\u00a0% in A and ${(100 * b).toFixed(1)}\u00a0% in B`;
    assert.ok(text.includes(`“it” gives “tired → wide” ${numbers}`), text);
    await toggle.click();
    await settled(page);
    assert.equal(await page.locator('.compare-body').isVisible(), false);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('the differences are those of the two traces', async () => {
    const { page, close } = await openCompare();
    const shown = await table(page);
    assert.equal(shown.length, 14);
    for (const [query, key] of [
      [9, 12],
      [9, 1],
      [9, 7],
      [12, 1],
      [0, 0],
    ]) {
      // The two percentages as they are shown, so that they and their difference agree.
      const [b, a] = await Promise.all(
        /** @type {const} */ (['comparison', 'snapshot']).map(async (side) =>
          Math.round(1000 * (await weight(page, side, query, key))),
        ),
      );
      assert.ok(Math.abs(shown[query][key] - (b - a) / 10) < 1e-6, `${query} ${key}`);
    }
    const largest = Math.max(...shown.flat().map(Math.abs));
    const first = (await page.locator('.compare-list button').first().textContent()) ?? '';
    const listed = Math.abs(Number(/[+−](\d+\.\d)\spoints/.exec(first)?.[1]));
    assert.ok(Math.abs(listed - largest) < 0.11, first);
    await close();
  });

  test('it does not claim that the pronoun is resolved: it measures how little moves', async () => {
    const { page, close } = await openCompare();
    const note = (await page.locator('hs-compare .mask-note').textContent()) ?? '';
    let most = 0;
    for (const layer of [0, 1]) {
      for (const head of [0, 1, 2, 3]) {
        for (const key of [1, 7]) {
          const a = await weight(page, 'snapshot', 9, key, { layer, head });
          const b = await weight(page, 'comparison', 9, key, { layer, head });
          most = Math.max(most, Math.abs(b - a));
        }
      }
    }
    assert.ok(most > 0 && most < 0.1, `it moves by ${most}`);
    assert.ok(note.includes(`by more than ${(100 * most).toFixed(1)}\u00a0points`), note);
    assert.match(note, /does not decide what “it” stands for/);
    const list = await page.locator('.compare-list button').allTextContents();
    const [, points] = /“tired → wide”, (\S+)\spoints in layer\s1, head\s2/.exec(note) ?? [];
    assert.ok(list.includes(`“it” to “tired → wide”: ${points}\u00a0points`), `${note} ${list}`);
    await choosePair(page, 1);
    assert.equal(await page.locator('hs-compare .mask-note').isVisible(), false);
    await close();
  });

  test('river bank against money bank: the word is held, words of one side alone are shown', async () => {
    const { page, complaints, close } = await openCompare();
    await choosePair(page, 1);
    assert.match(await page.locator('#sentence').inputValue(), /river bank/);
    assert.deepEqual(await page.locator('.compare-tokens .same bdi').allTextContents(), [
      ...['She', 'the', 'bank', '.'],
      ...['She', 'the', 'bank', '.'],
    ]);
    assert.match(await said(page), /^“bank” changes much/);
    const shown = await bars(page);
    const [river, money] = [
      await weight(page, 'snapshot', 5, 4),
      await weight(page, 'comparison', 6, 3),
    ];
    assert.deepEqual(shown.river, [`${(100 * river).toFixed(1)}\u00a0%`, '–']);
    assert.deepEqual(shown.money, ['–', `${(100 * money).toFixed(1)}\u00a0%`]);
    assert.match(await said(page), /in A alone, “river” gets most.*in B alone, “money” gets most/);
    await page.locator('.compare-tokens[data-side="right"] .only').first().hover();
    await settled(page);
    assert.equal(await said(page), '“put” stands in B alone.');
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a second sentence of one’s own, also an empty or an unrelated one', async () => {
    const { page, complaints, close } = await openCompare();
    await page.locator('#compare-text').fill('The animal was cold');
    await compared(page);
    assert.deepEqual(await page.locator('[data-side="right"] .same bdi').allTextContents(), [
      'The',
      'animal',
      'was',
    ]);
    await page.locator('#compare-text').fill('');
    await settled(page);
    assert.match((await page.locator('hs-compare .notice').textContent()) ?? '', /Type a second/);
    await page.locator('#compare-text').fill('Quiet water');
    await compared(page);
    assert.equal(await said(page), 'The two share no token: nothing can be subtracted.');
    assert.deepEqual(complaints, []);
    await close();
  });

  test('keys of a long row have their numbers in either sentence, from 0', async () => {
    const { page, close } = await openCompare();
    const long = `${'one '.repeat(28)}two`;
    await page.locator('#compare-text').fill(`so ${long}`);
    await type(page, long);
    await compared(page);
    const labels = Object.keys(await bars(page)).slice(0, -1);
    assert.equal(labels.length, 23);
    for (const label of labels.filter((each) => each !== '0 so')) {
      const left = parseInt(label);
      assert.equal(label.split(' ')[0], `${left}/${left + 1}`);
    }
    await close();
  });
});

describe('two heads, and the mask', () => {
  test('two heads of one sentence', async () => {
    const { page, close } = await openCompare();
    await choose(page, 'hs-compare input[value="head"]');
    await page.locator('.compare-controls select').selectOption('0 1');
    await settled(page);
    const shown = await table(page);
    const difference =
      (await weight(page, 'snapshot', 9, 9, { layer: 0, head: 1 })) -
      (await weight(page, 'snapshot', 9, 9));
    assert.ok(Math.abs(shown[9][9] - 100 * difference) < 0.051);
    for (const row of shown) assert.ok(Math.abs(row.reduce((sum, value) => sum + value, 0)) < 1);
    await close();
  });

  test('without and with the mask; without one it says where to find one', async () => {
    const { page, complaints, close } = await openCompare();
    await choose(page, 'hs-compare input[value="mask"]');
    await settled(page);
    assert.match((await page.locator('hs-compare .notice').textContent()) ?? '', /No mask is on/);
    await page.locator('hs-mask-lab input[data-part="causal"]').check();
    await page.locator('.compare-body').waitFor();
    await settled(page);
    const shown = await table(page);
    const lost = await weight(page, 'unmasked', 9, 12);
    assert.ok(lost > 0.5 && Math.abs(shown[9][12] + 100 * lost) < 0.051);
    assert.deepEqual((await bars(page)).tired, [`${(100 * lost).toFixed(1)}\u00a0%`, 'hidden']);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a mask holds for both sentences', async () => {
    const { page, close } = await openCompare();
    await page.locator('hs-mask-lab input[data-part="causal"]').check();
    await page.waitForFunction(() => {
      const { state } = /** @type {Compare} */ (document.querySelector('hs-compare')).store;
      const name = 'layers.1.attention.weights';
      return [state.snapshot, state.comparison].every((s) => s?.tensors[name].data[1] === 0);
    });
    assert.ok(await page.locator('hs-compare > .hint').isVisible());
    assert.equal(await weight(page, 'comparison', 9, 12), 0);
    await close();
  });
});

describe('for everyone', () => {
  test('by keys: arrows walk the differences, Enter holds, the page follows', async () => {
    const { page, close } = await openCompare();
    await page.keyboard.press('Escape');
    const board = page.locator('.compare-board[role="application"]');
    await board.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await settled(page);
    assert.match(await said(page), /^“The” gives “tired → wide”/);
    await page.keyboard.press('Enter');
    await page.locator('h1').hover();
    await settled(page);
    assert.match(await said(page), /^“The” gives “tired → wide”/);
    assert.match((await page.locator('.matrix-readout').textContent()) ?? '', /“The” gives/);
    await close();
  });

  test('as head graphs: every difference of a point and more is an edge in the hue of its side', async () => {
    const { page, complaints, close } = await openCompare();
    await choosePair(page, 0);
    await page.locator('.compare-picture').getByText('Graph').click();
    await settled(page);
    const figures = page.locator('.compare-figure');
    assert.equal(await figures.count(), 3);
    const tips = (/** @type {string} */ hue) =>
      figures.nth(2).locator(`svg polygon[fill="var(--${hue})"]`).count();
    const expected = await page.locator('hs-compare').evaluate((view) => {
      const { state } = /** @type {Compare} */ (view).store;
      const { snapshot, comparison, layer, heads } = state;
      const [a, b] = [snapshot, comparison].map(
        (of) => of?.tensors[`layers.${layer}.attention.weights`].data ?? new Float32Array(),
      );
      const area = (snapshot?.tokens.length ?? 0) ** 2;
      let [more, less] = [0, 0];
      for (let i = heads[0] * area; i < (heads[0] + 1) * area; i++) {
        if (b[i] - a[i] >= 0.01) more++;
        if (b[i] - a[i] <= -0.01) less++;
      }
      return { more, less };
    });
    assert.ok(expected.more > 0 && expected.less > 0);
    await page.locator('hs-compare').evaluate((view) => {
      /** @type {Compare} */ (view).store.actions.release();
    });
    await settled(page);
    assert.deepEqual({ more: await tips('positive'), less: await tips('negative') }, expected);
    await page.locator('.compare-figure').nth(2).locator('.compare-board').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await settled(page);
    assert.match(
      (await page.locator('.compare-readout').textContent()) ?? '',
      /“animal” gives “The”/,
    );
    await assertAccessible(page);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('the eye goes across: the three matrices have one size of cell, side by side or stacked', async () => {
    const { page, close } = await openCompare({ alone: true });
    for (const { width, columns } of [
      { width: 1280, columns: 3 },
      { width: 768, columns: 2 },
      { width: 390, columns: 1 },
    ]) {
      await page.setViewportSize({ width, height: 844 });
      for (const pair of [0, 1]) {
        await choosePair(page, pair);
        const lines = await page.locator('hs-compare').evaluate((view) => {
          const { snapshot, comparison } = /** @type {Compare} */ (view).store.state;
          const aligned = view.querySelectorAll('.compare-tokens[data-side="left"] > :not(.only)');
          const counts = [snapshot?.tokens.length, comparison?.tokens.length, aligned.length];
          return [...view.querySelectorAll('.compare-board')].map((board, i) => {
            const { left, top, width } = board.getBoundingClientRect();
            const margin = parseFloat(getComputedStyle(board).getPropertyValue('--margin'));
            const cell = (width - margin - 1) / (counts[i] ?? 0);
            return { left: Math.round(left), top: Math.round(top), margin, cell };
          });
        });
        const at = `${width} px, pair ${pair}`;
        assert.equal(lines.length, 3);
        assert.ok(lines[0].cell >= 11, `${at}: cells of ${lines[0].cell} px have no labels`);
        for (const { margin, cell } of lines) {
          assert.deepEqual({ margin, cell }, { margin: lines[0].margin, cell: lines[0].cell }, at);
        }
        assert.equal(new Set(lines.map(({ left }) => left)).size, columns, at);
        assert.equal(new Set(lines.map(({ top }) => top)).size, Math.ceil(3 / columns), at);
      }
    }
    await close();
  });

  test('a pointer on any of the three pictures marks the same words', async () => {
    const { page, close } = await openCompare();
    await choosePair(page, 1);
    const right = page.locator('.compare-tokens[data-side="right"] .compare-token');
    await right.nth(5).hover();
    await settled(page);
    const lit = await page.locator('.compare-token.focused bdi').allTextContents();
    assert.deepEqual(lit, ['the', 'the']);
    assert.match(await said(page), /^“the” changes/);
    await close();
  });

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`axe finds nothing, ${colorScheme}`, async () => {
      const { page, complaints, close } = await openCompare({ context: { colorScheme } });
      await table(page);
      await assertAccessible(page);
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  test('a phone has no sideways scroll, and every target is big enough', async () => {
    const { page, close } = await openCompare({
      context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `the page is ${width} px wide`);
    const small = await page
      .locator('hs-compare :is(button, select, .segments label, input[type="text"]):visible')
      .evaluateAll((targets) =>
        targets
          .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
      );
    assert.deepEqual(small, []);
    await close();
  });
});
