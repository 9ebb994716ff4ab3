/* global addEventListener, requestAnimationFrame */
/**
 * @file How long the lab makes its user wait, on the real page with the real model.
 *
 * @typedef {{name: string, median: number, p90: number, count: number}} PageRow ms
 */
import { median, quantile } from './suite/statistics.js';

const KEY_TO_PICTURE = 'headscope:key-to-picture';
const TYPED = ' and nobody saw it cross';
const KEY_INTERVAL_MS = 150;
const MOST_TOKENS = 24;

/**
 * @param {import('playwright-core').Page} page
 * @param {string} url of the lab
 * @returns {Promise<PageRow[]>}
 */
export async function measurePage(page, url) {
  await page.addInitScript(watchHovers);
  await page.goto(url);
  await page.waitForSelector('hs-head-graph .graph-token');
  const firstPicture = await page.evaluate(() => performance.now());
  const keys = await typeText(page);
  const hovers = await hoverTokens(page);
  return [
    row('first picture after navigation', [firstPicture]),
    row('key to picture, model run included', keys),
    row('hover to picture', hovers),
  ];
}

/** @param {string} name @param {number[]} times */
const row = (name, times) => ({
  name,
  median: median(times),
  p90: quantile(times, 0.9),
  count: times.length,
});

/** In the page: from each pointer's arrival on an element to the frame that follows it. */
function watchHovers() {
  /** @type {number[]} */
  const hovers = [];
  Object.assign(globalThis, { hovers });
  const { port1, port2 } = new MessageChannel();
  /** @type {number[]} */
  const waiting = [];
  port1.onmessage = () => {
    const painted = performance.now();
    for (const start of waiting.splice(0)) hovers.push(painted - start);
  };
  addEventListener(
    'pointerover',
    ({ timeStamp }) => {
      waiting.push(timeStamp);
      requestAnimationFrame(() => port2.postMessage(null));
    },
    { capture: true },
  );
}

/** @param {import('playwright-core').Page} page @returns {Promise<number[]>} */
async function typeText(page) {
  const box = page.locator('hs-sentence-box textarea');
  const count = () =>
    page.evaluate((name) => performance.getEntriesByName(name).length, KEY_TO_PICTURE);
  await box.press('End');
  await box.pressSequentially(' x');
  // The first picture of a typed text tells that the model is there.
  await page.waitForFunction(
    (name) => performance.getEntriesByName(name).length > 0,
    KEY_TO_PICTURE,
    { timeout: 120000 },
  );
  const before = await count();
  await box.pressSequentially(TYPED, { delay: KEY_INTERVAL_MS });
  await page.waitForTimeout(1000);
  const durations = await page.evaluate(
    (name) => performance.getEntriesByName(name).map(({ duration }) => duration),
    KEY_TO_PICTURE,
  );
  return durations.slice(before);
}

/** @param {import('playwright-core').Page} page @returns {Promise<number[]>} */
async function hoverTokens(page) {
  const tokens = await page.locator('hs-head-graph .graph-token').all();
  const chosen = tokens.slice(0, MOST_TOKENS);
  await page.evaluate(() => /** @type {any} */ (globalThis).hovers.splice(0));
  for (const token of chosen) {
    const place = await token.boundingBox();
    if (!place) continue;
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
    await page.waitForTimeout(60);
  }
  return page.evaluate(() => /** @type {any} */ (globalThis).hovers);
}
