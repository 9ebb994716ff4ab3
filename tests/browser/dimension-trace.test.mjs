/** The dimension trace in Chromium: live sizes, axis names, pictures that hold the tensor's numbers. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  assertAccessible,
  bringUp,
  head,
  openBrowser,
  openPage,
  pictured,
  settled,
  type,
} from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../web/views/dimension-trace.js').DimensionTrace} DimensionTrace */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/**
 * A page whose trace shows what the model computed: the precomputed sentence lacks `ffn.hidden`.
 * @param {Parameters<typeof openPage>[1]} [options]
 */
async function openTrace(options) {
  const opened = await openPage(place, options);
  await bringUp(opened.page, 'hs-dimension-trace');
  await card(opened.page, 'ffn-hidden').locator('.size').first().waitFor();
  await drawn(opened.page);
  return opened;
}

/** Every picture is drawn, those out of sight too: each has its caption. @param {Page} page */
const drawn = (page) =>
  page.waitForFunction(() => {
    const captions = [...document.querySelectorAll('hs-dimension-trace .caption')];
    return captions.length > 0 && captions.every(({ textContent }) => textContent);
  });

/** @param {Page} page @param {string} step */
const card = (page, step) => page.locator(`hs-dimension-trace .card[data-step="${step}"]`);

/** @param {Page} page @param {string} step @param {string} axis */
const axisButton = (page, step, axis) =>
  card(page, step).locator(`button.axis[data-axis="${axis}"]`);

/** @param {Page} page @param {string} step */
const shape = async (page, step) =>
  (await card(page, step).locator('> .shape').textContent())?.replaceAll(/\s+/g, ' ').trim();

/** @param {Page} page */
const said = async (page) =>
  (await page.locator('hs-dimension-trace .readout').textContent())?.trim() ?? '';

/** Steps in which an axis name is lit, each with where. @param {Page} page */
const lit = (page) =>
  page
    .locator('hs-dimension-trace .card')
    .evaluateAll((cards) =>
      Object.fromEntries(
        cards
          .map((element) => [
            /** @type {HTMLElement} */ (element).dataset.step ?? '',
            ['.shape', 'math', 'pre'].filter((part) => element.querySelector(`${part} .lit`)),
          ])
          .filter(([, parts]) => parts.length > 0),
      ),
    );

/**
 * One number of the snapshot that is on show.
 * @param {Page} page @param {string} name @param {number} index into the tensor's data
 */
const entry = (page, name, index) =>
  page.locator('hs-dimension-trace').evaluate((view, [tensor, i]) => {
    const { snapshot } = /** @type {DimensionTrace} */ (view).store.state;
    return snapshot?.tensors[tensor].data[i] ?? NaN;
  }, /** @type {const} */ ([name, index]));

/** @param {Page} page */
const stateOf = (page) =>
  page.locator('hs-dimension-trace').evaluate((view) => {
    const { layer, heads, axis } = /** @type {DimensionTrace} */ (view).store.state;
    return { layer, heads, axis };
  });

/** The canvas of a step's own tensor. @param {Page} page @param {string} step */
const canvasOf = (page, step) =>
  card(page, step).locator('.card-picture > .mini > canvas:not(.mini-bands)');

/** @param {Page} page @param {string} step @returns {Promise<string>} the picture, as data */
const picture = (page, step) =>
  canvasOf(page, step).evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());

/** @param {string} text @returns {number} of `name[…] = −0.48` */
const valueOf = (text) => Number(/= (\S+)/.exec(text.replaceAll('−', '-'))?.[1]);

describe('the dimension trace', () => {
  test('every shape is the tensor’s own, in both layers', async () => {
    const { page, complaints, close } = await openTrace();
    assert.equal(await shape(page, 'input'), 'seq_len × d_model=14 × 512');
    assert.equal(await shape(page, 'query'), 'heads × seq_len × d_head=4 × 14 × 128');
    assert.equal(await shape(page, 'weights'), 'heads × query × key=4 × 14 × 14');
    assert.equal(await shape(page, 'concat'), 'seq_len × heads·d_head=14 × 512');
    assert.equal(await shape(page, 'ffn-hidden'), 'seq_len × d_ffn=14 × 1536');
    assert.match((await card(page, 'scaled').textContent()) ?? '', /√128 = 11\.31/);
    assert.equal(
      await card(page, 'residual').locator('pre').textContent(),
      'residual = input + output',
    );

    await page.getByRole('button', { name: 'Previous layer' }).click();
    await settled(page);
    assert.equal((await stateOf(page)).layer, 0);
    assert.equal(await shape(page, 'input'), 'seq_len × d_model=14 × 256');
    assert.equal(await shape(page, 'query'), 'heads × seq_len × d_head=4 × 14 × 64');
    assert.equal(await shape(page, 'concat'), 'seq_len × heads·d_head=14 × 256');
    assert.equal(await shape(page, 'output'), 'seq_len × d_output=14 × 512');
    assert.match((await card(page, 'residual').textContent()) ?? '', /lifts from 256 to 512/);
    assert.match((await card(page, 'residual').locator('pre').textContent()) ?? '', /input @ W_R/);
    assert.equal(await page.getByRole('button', { name: 'Previous layer' }).isDisabled(), true);
    assert.match(
      (await page.locator('.fact').textContent()) ?? '',
      /256\s×\s256 = 65,536\sweights/,
    );

    const wrong = await page.locator('hs-dimension-trace').evaluate((view) => {
      const { snapshot } = /** @type {DimensionTrace} */ (view).store.state;
      return [...view.querySelectorAll('.card')].flatMap((element) => {
        const step = /** @type {HTMLElement} */ (element).dataset.step ?? '';
        const names = [`attention.${step}`, step.replace('-', '.'), step.replace('layer-', '')];
        const tensor = names.map((name) => snapshot?.tensors[`layers.0.${name}`]).find(Boolean);
        const shown = [...element.querySelectorAll(':scope > .shape .size')].map(
          ({ textContent }) => textContent,
        );
        return tensor && shown.join() === tensor.shape.join() ? [] : [`${step}: ${shown}`];
      });
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('sizes and pictures follow what is typed', async () => {
    const { page, close } = await openTrace();
    const long = await canvasOf(page, 'scores').boundingBox();
    await type(page, 'The river bank');
    assert.equal(await shape(page, 'scores'), 'heads × query × key=4 × 3 × 3');
    assert.equal(await shape(page, 'value'), 'heads × seq_len × d_head=4 × 3 × 128');
    const chip = page.locator('.trace-bar button[data-axis="seq_len"]');
    assert.equal((await chip.textContent())?.trim(), 'seq_len 3');
    const short = await canvasOf(page, 'scores').boundingBox();
    assert.ok(short && long && short.height < long.height && short.width < long.width);
    await close();
  });

  test('pointing at an axis lights it in every picture, formula and line of code that has it', async () => {
    const { page, close } = await openTrace({
      context: { viewport: { width: 1280, height: 3600 } },
    });
    await page.locator('h1').hover();
    await settled(page);
    assert.deepEqual(await lit(page), {});
    const steps = ['query', 'scores', 'context', 'concat', 'output'];
    const dark = await Promise.all(steps.map((step) => picture(page, step)));
    await axisButton(page, 'query', 'd_head').hover();
    await settled(page);
    const all = ['.shape', 'math', 'pre'];
    assert.deepEqual(await lit(page), {
      query: all,
      key: all,
      value: all,
      scores: ['math', 'pre'],
      scaled: ['math', 'pre'],
      context: all,
      concat: all,
      output: all,
    });
    const bright = await Promise.all(steps.map((step) => picture(page, step)));
    assert.deepEqual(
      steps.filter((_, i) => dark[i] !== bright[i]),
      ['query', 'context', 'concat'],
    );
    assert.match(await said(page), /d_head = 128.*width of one head/);
    await page.locator('h1').hover();
    await settled(page);
    assert.deepEqual(await lit(page), {});
    assert.equal(await picture(page, 'query'), dark[0]);
    await close();
  });

  test('key lights the rows of K and V, not those of Q; seq_len lights them all', async () => {
    const { page, close } = await openTrace();
    const rows = (/** @type {string} */ step) =>
      axisButton(page, step, 'seq_len').evaluate((button) => button.classList.contains('lit'));
    await axisButton(page, 'scores', 'key').hover();
    await settled(page);
    assert.deepEqual(await Promise.all(['query', 'key', 'value'].map(rows)), [false, true, true]);
    await axisButton(page, 'query', 'seq_len').hover();
    await settled(page);
    assert.deepEqual(await Promise.all(['query', 'key', 'value'].map(rows)), [true, true, true]);
    const query = await axisButton(page, 'weights', 'query').getAttribute('class');
    assert.match(query ?? '', /lit/);
    await close();
  });

  test('a click holds an axis, a second click or Escape lets it go', async () => {
    const { page, close } = await openTrace();
    const button = axisButton(page, 'value', 'heads');
    await button.click();
    await page.locator('h1').hover();
    await settled(page);
    assert.equal((await stateOf(page)).axis, 'heads');
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await button.focus();
    await page.keyboard.press('Escape');
    await page.locator('h1').hover();
    await settled(page);
    assert.equal((await stateOf(page)).axis, null);
    await button.click();
    await button.click();
    await page.locator('h1').hover();
    assert.equal((await stateOf(page)).axis, null);
    await close();
  });

  test('pointing at a cell reads the tensor’s number and says whose it is', async () => {
    const { page, close } = await openTrace();
    const canvas = canvasOf(page, 'weights');
    await canvas.scrollIntoViewIfNeeded();
    await canvas.hover({ position: { x: 8 + 3, y: 18 + 3 } });
    const text = await said(page);
    assert.match(text, /^weights\[0, 0, 0\] = /);
    assert.match(text, /head\s0 · query “The” → key “The”/);
    const weight = await entry(page, 'layers.1.attention.weights', 0);
    assert.ok(Math.abs(valueOf(text) - weight) <= 5e-5);
    await page.locator('h1').hover();
    assert.match(await said(page), /Point at a picture/);
    await close();
  });

  test('the strongest weight is the strongest pixel of its head', async () => {
    const { page, close } = await openTrace({ context: { deviceScaleFactor: 2 } });
    await canvasOf(page, 'weights').scrollIntoViewIfNeeded();
    await settled(page);
    const found = await card(page, 'weights').evaluate((element) => {
      const view = /** @type {DimensionTrace} */ (element.closest('hs-dimension-trace'));
      const tensor = view.store.state.snapshot?.tensors['layers.1.attention.weights'];
      if (!tensor) throw new Error('no weights');
      const { data, shape } = tensor;
      const count = shape[1];
      let best = 0;
      for (let i = 1; i < count * count; i += 1) if (data[i] > data[best]) best = i;
      const canvas = /** @type {HTMLCanvasElement} */ (element.querySelector('canvas'));
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      const panel = { x: 8, y: 18, side: 0 };
      // Four panels of equal width with 10 px between them, after 8 px for the rail.
      const cssWidth = parseFloat(canvas.style.width);
      panel.side = Math.round((cssWidth - 8 - 1 - 3 * 10) / 4);
      let darkest = { sum: Infinity, cell: -1 };
      for (let cell = 0; cell < count * count; cell += 1) {
        const x = panel.x + (((cell % count) + 0.5) * panel.side) / count;
        const y = panel.y + ((Math.floor(cell / count) + 0.5) * panel.side) / count;
        const [r, g, b] = context.getImageData(Math.floor(x * 2), Math.floor(y * 2), 1, 1).data;
        if (r + g + b < darkest.sum) darkest = { sum: r + g + b, cell };
      }
      return { best, darkest: darkest.cell };
    });
    assert.equal(found.darkest, found.best);
    await close();
  });

  test('a click on a head’s panel chooses that head everywhere', async () => {
    const { page, close } = await openTrace();
    const canvas = canvasOf(page, 'key');
    const before = await picture(page, 'value');
    await canvas.click({ position: { x: 8 + 3 * 74 + 20, y: 40 } });
    await settled(page);
    assert.deepEqual((await stateOf(page)).heads, [3]);
    assert.equal(await head(page, 1, 3).getAttribute('aria-selected'), 'true');
    assert.notEqual(await picture(page, 'value'), before);
    await canvas.click({ position: { x: 8 + 5, y: 5 } });
    await settled(page);
    assert.deepEqual((await stateOf(page)).heads, [0], 'its number and bar work as well');
    await close();
  });

  test('by keyboard alone: walk the cards, light an axis, read cells, choose a head', async () => {
    const { page, close } = await openTrace();
    await card(page, 'input').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const step = () =>
      page.evaluate(() => /** @type {any} */ (document.activeElement).dataset.step);
    assert.equal(await step(), 'query');
    await page.keyboard.press('End');
    assert.equal(await step(), 'layer-output');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    assert.equal(await step(), 'input');
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowDown');
    assert.equal(await step(), 'scores');

    await page.keyboard.press('Tab');
    await settled(page);
    assert.equal((await stateOf(page)).axis, 'heads', 'focus lights the axis');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal((await stateOf(page)).axis, 'key');
    await page.keyboard.press('Tab');
    assert.equal((await stateOf(page)).axis, null);
    assert.match(await said(page), /^scores\[0, 0, 0\] = /);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('PageDown');
    const text = await said(page);
    assert.match(text, /^scores\[1, 1, 1\] = .*query “animal” → key “animal”/);
    const score = await entry(page, 'layers.1.attention.scores', 14 * 14 + 14 + 1);
    assert.ok(Math.abs(valueOf(text) - score) <= 5e-4);
    await page.keyboard.press('Enter');
    assert.deepEqual((await stateOf(page)).heads, [1]);
    await page.keyboard.press('End');
    assert.match(await said(page), /^scores\[1, 1, 13\] = /);
    await page.locator('.trace-bar [aria-live]', { hasText: 'scores[1, 1, 13]' }).waitFor({
      state: 'attached',
    });
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => document.activeElement?.closest('.card') !== null);
    assert.equal(inside, false, 'one card is one stop; Tab leaves the flow');
    await close();
  });

  test('before the model, a tensor that was not precomputed says so', async () => {
    const { page, close } = await openPage(place, {
      ready: false,
      before: (page) => page.route('**/use-lite-f16.safetensors', () => {}),
    });
    await page.locator('hs-dimension-trace').evaluate((view) => view.scrollIntoView());
    await card(page, 'query').waitFor();
    assert.equal(await shape(page, 'query'), 'heads × seq_len × d_head=4 × 14 × 128');
    assert.match((await card(page, 'ffn-hidden').textContent()) ?? '', /when the model is here/);
    await close();
  });

  test('connectors join neighbours on a desk and run beside the cards on a phone', async () => {
    for (const [width, left] of [
      [1280, false],
      [390, true],
    ]) {
      const { page, close } = await openTrace({
        context: { viewport: { width: Number(width), height: 844 } },
      });
      await settled(page);
      const wires = await page
        .locator('.flow-lines .wire')
        .evaluateAll((paths) => paths.map((path) => path.getAttribute('d') ?? ''));
      assert.equal(wires.length, 20);
      assert.ok(wires.every((d) => /^M[\d.]+ [\d.]+L/.test(d)));
      const boxes = await page.locator('.flow').evaluate((flow) => {
        const { left, right } = flow.getBoundingClientRect();
        const over = [...flow.querySelectorAll('.card *, .fact *')].filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width > 0 && (box.right > right + 1 || box.left < left - 1);
        });
        const x = (/** @type {string} */ step) =>
          flow.querySelector(`[data-step="${step}"]`)?.getBoundingClientRect().x;
        return {
          over: over.map(({ className }) => String(className)),
          same: x('query') === x('key'),
        };
      });
      assert.deepEqual(boxes, { over: [], same: left });
      await close();
    }
  });

  test('nothing in a card is cut off or runs into its neighbour', async () => {
    for (const width of [390, 768, 1280, 1920]) {
      const { page, close } = await openTrace({
        context: { viewport: { width, height: 900 } },
      });
      for (const name of ['Previous layer', 'Next layer']) {
        await page.getByRole('button', { name }).click();
        await settled(page);
        const out = await page.locator('hs-dimension-trace .card').evaluateAll((cards) =>
          cards.flatMap((element) => {
            const { right } = element.getBoundingClientRect();
            return [...element.querySelectorAll('*')]
              .filter((part) => part.getBoundingClientRect().right > right)
              .map((part) => `${element.getAttribute('data-step')} ${part.tagName}`);
          }),
        );
        assert.deepEqual(out, [], `at ${width} px`);
        if (width > 390) continue;
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `the page is ${wide} px wide`);
      }
      await close();
    }
  });

  test('numbers move when they change, and stand still for who asks for that', async () => {
    for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
      const { page, close } = await openTrace({ context: { reducedMotion } });
      await page.evaluate(() => {
        const { animate } = Element.prototype;
        const counter = /** @type {any} */ (globalThis);
        counter.moved = 0;
        /**
         * @this {Element}
         * @param {Parameters<typeof animate>} rest
         */
        function counted(...rest) {
          counter.moved += 1;
          return animate.apply(this, rest);
        }
        Element.prototype.animate = counted;
      });
      await page.locator('.trace-bar').scrollIntoViewIfNeeded();
      await settled(page);
      await page.evaluate(() => {
        const view = /** @type {any} */ (document.querySelector('hs-dimension-trace'));
        view.store.actions.setText('The river bank');
      });
      await pictured(page);
      await settled(page);
      const moved = await page.evaluate(() => /** @type {any} */ (globalThis).moved);
      if (reducedMotion === 'reduce') assert.equal(moved, 0);
      else assert.ok(moved > 10, `${moved} numbers moved`);
      await close();
    }
  });

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`axe finds nothing while an axis is held, ${colorScheme}`, async () => {
      const { page, close } = await openTrace({ context: { colorScheme } });
      await axisButton(page, 'concat', 'd_head').click();
      await settled(page);
      await assertAccessible(page);
      await close();
    });
  }
});
