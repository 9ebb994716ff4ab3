/** What keeps a hover over a long text cheap: how it is laid out, put together and painted. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { arrived, openBrowser, openPage, settled, type } from './page-support.mjs';

const LONG = Array.from({ length: 100 }, () => 'river').join(' ');

/** What a rule for `:hover` may set: none of it has the page laid out. */
const PAINTED = /^(background|border-.*color|box-shadow|color|outline)/;

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** The lab with a long text, whose edges are painted to a canvas. */
async function openLong() {
  const { page, close } = await openPage(place);
  await arrived(page);
  await type(page, LONG);
  await page.locator('hs-head-graph canvas:not([hidden])').waitFor();
  return { page, close };
}

describe('a hover over a long text', () => {
  test('is laid out once: what the pointer alone changes is only painted', async () => {
    const { page, close } = await openPage(place);
    await arrived(page);
    const set = await page.evaluate(() => {
      /** @param {CSSRuleList} rules @returns {CSSStyleRule[]} */
      const within = (rules) =>
        [...rules].flatMap((rule) => [
          ...(rule instanceof CSSStyleRule ? [rule] : []),
          ...('cssRules' in rule ? within(/** @type {CSSGroupingRule} */ (rule).cssRules) : []),
        ]);
      return [...document.styleSheets]
        .flatMap(({ cssRules }) => within(cssRules))
        .filter(({ selectorText }) => selectorText.includes(':hover'))
        .map(({ selectorText, style }) => ({ selectorText, names: [...style] }));
    });
    assert.ok(set.length > 10, 'rules for what is pointed at');
    const others = set
      .map(({ selectorText, names }) => ({
        selectorText,
        names: names.filter((name) => !PAINTED.test(name)),
      }))
      .filter(({ names }) => names.length > 0);
    // A tip that stands over the page moves nothing in it.
    assert.deepEqual(others, [{ selectorText: '.token:hover::after', names: ['display'] }]);
    await close();
  });

  test('lays out the column of the labels that it writes to, and nothing around it', async () => {
    const { page, close } = await openLong();
    await settled(page);
    await place.browser.startTracing(page, { categories: ['devtools.timeline'] });
    await page.evaluate(() => {
      const said = /** @type {Element} */ (document.querySelector('.keys .graph-token .figure'));
      said.textContent = '100 %';
      document.body.getBoundingClientRect();
    });
    const { traceEvents } = JSON.parse(String(await place.browser.stopTracing()));
    const roots = traceEvents
      .filter((/** @type {any} */ { name, args }) => name === 'Layout' && args.endData)
      .map((/** @type {any} */ { args }) => args.endData.layoutRoots)
      .flat()
      .map((/** @type {any} */ { nodeName }) => nodeName);
    assert.deepEqual(roots, ["DIV class='graph-tokens keys'"]);
    await close();
  });

  test('clips no label where there is room for all, and clips them where there is not', async () => {
    const { page, close } = await openLong();
    const clipped = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('.graph-token bdi')].filter(
            (label) => getComputedStyle(label).overflowX !== 'visible',
          ).length,
      );
    assert.equal(await clipped(), 0);
    await page.setViewportSize({ width: 320, height: 800 });
    await settled(page);
    const count = await page.locator('.graph-token').count();
    assert.ok([0, count].includes(await clipped()));
    const over = await page.evaluate(() =>
      [...document.querySelectorAll('.graph-token')]
        .filter(({ children: [label, , percent] }) => {
          const [word, number] = [label, percent].map((part) => part.getBoundingClientRect());
          return number.width > 0 && word.right > number.left && word.left < number.right;
        })
        .map(({ textContent }) => textContent),
    );
    assert.deepEqual(over, []);
    await close();
  });
});
