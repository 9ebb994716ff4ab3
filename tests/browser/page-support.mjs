/** What the page's tests share: a served page in Chromium, its console, and words for its parts. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../../scripts/serve.mjs';

const root = fileURLToPath(new URL('../../web/', import.meta.url));
const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What a strict host allows: no inline script, no eval, WebAssembly compiled but nothing else. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; " +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'";

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */

/**
 * @returns {Promise<{browser: Browser, url: string, close: () => Promise<void>}>}
 */
export async function openBrowser() {
  const server = await serve({ root, port: 0 });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { browser, url: server.url, close };
}

/**
 * A page of its own, under a strict content security policy, with everything it complains about.
 * @param {{browser: Browser, url: string}} place
 * @param {object} [options]
 * @param {import('playwright-core').BrowserContextOptions} [options.context]
 * @param {(page: Page) => Promise<unknown>} [options.before] runs before the page is opened
 * @param {string} [options.policy]
 * @param {boolean} [options.ready] waits until the model is there and its picture drawn
 * @param {boolean} [options.stir] then moves as a reader would, which brings what is below
 * @returns {Promise<{page: Page, complaints: string[], close: () => Promise<void>}>}
 */
export async function openPage(
  { browser, url },
  {
    context: settings = {},
    before = async () => {},
    policy = POLICY,
    ready = true,
    stir = ready,
  } = {},
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...settings });
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': policy };
    await route.fulfill({ response, headers });
  });
  await before(page);
  await page.goto(url);
  if (ready) await modelReady(page);
  if (stir) await page.keyboard.press('Shift');
  return { page, complaints, close: () => context.close() };
}

/** @param {Page} page */
export async function modelReady(page) {
  await page.locator('hs-model-status[data-phase="ready"]').waitFor({ timeout: 30000 });
  await page.locator('.graph-token').first().waitFor();
  await settled(page);
}

/**
 * Whatever was asked for is drawn: two frames, and once the page rests what is out of sight as well.
 * @param {Page} page
 */
export const settled = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    do await frame();
    while (document.querySelector('main > [aria-busy="true"]'));
  });

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
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
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
