/** @file Views as files: Chromium and Node write the same, byte for byte, and it opens as a picture. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { figureScenes, learn } from '../node/support/figure-scenes.mjs';
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
 * @param {{urls: {headscope: string, draw: string, scene: string, training: string},
 *   texts: readonly string[], scenes: readonly string[], learn: string}} what
 */
async function drawAll({ urls, texts, scenes, learn }) {
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
  const { loadTraining } = await import(urls.training);
  // A function crosses to the page as its text.
  const { default: train } = await import(`data:text/javascript,export default ${learn}`);
  const more = {
    ...{ comparison, outputWeights, weights: (/** @type {string} */ name) => model.weight(name) },
    fused: { difference: 0, largest: 2 },
    training: train(await loadTraining({ module: 'simd' })),
  };
  return Promise.all(
    scenes.map((hash) => drawView({ snapshot, ...more, scene: parseScene(hash).scene })),
  );
}

test('the same files from a page as from Node, and each opens as a picture of its size', async () => {
  const what = { texts, scenes: figureScenes, learn: encodeURIComponent(String(learn)) };
  const here = (/** @type {string} */ name) => new URL(`../../web/${name}`, import.meta.url).href;
  const inNode = await drawAll({
    ...what,
    urls: {
      headscope: here('node/index.js'),
      draw: here('draw.js'),
      scene: here('scene.js'),
      training: here('node/training.js'),
    },
  });
  const page = await place.browser.newPage();
  await page.goto(`${place.url}styles/icon.svg`);
  const there = (/** @type {string} */ name) => place.url + name;
  const urls = {
    headscope: there('headscope.js'),
    draw: there('draw.js'),
    scene: there('scene.js'),
    training: there('training.js'),
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
