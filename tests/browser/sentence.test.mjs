/** The sentence box: edit, undo, come back to an earlier sentence, paste; and the page in Chinese. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  assertAccessible,
  modelReady,
  openBrowser,
  openPage,
  pictured,
  settled,
  token,
  tokens,
  type,
} from './page-support.mjs';

const FIRST = "The animal didn't cross the street because it was too tired.";
const WIDE = "The animal didn't cross the street because it was too wide.";

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

const box = (/** @type {Page} */ page) => page.locator('#sentence');
const undo = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Undo', exact: true });
const redo = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Redo', exact: true });
const recent = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Recent' });

/** @param {Page} page @param {string} text */
async function assertText(page, text) {
  await settled(page);
  assert.equal(await box(page).inputValue(), text);
}

/** By the clipboard, over all that stands there. @param {Page} page @param {string} text */
async function paste(page, text) {
  await box(page).focus();
  await page.keyboard.press('Control+A');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+V');
}

describe('undo', () => {
  test('takes back a ready sentence and typing alike, by key', async () => {
    const { page, complaints, close } = await openPage(place);
    await page.locator('.ready button').nth(1).click();
    await assertText(page, WIDE);
    await page.keyboard.press('Control+z');
    await assertText(page, FIRST);
    await page.keyboard.press('Control+Shift+Z');
    await assertText(page, WIDE);
    await box(page).press('End');
    await page.keyboard.type(' So there');
    await assertText(page, `${WIDE} So there`);
    await page.keyboard.press('Control+z');
    await assertText(page, `${WIDE} So `);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await assertText(page, FIRST);
    await page.keyboard.press('Control+y');
    await assertText(page, WIDE);
    await pictured(page);
    assert.equal((await tokens(page)).at(-2), 'wide');
    assert.deepEqual(complaints, []);
    await close();
  });

  test('puts the caret where the change was', async () => {
    const { page, close } = await openPage(place);
    await type(page, 'The cat sat');
    await box(page).press('Home');
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.type('big ');
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await page.keyboard.press('Control+z');
    await assertText(page, 'The big cat sat');
    assert.equal(
      await box(page).evaluate((area) => /** @type {HTMLTextAreaElement} */ (area).selectionEnd),
      8,
    );
    await close();
  });

  test('has buttons, which say when there is nothing to take back', async () => {
    const { page, close } = await openPage(place);
    assert.equal(await undo(page).getAttribute('aria-disabled'), 'true');
    assert.equal(await redo(page).getAttribute('aria-disabled'), 'true');
    await type(page, 'Hello');
    await undo(page).click();
    await assertText(page, FIRST);
    assert.equal(await undo(page).getAttribute('aria-disabled'), 'true');
    await redo(page).click();
    await assertText(page, 'Hello');
    await close();
  });
});

describe('the sentences of this visit', () => {
  test('come back from the menu, by keyboard alone', async () => {
    const { page, close } = await openPage(place);
    for (const text of ['Alpha one', 'Beta two', 'Gamma three']) {
      await type(page, text);
      await box(page).press('Enter');
    }
    await recent(page).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'Recent sentences' });
    const active = () => page.evaluate(() => document.activeElement?.textContent);
    assert.deepEqual(await menu.getByRole('menuitem').allTextContents(), [
      'Beta two',
      'Alpha one',
      FIRST,
    ]);
    assert.equal(await active(), 'Beta two');
    await assertAccessible(page);
    await page.keyboard.press('ArrowDown');
    assert.equal(await active(), 'Alpha one');
    await page.keyboard.press('End');
    assert.equal(await active(), FIRST);
    await page.keyboard.press('ArrowDown');
    assert.equal(await active(), 'Beta two');
    await page.keyboard.press('a');
    assert.equal(await active(), 'Alpha one');
    await page.keyboard.press('Escape');
    assert.equal(await menu.isVisible(), false);
    assert.equal((await active())?.trim(), 'Recent');
    await assertText(page, 'Gamma three');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await assertText(page, 'Alpha one');
    assert.equal(await menu.isVisible(), false);
    await close();
  });

  test('come back with Alt and the arrows, and end where they began', async () => {
    const { page, close } = await openPage(place);
    for (const text of ['Alpha one', 'Beta two']) {
      await type(page, text);
      await box(page).press('Enter');
    }
    await type(page, 'Gamma three');
    const shown = [];
    for (const key of ['Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowDown', 'Alt+ArrowDown']) {
      await page.keyboard.press(key);
      await settled(page);
      shown.push(await box(page).inputValue());
    }
    assert.deepEqual(shown, ['Beta two', 'Alpha one', 'Beta two', 'Gamma three']);
    await close();
  });

  test('outlast a change of language', async () => {
    const { page, complaints, close } = await openPage(place);
    await type(page, 'Remember me');
    await box(page).press('Enter');
    await box(page).fill('Take me along');
    await page.getByRole('link', { name: '中文' }).click();
    await page.locator('html[lang="zh-Hans"]').waitFor();
    await modelReady(page);
    await assertText(page, 'Take me along');
    await page.getByRole('button', { name: '最近' }).click();
    await page.getByRole('menuitem', { name: 'Remember me' }).click();
    await assertText(page, 'Remember me');
    assert.deepEqual(complaints, []);
    await close();
  });
});

describe('tokens', () => {
  test('say what they are made of, by pointer and to a screen reader', async () => {
    const { page, close } = await openPage(place);
    await type(page, 'Hello 漢');
    const chip = page.locator('.token').nth(1);
    await chip.hover();
    const tip = await chip.evaluate((element) => ({
      content: getComputedStyle(element, '::after').content,
      display: getComputedStyle(element, '::after').display,
    }));
    assert.equal(tip.content, '"id 4125 · ello · log p −10.37"');
    assert.notEqual(tip.display, 'none');
    assert.match((await chip.textContent()) ?? '', /piece ello, id 4125, log probability −10\.37/);
    const unknown = page.locator('.token.unknown');
    assert.match((await unknown.textContent()) ?? '', /not in the model’s vocabulary.*id 0/);
    await close();
  });

  test('are marked in the text itself, under their own letters', async () => {
    const { page, close } = await openPage(place);
    const mark = page.locator('.marks .lit');
    assert.equal(await mark.textContent(), 'it');
    for (const [index, word, before] of /** @type {const} */ ([
      [1, 'animal', 'The '],
      [12, 'tired', "The animal didn't cross the street because it was too "],
    ])) {
      await page.locator('.token').nth(index).hover();
      await settled(page);
      assert.equal(await mark.textContent(), word);
      const places = await page.evaluate(placesOf, [word, before]);
      assert.ok(
        places && Math.abs(places.left) < 1.5 && Math.abs(places.width) < 1.5,
        `${word}: ${JSON.stringify(places)}`,
      );
    }
    await close();
  });

  test('light another without setting the text anew', async () => {
    const { page, close } = await openPage(place);
    await page.locator('.token').nth(1).hover();
    await settled(page);
    await page.evaluate(() => {
      const marks = /** @type {HTMLElement} */ (document.querySelector('.marks'));
      new MutationObserver((records) => {
        marks.dataset.changes = String(Number(marks.dataset.changes ?? 0) + records.length);
      }).observe(marks, { childList: true, characterData: true, subtree: true });
    });
    for (const index of [2, 5, 7]) {
      await page.locator('.token').nth(index).hover();
      await settled(page);
    }
    assert.equal(await page.locator('.marks .lit').textContent(), 'street');
    assert.equal(await page.locator('.marks').getAttribute('data-changes'), null);
    await close();
  });
});

/** How far the marked word is from where the box has it. @param {readonly string[]} _ */
function placesOf([word, before]) {
  const element = document.querySelector('.marks .lit')?.getBoundingClientRect();
  const area = document.querySelector('#sentence');
  if (!element || !(area instanceof HTMLTextAreaElement)) return null;
  const style = getComputedStyle(area);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.letterSpacing = style.letterSpacing;
  const start = area.getBoundingClientRect().left + parseFloat(style.paddingLeft) + 1;
  return {
    left: element.left - start - context.measureText(before).width,
    width: element.width - context.measureText(word).width,
  };
}

describe('a pasted paragraph', () => {
  test('of 500 words, lines, emoji and Hebrew is cut where the model ends, and the rest greyed', async () => {
    const { page, complaints, close } = await openPage(place);
    const line = 'The river 🐈 bank שלום was\nwide.\r\n';
    const text = line.repeat(72);
    await paste(page, text);
    await pictured(page);
    const shown = await box(page).inputValue();
    assert.equal(shown, text.replace(/[\r\n]+/g, ' '));
    assert.equal(await page.locator('.token').count(), 128);
    const notice = (await page.locator('#sentence-notice').textContent()) ?? '';
    assert.match(notice, /This model reads 128\stokens\. Your text has [\d]+; the greyed rest/);
    const rest = (await page.locator('.tokens .rest').textContent()) ?? '';
    const veil = (await page.locator('.marks s').textContent()) ?? '';
    assert.equal(veil, rest);
    assert.ok(rest.length > 1000 && shown.endsWith(rest));
    const dirs = await page
      .locator('.token bdi')
      .evaluateAll((all) => all.map((element) => element.getAttribute('dir')));
    assert.ok(dirs.every((dir) => dir === 'auto'));
    await page.keyboard.type('!');
    await page.keyboard.press('Control+z');
    await assertText(page, shown);
    await page.keyboard.press('Control+z');
    await assertText(page, FIRST);
    assert.equal(await page.locator('.marks s').count(), 0);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('of one word alone is broken where the room ends', async () => {
    for (const width of [1280, 390]) {
      const { page, close } = await openPage(place, {
        context: { viewport: { width, height: 800 } },
      });
      await type(page, 'Donaudampfschifffahrtsgesellschaft'.repeat(8));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `the page is ${wide} px wide`);
      await close();
    }
  });

  test('scrolls above the tools on a phone, down to its last line', async () => {
    const { page, close } = await openPage(place, {
      context: { viewport: { width: 390, height: 844 } },
    });
    await type(page, 'many words '.repeat(40).trim());
    await box(page).press('Control+End');
    await settled(page);
    const [text, letters] = await page.evaluate(() => {
      const range = document.createRange();
      range.selectNodeContents(/** @type {Node} */ (document.querySelector('.marks')));
      return [document.querySelector('#sentence'), range].map(
        (part) => part?.getBoundingClientRect().bottom ?? 0,
      );
    });
    assert.ok(letters <= text, `the last line ends at ${letters}, the text at ${text}`);
    const tops = await page
      .locator('hs-sentence-box :is(.tools, .token-count)')
      .evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect().top));
    assert.ok(Math.min(...tops) >= text, `tools at ${tops} on text down to ${text}`);
    await close();
  });

  test('keeps the caret behind what was pasted into the middle', async () => {
    const { page, close } = await openPage(place);
    await type(page, 'one four');
    await box(page).press('Home');
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.insertText('two\n\nthree\n');
    await page.keyboard.type('!');
    await assertText(page, 'one two three !four');
    await close();
  });
});

describe('Chinese', () => {
  test('speaks Chinese everywhere, keeps the reader’s words as they are, and has no English left', async () => {
    const { page, complaints, close } = await openPage(
      { ...place, url: `${place.url}?lang=zh` },
      { ready: true },
    );
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-Hans');
    assert.match(await page.title(), /注意力/);
    await page.keyboard.press('Shift');
    await page.locator('hs-dimension-trace .card').first().waitFor();
    const left = await page.evaluate(() => {
      const words = [];
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const parent = node.parentElement;
        if (
          !parent ||
          parent.closest(
            '.marks, bdi, math, pre, code, script, style, noscript, [lang=en], .step-name, option',
          )
        )
          continue;
        const text = node.textContent?.trim() ?? '';
        if (/\p{Script=Han}/u.test(text)) continue;
        if (/[a-z]{4,}\s+[a-z]{2,}/i.test(text)) words.push(`${parent.className}: ${text}`);
      }
      return words;
    });
    assert.deepEqual(left, []);
    await token(page, 'query', 'tired').hover();
    await settled(page);
    assert.match((await page.locator('.matrix-readout').textContent()) ?? '', /“tired”最注意/);
    await assertAccessible(page);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('is one link away, and so is English; the rest of the address stays', async () => {
    const { page, close } = await openPage({ ...place, url: `${place.url}?x=1` });
    await page.evaluate(() => (location.hash = 'masks'));
    await page.getByRole('link', { name: '中文' }).click();
    await page.locator('html[lang="zh-Hans"]').waitFor();
    await modelReady(page);
    assert.match(page.url(), /\?x=1&lang=zh#masks$/);
    await page.getByRole('link', { name: 'English' }).click();
    await page.locator('html[lang="en"]').waitFor();
    await modelReady(page);
    assert.match(page.url(), /\?x=1#masks$/);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    await close();
  });

  test('that does not come leaves the page in English', async () => {
    const { page, close } = await openPage(
      { ...place, url: `${place.url}?lang=zh` },
      { before: (page) => page.route('**/i18n/zh.js', (route) => route.abort()) },
    );
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    assert.equal(
      await page.locator('.page-header > p').textContent(),
      'every head of a real Transformer, every number computed here',
    );
    await close();
  });
});
