/** @file Views as files: Chromium and Node write the same, byte for byte, and it opens as a picture. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { figureScenes } from '../node/support/figure-scenes.mjs';
import { openBrowser } from './page-support.mjs';

const texts = ['She sat on the river bank, didn’t she?', 'She put her money in the bank 😀 <&>.'];

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/**
 * Runs here and in the page: everything from the module to the file.
 * @param {{urls: {headscope: string, draw: string, scene: string}, texts: readonly string[],
 *   scenes: readonly string[]}} what
 */
async function drawAll({ urls, texts, scenes }) {
  const { loadHeadscope } = await import(urls.headscope);
  const { drawView } = await import(urls.draw);
  const { parseScene } = await import(urls.scene);
  const headscope = await loadHeadscope({ module: 'simd' });
  const model = await headscope.loadModel();
  const [snapshot, comparison] = texts.map((text) =>
    model.trace(text, { contribution: true }).snapshot(),
  );
  const weight = (/** @type {number} */ layer, /** @type {string} */ part) =>
    model.weight(`layers.${layer}.attention.output.${part}`);
  const outputWeights = [0, 1].map((layer) => ({
    weight: weight(layer, 'weight'),
    bias: weight(layer, 'bias'),
  }));
  return Promise.all(
    scenes.map((hash) =>
      drawView({ snapshot, comparison, outputWeights, scene: parseScene(hash).scene }),
    ),
  );
}

test('the same files from a page as from Node, and each opens as a picture of its size', async () => {
  const what = { texts, scenes: figureScenes };
  const here = (/** @type {string} */ name) => new URL(`../../web/${name}`, import.meta.url).href;
  const inNode = await drawAll({
    ...what,
    urls: { headscope: here('node/index.js'), draw: here('draw.js'), scene: here('scene.js') },
  });
  const page = await place.browser.newPage();
  await page.goto(`${place.url}styles/icon.svg`);
  const there = (/** @type {string} */ name) => place.url + name;
  const urls = {
    headscope: there('headscope.js'),
    draw: there('draw.js'),
    scene: there('scene.js'),
  };
  const inPage = await page.evaluate(drawAll, { ...what, urls });
  for (const [i, hash] of figureScenes.entries())
    assert.ok(inPage[i] === inNode[i], `${hash} differs`);
  const sizes = await page.evaluate(
    (files) =>
      Promise.all(
        files.map(async (/** @type {string} */ file) => {
          const image = new Image();
          image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(file)}`;
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        }),
      ),
    inPage,
  );
  for (const [i, [width, height]] of sizes.entries()) {
    const [, wanted, tall] = /width="(\d+)" height="(\d+)"/.exec(inNode[i]) ?? [];
    assert.deepEqual([width, height], [Number(wanted), Number(tall)], figureScenes[i]);
  }
  await page.close();
});
