/** @file The whole page in a frame of another site, as the README says to embed it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { withServer } from '../node/support/server.mjs';
import { openBrowser } from './page-support.mjs';

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
const snippet = /```html\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

describe('the frame of the README', () => {
  for (const attribute of ['', 'sandbox="allow-scripts"']) {
    it(`computes in a page of another site ${attribute}`, () => {
      assert.match(snippet, /^<iframe\s+src="https:\/\/your.host\/headscope\/"/);
      const frame = snippet.replace(/src="[^"]*"/, `src="${place.url}" ${attribute}`);
      return withServer(
        (_, response) => {
          response.setHeader('content-type', 'text/html');
          response.end(`<!doctype html><html lang="en"><title>Course</title>${frame}`);
        },
        async (url) => {
          const page = await place.browser.newPage();
          /** @type {string[]} */
          const complaints = [];
          page.on('console', (message) => {
            const { url: source } = message.location();
            if (['error', 'warning'].includes(message.type()) && !source.endsWith('favicon.ico')) {
              complaints.push(message.text());
            }
          });
          page.on('pageerror', (error) => complaints.push(String(error)));
          // Another site than the frame's, not only another port.
          await page.goto(url.replace('127.0.0.1', 'localhost'));
          const lab = page.frameLocator('iframe');
          await lab.locator('hs-model-status[data-phase="ready"]').waitFor({ timeout: 30000 });
          await lab.locator('.graph-token').first().waitFor();
          assert.deepEqual(complaints, []);
          await page.close();
        },
      );
    });
  }
});
