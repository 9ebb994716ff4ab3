/* global document, requestAnimationFrame */
/**
 * @file "Train your own" on the real page: how long four models take in lock-step at full speed, how
 * many frames the page draws meanwhile, and whether memory grows from one training to the next: the
 * page's heap, and the memory of the module in the worker, where the models are. A module's memory
 * grows by a fifth whenever it lacks a byte, as one of the first trainings may make it; what is lost
 * in every training makes it grow again and again.
 *
 * @typedef {{task: 'tiles' | 'english', seconds: number,
 *   frame: {median: number, p95: number, count: number, missed?: number},
 *   heapGrowth: number, worker?: {bytes: number, growth: number}}} PageTrainingRow `frame`: ms from
 *   frame to frame, and the % of frames that were due and not there;
 *   `heapGrowth`: bytes of the page's heap, collected, after the last training less those after the one
 *   before; `worker`: the WebAssembly memory of the worker that trains, and what of it is new since
 *   the training `SETTLED`
 */
import { missedFrames } from './page-rounds.mjs';
import { watchWorkers, workerMemory } from './worker-memory.mjs';
import { median, quantile } from './suite/statistics.js';

/** ms */
const LONGEST = 120_000;
/** So often each task is learned, and after so many times its memory has the size that it needs. */
const TRAININGS = 8;
const SETTLED = 3;

/**
 * @param {import('playwright-core').Page} page
 * @param {string} url of the lab
 * @param {{quick: boolean, log: (line: string) => void}} options
 * @returns {Promise<PageTrainingRow[]>}
 */
export async function measurePageTraining(page, url, { quick, log }) {
  page.setDefaultTimeout(LONGEST);
  await watchWorkers(page);
  const heapOf = await collectedHeap(page);
  /** @type {PageTrainingRow[]} */
  const rows = [];
  /** @type {PageTrainingRow['task'][]} */
  const tasks = quick ? ['tiles'] : ['tiles', 'english'];
  for (const task of tasks) {
    log(`training ${task}, in the page`);
    await page.goto(url);
    await page.locator('hs-model-status[data-phase="ready"]').waitFor();
    await page.keyboard.press('Shift');
    const view = page.locator('#train');
    await view.locator('.train-go').waitFor({ state: 'attached' });
    await page.evaluate(() => document.getElementById('train')?.scrollIntoView());
    await view.locator(`label:has(> input[value="${task}"])`).click();
    await view.locator('.train-matrix tbody').waitFor();
    /** The first one warms up. @type {{intervals: number[], seconds: number, heap: number, memory: number}[]} */
    const runs = [];
    for (let i = 0; i < (quick ? SETTLED + 1 : TRAININGS); i++) {
      const timed = await page.evaluate(trainOnce);
      await view.locator('.train-mutes tbody td').first().waitFor();
      runs.push({
        ...timed,
        heap: await heapOf(),
        memory: await workerMemory(page, 'headscope-training'),
      });
    }
    const [before, last] = runs.slice(-2);
    const warm = runs.slice(1);
    const intervals = warm.flatMap((run) => run.intervals);
    rows.push({
      task,
      seconds: median(warm.map(({ seconds }) => seconds)),
      frame: {
        median: median(intervals),
        p95: quantile(intervals, 0.95),
        count: intervals.length,
        missed: missedFrames(intervals),
      },
      heapGrowth: last.heap - before.heap,
      worker: { bytes: last.memory, growth: last.memory - runs[SETTLED - 1].memory },
    });
  }
  return rows;
}

/**
 * @param {import('playwright-core').Page} page
 * @returns {Promise<() => Promise<number>>} bytes of the page's heap once garbage is gone
 */
async function collectedHeap(page) {
  const session = await page.context().newCDPSession(page);
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
}

/**
 * In the page: presses the button and waits until all models are through.
 * @returns {Promise<{intervals: number[], seconds: number}>} ms from frame to frame
 */
async function trainOnce() {
  const go = /** @type {HTMLElement} */ (document.querySelector('#train .train-go'));
  const frame = () => /** @type {Promise<number>} */ (new Promise(requestAnimationFrame));
  go.click();
  while (go.dataset.phase !== 'running') await frame();
  const start = await frame();
  const times = [start];
  while (go.dataset.phase === 'running') times.push(await frame());
  const intervals = times.slice(1).map((time, i) => time - times[i]);
  return { intervals, seconds: ((times.at(-1) ?? start) - start) / 1000 };
}
