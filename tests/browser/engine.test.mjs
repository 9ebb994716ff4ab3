/**
 * @file The engine where it lives: in a worker under a strict policy, on the page's thread where a
 * policy forbids workers, and in a sandboxed frame of another site.
 */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { withServer } from '../node/support/server.mjs';
import { openBrowser } from './page-support.mjs';

const kStrict =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; object-src 'none'";
const kNoWorkers = kStrict.replace("worker-src 'self' blob:", "worker-src 'none'");

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/**
 * An empty page of the site.
 * @param {string} policy
 * @param {(page: import('playwright-core').Page) => Promise<void>} use
 */
async function onBlankPage(policy, use) {
  const page = await place.browser.newPage();
  const url = `${place.url}blank.html`;
  await page.route(url, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: '<!doctype html><title>Blank</title>',
    }),
  );
  try {
    await page.goto(url);
    await use(page);
  } finally {
    await page.close();
  }
}

/** Runs in the page. @param {string} url of the engine */
async function tryEngine(url) {
  const { createEngine } = await import(url);
  const engine = createEngine();
  /** @type {{loaded: number, total: number}[]} */
  const progress = [];
  const info = await engine.load({
    onProgress: (/** @type {{loaded: number, total: number}} */ step) => progress.push(step),
  });
  const { threaded } = engine;
  const calls = ['S', 'She', 'She sat'].map((text) => engine.trace(text));
  const fates = await Promise.allSettled(calls);
  const refused = await engine
    .trace('word '.repeat(200))
    .catch((/** @type {any} */ error) => error);
  const [, , last] = fates;
  engine.dispose();
  const later = await engine.trace('a').catch((/** @type {any} */ error) => error);
  return {
    threaded,
    module: info.module,
    progress: progress.at(-1),
    steps: progress.length,
    fates: fates.map(({ status }) => status),
    shape: last.status === 'fulfilled' && last.value.tensors['layers.1.attention.weights'].shape,
    codes: [refused.code, later.code],
  };
}

/** @param {Awaited<ReturnType<typeof tryEngine>>} result @param {boolean} threaded */
function assertWorked({ threaded: found, module, progress, steps, fates, shape, codes }, threaded) {
  assert.equal(found, threaded);
  assert.equal(module, 'relaxed');
  assert.ok(progress && progress.loaded > 10e6 && progress.loaded === progress.total);
  assert.ok(steps > 5);
  assert.deepEqual(fates, ['fulfilled', 'rejected', 'fulfilled']);
  assert.deepEqual(shape, [4, 2, 2]);
  assert.deepEqual(codes, ['TooLong', 'Disposed']);
}

describe('the engine in Chromium', () => {
  it('works in a worker under a strict policy', () =>
    onBlankPage(kStrict, async (page) => {
      assertWorked(await page.evaluate(tryEngine, `${place.url}engine.js`), true);
    }));

  it('works on the page where workers are forbidden', () =>
    onBlankPage(kNoWorkers, async (page) => {
      assertWorked(await page.evaluate(tryEngine, `${place.url}engine.js`), false);
    }));

  it('works in a worker in a sandboxed frame whose host lets others read its files', async () => {
    /** The site once more, for everybody. @type {import('node:http').RequestListener} */
    const open = async (request, response) => {
      const { status, headers, body } = await fetch(new URL(request.url ?? '', place.url));
      const { 'content-type': type = '', 'content-length': length = '' } =
        Object.fromEntries(headers);
      const allowed = { 'access-control-allow-origin': '*' };
      response.writeHead(status, { ...allowed, 'content-type': type, 'content-length': length });
      if (body) Readable.fromWeb(/** @type {any} */ (body)).pipe(response);
    };
    await withServer(open, async (url) => {
      const page = await place.browser.newPage();
      await page.setContent(
        '<iframe sandbox="allow-scripts" srcdoc="<title>Frame</title>"></iframe>',
      );
      const [, frame] = page.frames();
      assert.equal(await frame.evaluate(() => self.origin), 'null');
      assertWorked(await frame.evaluate(tryEngine, `${url}/engine.js`), true);
      await page.close();
    });
  });

  it('ends a download when it is aborted, and can load afterwards', () =>
    onBlankPage(kStrict, async (page) => {
      const result = await page.evaluate(async (url) => {
        const { createEngine } = await import(url);
        const engine = createEngine();
        const controller = new AbortController();
        const onProgress = () => controller.abort();
        const { code } = await engine
          .load({ onProgress, signal: controller.signal })
          .catch((/** @type {any} */ error) => error);
        const { name } = await engine.load();
        engine.dispose();
        return { code, name };
      }, `${place.url}engine.js`);
      assert.deepEqual(result, { code: 'Aborted', name: 'use-lite' });
    }));
});
