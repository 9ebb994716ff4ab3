/** @file The code for slides in a real deck of Reveal.js, and the code for MDX as JSX reads it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { transform } from 'esbuild';
import { parseScene } from '../../web/scene.js';
import { embedCode } from '../../web/state/embed-code.js';
import { withServer } from '../node/support/server.mjs';
import { openBrowser } from './page-support.mjs';

const { scene } = parseScene(
  '#v=1&text=She+sat+on+the+river+bank.&view=graph&layer=1&heads=3&lock=query:5',
);
const wanted = { scene, snapshot: '', title: 'Attention', width: '700', height: 500, linkText: '' };

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

test('a slide of Reveal.js loads its scene when it comes, and keeps it when it is left', () => {
  const slide = embedCode('reveal', { ...wanted, base: place.url });
  const deck = `<!doctype html><html lang="en"><title>Deck</title>
    <link rel="stylesheet" href="/dist/reveal.css">
    <div class="reveal"><div class="slides"><section><h2>Heads</h2></section>${slide}
    <section><h2>End</h2></section></div></div>
    <script src="/dist/reveal.js"></script>
    <script>Reveal.initialize({ transition: 'none' })</script>`;
  return withServer(
    async (request, response) => {
      const { url = '/' } = request;
      if (!url.startsWith('/dist/')) {
        response.setHeader('content-type', 'text/html');
        return response.end(deck);
      }
      response.setHeader('content-type', url.endsWith('.css') ? 'text/css' : 'text/javascript');
      response.end(await readFile(new URL(`../../node_modules/reveal.js${url}`, import.meta.url)));
    },
    async (url) => {
      const page = await place.browser.newPage({ viewport: { width: 1100, height: 800 } });
      await page.goto(url.replace('127.0.0.1', 'localhost'));
      await page.locator('.reveal.ready').waitFor();
      await page.keyboard.press('ArrowRight');
      const frame = page.frameLocator('iframe');
      await frame.locator('hs-model-status[data-phase="ready"]').waitFor({ timeout: 30000 });
      await frame.locator('.graph-token[aria-pressed="true"]').first().waitFor();
      // The deck scales its slides; a pointer would have to be scaled as well.
      const held = frame.locator('.graph-token[data-side="query"]').nth(2);
      await held.dispatchEvent('click');
      await held.and(frame.locator('[aria-pressed="true"]')).waitFor();
      await page.locator('body').press('ArrowRight');
      await page.locator('body').press('ArrowLeft');
      assert.equal(await held.getAttribute('aria-pressed'), 'true');
      await page.close();
    },
  );
});

test('the code for MDX is JSX with the frame that it means', async () => {
  const code = embedCode('docusaurus', { ...wanted, base: 'https://your.host/' });
  const jsx = await transform(`export default ${code}`, { loader: 'jsx', jsxFactory: 'make' });
  const make = (/** @type {string} */ tag, /** @type {object} */ props) => ({ tag, props });
  const body = jsx.code.replace('export default', 'return').replace(/export \{[^}]*\};?/, '');
  const module = `export default (make) => { ${body.replace(/^var (\w+) = /, 'return ')} }`;
  const { default: build } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
  const { tag, props } = build(make);
  assert.equal(tag, 'iframe');
  assert.deepEqual([props.height, props.width, props.title], [500, '700', 'Attention']);
  assert.deepEqual(props.style, { border: 0 });
  assert.deepEqual(parseScene(new URL(props.src).hash).scene, scene);
});
