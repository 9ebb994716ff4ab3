/** What the tests of training share. */
import { bringUp, openPage } from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Keeps the page's workers at hand, so that a test can end one. */
export const keepWorkers = (/** @type {Page} */ page) =>
  page.addInitScript(() => {
    const workers = /** @type {Worker[]} */ ([]);
    const Real = globalThis.Worker;
    Object.assign(globalThis, {
      trainingWorkers: workers,
      Worker: class extends Real {
        /** @param {string} url @param {WorkerOptions} [options] */
        constructor(url, options) {
          super(url, options);
          if (options?.name !== 'headscope-training') return;
          workers.push(this);
          this.addEventListener('message', ({ data }) => {
            if (!Array.isArray(data.value) || !data.value[0]?.random) return;
            Object.assign(globalThis, { lastSnapshot: data.value[0].step });
          });
        }
      },
    });
  });

/**
 * The page with its training in view.
 * @param {Parameters<typeof openPage>[0]} place
 * @param {Parameters<typeof openPage>[1]} [options]
 */
export async function openTrain(place, options) {
  const opened = await openPage(place, options);
  const { page } = opened;
  page.setDefaultTimeout(60_000);
  await bringUp(page, '#train');
  await page.locator('#train .train-matrix tbody').waitFor();
  return opened;
}

/** @param {Page} page */
export const go = (page) => page.locator('#train .train-go');

/** @param {Page} page @param {string} name */
export const button = (page, name) =>
  page.locator('#train').getByRole('button', { name, exact: true });

/** @param {Page} page */
export const stepNow = async (page) =>
  Number(/step\s(\d+)/.exec((await page.locator('.train-bar .notice').textContent()) ?? '')?.[1]);

/** @param {Page} page @param {string} phase */
export const phase = (page, phase) =>
  page.locator(`#train .train-go[data-phase="${phase}"]`).waitFor();

/** @param {Page} page @returns {Promise<number[]>} percent, of 1, 2, 4 and 8 heads */
export const shares = async (page) =>
  (await page.locator('.train-score output').allTextContents()).map(parseFloat);
