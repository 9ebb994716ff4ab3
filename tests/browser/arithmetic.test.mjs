/** Arithmetic and "Prove it" in Chromium: any number, down to digits that add up, and code that proves it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findPython } from '../../scripts/lib/python.mjs';
import {
  assertAccessible,
  bringUp,
  openBrowser,
  openPage,
  settled,
  type,
} from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */

const kPython = findPython() ?? 'python3';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** @param {Page} page */
const stateOf = (page) =>
  page.locator('hs-matrix').evaluate((view) => {
    const { store } = /** @type {import('../../web/views/matrix.js').Matrix} */ (view);
    const { unfolding, heads, layer, hover, axis } = store.state;
    return { unfolding, heads, layer, hover, axis };
  });

/** Opens the arithmetic with the weights there. @param {Page} page */
async function unfolded(page) {
  await page.locator('.chain-step[aria-current]').waitFor();
  await page.locator('hs-matrix').evaluate(async (view) => {
    const { store } = /** @type {import('../../web/views/matrix.js').Matrix} */ (view);
    while (!(store.state.layer in store.state.layerWeights))
      await new Promise(requestAnimationFrame);
  });
  await settled(page);
}

/** The cell in the matrix. @param {Page} page @param {number} query @param {number} key */
async function cellAt(page, query, key) {
  const board = page.locator('.matrix-board');
  const count = await page.locator('.tokens .token').count();
  return board.evaluate((element, [row, column, tokens]) => {
    const margin = parseFloat(
      getComputedStyle(/** @type {Element} */ (element.closest('hs-matrix'))).getPropertyValue(
        '--margin',
      ),
    );
    const cell = Math.floor((element.clientHeight - margin) / tokens);
    return { x: margin + (column + 0.5) * cell, y: margin + (row + 0.5) * cell };
  }, /** @type {const} */ ([query, key, count]));
}

/** @param {Page} page @param {string} selector @returns {Promise<string>} */
const text = async (page, selector) =>
  ((await page.locator(selector).first().textContent()) ?? '').replaceAll(/\s+/g, ' ').trim();

/** @param {string} shown */
const number = (shown) => Number(shown.replace('−', '-'));

/** Every number of the table, as it is shown. @param {Page} page */
async function table(page) {
  const details = page.locator('hs-arithmetic .terms details');
  if (!(await details.getAttribute('open').then((open) => open !== null))) {
    await details.locator('summary').click();
  }
  await page.locator('.terms-table tbody tr').first().waitFor();
  const rows = await page
    .locator('.terms-table tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );
  return rows.map((row) => row.map(number));
}

/** The digits of the title. @param {Page} page @returns {Promise<{value: number, unit: number}>} */
async function title(page) {
  const shown = await text(page, '.cell-name strong');
  return { value: number(shown), unit: 10 ** -(shown.split('.')[1]?.length ?? 0) };
}

describe('arithmetic', () => {
  test('opens from a held cell of the matrix, and what it shows adds up to what the matrix says', async () => {
    const { page, complaints, close } = await openPage(place);
    await page.locator('.matrix-board').click({ position: await cellAt(page, 9, 1) });
    await page.locator('.matrix-foot').getByRole('button', { name: 'Unfold' }).click();
    await unfolded(page);
    const { unfolding } = await stateOf(page);
    assert.equal(unfolding?.name, 'weights');
    assert.deepEqual([unfolding?.query, unfolding?.key], [9, 1]);
    assert.match(await text(page, '.cell-name'), /^weights\[2, 9, 1\] = 0\.\d+$/);
    assert.equal(await text(page, '.cell-where'), 'query “it” → key “animal”');
    const inside = await page.evaluate(() => document.activeElement?.localName);
    assert.equal(inside, 'hs-arithmetic');

    const powers = await table(page);
    const { value, unit } = await title(page);
    const sum = powers.reduce((total, row) => total + row[3], 0);
    assert.ok(Math.abs(powers[1][3] / sum - value) <= unit, `${powers[1][3]} / ${sum}, ${value}`);
    assert.match(await text(page, '.term-sum'), /They agree to the last digit shown/);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('every step adds up, on foot through the whole chain by the keyboard', async () => {
    const { page, complaints, close } = await openPage(place);
    const board = page.locator('.matrix-board');
    await board.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('.matrix-foot button').first().focus();
    await page.keyboard.press('Enter');
    await unfolded(page);
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowLeft');
    const seen = [];
    for (;;) {
      await settled(page);
      const { unfolding } = await stateOf(page);
      seen.push(unfolding?.name);
      const line = await text(page, '.term-sum');
      // Of these the core keeps nothing that it could have computed otherwise.
      const alone = ['embedding', 'projected'].includes(unfolding?.name ?? '');
      assert.equal(/They agree/.test(line), !alone, unfolding?.name);
      if (['query', 'scores', 'context', 'output'].includes(unfolding?.name ?? '')) {
        const { value, unit } = await title(page);
        const rows = await table(page);
        let sum = 0;
        for (const [, a, b, product, running] of rows) {
          const digits = 1e-5;
          assert.ok(Math.abs(a * b - product) <= 10 * digits, `${a} × ${b}, ${product}`);
          sum += product;
          assert.ok(Math.abs(sum - running) <= digits);
        }
        const bias = /b_[QO]\[\d+\] (\S+)/.exec(line)?.[1] ?? '0';
        assert.ok(
          Math.abs(sum + number(bias) - value) <= unit,
          `${unfolding?.name}: ${sum} ${bias}`,
        );
      }
      if (seen.length === 20) break;
      await page.keyboard.press('ArrowRight');
    }
    assert.deepEqual(seen, [
      'input',
      'norm',
      'query',
      'key',
      'value',
      'scores',
      'scaled',
      'masked',
      'weights',
      'context',
      'concat',
      'output',
      'residual',
      'ffn-norm',
      'ffn-hidden',
      'ffn-output',
      'layer-output',
      'pooled',
      'projected',
      'sentence',
    ]);
    await page.keyboard.press('ArrowLeft');
    assert.equal((await stateOf(page)).unfolding?.name, 'projected');
    await page.keyboard.press('Escape');
    await settled(page);
    assert.equal((await stateOf(page)).unfolding, null);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('opens from a number of the dimension trace, by Enter and by its button', async () => {
    const { page, complaints, close } = await openPage(place);
    await bringUp(page, 'hs-dimension-trace');
    const mini = (/** @type {string} */ step) =>
      page.locator(`hs-dimension-trace .card[data-step="${step}"] .mini`).first();
    await mini('context').waitFor();
    await mini('context').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    await settled(page);
    assert.equal((await stateOf(page)).unfolding, null, 'the first Enter chooses the head');
    await page.keyboard.press('Enter');
    await unfolded(page);
    const { unfolding, heads } = await stateOf(page);
    assert.deepEqual([unfolding?.name, unfolding?.query, heads[0]], ['context', 1, 1]);
    await page.keyboard.press('Escape');
    await settled(page);
    assert.equal(
      await mini('context').evaluate((element) => element === document.activeElement),
      true,
    );

    await mini('output').click({ position: { x: 40, y: 20 } });
    const offer = page.locator('.trace-bar').getByRole('button', { name: /^Unfold output\[/ });
    const name = (await offer.textContent())?.replace('Unfold ', '');
    await offer.click();
    await unfolded(page);
    assert.equal((await text(page, '.cell-name')).split(' =')[0], name);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('the terms are walked by keys and pointer, sorted, and lead to what they are made of', async () => {
    const { page, complaints, close } = await openPage(place);
    await page.getByRole('button', { name: 'Unfold the strongest look' }).click();
    await unfolded(page);
    assert.equal((await stateOf(page)).unfolding?.name, 'scores');
    const slider = page.locator('.terms-board');
    await slider.focus();
    await page.keyboard.press('End');
    assert.equal(await slider.getAttribute('aria-valuenow'), '128');
    await page.keyboard.press('PageDown');
    assert.equal(await slider.getAttribute('aria-valuenow'), '118');
    assert.match(
      (await slider.getAttribute('aria-valuetext')) ?? '',
      /^118 of\s128: query\[2, 9, 117\]/,
    );
    await page.getByText('largest first').click();
    await settled(page);
    const sizes = (await table(page)).map(([, , , product]) => Math.abs(product));
    assert.ok(sizes.every((size, i) => i === 0 || size <= sizes[i - 1] + 1e-3));
    const box = await slider.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    assert.equal(await slider.getAttribute('aria-valuenow'), '65');
    await page.locator('.term-line .operand').nth(1).click();
    await unfolded(page);
    const { unfolding } = await stateOf(page);
    assert.equal(unfolding?.name, 'key');
    assert.match(await text(page, '.term-line'), /norm\[12, (\d+)\].*W_K\[\1, \d+\]/);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('the two vectors light up in the other pictures while it is looked at', async () => {
    const { page, close } = await openPage(place);
    await page.getByRole('button', { name: 'Unfold the strongest look' }).click();
    await unfolded(page);
    await page.locator('.cell-where').hover();
    await settled(page);
    const { hover, axis } = await stateOf(page);
    assert.deepEqual([hover, axis], [{ cell: [9, 12] }, 'd_head']);
    await page.locator('.graph-token').first().hover();
    await settled(page);
    assert.equal((await stateOf(page)).axis, null);
    await close();
  });

  test('follows what is typed, and any cell can be chosen', async () => {
    const { page, complaints, close } = await openPage(place);
    await page.getByRole('button', { name: 'Unfold the strongest look' }).click();
    await unfolded(page);
    await type(page, 'The river bank');
    assert.equal(
      await text(page, '.cell-name').then((name) => name.split(' =')[0]),
      'scores[2, 2, 2]',
    );
    assert.match(await text(page, '.term-sum'), /They agree/);
    await page.locator('.chain-pick label[data-part="query"] select').selectOption('1');
    await page.locator('.chain-step[data-step="output"]').click();
    await page.locator('.chain-pick label[data-part="output"] input').fill('511');
    await page.keyboard.press('Enter');
    await settled(page);
    assert.equal(
      await text(page, '.cell-name').then((name) => name.split(' =')[0]),
      'output[1, 511]',
    );
    assert.match(
      await text(page, '.term-sum'),
      /sum of\s512\sproducts .* b_O\[511\] .* They agree/,
    );
    assert.deepEqual(complaints, []);
    await close();
  });
});

describe('Prove it', () => {
  /**
   * Downloads what the open dialog offers in NumPy, and runs it.
   * @param {Page} page
   */
  async function runNumpy(page) {
    const folder = mkdtempSync(path.join(tmpdir(), 'headscope-proof-'));
    let program = '';
    for (const name of [/-numpy\.py$/, /\.npz/]) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('dialog.prove').getByRole('button', { name }).click(),
      ]);
      const file = download.suggestedFilename();
      if (file.endsWith('.py')) program = file;
      await download.saveAs(path.join(folder, file));
    }
    const run = spawnSync(kPython, [program], { cwd: folder, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    assert.equal(run.status, 0, run.stderr);
    return { program, stdout: run.stdout };
  }

  test('opens from the matrix; the code is copied, and what is downloaded runs', async () => {
    const { page, complaints, close } = await openPage(place, {
      context: { acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] },
    });
    const opener = page.locator('.matrix-foot').getByRole('button', { name: 'Prove it' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.locator('dialog.prove');
    await dialog.getByRole('button', { name: 'Copy the code' }).click();
    await dialog.getByText('Copied.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /import numpy as np/);
    const { stdout } = await runNumpy(page);
    assert.match(stdout, /^weights\[2, 9, 12\] = .* every number of the layer agrees/m);

    await dialog.getByText('PyTorch').click();
    assert.match(
      (await dialog.locator('pre').textContent()) ?? '',
      /torch\.nn\.MultiheadAttention/,
    );
    await dialog.getByText('JavaScript').click();
    await dialog.getByRole('button', { name: /\.safetensors/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await opener.evaluate((button) => button === document.activeElement), true);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('is offered by every view, and each program holds what its view shows', async () => {
    const { page, complaints, close } = await openPage(place, {
      context: { acceptDownloads: true },
    });
    await page.getByRole('button', { name: 'Unfold the strongest look' }).click();
    await unfolded(page);
    await page.locator('hs-mask-lab').getByText('Causal').click();
    await page.locator('hs-compare').getByRole('switch').click();
    await page.locator('hs-compare .compare-body:not([hidden])').waitFor();
    await bringUp(page, 'hs-contributions');
    await page.locator('hs-contributions .wo-body:not([hidden])').waitFor();
    /** @type {[string, RegExp, RegExp][]} */
    const views = [
      ['hs-head-graph', /the head graph/, /graph-layer-1/],
      ['hs-arithmetic', /this number/, /arithmetic-layer-1/],
      ['hs-mask-lab', /the masks/, /masks-layer-1/],
      ['hs-compare', /the comparison/, /compare-layer-1/],
      ['hs-dimension-trace', /the dimension trace/, /trace-layer-1/],
      ['hs-contributions', /concat is a sum/, /contributions-layer-1/],
      ['hs-mixer', /the mixer/, /mixer-layer-1/],
    ];
    for (const [view, heading, file] of views) {
      await page.locator(view).getByRole('button', { name: 'Prove it' }).first().click();
      const dialog = page.locator('dialog.prove');
      await dialog.getByRole('button', { name: /\.npz/ }).waitFor();
      assert.match((await dialog.locator('h2').textContent()) ?? '', heading);
      const { program, stdout } = await runNumpy(page);
      assert.match(program, file);
      assert.match(stdout, /every number of (the layer|both sides) agrees/, view);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
    assert.deepEqual(complaints, []);
    await close();
  });
});

test('a number of a chosen shape unfolds, and its code holds everything', async () => {
  const { page, complaints, close } = await openPage(place, { context: { acceptDownloads: true } });
  await bringUp(page, 'hs-dimension-trace');
  await page.locator('.trace-mode').getByText('Free shapes').click();
  await page.locator('.shapes-presets').getByRole('button', { name: 'Tiny' }).click();
  const mini = page.locator('hs-dimension-trace .card[data-step="query"] .mini').first();
  await mini.waitFor();
  await settled(page);
  await mini.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('.chain-step[aria-current]').waitFor();
  await settled(page);
  assert.equal((await text(page, '.cell-name')).split(' =')[0], 'query[0, 1, 0]');
  assert.match(await text(page, '.term-line'), /input\[1, 0\].* × W_Q\[0, 0\]/);
  const seen = [];
  for (let i = 0; i < 12; i++) {
    await settled(page);
    seen.push((await stateOf(page)).unfolding?.name);
    assert.match(await text(page, '.term-sum'), /They agree/, seen.at(-1));
    if (seen.at(-1) === 'output') break;
    await page.keyboard.press('ArrowRight');
  }
  assert.deepEqual([seen[0], seen.includes('weights'), seen.at(-1)], ['query', true, 'output']);
  for (const view of ['hs-arithmetic', 'hs-dimension-trace']) {
    await page.locator(view).getByRole('button', { name: 'Prove it' }).click();
    await page.locator('dialog.prove .prove-body:not([hidden])').waitFor();
    assert.equal(
      await page.locator('dialog.prove').getByRole('button', { name: /npz/ }).count(),
      0,
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .locator('dialog.prove')
        .getByRole('button', { name: /-numpy\.py$/ })
        .click(),
    ]);
    const run = spawnSync(kPython, [await download.path()], {
      encoding: 'utf8',
    });
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, /every number of the layer agrees/);
    await page.locator('dialog.prove').getByRole('button', { name: 'Close' }).click();
    await page.locator('dialog.prove').waitFor({ state: 'hidden' });
  }
  // Back at the matrix it is the model's numbers again.
  await page.locator('.matrix-foot').getByRole('button', { name: 'Unfold' }).click();
  await unfolded(page);
  assert.match(await text(page, '.cell-name'), /^weights\[2, /);
  assert.deepEqual(complaints, []);
  await close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing in an unfolded number, ${colorScheme}`, async () => {
    const { page, close } = await openPage(place, { context: { colorScheme } });
    await page.getByRole('button', { name: 'Unfold the strongest look' }).click();
    await unfolded(page);
    await table(page);
    await assertAccessible(page);
    await page.locator('hs-arithmetic').getByRole('button', { name: 'Prove it' }).click();
    await page.locator('dialog.prove .prove-body:not([hidden])').waitFor();
    await assertAccessible(page);
    await close();
  });
}

test('on a phone every step fits', async () => {
  const { page, close } = await openPage(place, {
    context: { viewport: { width: 390, height: 844 } },
  });
  await bringUp(page, '#arithmetic');
  await page.getByRole('button', { name: 'Unfold the strongest look' }).click();
  await unfolded(page);
  for (const step of ['norm', 'query', 'weights', 'concat', 'output', 'residual', 'sentence']) {
    await page.locator(`.chain-step[data-step="${step}"]`).click();
    await settled(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, 390, step);
  }
  await close();
});
