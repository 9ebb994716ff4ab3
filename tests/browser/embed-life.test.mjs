/** @file What of `<headscope-view>` begins and ends: views of steps, views that go, elements that leave their page. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { coursePages } from './course-page.mjs';

const RIVER = 'text="She sat on the river bank." layer="1" heads="3" lock="query:5"';

const course = coursePages();
const { withPage, script, told } = course;

test('shows the view that a step asks for, and the scene’s own again', () => {
  const steps = 'caption=Its+numbers&amp;view=matrix&amp;heads=2';
  return withPage(
    `<headscope-view view="graph" layer="1" heads="3" steps="${steps}"></headscope-view>${script()}`,
    async (page) => {
      const view = page.locator('headscope-view');
      await view.locator('.graph-token').first().waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await view.locator('.matrix-readout').waitFor();
      assert.equal(await view.locator('hs-head-graph').count(), 0);
      const { view: shown, heads } = await view.evaluate(
        (/** @type {any} */ element) => element.scene,
      );
      assert.deepEqual([shown, heads], ['matrix', [2]]);
      await page.getByRole('button', { name: 'Back' }).click();
      await view.locator('.graph-token').first().waitFor();
      assert.equal(await view.locator('hs-matrix').count(), 0);
    },
  );
});

/** What every view is shown with, so that its parts are there. */
const SCENES = {
  ...{ heads: '', graph: 'layout=arcs', matrix: 'average=true', trace: '', contributions: '' },
  ...{ arithmetic: 'unfold=weights:5:4', mixer: 'mixer=before/1:1,0,1,1', masks: 'mask=causal' },
  ...{ compare: 'compare=sentence&second=She+put+her+money+in+the+bank.', split: '', fuse: '' },
  cost: '',
};

test('has every style in the element that its views have on the lab’s page', () =>
  withPage(script(), async (page) => {
    const folder = new URL('../../web/styles/', import.meta.url);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.css'));
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
    for (const [view, rest] of Object.entries(SCENES)) {
      const scene = `#v=1&text=She+sat+on+the+river+bank.&view=${view}&layer=1&heads=3&lock=query:5&${rest}`;
      await page.evaluate((shown) => {
        const element = document.createElement('headscope-view');
        Object.assign(element, { id: 'styled', scene: shown });
        document.querySelector('main')?.append(element);
      }, scene);
      const element = page.locator('#styled');
      if (view !== 'cost') {
        await page.waitForFunction(
          () => /** @type {any} */ (document.querySelector('#styled'))?.loaded,
        );
      }
      await element.locator('[part="view"] h2').first().waitFor();
      const missing = await element.evaluate(missingRules, texts);
      assert.deepEqual(missing, [], view);
      await element.evaluate((one) => one.remove());
    }
  }));

/**
 * Runs in the page.
 * @param {Element} element
 * @param {readonly string[]} texts every style sheet
 * @returns {string[]} selectors of classes that are shown, of rules that the element did not bring
 */
function missingRules({ shadowRoot }, texts) {
  const root = /** @type {ShadowRoot} */ (shadowRoot);
  const rulesOf = (/** @type {{cssRules: CSSRuleList}} */ of) => [...of.cssRules];
  const textOf = (/** @type {CSSStyleSheet} */ sheet) =>
    rulesOf(sheet)
      .map(({ cssText }) => cssText)
      .join('');
  const known = new Set(root.adoptedStyleSheets.map(textOf));
  /** @param {CSSRule} rule @returns {string[]} */
  const selectors = (rule) =>
    rule instanceof CSSStyleRule
      ? [rule.selectorText]
      : 'cssRules' in rule
        ? rulesOf(/** @type {CSSGroupingRule} */ (rule)).flatMap(selectors)
        : [];
  return texts.flatMap((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    if (known.has(textOf(sheet))) return [];
    return (
      rulesOf(sheet)
        .flatMap(selectors)
        // The steps of a layer have the same names in the trace, which places them, and elsewhere.
        .filter((selector) => selector.includes('.') && !selector.includes('[data-step='))
        .filter((selector) => root.querySelector(selector.replace(/::[a-z-]+/g, '')))
    );
  });
}

test('leaves nothing behind when it is taken away, and works on where it is moved', () =>
  withPage(`<div id="other"></div>${script()}`, async (page) => {
    await page.evaluate((scene) => {
      const view = document.createElement('headscope-view');
      Object.assign(view, { id: 'gone', scene });
      document.querySelector('main')?.append(view);
      Object.assign(globalThis, { left: new WeakRef(view) });
    }, '#v=1&text=She+sat+on+the+river+bank.&view=matrix&layer=1&heads=3');
    await told(page, 'ready');
    await page.evaluate(() =>
      document
        .querySelector('#other')
        ?.append(/** @type {Element} */ (document.querySelector('#gone'))),
    );
    await page.evaluate(() => document.querySelector('#gone')?.setAttribute('text', 'She sat.'));
    await page.waitForFunction(
      () => /** @type {any} */ (document.querySelector('#gone')).snapshot?.text === 'She sat.',
    );
    await page.evaluate(() => document.querySelector('#gone')?.remove());
    const session = await page.context().newCDPSession(page);
    let isThere = true;
    for (let i = 0; isThere && i < 50; i++) {
      await session.send('HeapProfiler.collectGarbage');
      await page.waitForTimeout(100);
      isThere = await page.evaluate(() => /** @type {any} */ (globalThis).left.deref() != null);
    }
    assert.equal(isThere, false, 'something still holds the element');
  }));

test('nobody goes on working for a view that is not shown any more', () =>
  withPage(
    `<headscope-view ${RIVER} view="contributions"></headscope-view>${script()}`,
    async (page) => {
      const view = page.locator('headscope-view');
      const show = (/** @type {string} */ name) =>
        view.evaluate((element, value) => element.setAttribute('view', value), name);
      const drawn = view.locator('hs-contributions canvas').first();
      await drawn.waitFor();
      await show('graph');
      await view.locator('.graph-token').first().waitFor();
      await show('contributions');
      await drawn.waitFor();
      await page.evaluate(() => /** @type {any} */ (globalThis).asked.splice(0));
      await view.evaluate((element) => element.setAttribute('text', 'She sat.'));
      await page.waitForFunction(() => {
        const { contributions } = /** @type {any} */ (globalThis);
        return contributions().length > 0;
      });
      await page.waitForTimeout(500);
      const count = await page.evaluate(
        () => /** @type {any} */ (globalThis).contributions().length,
      );
      assert.equal(count, 1);
      const asked = await page.evaluate(() => /** @type {any} */ (globalThis).asked.length);
      assert.equal(asked, 2, 'the sentence itself is traced once as well');
    },
    {
      before: (page) =>
        page.addInitScript(() => {
          const asked = /** @type {any[]} */ ([]);
          const { postMessage } = Worker.prototype;
          Worker.prototype.postMessage = function (/** @type {[any, any]} */ ...given) {
            asked.push(given[0]);
            return postMessage.apply(this, given);
          };
          const contributions = () =>
            asked.filter((message) => JSON.stringify(message).includes('"contribution":true'));
          Object.assign(globalThis, { asked, contributions });
        }),
    },
  ));

test('a frame speaks the language that its address comes to ask for', async () => {
  const page = await course.place.browser.newPage();
  await page.goto(`${course.place.url}embed.html#v=1&view=heads`);
  await page.getByRole('heading', { name: 'Heads' }).waitFor();
  await page.evaluate(() => (location.hash = '#v=1&view=heads&lang=zh'));
  await page.getByRole('heading', { name: '注意力头' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hans');
  await page.close();
});
