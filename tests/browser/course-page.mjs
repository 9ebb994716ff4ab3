/** What the tests of embedding share: pages of a course, as they stand on another site than Headscope's. */
import { after, before } from 'node:test';
import { withServer } from '../node/support/server.mjs';
import { openBrowser } from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Opens a browser for the tests of one file; to be called once, at its top. */
export function coursePages() {
  /** @type {Awaited<ReturnType<typeof openBrowser>>} */
  let place;
  before(async () => {
    place = await openBrowser();
  });
  after(() => place.close());

  /**
   * A course's page on another site than Headscope's.
   * @param {string} body
   * @param {(page: Page, complaints: string[]) => Promise<void>} use
   * @param {{head?: string, policy?: string, before?: (page: Page) => Promise<unknown>}} [options]
   */
  const withPage = (body, use, { head = '', policy, before: prepare = async () => {} } = {}) =>
    withServer(
      (_, response) => {
        response.setHeader('content-type', 'text/html');
        if (policy) response.setHeader('content-security-policy', policy);
        response.end(
          `<!doctype html><html lang="en"><meta charset="utf-8"><title>Course</title>${head}
          <main><h1>Course</h1>${body}</main>`,
        );
      },
      async (url) => {
        const page = await place.browser.newPage({ viewport: { width: 1000, height: 900 } });
        /** @type {string[]} */
        const complaints = [];
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('console', (message) => {
          const { url: source } = message.location();
          if (message.type() === 'error' && !source.endsWith('favicon.ico')) {
            complaints.push(message.text());
          }
        });
        await page.addInitScript(() => {
          const told = /** @type {any[]} */ ([]);
          Object.assign(globalThis, { told });
          for (const name of ['ready', 'progress', 'select', 'error']) {
            addEventListener(`headscope-${name}`, (event) => {
              const { detail, target } = /** @type {CustomEvent} */ (event);
              told.push({ name, detail, id: /** @type {Element} */ (target).id });
            });
          }
        });
        await prepare(page);
        await page.goto(url.replace('127.0.0.1', 'localhost'));
        await use(page, complaints);
        await page.close();
      },
    );

  /** @param {string} [base] */
  const script = (base = place.url) => `<script type="module" src="${base}element.js"></script>`;

  /** @param {Page} page @param {string} name @param {number} [count] */
  const told = async (page, name, count = 1) => {
    await page.waitForFunction(
      ([wanted, least]) =>
        /** @type {any} */ (globalThis).told.filter((/** @type {any} */ e) => e.name === wanted)
          .length >= least,
      /** @type {const} */ ([name, count]),
      { timeout: 30000 },
    );
    return page.evaluate(
      (wanted) =>
        /** @type {any} */ (globalThis).told.filter((/** @type {any} */ e) => e.name === wanted),
      name,
    );
  };

  return {
    withPage,
    script,
    told,
    get place() {
      return place;
    },
  };
}
