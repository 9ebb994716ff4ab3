/** What keeps a hover over a long text cheap: how it is laid out, put together and painted. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { arrived, openBrowser, openPage, settled, type } from './page-support.mjs';

const LONG = Array.from({ length: 100 }, () => 'river').join(' ');

/** What a rule for `:hover` may set: none of it has the page laid out. */
const PAINTED = /^(background|border-.*color|box-shadow|color|outline)/;

/** Of 255: what pixels of eight bits may differ in where dozens of faint curves lie on one another. */
const MOST_APART = 40;
const MEAN_APART = 0.1;

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** The lab with a long text, whose edges are painted to a canvas. */
async function openLong() {
  const { page, close } = await openPage(place);
  await arrived(page);
  await type(page, LONG);
  await page.locator('hs-head-graph canvas:not([hidden])').waitFor();
  return { page, close };
}

/**
 * What is laid out anew for other words in a place, whatever else the page does before and after.
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 * @returns {Promise<string[]>}
 */
async function laidOutBy(page, selector) {
  const categories = ['devtools.timeline', 'blink.user_timing'];
  await place.browser.startTracing(page, { categories });
  await page.evaluate((where) => {
    const said = /** @type {Element} */ (document.querySelector(where));
    document.body.getBoundingClientRect();
    performance.mark('write');
    said.textContent = '100 %';
    document.body.getBoundingClientRect();
    performance.mark('written');
  }, selector);
  /** @type {{traceEvents: {name: string, ts: number, args: any}[]}} */
  const { traceEvents } = JSON.parse(String(await place.browser.stopTracing()));
  const [from, to] = ['write', 'written'].map(
    (mark) => /** @type {{ts: number}} */ (traceEvents.find(({ name }) => name === mark)).ts,
  );
  return traceEvents
    .filter(({ name, ts, args }) => name === 'Layout' && args.endData && ts >= from && ts <= to)
    .flatMap(({ args }) => args.endData.layoutRoots)
    .map(({ nodeName }) => nodeName);
}

describe('a hover over a long text', () => {
  test('is laid out once: what the pointer alone changes is only painted', async () => {
    const { page, close } = await openPage(place);
    await arrived(page);
    const set = await page.evaluate(() => {
      /** @param {CSSRuleList} rules @returns {CSSStyleRule[]} */
      const within = (rules) =>
        [...rules].flatMap((rule) => [
          ...(rule instanceof CSSStyleRule ? [rule] : []),
          ...('cssRules' in rule ? within(/** @type {CSSGroupingRule} */ (rule).cssRules) : []),
        ]);
      return [...document.styleSheets]
        .flatMap(({ cssRules }) => within(cssRules))
        .filter(({ selectorText }) => selectorText.includes(':hover'))
        .map(({ selectorText, style }) => ({ selectorText, names: [...style] }));
    });
    assert.ok(set.length > 10, 'rules for what is pointed at');
    const others = set
      .map(({ selectorText, names }) => ({
        selectorText,
        names: names.filter((name) => !PAINTED.test(name)),
      }))
      .filter(({ names }) => names.length > 0);
    // A tip that stands over the page moves nothing in it.
    assert.deepEqual(others, [{ selectorText: '.token:hover::after', names: ['display'] }]);
    await close();
  });

  test('lays out the few labels with those that it writes to, and nothing around them', async () => {
    const { page, close } = await openLong();
    const roots = await laidOutBy(page, '.keys .graph-token .figure');
    assert.deepEqual(roots, ["DIV class='graph-block'"]);
    await close();
  });

  test('lays the matrix out without the page, where its size is given', async () => {
    const { page, close } = await openLong();
    const roots = await laidOutBy(page, '.matrix-readout');
    assert.deepEqual(roots, ["DIV class='matrix-inside'"]);
    await close();
  });

  test('is painted into the layers that are there', async () => {
    const { page, close } = await openLong();
    // Where the pointer is elsewhere the graph scrolls to what is focused.
    await page.locator('.graph-token').first().hover();
    await settled(page);
    await place.browser.startTracing(page, { categories: ['blink', 'blink.user_timing'] });
    await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const { actions } = /** @type {any} */ (document.querySelector('hs-head-graph')).store;
      const graph = /** @type {HTMLElement} */ (document.querySelector('hs-head-graph'));
      graph.style.transform = 'translateX(1px)';
      await frame();
      await frame();
      graph.style.transform = '';
      actions.hoverToken({ side: 'query', index: 0 });
      await frame();
      await frame();
      performance.mark('hover');
      for (const index of [9, 4, 16, 2, 11, 17]) {
        actions.hoverToken({ side: 'query', index });
        await frame();
        await frame();
      }
      performance.mark('hovered');
    });
    /** @type {{traceEvents: {name: string, ts: number}[]}} */
    const { traceEvents } = JSON.parse(String(await place.browser.stopTracing()));
    const [from, to] = ['hover', 'hovered'].map(
      (mark) => /** @type {{ts: number}} */ (traceEvents.find(({ name }) => name === mark)).ts,
    );
    const made = traceEvents.filter(({ name }) => name === 'PaintArtifactCompositor::Update');
    assert.ok(
      made.some(({ ts }) => ts < from),
      'layers were made for a transform',
    );
    assert.equal(made.filter(({ ts }) => ts > from && ts < to).length, 0);
    await close();
  });

  for (const layout of ['columns', 'arcs']) {
    test(`marks the labels that are seen, and the others when it rests: ${layout}`, async () => {
      const { page, close } = await openLong();
      await page.locator(`input[name="graph-layout"][value="${layout}"]`).check({ force: true });
      await settled(page);
      const marked = await page.evaluate(
        async (side) => {
          const frame = () => new Promise((done) => requestAnimationFrame(done));
          const graph = /** @type {any} */ (document.querySelector('hs-head-graph'));
          const labels = [...graph.querySelectorAll(`.${side} .graph-token`)];
          const scroll = graph.querySelector('.graph-scroll');
          const count = () => labels.filter(({ lastElementChild }) => lastElementChild.textContent);
          /** @param {Element} label */
          const isSeen = (label) => {
            const [box, room] = [label, scroll].map((each) => each.getBoundingClientRect());
            return (
              Math.min(box.bottom, room.bottom) > Math.max(box.top, room.top) &&
              Math.min(box.right, room.right) > Math.max(box.left, room.left)
            );
          };
          graph.store.actions.hoverToken({ side: 'query', index: 3 });
          await frame();
          const first = { marked: count().length, missed: 0 };
          first.missed = labels.filter((label) => isSeen(label) && !count().includes(label)).length;
          scroll.scrollTop = scroll.scrollLeft = 500;
          await frame();
          const scrolled = labels.filter(
            (label) => isSeen(label) && !count().includes(label),
          ).length;
          while (count().length < labels.length) await frame();
          const far = /** @type {Element} */ (labels.at(-1));
          return { first, scrolled, all: labels.length, far: far.getAttribute('aria-label') };
        },
        layout === 'arcs' ? 'queries' : 'keys',
      );
      assert.equal(marked.all, 100);
      assert.equal(marked.first.missed, 0, 'seen and not marked');
      assert.ok(marked.first.marked < 60, `${marked.first.marked} at once`);
      assert.equal(marked.scrolled, 0, 'seen and not marked after scrolling');
      assert.match(marked.far ?? '', /^river.*%\sas\s(query|key),\stoken\s100\sof\s100$/);
      await close();
    });
  }

  test('clips no label where there is room for all, and clips them where there is not', async () => {
    const { page, close } = await openLong();
    const clipped = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('.graph-token bdi')].filter(
            (label) => getComputedStyle(label).overflowX !== 'visible',
          ).length,
      );
    assert.equal(await clipped(), 0);
    await type(page, LONG.replaceAll('river', 'international'));
    await page.setViewportSize({ width: 320, height: 800 });
    await page.locator('.graph-token[data-side="query"]').nth(3).hover();
    await settled(page);
    assert.equal(await clipped(), await page.locator('.graph-token').count());
    const over = await page.evaluate(() =>
      [...document.querySelectorAll('.graph-token')]
        .filter((token) => {
          const { left, right } = token.getBoundingClientRect();
          return [...token.children].some((part) => {
            const box = part.getBoundingClientRect();
            return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
          });
        })
        .map(({ textContent }) => textContent),
    );
    assert.deepEqual(over, []);
    await close();
  });

  test('computes a fade of its edges once, and it is the gradient', async () => {
    const { page, close } = await openLong();
    const { computed, most, mean } = await page.evaluate(
      async ({ canvas, palette, graph }) => {
        const [{ paintCanvas }, { readPalette }, { drawGraph, graphLayout }] =
          /** @type {[typeof import('../../web/draw/canvas.js'),
           *   typeof import('../../web/views/palette.js'),
           *   typeof import('../../web/draw/graph.js')]} */ (
            /** @type {unknown} */ (
              await Promise.all([import(canvas), import(palette), import(graph)])
            )
          );
        const { store } = /** @type {any} */ (document.querySelector('hs-head-graph'));
        const { snapshot, layer } = store.state;
        const { shape, data } = snapshot.tensors[`layers.${layer}.attention.weights`];
        const [width, available, count] = [534, 674, shape[1]];
        const layout = graphLayout({ width, available, count, heads: shape[0], label: 120 });
        const { css } = readPalette(document.documentElement);
        let gradients = 0;
        for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
          const { createLinearGradient } = prototype;
          prototype.createLinearGradient = function (...ends) {
            gradients++;
            return createLinearGradient.apply(this, ends);
          };
        }
        /** @param {boolean} plain every pixel computed */
        const painter = (plain) => {
          const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
            new OffscreenCanvas(width, available).getContext('2d')
          );
          if (plain) context.createPattern = () => null;
          return (/** @type {number} */ index) => {
            const input = {
              weights: data,
              count,
              heads: [2],
              mass: 0.5,
              allHeads: 4,
              ghosts: false,
            };
            context.fillStyle = 'white';
            context.fillRect(0, 0, width, available);
            const items = drawGraph({ ...input, focus: { side: 'query', index } }, layout);
            paintCanvas(context, items, css, { top: 0, bottom: available });
            return context.getImageData(0, 0, width, available).data;
          };
        };
        const [quick, plain] = [painter(false), painter(true)];
        const computed = [3, 4, 9].map((index) => {
          gradients = 0;
          quick(index);
          return gradients;
        });
        let [most, sum, all] = [0, 0, 0];
        for (const index of [3, 11]) {
          const [a, b] = [quick(index), plain(index)];
          all += a.length;
          for (let i = 0; i < a.length; i++) {
            const apart = Math.abs(a[i] - b[i]);
            most = Math.max(most, apart);
            sum += apart;
          }
        }
        return { computed, most, mean: sum / all };
      },
      {
        canvas: `${new URL('draw/canvas.js', place.url)}`,
        palette: `${new URL('views/palette.js', place.url)}`,
        graph: `${new URL('draw/graph.js', place.url)}`,
      },
    );
    assert.deepEqual(computed, [1, 0, 0]);
    assert.ok(most > 0, 'two ways of painting');
    assert.ok(most <= MOST_APART && mean <= MEAN_APART, `${most} at most, ${mean} in the mean`);
    await close();
  });
});
