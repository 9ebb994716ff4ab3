/** What makes the page quick, checked by counting; the benchmark measures the milliseconds. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  arrived,
  bringUp,
  openBrowser,
  openPage,
  pictured,
  settled,
  token,
  type,
} from './page-support.mjs';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const MOST_SCRIPT_BYTES = 150_000;
const MOST_FORCED = 16;
/** Below this a page counts as standing still: https://web.dev/articles/cls */
const MOST_SHIFT = 0.1;

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** @param {Page} page @param {string} name */
const measures = (page, name) =>
  page.evaluate(
    (measure) => performance.getEntriesByName(measure).map(({ duration }) => duration),
    name,
  );

/**
 * Where scripts asked for a size that was not known and so had the page laid out at once.
 * @param {Page} page
 * @param {() => Promise<unknown>} work
 * @returns {Promise<string[]>} functions and lines, one for each time
 */
async function forcedLayouts(page, work) {
  const stacks = 'disabled-by-default-devtools.timeline.stack';
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', stacks];
  // What comes later is there, drawn and out of the way.
  await page.keyboard.press('Shift');
  await page.locator('hs-dimension-trace .card').first().waitFor();
  await page.locator('hs-compare:defined').waitFor();
  await page.waitForTimeout(300);
  await place.browser.startTracing(page, { categories });
  await work();
  const { traceEvents } = JSON.parse(String(await place.browser.stopTracing()));
  return traceEvents
    .filter((/** @type {any} */ event) => event.name === 'Layout')
    .flatMap((/** @type {any} */ event) => event.args.beginData?.stackTrace?.[0] ?? [])
    .filter((/** @type {any} */ frame) => frame.url.startsWith(place.url))
    .map(
      (/** @type {any} */ frame) =>
        `${frame.functionName} ${new URL(frame.url).pathname}:${frame.lineNumber}`,
    );
}

describe('the page measures itself', () => {
  test('from a key to its picture, and from a hover to the picture that shows it', async () => {
    const { page, close } = await openPage(place);
    await page.evaluate(() => performance.clearMeasures());
    for (const text of ['One', 'One two', 'One two three']) await type(page, text);
    await page.waitForFunction(
      () => performance.getEntriesByName('headscope:key-to-picture').length === 3,
    );
    await token(page, 'query', 'two').hover();
    await settled(page);
    await token(page, 'query', 'three').hover();
    await settled(page);
    await page.waitForFunction(
      () => performance.getEntriesByName('headscope:hover-to-picture').length >= 2,
    );
    for (const name of ['headscope:key-to-picture', 'headscope:hover-to-picture']) {
      for (const duration of await measures(page, name)) assert.ok(duration > 0, name);
    }
    await close();
  });

  test('a text that was passed over has no picture and no measure', async () => {
    const { page, close } = await openPage(place);
    await page.evaluate(() => {
      performance.clearMeasures();
      const box = /** @type {HTMLTextAreaElement} */ (document.querySelector('#sentence'));
      for (const text of ['a', 'ab', 'abc', 'abcd']) {
        box.value = text;
        box.dispatchEvent(new InputEvent('input', { inputType: 'insertText', data: 'x' }));
      }
    });
    await pictured(page);
    await page.waitForFunction(
      () => performance.getEntriesByName('headscope:key-to-picture').length > 0,
    );
    await settled(page);
    assert.ok((await measures(page, 'headscope:key-to-picture')).length <= 2);
    await close();
  });
});

describe('no layout thrash', () => {
  test('pointing at a word forces one at most', async () => {
    const { page, close } = await openPage(place);
    await arrived(page);
    const words = ['animal', 'cross', 'street', 'because', 'tired'];
    const places = await Promise.all(words.map((word) => token(page, 'query', word).boundingBox()));
    const forced = await forcedLayouts(page, async () => {
      for (const box of places) {
        assert.ok(box);
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await settled(page);
      }
    });
    // The one that writes the arithmetic asks for its font, once a word.
    assert.ok(forced.length <= words.length, forced.join('\n'));
    await close();
  });

  test('pointing at a word of a long text asks for no size of its graph', async () => {
    const { page, close } = await openPage(place);
    await arrived(page);
    await type(page, Array.from({ length: 100 }, () => 'river').join(' '));
    await page.locator('hs-head-graph canvas:not([hidden])').waitFor();
    const labels = page.locator('.queries .graph-token');
    const places = await Promise.all([1, 4, 7].map((index) => labels.nth(index).boundingBox()));
    const forced = await forcedLayouts(page, async () => {
      for (const box of places) {
        assert.ok(box);
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await settled(page);
      }
    });
    assert.deepEqual(
      forced.filter((place) => place.includes('/views/head-graph.js')),
      [],
    );
    await close();
  });

  test('a key forces as few for a long text as for a short one', async () => {
    const { page, close } = await openPage(place);
    await arrived(page);
    /** @param {string} text */
    const perKey = async (text) => {
      await type(page, text);
      return forcedLayouts(page, () => type(page, `${text} x`));
    };
    // A canvas that writes words asks once for the font, after the views before it have changed.
    const short = await perKey('The river bank');
    const long = await perKey(Array.from({ length: 100 }, () => 'river').join(' '));
    assert.ok(short.length <= MOST_FORCED && long.length <= MOST_FORCED, [short, long].join('\n'));
    await close();
  });
});

describe('what a key waits for', () => {
  test('one trace and no other, where nothing is mixed or masked', async () => {
    const { page, close } = await openPage(place, {
      before: (page) =>
        page.addInitScript(() => {
          const { postMessage } = Worker.prototype;
          const calls = /** @type {any} */ (globalThis);
          calls.traced = 0;
          /**
           * @this {Worker}
           * @param {any[]} rest
           */
          Worker.prototype.postMessage = function (...rest) {
            if (rest[0].name === 'trace') calls.traced++;
            return /** @type {any} */ (postMessage).apply(this, rest);
          };
        }),
    });
    const traced = () => page.evaluate(() => /** @type {any} */ (globalThis).traced);
    const before = await traced();
    await type(page, 'The river bank');
    assert.equal((await traced()) - before, 1);
    await close();
  });

  test('no frame for drawing it: a picture is drawn before, one for each frame', async () => {
    const { page, close } = await openPage(place);
    const drawn = await page.evaluate(
      async (module) => {
        const { View } = /** @type {typeof import('../../web/views/view.js')} */ (
          await import(module)
        );
        const { store } = /** @type {any} */ (document.querySelector('hs-head-graph'));
        /** @type {string[]} */
        let seen = [];
        customElements.define(
          'hs-probe',
          class extends View {
            /** @param {any} state */
            render({ snapshot, mass }) {
              seen.push(`${snapshot.text} ${mass}`);
            }
          },
        );
        const probe = /** @type {any} */ (document.createElement('hs-probe'));
        probe.store = store;
        document.querySelector('main')?.prepend(probe);
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        await frame();
        await frame();
        const taken = async (/** @type {() => unknown} */ when) => {
          await when();
          const now = seen;
          seen = [];
          return now;
        };
        const show = (/** @type {string} */ name) =>
          store.actions.setSnapshot({ snapshot: { ...store.state.snapshot, text: name } });
        await taken(() => {});
        return [
          await taken(() => store.actions.setMass(0.4)),
          await taken(() => show('first')),
          await taken(() => show('second')),
          await taken(frame),
          await taken(frame),
          await taken(() => show('third')),
          await taken(frame),
          await taken(() => show('third')),
          await taken(frame),
        ];
      },
      `${new URL('views/view.js', place.url)}`,
    );
    const third = [['third 0.4'], []];
    const twice = [['first 0.4'], [], ['second 0.4'], []];
    assert.deepEqual(drawn, [[], ...twice, ...third, ...third], 'also of the same text');
    await close();
  });

  test('no view out of sight; it follows when it comes near', async () => {
    // The page never rests: whatever waits for that waits for ever.
    const { page, close } = await openPage(place, {
      before: (page) =>
        page.addInitScript(() => {
          const later = globalThis.setTimeout;
          const never = (
            /** @type {any} */ work,
            /** @type {number} */ delay,
            /** @type {any[]} */ ...rest
          ) => (delay === 250 ? 0 : later(work, delay, ...rest));
          globalThis.setTimeout = /** @type {any} */ (never);
        }),
    });
    const trace = page.locator('hs-dimension-trace');
    const rows = trace.locator('[data-step="norm"] .size').first();
    await rows.waitFor({ state: 'attached' });
    await page.locator('#sentence').fill('The river bank');
    await page.waitForFunction(() => document.querySelectorAll('.tokens .token').length === 3);
    assert.equal(await trace.getAttribute('aria-busy'), 'true');
    assert.notEqual(await rows.textContent(), '3', 'still the numbers of the text before');
    await trace.evaluate((element) => element.scrollIntoView());
    await page.locator('hs-dimension-trace:not([aria-busy])').waitFor();
    assert.equal(await rows.textContent(), '3');
    await close();
  });

  test('no view out of sight; it follows when the page rests, wherever the reader is', async () => {
    const { page, close } = await openPage(place);
    await arrived(page);
    await type(page, 'The river bank');
    assert.equal(await page.locator('main > [aria-busy]').count(), 0);
    assert.equal(await page.evaluate(() => scrollY), 0);
    const rows = page.locator('hs-dimension-trace [data-step="norm"] .size').first();
    assert.equal(await rows.textContent(), '3');
    await close();
  });

  test('no canvas far from the screen; those that come near are there', async () => {
    const { page, close } = await openPage(place);
    await page.locator('hs-dimension-trace .card canvas').first().waitFor({ state: 'attached' });
    const shown = (/** @type {boolean} */ any) =>
      page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('hs-dimension-trace .card canvas')].some((canvas) =>
            canvas.checkVisibility({ visibilityProperty: true }),
          ) === wanted,
        any,
      );
    await shown(false);
    await page.locator('hs-dimension-trace [data-step="scores"]').scrollIntoViewIfNeeded();
    await shown(true);
    await close();
  });

  test('nothing on the screen that stays as it is: it is not written again', async () => {
    const { page, close } = await openPage(place, {
      context: { viewport: { width: 1280, height: 1000 } },
    });
    await page.locator('hs-mask-lab:defined').waitFor();
    await settled(page);
    const again = await page.evaluate(async () => {
      const frames = () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { store } = /** @type {any} */ (document.querySelector('hs-head-graph'));
      await frames();
      /** @type {string[]} */
      const written = [];
      const observer = new MutationObserver((records) => {
        for (const { type, target, attributeName: name, oldValue } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          if (name && element?.getAttribute(name) !== oldValue) continue;
          const within = element?.closest('main > *, .instrument > *, header > *')?.localName;
          written.push(`${type} ${name ?? ''} of ${element?.outerHTML.slice(0, 60)} in ${within}`);
        }
      });
      const seen = '.page-header, hs-sentence-box, .instrument, hs-arithmetic, hs-mask-lab';
      for (const part of document.querySelectorAll(seen)) {
        const attributes = { attributes: true, attributeOldValue: true };
        observer.observe(part, {
          ...attributes,
          ...{ subtree: true, childList: true, characterData: true },
        });
      }
      const { snapshot, lock } = store.state;
      if (!lock) throw new Error('a word is held');
      store.actions.setSnapshot({ snapshot: { ...snapshot } });
      await frames();
      return written;
    });
    assert.deepEqual(again, []);
    await close();
  });

  test('no copy of a picture that stands: no canvas of heads and matrix can be drawn in', async () => {
    const { page, close } = await openPage(place);
    await type(page, 'The river bank');
    await page.locator('input[name="matrix-stage"]').nth(1).check({ force: true });
    await settled(page);
    const canvases = page.locator('.heads-grid canvas, hs-matrix .matrix-board canvas');
    const still = await canvases.evaluateAll((all) =>
      all.map((canvas) => /** @type {HTMLCanvasElement} */ (canvas).getContext('2d') === null),
    );
    assert.deepEqual(still, Array(8 + 3).fill(true));
    await close();
  });

  test('nothing of the graph that stays where it is', async () => {
    const { page, close } = await openPage(place);
    await type(page, 'The river bank was wide');
    const { stood, moved } = await page.evaluate(async () => {
      const { store } = /** @type {any} */ (document.querySelector('hs-head-graph'));
      const svg = /** @type {Element} */ (document.querySelector('hs-head-graph .graph-stage svg'));
      const frames = () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      store.actions.lockToken({ side: 'query', index: 2 });
      await frames();
      const strips = new Set(svg.querySelectorAll('[data-id^="strip"]'));
      let moved = 0;
      const observer = new MutationObserver((records) => {
        const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
        moved += added.filter((node) => strips.has(/** @type {Element} */ (node))).length;
      });
      observer.observe(svg, { childList: true, subtree: true });
      // Other edges before them and behind them, the same strips.
      store.actions.setMass(0.4);
      store.actions.lockToken({ side: 'query', index: 3 });
      await frames();
      return { stood: strips.size, moved };
    });
    assert.ok(stood > 0, 'strips are shown');
    assert.equal(moved, 0);
    await close();
  });
});

describe('the page stands still', () => {
  test('below the dimension trace when the weights on its cards arrive', async () => {
    const viewport = { width: 390, height: 844 };
    const { page, close } = await openPage(place, { context: { viewport } });
    await arrived(page);
    const trace = page.locator('hs-dimension-trace');
    const height = () => trace.evaluate((view) => view.getBoundingClientRect().height);
    const before = await height();
    await bringUp(page, 'hs-dimension-trace');
    await trace.locator('.weights-part:not([hidden])').first().waitFor();
    await settled(page);
    assert.ok(Math.abs((await height()) - before) < 100, `${before} px, then ${await height()}`);
    await close();
  });

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    test(`when what is below arrives, ${viewport.width} px wide`, async () => {
      const { page, close } = await openPage(place, {
        context: { viewport },
        stir: false,
        before: (page) =>
          page.addInitScript(() => {
            const seen = /** @type {any} */ (globalThis);
            seen.shifts = [];
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) seen.shifts.push(entry.toJSON());
            }).observe({ type: 'layout-shift' });
          }),
      });
      await settled(page);
      await page.evaluate(() => void Object.assign(globalThis, { shifts: [] }));
      // A reader who is already looking at the end of the first part.
      await page.evaluate(() => document.querySelector('hs-arithmetic')?.scrollIntoView());
      await page.locator('hs-dimension-trace .card').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('main > :not(:defined)'));
      await settled(page);
      await settled(page);
      const shifts = await page.evaluate(() => /** @type {any} */ (globalThis).shifts);
      const total = shifts.reduce(
        (/** @type {number} */ sum, /** @type {{value: number}} */ { value }) => sum + value,
        0,
      );
      assert.ok(total <= MOST_SHIFT, JSON.stringify(shifts));
      await close();
    });
  }
});

describe('the page’s own scripts', () => {
  for (const query of ['', '?lang=zh']) {
    test(`are at most 150 kB compressed, without module and model ${query}`, async (context) => {
      /** @type {Set<string>} */
      const paths = new Set();
      const { page, close } = await openPage(
        { ...place, url: `${place.url}${query}` },
        {
          stir: false,
          before: async (page) => {
            page.context().on('request', (request) => paths.add(new URL(request.url()).pathname));
          },
        },
      );
      const scripts = [...paths].filter((path) => path.endsWith('.js') && !/\/built\//.test(path));
      const sizes = await Promise.all(
        scripts.map(async (path) => gzipSync(await readFile(`${web}${path}`)).length),
      );
      const total = sizes.reduce((sum, size) => sum + size, 0);
      context.diagnostic(`${scripts.length} scripts, ${total} bytes compressed one by one`);
      for (const needed of ['/app.js', '/engine/worker.js', '/core/load.js', '/draw/graph.js']) {
        assert.ok(paths.has(needed), `${needed} is loaded`);
      }
      assert.equal(paths.has('/i18n/zh.js'), query !== '', 'only the page’s own language');
      for (const later of ['/views/dimension-trace.js', '/core/seeded.js', '/engine/measure.js']) {
        assert.equal(paths.has(later), false, `${later} is for what is below`);
      }
      assert.ok(total <= MOST_SCRIPT_BYTES, `${total} bytes`);
      await page.close();
      await close();
    });
  }
});
