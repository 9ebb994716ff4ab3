/** @file All that the reader of the page waits for, in rounds. */
import { pageFrames } from './page-frames.mjs';
import { inRounds } from './page-rounds.mjs';
import { pageScreen } from './page-screen.mjs';
import { pageTimings } from './page-timings.mjs';

const ROUNDS = 5;

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url of the lab
 * @param {{quick: boolean, log: (line: string) => void}} options
 * @returns {Promise<import('./page-rounds.mjs').PageRow[]>}
 */
export async function measurePage(browser, url, { quick, log }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
  const measures = [];
  // What one of them leaves behind on its page is not the next one's.
  for (const open of [pageTimings, pageScreen, pageFrames]) {
    const page = await context.newPage();
    const own = await open(page, url);
    for (const measure of own) {
      measures.push(async () => {
        await page.bringToFront();
        return measure();
      });
    }
  }
  const still = await context.newPage();
  const rounds = quick ? 2 : ROUNDS;
  const rows = await inRounds(measures, { rounds, pace: () => still.evaluate(calculate), log });
  await context.close();
  return rows;
}

/** In the page: the same work every time, the third time it is done. @returns {number} ms */
function calculate() {
  let [state, start] = [1, 0];
  for (let run = 0; run < 3; run++) {
    start = performance.now();
    for (let i = 0; i < 2e6; i++) state = (Math.imul(state, 1664525) + 1013904223) | 0;
  }
  // Never 0: only so that the engine cannot leave the work out.
  return state === 0 ? NaN : performance.now() - start;
}
