/** Free shapes in Chromium: chosen sizes are computed for real, what does not fit stops and says why. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  assertAccessible,
  bringUp,
  choose,
  openBrowser,
  openPage,
  settled,
  token,
} from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../web/views/dimension-trace.js').DimensionTrace} DimensionTrace */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** @param {Parameters<typeof openPage>[1]} [options] */
async function openShapes(options) {
  const opened = await openPage(place, options);
  const { page } = opened;
  await bringUp(page, 'hs-dimension-trace');
  await choose(page, '.trace-mode input[value="free"]');
  await computed(page);
  return opened;
}

/** The choice on show is computed, and its pictures drawn. @param {Page} page */
async function computed(page) {
  await page.waitForFunction(() => {
    const view = /** @type {DimensionTrace} */ (document.querySelector('hs-dimension-trace'));
    const { shapes } = view.store.state;
    return shapes?.result?.config === shapes?.config;
  });
  await page.waitForFunction(() => {
    const shown = [...document.querySelectorAll('hs-dimension-trace .mini + .caption')].filter(
      (caption) => /** @type {HTMLElement} */ (caption).offsetParent,
    );
    return shown.every(({ textContent }) => textContent);
  });
  await settled(page);
}

/** @param {Page} page @param {string} step */
const card = (page, step) => page.locator(`hs-dimension-trace .card[data-step="${step}"]`);

/** @param {Page} page @param {string} step */
const shape = async (page, step) =>
  (await card(page, step).locator('> .shape').textContent())?.replaceAll(/\s+/g, ' ').trim();

/** @param {Page} page @param {'seqLen' | 'dModel' | 'heads'} name */
const number = (page, name) => page.locator(`[data-size="${name}"] input[type="number"]`);

/** @param {Page} page @param {Partial<{seqLen: number, dModel: number, heads: number}>} sizes */
async function resize(page, sizes) {
  for (const [name, size] of Object.entries(sizes)) {
    const field = number(page, /** @type {'heads'} */ (name));
    await field.fill(String(size));
    await field.press('Enter');
  }
  await computed(page);
}

/** @param {Page} page @param {string} name */
const preset = (page, name) =>
  page.locator('.shapes-presets').getByRole('button', { name, exact: false }).click();

/** @param {Page} page */
const stateOf = (page) =>
  page.locator('hs-dimension-trace').evaluate((view) => {
    const { shapes } = /** @type {DimensionTrace} */ (view).store.state;
    return { config: shapes?.config, head: shapes?.head, refused: shapes?.result?.refused };
  });

/** @param {Page} page */
const said = async (page) =>
  (await page.locator('hs-dimension-trace .readout').textContent())?.trim() ?? '';

describe('free shapes', () => {
  test('the lesson’s sizes, computed; then others', async () => {
    const { page, complaints, close } = await openShapes();
    assert.equal(await shape(page, 'query'), 'heads × seq_len × d_head=8 × 13 × 64');
    assert.equal(await shape(page, 'concat'), 'seq_len × heads·d_head=13 × 512');
    assert.equal(await card(page, 'ffn-hidden').count(), 0);
    assert.equal(await page.locator('.layer-switch').isVisible(), false);
    await resize(page, { seqLen: 20, dModel: 96, heads: 6 });
    assert.equal(await shape(page, 'scores'), 'heads × query × key=6 × 20 × 20');
    assert.equal(await shape(page, 'value'), 'heads × seq_len × d_head=6 × 20 × 16');
    const wrong = await page.locator('hs-dimension-trace').evaluate((view) => {
      const { shapes } = /** @type {DimensionTrace} */ (view).store.state;
      const tensors = shapes?.result?.snapshot?.tensors ?? {};
      const weights = tensors['layers.0.attention.weights'];
      const sums = Array.from({ length: 6 * 20 }, (_, row) =>
        weights.data.slice(row * 20, (row + 1) * 20).reduce((a, b) => a + b, 0),
      );
      return sums.filter((sum) => Math.abs(sum - 1) > 1e-5);
    });
    assert.deepEqual(wrong, []);
    await choose(page, '.trace-mode input[value="model"]');
    await settled(page);
    assert.equal(await shape(page, 'query'), 'heads × seq_len × d_head=4 × 14 × 128');
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a head count that does not divide stops at the view, and says why and what fits', async () => {
    const { page, close } = await openShapes();
    await preset(page, 'Does not divide');
    await computed(page);
    assert.equal(await shape(page, 'query'), 'seq_len × d_model=13 × 512');
    assert.equal(
      await card(page, 'query').locator('mark.fault').textContent(),
      'query = query.view(seq_len, heads, d_head)',
    );
    const stopped = (await card(page, 'query').locator('.stopped').textContent()) ?? '';
    assert.match(stopped, /shape '\[13, 3, 170\]' is invalid for input of size 6656/);
    assert.match(stopped, /2 per token would be left over/);
    const unreached = page.locator('.card.unreached');
    assert.equal(await unreached.count(), 9);
    assert.equal(await card(page, 'query').locator('.weights-part:visible').count(), 1);
    await card(page, 'query').getByRole('button', { name: '4 × 128' }).click();
    await computed(page);
    assert.equal(await shape(page, 'query'), 'heads × seq_len × d_head=4 × 13 × 128');
    assert.equal(await unreached.count(), 0);
    await close();
  });

  test('sizes changed before the next picture are all kept', async () => {
    const { page, close } = await openShapes();
    await page.evaluate(() => {
      for (const [name, size] of Object.entries({ seqLen: 3, dModel: 12, heads: 2 })) {
        const field = /** @type {HTMLInputElement} */ (
          document.querySelector(`[data-size="${name}"] input[type="number"]`)
        );
        field.value = String(size);
        for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind));
        if (field.value !== String(size)) throw new Error(`${name} shows ${field.value}`);
      }
    });
    await computed(page);
    const { seqLen, dModel, heads } = (await stateOf(page)).config ?? {};
    assert.deepEqual([seqLen, dModel, heads], [3, 12, 2]);
    await close();
  });

  test('a key before the next picture goes on from the key before', async () => {
    const { page, close } = await openShapes();
    await page.evaluate(() => {
      const slider = /** @type {HTMLInputElement} */ (
        document.querySelector('[data-size="heads"] input[type="range"]')
      );
      const move = (/** @type {string} */ value) => {
        slider.value = value;
        slider.dispatchEvent(new Event('input'));
      };
      move('0');
      move(String(slider.valueAsNumber + 1));
      move(String(slider.valueAsNumber + 1));
    });
    assert.equal((await stateOf(page)).config?.heads, 3);
    await close();
  });

  test('at its limits', async () => {
    const { page, complaints, close } = await openShapes();
    for (const [seqLen, dModel, heads] of [
      [1, 1, 1],
      [512, 1, 1],
      [1, 1024, 1024],
      [512, 1024, 16],
    ]) {
      await resize(page, { seqLen, dModel, heads });
      const expected = `heads × seq_len × d_head=${heads} × ${seqLen} × ${dModel / heads}`;
      assert.equal(await shape(page, 'context'), expected);
      const { height } = (await page.locator('hs-dimension-trace').boundingBox()) ?? { height: 0 };
      assert.ok(height < 5000, `${seqLen} × ${dModel}, ${heads} heads: ${height} px high`);
    }
    await resize(page, { seqLen: 1, dModel: 1024, heads: 1024 });
    assert.match((await page.locator('.shapes-heads').textContent()) ?? '', /heads\s0–31 of\s1024/);
    await page.getByRole('button', { name: 'Later heads' }).click();
    await settled(page);
    assert.match(
      (await card(page, 'query').locator('.caption').first().textContent()) ?? '',
      /heads\s32–63 of\s1024/,
    );
    await resize(page, { seqLen: 512 });
    const { refused } = await stateOf(page);
    assert.match(refused ?? '', /^\[MultiHeadAttention::trace\] .*byte_budget is 201326592/);
    assert.ok((await page.locator('.shapes-status').textContent())?.includes(refused ?? '?'));
    await number(page, 'seqLen').fill('9999');
    await number(page, 'seqLen').press('Enter');
    assert.equal((await stateOf(page)).config?.seqLen, 512);
    await resize(page, { dModel: 8 });
    assert.equal((await stateOf(page)).config?.heads, 8);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('sliders and keys do the same; a new seed draws other numbers, the old one the old', async () => {
    const { page, close } = await openShapes();
    const slider = page.locator('[data-size="heads"] input[type="range"]');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal((await stateOf(page)).config?.heads, 9);
    await page.keyboard.press('ArrowLeft');
    assert.equal((await stateOf(page)).config?.heads, 8);
    await page.keyboard.press('Home');
    assert.equal((await stateOf(page)).config?.heads, 1);
    await page.keyboard.press('ArrowRight');
    assert.equal((await stateOf(page)).config?.heads, 2);
    await preset(page, 'Lesson');
    await computed(page);
    const first = () =>
      page.locator('hs-dimension-trace').evaluate((view) => {
        const { shapes } = /** @type {DimensionTrace} */ (view).store.state;
        return shapes?.result?.snapshot?.tensors['layers.0.attention.output'].data[0];
      });
    const before = await first();
    const seeds = page.locator('.shapes-seed');
    await seeds.getByRole('button', { name: 'Next seed' }).click();
    await computed(page);
    assert.notEqual(await first(), before);
    const seed = seeds.getByRole('spinbutton', { name: 'seed' });
    await seed.fill('1');
    await seed.press('Enter');
    await computed(page);
    assert.equal(await first(), before);
    await choose(page, 'input[name="shapes-mask"][value="causal"]');
    await computed(page);
    assert.match((await card(page, 'masked').textContent()) ?? '', /624 of\s1352 are masked/);
    await close();
  });

  test('the tiny preset can be read off, and a cell reads out its exact value', async () => {
    const { page, close } = await openShapes();
    await preset(page, 'Tiny');
    await computed(page);
    const canvas = card(page, 'query').locator('.card-picture > .mini > canvas').first();
    await canvas.scrollIntoViewIfNeeded();
    const { width } = (await canvas.boundingBox()) ?? { width: 0 };
    assert.ok(width >= 2 * 4 * 30, `${width} px for eight numbers`);
    await canvas.hover({ position: { x: 8 + 2 * 34 + 10, y: 18 + 18 + 9 } });
    const text = await said(page);
    assert.match(text, /^query\[0, 1, 2\] = .*head\s0 · “token\s1” · d_head\s2/);
    const value = await page.locator('hs-dimension-trace').evaluate((view) => {
      const { shapes } = /** @type {DimensionTrace} */ (view).store.state;
      return shapes?.result?.snapshot?.tensors['layers.0.attention.query'].data[6] ?? NaN;
    });
    const shown = Number(/= (\S+)/.exec(text.replaceAll('−', '-'))?.[1]);
    assert.ok(Math.abs(shown - value) <= 5e-4);
    await close();
  });

  test('the heads’ own matrices and the fused one hold the same numbers', async () => {
    const { page, close } = await openShapes();
    const parts = card(page, 'query').locator('.weights-part');
    const shapes = await parts.locator('.shape-sizes').allTextContents();
    assert.deepEqual(shapes, ['8 × 512 × 64', '512 × 512']);
    const [split, fused] = [parts.nth(0), parts.nth(1)];
    await fused.scrollIntoViewIfNeeded();
    await split.locator('.mini').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    // A drawn cell may stand for several numbers; which one is read out, it says.
    await page.keyboard.press('PageDown');
    const own = /W_Q\[(\d+), (\d+), (\d+)\] = (\S+)/.exec(await said(page));
    assert.ok(own, await said(page));
    const [head, row, column] = own.slice(1, 4).map(Number);
    assert.equal(head, 1);
    await page.keyboard.press('Tab');
    const shared = /W_Q\[(\d+), (\d+)\] = (\S+)/.exec(await said(page));
    assert.ok(shared, await said(page));
    const places = [
      { place: row * 512 + head * 64 + column, shown: own[4] },
      { place: Number(shared[1]) * 512 + Number(shared[2]), shown: shared[3] },
    ];
    for (const { place, shown } of places) {
      const weight = await page.locator('hs-dimension-trace').evaluate((view, index) => {
        const { shapes } = /** @type {DimensionTrace} */ (view).store.state;
        return shapes?.result?.weights['query.weight'].data[index] ?? NaN;
      }, place);
      assert.ok(
        Math.abs(Number(shown.replace('−', '-')) - weight) <= 5e-4,
        `${shown} is ${weight}`,
      );
    }
    await close();
  });

  test('sizes move when they change, and stand still for who asks for that', async () => {
    for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
      const { page, close } = await openShapes({ context: { reducedMotion } });
      const moved = await page.locator('hs-dimension-trace').evaluate(async (view) => {
        const trace = /** @type {DimensionTrace} */ (view);
        const moves = new Set();
        const watch = () => {
          for (const motion of document.getAnimations()) {
            const { target } = /** @type {KeyframeEffect} */ (motion.effect);
            if (view.contains(target) && target) moves.add(target.className.split(' ')[0]);
          }
          frame = requestAnimationFrame(watch);
        };
        let frame = requestAnimationFrame(watch);
        for (const seqLen of [40, 6, 20]) {
          const config = Object.freeze({
            .../** @type {any} */ (trace.store.state.shapes?.config),
            seqLen,
          });
          trace.store.actions.setShapes({ config });
          await new Promise((resolve) => setTimeout(resolve, 120));
        }
        cancelAnimationFrame(frame);
        return [...moves];
      });
      if (reducedMotion === 'reduce') {
        assert.deepEqual(
          moved.filter((name) => ['mini', 'size'].includes(name)),
          [],
        );
      } else assert.ok(moved.includes('mini') && moved.includes('size'), moved.join());
      await close();
    }
  });

  test('a token of the head graph is marked in the pictures of the model', async () => {
    const { page, close } = await openPage(place, {
      context: { viewport: { width: 1280, height: 4200 } },
    });
    await card(page, 'query').locator('.weights-part').first().waitFor();
    await page.keyboard.press('Escape');
    await settled(page);
    const ink = (/** @type {string} */ step) =>
      card(page, step)
        .locator('.card-picture > .mini')
        .evaluate((mini) => {
          const canvas = /** @type {HTMLCanvasElement | null} */ (
            mini.querySelector('.mini-bands')
          );
          const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
          return data ? data.data.filter((_, i) => i % 4 === 3 && data.data[i] > 0).length : 0;
        });
    const inks = () => Promise.all(['query', 'key', 'weights', 'input'].map(ink));
    await page.locator('h1').hover();
    await settled(page);
    assert.deepEqual(await inks(), [0, 0, 0, 0]);
    await token(page, 'query', 'it').hover();
    await settled(page);
    const [query, key, weights, input] = await inks();
    assert.ok(query > 0 && weights > 0 && input > 0, 'its row');
    assert.equal(key, 0, 'a query token is no key');
    await close();
  });

  for (const [width, colorScheme] of /** @type {const} */ ([
    [1280, 'light'],
    [390, 'dark'],
  ])) {
    test(`axe finds nothing, nothing runs over, ${width} px, ${colorScheme}`, async () => {
      const { page, close } = await openShapes({
        context: { viewport: { width, height: 844 }, colorScheme },
      });
      for (const name of ['Tiny', 'Does not divide', 'Transformer']) {
        await preset(page, name);
        await computed(page);
        const wide = await page.locator('hs-dimension-trace').evaluate((view) => view.scrollWidth);
        assert.ok(wide <= width, `${name}: the trace is ${wide} px wide`);
        const over = await page.locator('hs-dimension-trace .card').evaluateAll((cards) =>
          cards.flatMap((element) => {
            const { right } = element.getBoundingClientRect();
            return [...element.querySelectorAll('*')]
              .filter((part) => part.getBoundingClientRect().right > right + 0.5)
              .map((part) => `${element.getAttribute('data-step')} ${part.className}`);
          }),
        );
        assert.deepEqual(over, [], name);
        if (name !== 'Transformer') await assertAccessible(page);
      }
      await close();
    });
  }
});
