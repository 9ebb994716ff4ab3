/**
 * @file From the pointer's event to the screen, as the browser itself counts it. The page's own
 * measure ends where the page has handed its frame over; what the browser then rasters, puts together
 * and presents is waited for as well.
 */
import { hoverTokens, openLab, PARAGRAPH, SENTENCE, write } from './page-timings.mjs';

/** What the browser notes of every event and its frame. */
const CATEGORIES = ['cc', 'benchmark', 'input'];

const WARM_UP = 6;

/**
 * @param {import('playwright-core').Page} page
 * @param {string} url of the lab
 * @returns {Promise<import('./page-rounds.mjs').Measure[]>}
 */
export async function pageScreen(page, url) {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser that could be traced');
  await openLab(page, url);
  return [SENTENCE, PARAGRAPH].map((text) => async () => {
    await write(page, text);
    await hoverTokens(page, WARM_UP);
    await browser.startTracing(page, { categories: CATEGORIES });
    await hoverTokens(page);
    await page.waitForTimeout(500);
    const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
    const count = await page.locator('hs-sentence-box .token').count();
    return [{ name: `pointer to screen, ${count} tokens`, times: latencies(traceEvents) }];
  });
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
