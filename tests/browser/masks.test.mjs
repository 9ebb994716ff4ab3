/** Masks in Chromium: parts, the painter by pointer, by keys and by lists, closed rows, moved mass. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  assertAccessible,
  choose,
  openBrowser,
  openPage,
  settled,
  tableOf,
  token,
  type,
} from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../web/views/mask-lab.js').MaskLab} MaskLab */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** @param {Page} page @param {'causal' | 'padding' | 'window' | 'paint'} part */
const part = (page, part) => page.locator(`hs-mask-lab input[data-part="${part}"]`);

/** Waits until the picture is drawn from a trace under the mask that is asked for. @param {Page} page */
async function computed(page) {
  await page.waitForFunction(() => {
    const view = /** @type {MaskLab} */ (document.querySelector('hs-mask-lab'));
    const { snapshot, mask, layer } = view.store.state;
    const tensor = snapshot?.tensors[`layers.${layer}.attention.masked`];
    if (!snapshot || !tensor) return false;
    const count = snapshot.tokens.length;
    const { causal, padding, window: size, painting, paint } = mask;
    return tensor.data.subarray(0, count * count).every((score, i) => {
      const [query, key] = [Math.floor(i / count), i % count];
      const isPainted =
        painting && paint && query < paint.size && key < paint.size
          ? paint.bits[query * paint.size + key] === 1
          : false;
      const hidden =
        (causal && key > query) ||
        (padding !== null && key >= padding) ||
        (size !== null && Math.abs(query - key) > size) ||
        isPainted;
      return hidden === (score === -Infinity);
    });
  });
  await settled(page);
}

/** The page's weights of one head, without and with the mask. @param {Page} page */
const rows = (page) =>
  page.locator('hs-mask-lab').evaluate((view) => {
    const { snapshot, unmasked, layer, heads } = /** @type {MaskLab} */ (view).store.state;
    const name = `layers.${layer}.attention.weights`;
    const count = snapshot?.tokens.length ?? 0;
    const of = (/** @type {typeof snapshot} */ from) =>
      Array.from({ length: count }, (_, row) => {
        const start = (heads[0] * count + row) * count;
        return [...(from?.tensors[name].data.subarray(start, start + count) ?? [])];
      });
    return { before: of(unmasked), after: of(snapshot) };
  });

/** @param {readonly number[]} row */
const sum = (row) => row.reduce((total, weight) => total + weight, 0);

/** Where a cell of the painter lies on the screen. @param {Page} page @param {number} query @param {number} key */
async function cellAt(page, query, key) {
  const board = page.locator('.mask-board');
  await board.scrollIntoViewIfNeeded();
  const box = await board.boundingBox();
  const count = await page.locator('.mask-picker select').first().locator('option').count();
  const margin = await board.evaluate((element) =>
    parseFloat(getComputedStyle(element).getPropertyValue('--margin')),
  );
  assert.ok(box);
  const cell = (box.width - margin - 1) / count;
  return { x: box.x + margin + (key + 0.5) * cell, y: box.y + margin + (query + 0.5) * cell };
}

/** @param {Page} page */
const said = (page) => page.locator('.mask-readout').textContent();

/** Percentages of the bars, as [without, with]; null where a cell holds no number. @param {Page} page */
const bars = (page) =>
  page.locator('.mask-row tbody tr').evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('td.figure')].map(({ textContent }) => {
        const number = parseFloat(textContent ?? '');
        return Number.isNaN(number) ? null : number;
      }),
    ),
  );

describe('the parts', () => {
  test('none is on at first; each hides its keys, they combine, the rows still sum to 1', async () => {
    const { page, complaints, close } = await openPage(place);
    assert.equal(await page.locator('.mask-body').isVisible(), false);
    const link = page.locator('hs-lab-links a[href="#masks"]');
    assert.equal(await link.textContent(), 'Mask: none');
    await part(page, 'causal').check();
    await computed(page);
    let { after: weights } = await rows(page);
    weights.forEach((row, query) => {
      assert.ok(Math.abs(sum(row) - 1) < 1e-5);
      assert.ok(row.every((weight, key) => key <= query || weight === 0));
    });
    await part(page, 'window').check();
    await page.locator('.mask-part input[type="number"]').nth(1).fill('1');
    await computed(page);
    ({ after: weights } = await rows(page));
    weights.forEach((row, query) => {
      assert.ok(row.every((weight, key) => (key === query || key === query - 1) === weight > 0));
    });
    assert.equal(await link.textContent(), 'Mask: causal + window');
    const table = await tableOf(page);
    assert.deepEqual(table[5].slice(6), Array(8).fill(0));
    await page.locator('hs-mask-lab button', { hasText: 'None' }).click();
    await computed(page);
    const open = await rows(page);
    assert.equal(open.before[0].length, 0, 'no second trace without a mask');
    assert.ok(open.after.every((row) => row.every((weight) => weight > 0)));
    assert.deepEqual(complaints, []);
    await close();
  });

  test('the matrix hatches what is hidden in its masked stage', async () => {
    const { page, close } = await openPage(place);
    await part(page, 'causal').check();
    await computed(page);
    await choose(page, 'hs-matrix input[value="masked"]');
    await settled(page);
    const toggle = page.locator('hs-matrix header button', { hasText: 'table' });
    await toggle.click();
    const cells = await page
      .locator('.matrix-table tbody tr')
      .nth(3)
      .locator('td')
      .allTextContents();
    assert.deepEqual(cells.slice(4), Array(10).fill('−∞'));
    assert.ok(cells.slice(0, 4).every((text) => /^−?\d/.test(text)));
    await close();
  });

  test('padding: queries and keys are told apart, a padding query still attends', async () => {
    const { page, close } = await openPage(place);
    assert.equal(await page.locator('.mask-padding').isVisible(), false);
    await part(page, 'padding').check();
    await computed(page);
    const { after: weights } = await rows(page);
    for (const row of weights) {
      assert.ok(Math.abs(sum(row) - 1) < 1e-5, 'a padding query sums to 1 too');
      assert.ok(row.slice(10).every((weight) => weight === 0));
    }
    assert.match((await page.locator('.mask-padding').textContent()) ?? '', /still attends/);
    await close();
  });

  test('the note says what a mask means for a model that never saw one', async () => {
    const { page, close } = await openPage(place);
    await part(page, 'causal').check();
    await settled(page);
    const note = page.locator('hs-mask-lab .mask-note');
    assert.ok(await note.isVisible());
    assert.match((await note.textContent()) ?? '', /never met in training/);
    await close();
  });
});

describe('the painter', () => {
  test('a drag hides cells, a drag from a hidden one shows them, undo takes a stroke back', async () => {
    const { page, complaints, close } = await openPage(place);
    await part(page, 'paint').check();
    await settled(page);
    const drag = async () => {
      const [from, to] = [await cellAt(page, 9, 10), await cellAt(page, 9, 13)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 2 });
      await page.mouse.up();
      await computed(page);
      return (await rows(page)).after[9];
    };
    const hidden = await drag();
    assert.deepEqual(hidden.slice(10), [0, 0, 0, 0], 'a fast pointer leaves no holes');
    assert.ok(Math.abs(sum(hidden) - 1) < 1e-5);
    assert.match((await said(page)) ?? '', /“it” may not see “\.”: hidden by paint/);
    const shown = await drag();
    assert.ok(shown.every((weight) => weight > 0));
    await page.locator('.mask-presets button', { hasText: 'Undo' }).click();
    await computed(page);
    assert.deepEqual((await rows(page)).after[9].slice(10), [0, 0, 0, 0]);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a click on a word hides its row or column', async () => {
    const { page, close } = await openPage(place);
    await part(page, 'paint').check();
    await settled(page);
    const cell = await cellAt(page, 0, 12);
    const box = await page.locator('.mask-board').boundingBox();
    await page.mouse.click(cell.x, (box?.y ?? 0) + 8);
    await computed(page);
    assert.ok(
      (await rows(page)).after.every((row) => row[12] === 0 && Math.abs(sum(row) - 1) < 1e-5),
    );
    await close();
  });

  test('by keys: one tab stop, arrows walk, Enter and Space hide, names hide rows and columns', async () => {
    const { page, close } = await openPage(place);
    await page.keyboard.press('Escape');
    await part(page, 'paint').check();
    await settled(page);
    const board = page.locator('.mask-board');
    await board.focus();
    await page.keyboard.press('Control+Home');
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) {
      await page.keyboard.press(key);
    }
    await computed(page);
    assert.equal((await rows(page)).after[1][2], 0);
    assert.match((await said(page)) ?? '', /“animal” may not see “didn”/);
    await page.keyboard.press('Space');
    await computed(page);
    assert.ok((await rows(page)).after[1][2] > 0);
    await page.keyboard.press('Home');
    await settled(page);
    assert.match((await said(page)) ?? '', /Query “animal” may see 14 of\s14\skeys/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await settled(page);
    assert.match((await said(page)) ?? '', /Key “The” may be seen by 14 of\s14\squeries/);
    await page.keyboard.press('Enter');
    await computed(page);
    assert.ok((await rows(page)).after.every((row) => row[0] === 0));
    await page.keyboard.press('Tab');
    assert.equal(await board.evaluate((element) => element === document.activeElement), false);
    await close();
  });

  test('without drag or arrows: lists pick a cell, buttons hide it, its row, its column', async () => {
    const { page, close } = await openPage(place);
    await part(page, 'paint').check();
    await settled(page);
    const [query, key] = [0, 1].map((i) => page.locator('.mask-picker select').nth(i));
    await query.selectOption('9');
    await key.selectOption('12');
    const picked = await query.locator('option:checked').textContent();
    assert.equal(picked, '9 it', 'tokens count from 0');
    await page.locator('.mask-picker button[data-span="cell"]').click();
    await computed(page);
    assert.equal((await rows(page)).after[9][12], 0);
    assert.equal(
      await page.locator('.mask-picker button[data-span="cell"]').textContent(),
      'Show cell',
    );
    await page.locator('.mask-picker button[data-span="column"]').click();
    await computed(page);
    assert.ok((await rows(page)).after.every((row) => row[12] === 0));
    await close();
  });

  test('paint adds to parts and says so; parts can be turned into paint', async () => {
    const { page, close } = await openPage(place);
    await page.keyboard.press('Escape');
    await part(page, 'causal').check();
    await computed(page);
    const cell = await cellAt(page, 0, 5);
    await page.mouse.move(cell.x, cell.y);
    await settled(page);
    assert.match((await said(page)) ?? '', /hidden by causal\. Paint cannot open it/);
    await page.locator('button[data-paint="parts"]').click();
    await computed(page);
    assert.equal(await part(page, 'causal').isChecked(), false);
    assert.equal((await rows(page)).after[0][5], 0);
    await page.mouse.click(cell.x, cell.y);
    await computed(page);
    assert.ok((await rows(page)).after[0][5] > 0);
    await close();
  });

  test('a change of the sentence adapts the mask, and growing back brings the paint back', async () => {
    const { page, complaints, close } = await openPage(place);
    await part(page, 'padding').check();
    await page.locator('button[data-paint="notItself"]').click();
    await computed(page);
    await type(page, 'She sat');
    await computed(page);
    const short = (await rows(page)).after;
    assert.equal(short.length, 2);
    assert.ok(short.every((row, i) => row[i] === 0 && Math.abs(row[1 - i] - 1) < 1e-6));
    await type(page, 'She sat on the river bank and looked at the water for a long time.');
    await computed(page);
    const long = (await rows(page)).after;
    assert.ok(
      long.length > 14 && long.every((row) => row.slice(10).every((weight) => weight === 0)),
    );
    assert.ok(long.every((row, i) => i >= 14 || row[i] === 0));
    assert.deepEqual(complaints, []);
    await close();
  });
});

describe('what the mask did', () => {
  test('bars are the two traces; in layer 0 open keys grow by the factor that is named', async () => {
    const { page, close } = await openPage(place);
    await page.locator('.head[data-layer="0"][data-head="2"]').click();
    await page.locator('h1').hover();
    await part(page, 'causal').check();
    await computed(page);
    const { before: without, after: weights } = await rows(page);
    const shown = await bars(page);
    assert.equal(shown.length, 15);
    shown.slice(0, 14).forEach(([first, second], key) => {
      assert.ok(Math.abs((first ?? -1) - 100 * without[9][key]) < 0.051);
      if (key > 9) assert.equal(second, null, 'a hidden key has a word, not a number');
      else assert.ok(Math.abs((second ?? -1) - 100 * weights[9][key]) < 0.051);
    });
    assert.deepEqual(shown[14], [100, 100]);
    const drawn = await page
      .locator('hs-mask-lab .paired-bars .hidden-key .bar.second')
      .evaluateAll((all) => all.filter((bar) => getComputedStyle(bar).visibility === 'visible'));
    assert.equal(drawn.length, 0, 'and no bar, not even that of a zero');
    const sentence = (await page.locator('.mask-row-sentence').textContent()) ?? '';
    const lost = sum(without[9].slice(10));
    assert.ok(
      sentence.includes(`had ${(100 * lost).toFixed(1)}\u00a0% of its attention`),
      sentence,
    );
    const factor = Number(/×\s(\d+\.\d+)/.exec(sentence)?.[1]);
    for (let key = 0; key < 10; key++) {
      assert.ok(Math.abs(without[9][key] * factor - weights[9][key]) < 0.01 * factor);
    }
    await token(page, 'query', 'The').hover();
    await settled(page);
    assert.match((await page.locator('.mask-row-sentence').textContent()) ?? '', /^“The” had/);
    await type(page, `${'one '.repeat(29)}two`);
    await computed(page);
    const labels = await page.locator('.mask-row tbody th').allTextContents();
    assert.equal(labels[0], '0 one', 'in a long row words repeat, so each has its number, from 0');
    await close();
  });

  test('a row that may look at nothing stops and shows NaN against zeros', async () => {
    const { page, complaints, close } = await openPage(place);
    await part(page, 'paint').check();
    await settled(page);
    const closed = page.locator('.mask-closed');
    assert.equal(await closed.isVisible(), false);
    const query = page.locator('.mask-picker select').first();
    await query.selectOption('9');
    await page.locator('.mask-picker button[data-span="row"]').click();
    await computed(page);
    assert.match(
      (await closed.locator('[role="alert"]').textContent()) ?? '',
      /“it” may look at nothing/,
    );
    const steps = await closed.locator('math').allTextContents();
    assert.deepEqual(steps, ['max=−∞', 'exp(−∞−(−∞))=NaN', '∑=NaN', 'NaN/NaN=NaN']);
    assert.match((await closed.textContent()) ?? '', /sum to 0\.000.*context for it is 0\.000/);
    assert.match((await closed.textContent()) ?? '', /Why not NaN\?/);
    const { after: weights } = await rows(page);
    assert.ok(weights[9].every((weight) => weight === 0));
    assert.ok(weights.every((row, i) => i === 9 || Math.abs(sum(row) - 1) < 1e-5));
    const link = page.locator('hs-lab-links a[href="#masks"]');
    assert.match((await link.textContent()) ?? '', /a row is closed/);
    await closed.locator('button', { hasText: 'Keep it' }).click();
    assert.equal(await closed.locator('math').first().isVisible(), false);
    await closed.locator('button', { hasText: 'Why zeros?' }).click();
    await closed.locator('button', { hasText: 'Let it see itself' }).click();
    await computed(page);
    assert.equal(await closed.isVisible(), false);
    assert.ok(Math.abs((await rows(page)).after[9][9] - 1) < 1e-6);
    assert.deepEqual(complaints, []);
    await close();
  });
});

describe('for everyone', () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`axe finds nothing, ${colorScheme}`, async () => {
      const { page, complaints, close } = await openPage(place, { context: { colorScheme } });
      await part(page, 'padding').check();
      await page.locator('.mask-picker button[data-span="row"]').click();
      await computed(page);
      await assertAccessible(page);
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  test('a phone has no sideways scroll; controls are big enough; a finger paints', async () => {
    const { page, close } = await openPage(place, {
      context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    });
    await part(page, 'paint').check();
    await settled(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `the page is ${width} px wide`);
    const small = await page
      .locator('hs-mask-lab :is(button, select, label, input[type="number"]):visible')
      .evaluateAll((targets) =>
        targets
          .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
      );
    assert.deepEqual(small, []);
    const cell = await cellAt(page, 2, 3);
    await page.touchscreen.tap(cell.x, cell.y);
    await computed(page);
    assert.equal((await rows(page)).after[2][3], 0);
    await close();
  });

  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 800],
  ]) {
    test(`the header names all masks at once without widening the page, ${width} px`, async () => {
      const { page, close } = await openPage(place, { context: { viewport: { width, height } } });
      await part(page, 'causal').check();
      await part(page, 'padding').check();
      await part(page, 'window').check();
      await part(page, 'paint').check();
      await computed(page);
      const link = page.locator('hs-lab-links a[href="#masks"]');
      assert.match(
        (await link.getAttribute('title')) ?? '',
        /causal \+ padding \+ window \+ paint/,
      );
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `the page is ${wide} px wide`);
      await close();
    });
  }
});
