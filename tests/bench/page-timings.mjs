/* global document */
/**
 * @file How long the lab makes its user wait, on the real page with the real model: at a sentence of
 * 16 tokens and at the model's limit of 128. What is waited for is the screen that the reader sees,
 * here the sentence, the heads, the graph and the matrix; what is below it follows when the page rests.
 *
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('./page-rounds.mjs').Measure} Measure
 */

/** The page's own measures; web/timing.js says what they span. */
const KEY_TO_PICTURE = 'headscope:key-to-picture';
const MIXER_TO_PICTURE = 'headscope:mixer-to-picture';
const HOVER_TO_PICTURE = 'headscope:hover-to-picture';

/** What one round takes of each. */
const KEYS = 24;
const HOVERS = 24;
const FADES = 24;

/** ms */
const KEY_INTERVAL = 150;
const HOVER_INTERVAL = 60;
/** What is out of sight is drawn by then. */
const REST = 600;

export const SENTENCE = "The animal didn't cross the street because it was too tired at last night";
export const PARAGRAPH = Array.from({ length: 8 }, () => SENTENCE).join(' ');

/**
 * @param {Page} page
 * @param {string} url of the lab
 * @returns {Promise<Measure[]>}
 */
export async function pageTimings(page, url) {
  await openLab(page, url);
  const box = page.locator('hs-sentence-box textarea');
  /** @param {string} text */
  const timings = (text) => async () => {
    await write(page, text);
    const keys = await measuring(page, KEY_TO_PICTURE, () => typeKeys(page));
    const count = await page.locator('hs-sentence-box .token').count();
    const hovers = await measuring(page, HOVER_TO_PICTURE, () => hoverTokens(page));
    return [
      { name: `key to picture, model run included, ${count} tokens`, times: keys },
      { name: `hover to picture, ${count} tokens`, times: hovers },
    ];
  };
  const fades = async () => {
    await write(page, SENTENCE);
    const times = await measuring(page, MIXER_TO_PICTURE, () => moveFader(page));
    await box.scrollIntoViewIfNeeded();
    return [{ name: 'fader to picture, model run included, 16 tokens', times }];
  };
  return [() => firstPicture(page, url), timings(SENTENCE), timings(PARAGRAPH), fades];
}

/** The lab with its model. @param {Page} page @param {string} url */
export async function openLab(page, url) {
  await page.goto(url);
  await page.waitForSelector('hs-model-status[data-phase="ready"]', { timeout: 120000 });
}

/**
 * Until its picture is there and all is at rest; the pointer points at nothing.
 * @param {Page} page
 * @param {string} text
 */
export async function write(page, text) {
  await page.mouse.move(1, 1);
  await page.locator('hs-sentence-box textarea').fill(text);
  await page.waitForSelector('hs-sentence-box:not(.stale)');
  await page.waitForTimeout(REST);
}

/** As a first visitor has it. @param {Page} other of the same browser @param {string} url */
async function firstPicture(other, url) {
  const context = await other.context().browser()?.newContext();
  if (!context) throw new Error('the page has no browser');
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector('hs-head-graph .graph-token');
  const times = [await page.evaluate(() => performance.now())];
  await context.close();
  return [{ name: 'first picture after navigation', times }];
}

/**
 * @param {Page} page
 * @param {string} name of a measure
 * @param {() => Promise<void>} work
 * @returns {Promise<number[]>} what was measured meanwhile, ms
 */
async function measuring(page, name, work) {
  await page.evaluate((measure) => performance.clearMeasures(measure), name);
  await work();
  await page.waitForTimeout(REST);
  return page.evaluate(
    (measure) => performance.getEntriesByName(measure).map(({ duration }) => duration),
    name,
  );
}

/** Adds a letter and takes it away. @param {Page} page */
async function typeKeys(page) {
  await page.locator('hs-sentence-box textarea').press('End');
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press(i % 2 ? 'Backspace' : 's');
    await page.waitForTimeout(KEY_INTERVAL);
  }
}

/** Over the words of the graph. @param {Page} page @param {number} [moves] */
export async function hoverTokens(page, moves = HOVERS) {
  const boxes = await page.locator('hs-head-graph .graph-scroll').evaluate((scroll) => {
    const seen = scroll.getBoundingClientRect();
    return (
      [...document.querySelectorAll('hs-head-graph .graph-token')]
        .slice(0, 30)
        .map((token) => token.getBoundingClientRect())
        // What has scrolled out of the graph cannot be pointed at.
        .filter(({ top, bottom }) => top >= seen.top && bottom <= seen.bottom)
        .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))
    );
  });
  for (let i = 0; i < moves; i++) {
    // 7 steps on, or where that would come round too soon, 6.
    const { x, y } = boxes[(i * (boxes.length % 7 ? 7 : 6)) % boxes.length];
    await page.mouse.move(x, y);
    await page.waitForTimeout(HOVER_INTERVAL);
  }
}

/** One head's fader, up and down by keys, with the mixer on the screen. @param {Page} page */
async function moveFader(page) {
  await page.locator('hs-mixer').scrollIntoViewIfNeeded();
  const fader = page.locator('hs-mixer input[type="range"]').first();
  await fader.focus();
  await page.waitForTimeout(1500);
  for (let i = 0; i < FADES; i++) {
    await page.keyboard.press(i < FADES / 2 ? 'ArrowLeft' : 'ArrowRight');
    await page.waitForTimeout(KEY_INTERVAL);
  }
}
