/** Where lines end at a phone's width: not between a number and what it is of, and not before they must. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { arrived, bringUp, openBrowser, openPage, settled } from './page-support.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** Runs in the page: where a line ends at such a space, in whichever elements its two sides stand. */
function brokenLines() {
  const numbers =
    /(?<=\d)[ \u00a0](?=(?:%|×|ms|[kMG]?B|heads?|tokens?|points?|numbers|weights|slabs|models)(?!\w)|\p{Script=Han})|(?<=(?<!\w)(?:[hH]ead|[lL]ayer|rank|seed|step|d_model|seq_len)|\p{Script=Han})[ \u00a0](?=\d)/gu;
  const flows = (/** @type {Element} */ element) => getComputedStyle(element).display === 'inline';
  /** @type {Map<Element, Text[]>} */
  const blocks = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let block = node.parentElement;
    if (!block?.checkVisibility() || block.closest('svg, script, style, .unseen, option')) continue;
    while (block.parentElement && flows(block)) block = block.parentElement;
    blocks.set(block, [...(blocks.get(block) ?? []), /** @type {Text} */ (node)]);
  }
  const range = document.createRange();
  let seen = 0;
  /** @type {string[]} */
  const broken = [];
  for (const nodes of blocks.values()) {
    const places = nodes.flatMap((node) => [...node.data].map((_, i) => ({ node, i })));
    const text = nodes.map(({ data }) => data).join('');
    const boxAt = (/** @type {number} */ at) => {
      const { node, i } = places[at];
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      return range.getBoundingClientRect();
    };
    for (const { index } of text.matchAll(numbers)) {
      const [before, behind] = [boxAt(index - 1), boxAt(index + 1)];
      if (!before.height || !behind.height) continue;
      seen++;
      if (behind.top < before.bottom - 3) continue;
      broken.push(
        `${text.slice(Math.max(0, index - 24), index)} | ${text.slice(index + 1, index + 24)}`,
      );
    }
  }
  return { seen, broken };
}

for (const lang of ['en', 'zh']) {
  test(`numbers stay with their units: ${lang}`, async () => {
    const { page, complaints, close } = await openPage(place, {
      context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      before: (opened) =>
        opened.addInitScript((language) => {
          if (!location.search) history.replaceState(null, '', `?lang=${language}`);
        }, lang),
    });
    await arrived(page);
    await bringUp(page, 'hs-compare');
    await page.locator('hs-compare [role="switch"]').click();
    await page.locator('hs-arithmetic button:visible').first().click();
    await settled(page);
    await bringUp(page, '#contributions');
    await page.locator('.wo-ranking td').first().waitFor();
    await page.locator('.wo-find').click();
    await bringUp(page, '#cost');
    await settled(page);
    for (const width of [390, 374, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      const { seen, broken } = await page.evaluate(brokenLines);
      assert.ok(seen > 40, `${seen} numbers with units`);
      assert.deepEqual(broken, [], `${width} px`);
    }
    assert.deepEqual(complaints, []);
    await close();
  });
}

test('code to copy has the whole width', async () => {
  const { page, close } = await openPage(place, {
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  await page.locator('.share-open').click();
  const code = page.locator('.share-code pre');
  await code.filter({ hasText: '#v=1' }).waitFor();
  const [longest, room, covered] = await code.evaluate((pre) => {
    const range = document.createRange();
    range.selectNodeContents(pre);
    const lines = [...range.getClientRects()];
    const button = pre.parentElement?.querySelector('button')?.getBoundingClientRect();
    const under = lines.filter(({ top }) => button && top < button.bottom);
    return [Math.max(...lines.map(({ width }) => width)), pre.clientWidth, under.length];
  });
  assert.ok(longest > 0.85 * room, `${longest} px of ${room}`);
  assert.equal(covered, 0, 'beside no button');
  await close();
});

test('a label of a matrix is cut only where it would not fit as it is drawn', async () => {
  const { page, close } = await openPage(place);
  const cut = await page.evaluate(async (module) => {
    const { Ruler } = /** @type {typeof import('../../web/views/dom.js')} */ (await import(module));
    const ruler = new Ruler();
    const words = ['afternoon', 'on', '\ufdfd'];
    const room = ruler.widest(words.slice(0, 1), '650 10px sans-serif');
    const labels = (/** @type {number} */ font, labelled = true) =>
      ruler.labels(words, 'sans-serif', { labelled, font, margin: room + 8 });
    const [whole, shortened, bare] = [labels(10), labels(13), labels(13, false)];
    return { words, whole, shortened, bare };
  }, './views/dom.js');
  assert.deepEqual(cut.whole, cut.words);
  assert.match(cut.shortened[0], /^aft.*…$/);
  assert.deepEqual(cut.shortened.slice(1), cut.words.slice(1), 'a sign alone stays itself');
  assert.deepEqual(cut.bare, cut.words);
  await close();
});
