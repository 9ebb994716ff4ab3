/** What the page's tests share: a served page in Chromium, its console, and words for its parts. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { POLICY } from './place.mjs';

export { openBrowser } from './place.mjs';

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** How long, in ms, a page may take to come to rest. */
const PATIENCE = 60_000;

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./place.mjs').Place} Place */

/**
 * A page of its own, under a strict content security policy, with everything it complains about.
 * @param {Place} place
 * @param {object} [options]
 * @param {import('playwright-core').BrowserContextOptions} [options.context]
 * @param {(page: Page) => Promise<unknown>} [options.before] runs before the page is opened
 * @param {string} [options.policy]
 * @param {boolean} [options.alone] in a context of its own, because the test changes the context
 * @param {boolean} [options.ready] waits until the model is there and its picture drawn
 * @param {boolean} [options.stir] then moves as a reader would, which brings what is below
 * @returns {Promise<{page: Page, complaints: string[], close: () => Promise<void>}>}
 */
export async function openPage(
  { browser, url, shared },
  {
    context: settings = {},
    before = async () => {},
    policy = POLICY,
    alone = false,
    ready = true,
    stir = ready,
  } = {},
) {
  const all = { viewport: { width: 1280, height: 800 }, ...settings };
  const context = alone ? await browser.newContext(all) : await shared(all);
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
  if (policy !== POLICY) {
    await page.route(url, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': policy };
      await route.fulfill({ response, headers });
    });
  }
  await page.addInitScript(countOwed);
  await before(page);
  await page.goto(url);
  if (ready) await modelReady(page);
  if (stir) await page.keyboard.press('Shift');
  return { page, complaints, close: () => (alone ? context : page).close() };
}

/** @param {Page} page */
export async function modelReady(page) {
  await page.locator('hs-model-status[data-phase="ready"]').waitFor({ timeout: 30000 });
  await page.locator('.graph-token').first().waitFor();
  await settled(page);
}

/**
 * Whatever was asked for is computed and drawn: the engine owes no answer, and two frames have passed;
 * once the page rests, what is out of sight is drawn as well.
 * @param {Page} page
 */
export const settled = (page) =>
  page.evaluate(async (patience) => {
    const owed = () => /** @type {any} */ (globalThis).owed?.size ?? 0;
    const busy = () => [...document.querySelectorAll('main > [aria-busy="true"]')];
    const end = performance.now() + patience;
    for (let calm = 0; calm < 2;) {
      await new Promise((done) => requestAnimationFrame(done));
      calm = owed() || busy().length ? 0 : calm + 1;
      if (performance.now() < end) continue;
      const views = busy().map(({ localName }) => localName);
      throw new Error(`the page does not settle: ${owed()} answers owed, not drawn: ${views}`);
    }
  }, PATIENCE);

/** Runs in the page before its scripts: keeps in `owed` what its workers were asked and not yet said. */
function countOwed() {
  const owed = new Set();
  Object.assign(globalThis, { owed });
  /** @type {WeakSet<Worker>} */
  const heard = new WeakSet();
  const { postMessage, terminate } = Worker.prototype;
  const calls = ['trace', 'weight', 'attention'];
  /** @type {WeakMap<Worker, Map<number, object>>} */
  const open = new WeakMap();
  const settle = (/** @type {Worker} */ worker, /** @type {number} */ id) => {
    owed.delete(open.get(worker)?.get(id));
    open.get(worker)?.delete(id);
  };
  const drop = (/** @type {Worker} */ worker) => {
    for (const id of open.get(worker)?.keys() ?? []) settle(worker, id);
  };
  Worker.prototype.postMessage = function (/** @type {any[]} */ ...given) {
    const [{ id, name, abort }] = given;
    if (abort !== undefined) settle(this, abort);
    if (calls.includes(name)) {
      if (!heard.has(this)) {
        heard.add(this);
        open.set(this, new Map());
        this.addEventListener('message', ({ data }) => {
          if (!data.progress) settle(this, data.id);
        });
        this.addEventListener('error', () => drop(this));
      }
      const token = {};
      open.get(this)?.set(id, token);
      owed.add(token);
    }
    return Reflect.apply(postMessage, this, given);
  };
  Worker.prototype.terminate = function () {
    drop(this);
    terminate.call(this);
  };
}

/**
 * The picture is of the text in the box. Two frames first: only then does the box say that its
 * picture is of another text.
 * @param {Page} page
 */
export async function pictured(page) {
  await settled(page);
  await page.locator('hs-sentence-box:not(.stale)').waitFor();
}

/**
 * Types a text in place of the old one and waits for its picture.
 * @param {Page} page
 * @param {string} text
 */
export async function type(page, text) {
  await page.locator('#sentence').fill(text);
  await pictured(page);
  await settled(page);
}

/**
 * The sections below are there, each with its parts; what moves down when another arrives has moved.
 * @param {Page} page
 */
export async function arrived(page) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main > *')].every(
      (part) => part.matches(':defined') && part.childElementCount > 0,
    ),
  );
  await settled(page);
}

/**
 * Brings a section to the top of the screen, and waits until it stays there.
 * @param {Page} page
 * @param {string} selector
 */
export async function bringUp(page, selector) {
  await arrived(page);
  const section = page.locator(selector);
  const top = () => section.evaluate((element) => element.getBoundingClientRect().top);
  for (let [still, now] = [NaN, Infinity]; now !== still;) {
    await section.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
    still = await top();
    // What comes near the screen is fetched and drawn, and may push down what is below it.
    await settled(page);
    now = await top();
  }
}

/**
 * Chooses a radio button as a reader does, by its label: where that stands, once it stands still.
 * @param {Page} page
 * @param {string} selector of the button
 */
export async function choose(page, selector) {
  await page.locator(selector).first().locator('xpath=ancestor::label').click();
  await page.locator(`${selector}:checked`).first().waitFor({ state: 'attached' });
}

/** @param {Page} page @param {'query' | 'key'} side @param {string} text */
export const token = (page, side, text) =>
  page.locator(`.graph-token[data-side="${side}"]`).filter({ hasText: text }).first();

/** @param {Page} page @param {number} layer @param {number} head */
export const head = (page, layer, head) =>
  page.locator(`.head[data-layer="${layer}"][data-head="${head}"]`);

/**
 * The edges that are drawn as SVG.
 * @param {Page} page
 * @returns {Promise<{slot: number, query: number, key: number}[]>}
 */
export const edges = (page) =>
  page.locator('hs-head-graph svg path[data-id^="edge"]').evaluateAll((paths) =>
    paths.map((path) => {
      const [, slot, query, key] = /(\d+):(\d+)-(\d+)/.exec(path.dataset.id ?? '') ?? [];
      return { slot: Number(slot), query: Number(query), key: Number(key) };
    }),
  );

/** @param {Page} page @returns {Promise<string[]>} */
export const tokens = (page) => page.locator('.tokens .token bdi').allTextContents();

/** @param {Page} page */
export const readout = (page) => page.locator('.matrix-readout').textContent();

/**
 * The numbers of the table, opened if need be.
 * @param {Page} page
 * @returns {Promise<number[][]>}
 */
export async function tableOf(page) {
  const toggle = page.locator('hs-matrix header button');
  if ((await toggle.getAttribute('aria-expanded')) === 'false') {
    await toggle.click();
    await settled(page);
  }
  return page
    .locator('.matrix-table tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent?.replace('−', '-'))),
      ),
    );
}

/**
 * No violation of WCAG 2.2 A and AA that axe can find.
 * @param {Page} page
 */
export async function assertAccessible(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: await readFile(axeSource, 'utf8') });
  const violations = await page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const axe = /** @type {any} */ (globalThis).axe;
    const result = await axe.run(document, { runOnly: { type: 'tag', values: tags } });
    return result.violations.map((/** @type {any} */ violation) => ({
      id: violation.id,
      help: violation.help,
      where: violation.nodes.slice(0, 4).map((/** @type {any} */ node) => node.target.join(' ')),
    }));
  });
  assert.deepEqual(violations, []);
}

/**
 * Clicks a button that starts something, and again as soon as that is in `phase`: from within the
 * page, since a click from outside may come too late.
 * @param {import('playwright-core').Locator} button
 * @param {'running' | 'done'} phase
 */
export const clickWhen = (button, phase) =>
  button.evaluate(
    (/** @type {HTMLButtonElement} */ element, wanted) =>
      new Promise((resolve) => {
        new MutationObserver((_, observer) => {
          if (element.dataset.phase !== wanted) return;
          observer.disconnect();
          element.click();
          resolve(undefined);
        }).observe(element, { attributeFilter: ['data-phase'] });
        element.click();
      }),
    phase,
  );
