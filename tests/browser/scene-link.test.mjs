/** @file The lab's address, and what the dialog "Share" hands out. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { parseScene, VIEWS } from '../../web/scene.js';
import { TARGETS } from '../../web/state/embed-code.js';
import {
  assertAccessible,
  head,
  modelReady,
  openBrowser,
  openPage,
  pictured,
  settled,
  token,
} from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SCENE =
  '#v=1&text=She+sat+on+the+river+bank.&second=He+sat.&layer=1&heads=3,1&lock=query:5&mass=0.8&layout=arcs&side=key' +
  '&stage=scores&mask=causal&mixer=after/1:1,0.5,1m,1&theme=dark';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** @param {string} hash @param {(page: Page) => Promise<void>} use */
async function withLab(hash, use) {
  const { page, complaints, close } = await openPage({ ...place, url: `${place.url}${hash}` });
  await use(page);
  assert.deepEqual(complaints, []);
  await close();
}

/** @param {Page} page what its address says, once it says it */
async function scene(page) {
  await page.waitForTimeout(400);
  return parseScene(await page.evaluate(() => location.hash)).scene;
}

/** @param {Page} page */
const entries = (page) => page.evaluate(() => history.length);

describe('the address', () => {
  test('brings back what it says', () =>
    withLab(SCENE, async (page) => {
      await pictured(page);
      assert.equal(await page.locator('#sentence').inputValue(), 'She sat on the river bank.');
      assert.equal(await head(page, 1, 3).getAttribute('aria-selected'), 'true');
      assert.equal(await head(page, 1, 1).getAttribute('aria-selected'), 'true');
      await page.locator('.graph-token[aria-pressed="true"]').first().waitFor();
      assert.equal(await page.locator('#graph-mass').inputValue(), '80');
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(ground, 'rgb(18, 19, 22)');
      await page.locator('hs-mixed-badge:not([hidden])').waitFor();
      // A small act, and the whole of it is written again.
      await head(page, 1, 2).click();
      assert.deepEqual(await scene(page), { ...parseScene(SCENE).scene, heads: [2] });
    }));

  for (const mixer of ['0:1m,1,1,1', '1:1,0.5,1', '0:1,1,1,1,0/1:1m/2:0', 'after/0:0.5'])
    test(`brings back a mixer that knows other layers or heads: ${mixer}`, () =>
      withLab(`#v=1&text=She+sat+on+the+river+bank.&mixer=${mixer}`, async (page) => {
        await modelReady(page);
        await page.locator('hs-mixed-badge:not([hidden])').waitFor();
        await pictured(page);
        const said = await page
          .locator('.sentence-notice, hs-sentence-box .notice')
          .allTextContents();
        assert.doesNotMatch(said.join(' '), /could not/);
      }));

  test('is written by acts, once by typing, never by pointing; back and forward take them', () =>
    withLab('', async (page) => {
      await settled(page);
      assert.equal(await page.evaluate(() => location.hash), '');
      const start = await entries(page);
      await token(page, 'query', 'street').hover();
      await page.waitForTimeout(500);
      assert.equal(await page.evaluate(() => location.hash), '');
      await head(page, 1, 1).click();
      assert.deepEqual((await scene(page)).heads, [1]);
      assert.equal(await entries(page), start + 1);
      await page.locator('#sentence').click();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('The cat sat on the mat', { delay: 30 });
      assert.equal((await scene(page)).text, 'The cat sat on the mat');
      assert.equal(await entries(page), start + 2);
      await page.locator('.ready button').nth(2).click();
      assert.equal((await scene(page)).text, 'She sat on the river bank.');
      await page.goBack();
      await pictured(page);
      assert.equal(await page.locator('#sentence').inputValue(), 'The cat sat on the mat');
      await page.goBack();
      await page.goBack();
      await pictured(page);
      assert.equal(await page.evaluate(() => location.hash), '');
      assert.match(await page.locator('#sentence').inputValue(), /^The animal/);
      assert.equal(await head(page, 1, 2).getAttribute('aria-selected'), 'true');
      await page.goForward();
      await settled(page);
      assert.equal(await head(page, 1, 1).getAttribute('aria-selected'), 'true');
    }));

  test('that is wrong opens the nearest scene and says what was ignored', () =>
    withLab('#v=1&text=She+sat.&layer=9&heads=0&lock=query:70&mass=7&colour=red', async (page) => {
      await page.locator('hs-scene-notice li').nth(3).waitFor();
      const said = (await page.locator('hs-scene-notice').textContent()) ?? '';
      for (const part of ['layer is 9', 'mass is 7', 'unknown field colour', 'lock is']) {
        assert.ok(said.includes(part), `${part} in ${said}`);
      }
      assert.equal(await head(page, 1, 0).getAttribute('aria-selected'), 'true');
      assert.equal(await page.locator('hs-scene-steps').isVisible(), false, 'there are no steps');
      await assertAccessible(page);
      await page.locator('hs-scene-notice').getByRole('button').click();
      assert.equal(await page.locator('hs-scene-notice li').count(), 0);
    }));

  test('walks through steps, and each has an address', () =>
    withLab(
      `#v=1&text=She+sat+on+the+river+bank.&layer=1&heads=3&steps=${encodeURIComponent(
        'caption=One&heads=2;caption=Two&heads=1&lock=query:5',
      )}`,
      async (page) => {
        const next = page.locator('hs-scene-steps').getByRole('button', { name: 'Next' });
        await next.click();
        await page.getByText('One', { exact: true }).waitFor();
        await next.click();
        await page.getByText('Two', { exact: true }).waitFor();
        const { step, heads, lock } = await scene(page);
        assert.deepEqual([step, heads, lock], [2, [3], null]);
        await page.locator('.graph-token[aria-pressed="true"]').first().waitFor();
        await page.goBack();
        await page.getByText('One', { exact: true }).waitFor();
        assert.equal(await head(page, 1, 2).getAttribute('aria-selected'), 'true');
        await head(page, 0, 3).click();
        await page.waitForFunction(() => decodeURIComponent(location.hash).includes('layer=0'));
        const left = await scene(page);
        assert.deepEqual(
          [left.step, left.layer, left.heads],
          [1, 1, [3]],
          'the scene itself stays',
        );
        assert.deepEqual({ ...left.steps[0] }, { caption: 'One', layer: 0, heads: [3] });
      },
    ));

  test('chooses the language', () =>
    withLab('#v=1&lang=zh&layer=1', async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-Hans');
      await page.getByRole('link', { name: 'English' }).click();
      await page.locator('html[lang="en"]').waitFor();
      await modelReady(page);
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
      assert.equal((await scene(page)).layer, 1);
    }));
});

describe('the dialog', () => {
  test('hands out code for every kind of page, by keyboard alone, and copies it', () =>
    withLab(SCENE, async (page) => {
      await pictured(page);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Share' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog[open]').waitFor();
      await page.locator('input[name="share-target"]:checked').focus();
      /** @type {string[]} */
      const codes = [];
      for (const target of TARGETS) {
        assert.equal(await page.locator('input[name="share-target"]:checked').inputValue(), target);
        codes.push((await page.locator('.share-code pre').textContent()) ?? '');
        await page.keyboard.press('ArrowRight');
      }
      assert.equal(new Set(codes).size, TARGETS.length);
      for (const code of codes) {
        assert.match(code, /She\+sat\+on\+the\+river|She sat on the river/);
        assert.ok(code.includes(place.url));
      }
      await page.locator('.share-code').getByRole('button').click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, codes[0]);
      assert.deepEqual(parseScene(new URL(copied).hash), parseScene(SCENE));
      await assertAccessible(page);
      await page.keyboard.press('Escape');
      await page
        .locator('dialog[open]')
        .waitFor({ state: 'detached' })
        .catch(() => {});
      assert.equal(await page.locator('dialog[open]').count(), 0);
    }));

  test('saves the picture on the screen, and numbers', () =>
    withLab(SCENE, async (page) => {
      await pictured(page);
      await page.getByRole('button', { name: 'Share' }).click();
      const save = async (/** @type {string} */ format) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.locator(`[data-format="${format}"]`).click(),
        ]);
        return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
      };
      const svg = (await save('svg')).bytes.toString('utf8');
      assert.doesNotMatch(svg, /foreignObject|var\(--|light-dark|href="http/);
      for (const part of ['>bank</text>', '<path ', 'linearGradient', 'data:font/woff2', 'She']) {
        assert.ok(svg.includes(part), part);
      }
      const { parse, size } = await page.evaluate(async (text) => {
        const document_ = new DOMParser().parseFromString(text, 'image/svg+xml');
        const image = new Image();
        image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
        await image.decode();
        return {
          parse: document_.querySelector('parsererror') === null,
          size: [image.naturalWidth, image.naturalHeight],
        };
      }, svg);
      const box = await page.locator('hs-head-graph').boundingBox();
      assert.equal(parse, true);
      assert.deepEqual(size, [Math.ceil(box?.width ?? 0), Math.ceil(box?.height ?? 0)]);
      const png = await save('png');
      assert.equal(png.bytes.readUInt32BE(16), 2 * size[0]);
      await page.locator('#share-tensor').selectOption('layers.1.attention.weights');
      const json = JSON.parse((await save('json')).bytes.toString('utf8'));
      assert.ok(JSON.stringify(json).includes('layers.1.attention.weights'));
      const csv = await save('csv');
      assert.match(csv.name, /layers-1-attention-weights\.csv$/);
      assert.equal((await save('npz')).bytes.subarray(0, 2).toString(), 'PK');
    }));

  test('saves every view there is as it stands, with all its words', () =>
    withLab('#v=1&layer=1&heads=2&unfold=query:9:0:3&split=6:4:2:2', async (page) => {
      await pictured(page);
      // What is below the first screen comes when it is ready.
      for (const view of VIEWS.filter((name) => name !== 'lab')) {
        await page
          .locator(`${tagOf(view)} > *`)
          .first()
          .waitFor({ state: 'attached' });
      }
      await page.getByRole('button', { name: 'Share' }).click();
      await page.locator('#share-picture option').first().waitFor({ state: 'attached' });
      const offered = await page
        .locator('#share-picture option')
        .evaluateAll((options) => options.map((option) => /** @type {any} */ (option).value));
      assert.deepEqual(offered.sort(), VIEWS.filter((view) => view !== 'lab').sort());
      for (const view of offered) {
        await page.locator('#share-picture').selectOption(view);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.locator('[data-format="svg"]').click(),
        ]);
        const svg = await readFile(await download.path(), 'utf8');
        assert.match(download.suggestedFilename(), new RegExp(`-${view}\\.svg$`));
        assert.doesNotMatch(svg, /foreignObject|var\(--|light-dark|href="http|NaN|undefined/);
        const lost = await page.evaluate(lostIn, { svg, tag: tagOf(view) });
        assert.deepEqual(lost, { faults: 0, words: [], bars: 0 }, view);
      }
    }));
});

/** The page's element of a view. @param {string} view */
const tagOf = (view) =>
  `hs-${{ graph: 'head-graph', heads: 'heads-strip', trace: 'dimension-trace', masks: 'mask-lab' }[view] ?? view}`;

/**
 * Runs in the page: what of a view is not in its picture.
 * @param {{svg: string, tag: string}} what
 */
function lostIn({ svg, tag }) {
  const element = /** @type {HTMLElement} */ (document.querySelector(tag));
  const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const drawn = [...picture.querySelectorAll('text')].map((text) => text.textContent).join(' ');
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  /** @type {string[]} */
  const words = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = /** @type {Element} */ (node.parentElement);
    range.selectNodeContents(node);
    const seen = parent.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!seen || parent.closest('option, .unseen, svg') || !range.getBoundingClientRect().width) {
      continue;
    }
    const upper = getComputedStyle(parent).textTransform === 'uppercase';
    for (const [word] of (node.textContent ?? '').matchAll(/\S+/g)) {
      if (!drawn.includes(upper ? word.toUpperCase() : word)) words.push(word);
    }
  }
  const fractions = [...element.querySelectorAll('mfrac')].filter((each) => each.checkVisibility());
  const bars = fractions.length - picture.querySelectorAll('[data-bar]').length;
  return { faults: picture.querySelectorAll('parsererror').length, words, bars };
}
