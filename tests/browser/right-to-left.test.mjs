/** Sentences from right to left: tokens stand as they are read, and the arrows follow the eye. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { directionOf } from '../../web/draw/direction.js';
import { bringUp, choose, openBrowser, openPage, settled, tokens, type } from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../web/views/compare.js').Compare} Compare */

const HEBREW = 'החיה לא חצתה את הרחוב כי היא הייתה עייפה.';
const ARABIC = 'لم يعبر الحيوان الشارع لأنه كان متعبا جدا.';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** @param {Page} page @param {string} selector @returns {Promise<{left: number, right: number}[]>} */
const sidesOf = (page, selector) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    }),
  );

/** Each begins where the one before it ends, further left. @param {{left: number, right: number}[]} sides */
function assertLeftwards(sides) {
  assert.ok(sides.length > 3, `${sides.length} stand there`);
  sides.slice(1).forEach(({ right }, i) => {
    assert.ok(
      right <= sides[i].left + 1,
      `${i + 1} ends at ${right}, ${i} begins at ${sides[i].left}`,
    );
  });
}

test('the direction of a text is the one that the browser finds', async () => {
  const { page, close } = await openPage(place);
  const texts = [
    ...['', '12 %', HEBREW, ARABIC, 'bank', '«123» ابن', '… “שלום” he said', 'he said “שלום”'],
    ...['ދިވެހި', 'ߒߞߏ', 'ܣܘܪܝܝܐ', '銀行', 'Ελλάδα', '\u200fbank', '\u200eשלום', '🙂 קטן', '𐤀𐤁', '𞤀𞤁'],
  ];
  const found = await page.evaluate((all) => {
    const box = document.body.appendChild(document.createElement('textarea'));
    box.dir = 'auto';
    return all.map((text) => ((box.value = text), getComputedStyle(box).direction));
  }, texts);
  assert.deepEqual(texts.map(directionOf), found);
  await close();
});

describe('tokens', () => {
  for (const [name, context] of /** @type {const} */ ([
    ['a wide page', {}],
    ['a phone', PHONE],
  ])) {
    test(`run from the right under the box and where words are chosen: ${name}`, async () => {
      const { page, complaints, close } = await openPage(place, { context });
      for (const text of [HEBREW, ARABIC.slice(0, 22)]) {
        await type(page, text);
        const chips = await sidesOf(page, '.tokens .token');
        assertLeftwards(chips);
        const box = await page.locator('.tokens').evaluate((e) => e.getBoundingClientRect());
        assert.ok(
          chips[0].right > box.right - 24 && chips[0].right <= box.right,
          'the first is seen',
        );
      }
      await type(page, 'החיה לא');
      await bringUp(page, 'hs-contributions');
      await page.locator('.wo-token').nth(3).waitFor();
      assertLeftwards(await sidesOf(page, '.wo-token'));
      await bringUp(page, 'hs-split');
      assertLeftwards(await sidesOf(page, '.split-key li'));
      await type(page, 'The animal');
      const [first, second] = await sidesOf(page, '.tokens .token');
      assert.ok(first.right <= second.left, 'and from the left again');
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  test('of a comparison run from the right on both lines, each pair linked', async () => {
    const { page, close } = await openPage(place);
    await type(page, HEBREW);
    await bringUp(page, 'hs-compare');
    await page.locator('hs-compare [role="switch"]').click();
    await page.locator('#compare-text').fill('החיה לא חצתה את הרחוב כי היא הייתה רחב.');
    await page.waitForFunction(() => {
      const { state } = /** @type {Compare} */ (document.querySelector('hs-compare')).store;
      return state.comparison?.text === state.compare.text && state.compare.text.endsWith('רחב.');
    });
    await settled(page);
    for (const side of ['left', 'right']) {
      assertLeftwards(await sidesOf(page, `.compare-tokens[data-side="${side}"] .compare-token`));
    }
    const upper = (await sidesOf(page, '.compare-tokens[data-side="left"] .compare-token')).map(
      ({ left, right }) => (left + right) / 2,
    );
    const links = await page.locator('.compare-links svg line').evaluateAll((lines) =>
      lines
        .filter((line) => /^link \d+ 0$/.test(/** @type {SVGElement} */ (line).dataset.id ?? ''))
        .map((line) => {
          const { left } = /** @type {SVGLineElement} */ (
            line
          ).ownerSVGElement?.getBoundingClientRect() ?? { left: NaN };
          return [left + Number(line.getAttribute('x1')), left + Number(line.getAttribute('x2'))];
        }),
    );
    assert.equal(links.length, upper.length);
    links.forEach(([from], i) =>
      assert.ok(Math.abs(from - upper[i]) < 1, `link ${i} from ${from}`),
    );
    const named = page.locator('.compare-bars th bdi').filter({ hasText: '→' });
    assert.equal(await named.evaluate((e) => getComputedStyle(e).direction), 'ltr', 'from A to B');
    await close();
  });
});

describe('the head graph', () => {
  test('as arcs reads from the right; the arrows go where they point; columns keep their places', async () => {
    const { page, close } = await openPage(place);
    await type(page, HEBREW);
    await choose(page, 'input[name="graph-layout"][value="arcs"]');
    await settled(page);
    const shown = '.graph-token:visible';
    assertLeftwards(await sidesOf(page, shown));
    const scroll = page.locator('.graph-scroll');
    const start = await scroll.evaluate((e) => e.scrollLeft + e.clientWidth - e.scrollWidth);
    assert.ok(Math.abs(start) <= 1, 'a long line begins at its right end');
    const index = () =>
      page.evaluate(() =>
        Number(/** @type {HTMLElement} */ (document.activeElement).dataset.index),
      );
    await page.locator(shown).nth(5).focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await index(), 6);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await index(), 4);
    await page.keyboard.press('Home');
    assert.equal(await index(), 0);
    const ends = await page.locator('hs-head-graph svg path[data-id^="edge"]').evaluateAll((all) =>
      all.map((path) => {
        const [, query, key] = /(\d+)-(\d+)/.exec(path.dataset.id ?? '') ?? [];
        const edge = /** @type {SVGPathElement} */ (/** @type {unknown} */ (path));
        const from = edge.getPointAtLength(0);
        const to = edge.getPointAtLength(edge.getTotalLength());
        const middle = edge.getPointAtLength(edge.getTotalLength() / 2);
        const apart = Number(key) - Number(query);
        return { apart, along: to.x - from.x, up: from.y - middle.y };
      }),
    );
    assert.ok(ends.length > 3);
    for (const { apart, along, up } of ends) {
      if (apart !== 0)
        assert.ok(Math.sign(along) === -Math.sign(apart), 'later keys lie further left');
      assert.ok(Math.sign(up) === (apart < 0 ? -1 : 1), 'and still above');
    }
    await choose(page, 'input[name="graph-layout"][value="columns"]');
    await settled(page);
    const [query] = await sidesOf(page, '.graph-token[data-side="query"]');
    const [key] = await sidesOf(page, '.graph-token[data-side="key"]');
    assert.ok(query.right < key.left);
    await close();
  });

  test('keeps what is seen of a long line while its length changes', async () => {
    const { page, close } = await openPage(place, { context: PHONE });
    await type(page, HEBREW);
    await choose(page, 'input[name="graph-layout"][value="arcs"]');
    await settled(page);
    const last = () => sidesOf(page, '.graph-token:visible').then((all) => all[0].right);
    const before = await last();
    await type(page, `${HEBREW} ועוד ועוד`);
    assert.ok(Math.abs((await last()) - before) < 1);
    await type(page, HEBREW);
    assert.ok(Math.abs((await last()) - before) < 1, 'nor while it gets shorter');
    await close();
  });
});

test('numbers stay with their words in a sentence about them', async () => {
  const { page, close } = await openPage(place);
  await type(page, HEBREW);
  await page.locator('.graph-token[data-side="query"]').nth(5).click();
  await settled(page);
  // Where each part of the sentence stands: a word, then its own number to the right of it.
  const parts = await page.locator('.matrix-readout').evaluate((readout) => {
    const node = /** @type {Text} */ (readout.firstChild);
    const range = document.createRange();
    return [...node.data.matchAll(/“[^”]*”|\d+\s%/g)].map(({ 0: text, index }) => {
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const { left, top } = range.getBoundingClientRect();
      return { text, left, top };
    });
  });
  assert.ok(parts.length >= 7, JSON.stringify(parts));
  parts.slice(1).forEach(({ text, left, top }, i) => {
    const before = parts[i];
    assert.ok(top > before.top + 4 || left > before.left, `${text} follows ${before.text}`);
  });
  await close();
});

test('a picture of the page has every word where it stands', async () => {
  const { page, close } = await openPage(place);
  await type(page, HEBREW);
  assert.equal((await tokens(page))[1], 'החיה');
  const places = await page.evaluate(async () => {
    const path = './views/picture.js';
    /** @type {typeof import('../../web/views/picture.js')} */
    const { pictureOf } = await import(new URL(path, location.href).href);
    const box = /** @type {Element} */ (document.querySelector('hs-sentence-box'));
    const { svg } = pictureOf(box);
    const host = document.body.appendChild(document.createElement('div'));
    host.style.cssText = 'position: absolute; top: 0; left: 0';
    host.innerHTML = svg;
    const origin = box.getBoundingClientRect();
    const drawn = [...host.querySelectorAll('text')].map((text) => {
      const { left, right } = text.getBoundingClientRect();
      return { text: text.textContent, left, right };
    });
    const there = [...box.querySelectorAll('.token bdi')].map((word) => {
      const { left, right } = word.getBoundingClientRect();
      return { text: word.textContent, left: left - origin.left, right: right - origin.left };
    });
    host.remove();
    return { drawn, there };
  });
  for (const { text, left, right } of places.there) {
    const found = places.drawn.some(
      (word) =>
        word.text === text && Math.abs(word.left - left) < 2 && Math.abs(word.right - right) < 2,
    );
    assert.ok(found, `${text} from ${left} to ${right}: ${JSON.stringify(places.drawn)}`);
  }
  const sentence = places.drawn.find(({ text }) => text === HEBREW);
  const first = places.there[0];
  assert.ok(
    sentence && sentence.right < first.right && sentence.right > 500,
    'the box, from its right',
  );
  await close();
});

test('code to copy holds no sign that cannot be seen', async () => {
  const { page, close } = await openPage(place);
  await type(page, HEBREW);
  await page.locator('.share-open').click();
  const code = page.locator('.share-code pre');
  await code.filter({ hasText: '#v=1' }).waitFor();
  const targets = page.locator('input[name="share-target"]');
  let titled = 0;
  for (const target of await targets.all()) {
    await target.check({ force: true });
    const text = (await code.textContent()) ?? '';
    if (text.includes(HEBREW)) titled++;
    assert.doesNotMatch(text, /[\u2066-\u2069\u00a0]/, (await target.inputValue()) ?? '');
  }
  assert.ok(titled > 3);
  await close();
});
