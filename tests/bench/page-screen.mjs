/**
 * @file From the pointer's event to the screen, as the browser itself counts it. The page's own
 * measure ends where the page has handed its frame over; what the browser then rasters, puts together
 * and presents is waited for as well.
 */
import { hoverTokens, PARAGRAPH, row, SENTENCE } from './page-timings.mjs';

/** What the browser notes of every event and its frame. */
const CATEGORIES = ['cc', 'benchmark', 'input'];

/**
 * @param {import('playwright-core').Page} page
 * @param {string} url of the lab
 * @returns {Promise<import('./page-timings.mjs').PageRow[]>}
 */
export async function measureScreen(page, url) {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser that could be traced');
  await page.goto(url);
  await page.waitForSelector('hs-model-status[data-phase="ready"]', { timeout: 120000 });
  const rows = [];
  for (const text of [SENTENCE, PARAGRAPH]) {
    await page.locator('hs-sentence-box textarea').fill(text);
    await page.waitForSelector('hs-sentence-box:not(.stale)');
    await page.waitForTimeout(1000);
    await hoverTokens(page);
    await browser.startTracing(page, { categories: CATEGORIES });
    await hoverTokens(page);
    await page.waitForTimeout(500);
    const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
    const count = await page.locator('hs-sentence-box .token').count();
    rows.push(row(`pointer to screen, ${count} tokens`, latencies(traceEvents)));
  }
  return rows;
}

/**
 * @param {any[]} events of a trace
 * @returns {number[]} of each move of the pointer, ms from its event until its frame was presented
 */
function latencies(events) {
  /** @type {Map<string, number>} when the move began that has this name for as long as it lasts, µs */
  const begun = new Map();
  const times = [];
  const own = events.filter(({ name }) => name === 'EventLatency').sort((a, b) => a.ts - b.ts);
  for (const { ph: phase, ts: at, pid, id, id2, args } of own) {
    const key = `${pid} ${id ?? id2?.local}`;
    if (args.event_latency?.event_type === 'MOUSE_MOVED_EVENT') begun.set(key, at);
    const start = begun.get(key);
    if (phase !== 'e' || start === undefined) continue;
    times.push((at - start) / 1000);
    begun.delete(key);
  }
  return times;
}
