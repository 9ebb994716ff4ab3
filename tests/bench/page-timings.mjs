/**
 * @file How long the lab makes its user wait, on the real page with the real model: at a sentence of
 * 16 tokens and at the model's limit of 128. What is waited for is the screen that the reader sees,
 * here the sentence, the heads, the graph and the matrix; what is below it follows when the page rests.
 *
 * @typedef {{name: string, median: number, p95: number, count: number}} PageRow ms
 */
import { median, quantile } from './suite/statistics.js';

/** The page's own measures; web/timing.js says what they span. */
const KEY_TO_PICTURE = 'headscope:key-to-picture';
const MIXER_TO_PICTURE = 'headscope:mixer-to-picture';
const HOVER_TO_PICTURE = 'headscope:hover-to-picture';

const KEY_INTERVAL_MS = 150;
const KEYS = 40;
const HOVERS = 60;
const FADES = 30;

export const SENTENCE = "The animal didn't cross the street because it was too tired at last night";
export const PARAGRAPH = Array.from({ length: 8 }, () => SENTENCE).join(' ');

/**
 * @param {import('playwright-core').Page} page
 * @param {string} url of the lab
 * @returns {Promise<PageRow[]>}
 */
export async function measurePage(page, url) {
  await page.goto(url);
  await page.waitForSelector('hs-head-graph .graph-token');
  const firstPicture = await page.evaluate(() => performance.now());
  await page.waitForSelector('hs-model-status[data-phase="ready"]', { timeout: 120000 });
  const rows = [row('first picture after navigation', [firstPicture])];
  for (const text of [SENTENCE, PARAGRAPH]) {
    const box = page.locator('hs-sentence-box textarea');
    await box.fill(text);
    await page.waitForSelector('hs-sentence-box:not(.stale)');
    await page.waitForTimeout(1000);
    const keys = await measuring(page, KEY_TO_PICTURE, () => typeKeys(page));
    const count = await page.locator('hs-sentence-box .token').count();
    const hovers = await measuring(page, HOVER_TO_PICTURE, () => hoverTokens(page));
    rows.push(row(`key to picture, model run included, ${count} tokens`, keys));
    rows.push(row(`hover to picture, ${count} tokens`, hovers));
  }
  // Last, because the mixer has the page computed twice from then on, and scrolled.
  await page.locator('hs-sentence-box textarea').fill(SENTENCE);
  await page.waitForSelector('hs-sentence-box:not(.stale)');
  const fades = await measuring(page, MIXER_TO_PICTURE, () => moveFader(page));
  rows.push(row('fader to picture, model run included, 16 tokens', fades));
  return rows;
}

/** @param {string} name @param {number[]} times @returns {PageRow} */
export const row = (name, times) => ({
  name,
  median: median(times),
  p95: quantile(times, 0.95),
  count: times.length,
});

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name of a measure
 * @param {() => Promise<void>} work
 * @returns {Promise<number[]>} what was measured meanwhile, ms
 */
async function measuring(page, name, work) {
  await page.evaluate((measure) => performance.clearMeasures(measure), name);
  await work();
  await page.waitForTimeout(500);
  return page.evaluate(
    (measure) => performance.getEntriesByName(measure).map(({ duration }) => duration),
    name,
  );
}

/** Adds a letter and takes it away. @param {import('playwright-core').Page} page */
async function typeKeys(page) {
  await page.locator('hs-sentence-box textarea').press('End');
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press(i % 2 ? 'Backspace' : 's');
    await page.waitForTimeout(KEY_INTERVAL_MS);
  }
}

/** Over the words of the graph. @param {import('playwright-core').Page} page */
export async function hoverTokens(page) {
  const tokens = await page.locator('hs-head-graph .graph-token').all();
  const seen = await page.locator('hs-head-graph .graph-scroll').boundingBox();
  const all = await Promise.all(tokens.slice(0, HOVERS / 2).map((token) => token.boundingBox()));
  // What has scrolled out of the graph cannot be pointed at.
  const boxes = all
    .filter((box) => box !== null)
    .filter((box) => seen && box.y >= seen.y && box.y + box.height <= seen.y + seen.height);
  for (let i = 0; i < HOVERS; i++) {
    // 7 steps on, or where that would come round too soon, 6.
    const box = boxes[(i * (boxes.length % 7 ? 7 : 6)) % boxes.length];
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(60);
  }
}

/** One head's fader, up and down by keys, with the mixer on the screen. @param {import('playwright-core').Page} page */
async function moveFader(page) {
  await page.locator('hs-mixer').scrollIntoViewIfNeeded();
  const fader = page.locator('hs-mixer input[type="range"]').first();
  await fader.focus();
  await page.waitForTimeout(1500);
  for (let i = 0; i < FADES; i++) {
    await page.keyboard.press(i < FADES / 2 ? 'ArrowLeft' : 'ArrowRight');
    await page.waitForTimeout(KEY_INTERVAL_MS);
  }
}
