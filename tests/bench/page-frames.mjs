/* global document, HTMLElement, PointerEvent, requestAnimationFrame */
/**
 * @file Frame times of the lab while the pointer crosses the words of a long sentence, eight heads
 * on show: a new word in every frame, which is more than a hand can do.
 *
 * The real model has four heads a layer; eight come from the same core, an attention layer with
 * seeded weights over what the model's last layer reads of the sentence.
 */
import { openLab } from './page-timings.mjs';

/** What one round takes of each layout. */
const BATCHES = 5;
const FRAMES = 20;
const HEADS = 8;
const SENTENCE = Array.from(
  { length: 12 },
  (_, i) => `The river bank ${i} was wide, so nobody saw the money cross it;`,
).join(' ');

/**
 * @param {import('playwright-core').Page} page
 * @param {string} url of the lab
 * @returns {Promise<import('./page-rounds.mjs').Measure[]>}
 */
export async function pageFrames(page, url) {
  await openLab(page, url);
  const tokens = await page.evaluate(showHeads, { sentence: SENTENCE, heads: HEADS });
  await page.waitForTimeout(500);
  const clock = await threadClock(page);
  return ['columns', 'arcs'].map((layout) => async () => {
    await page.locator(`input[name="graph-layout"][value="${layout}"]`).check({ force: true });
    await page.evaluate(hoverFrames, FRAMES);
    /** @type {number[]} */
    const intervals = [];
    /** @type {number[]} */
    const work = [];
    for (let batch = 0; batch < BATCHES; batch++) {
      const start = await clock();
      intervals.push(...(await page.evaluate(hoverFrames, FRAMES)));
      work.push((1000 * ((await clock()) - start)) / FRAMES);
    }
    const name = `${layout}, hovering, ${tokens} tokens × ${HEADS} heads`;
    return [
      { name: `frame to frame, ${name}`, times: intervals, frames: true },
      { name: `processor time of the page’s thread in a frame, ${name}`, times: work },
    ];
  });
}

/**
 * Processor time, which a busy machine does not stretch.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<() => Promise<number>>} seconds that the page's main thread has worked
 */
async function threadClock(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
}

/**
 * In the page: traces the sentence, attends to it with so many heads and shows them all.
 * @param {{sentence: string, heads: number}} wanted
 * @returns {Promise<number>} tokens
 */
async function showHeads({ sentence, heads }) {
  const { loadHeadscope } = await import(new URL('./headscope.js', document.baseURI).href);
  const headscope = await loadHeadscope();
  const model = await headscope.loadModel();
  const trace = model.trace(sentence, { truncate: true });
  const input = trace.get('layers.1.attention.norm');
  const [seqLen, dModel] = input.shape;
  const x = Float32Array.from(input.data);
  const { text, tokens, cut, model: info } = trace.snapshot([]);
  trace.dispose();
  model.dispose();

  const dHead = dModel / heads;
  const spread = Math.sqrt(x.reduce((sum, value) => sum + value * value, 0) / x.length);
  // Scores of a standard deviation near 2, such as trained heads have.
  const size = (1.4 * Math.sqrt(3)) / (spread * Math.sqrt(dModel));
  const seeded = (/** @type {number} */ seed) => {
    let state = seed;
    return Float32Array.from({ length: dModel ** 2 }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return size * (state / 2 ** 31 - 1);
    });
  };
  const weights = { query: seeded(1), key: seeded(2), value: seeded(3), output: seeded(4) };
  const attention = headscope.createAttention({ dModel, heads, dHead }, weights);
  const own = attention.trace(x, { seqLen });
  /** @type {Record<string, object>} */
  const tensors = {};
  for (const name of ['scores', 'scaled', 'masked', 'weights']) {
    const { shape, axes, data } = own.get(name);
    const full = `layers.0.attention.${name}`;
    tensors[full] = {
      name: full,
      shape: [...shape],
      axes: [...axes],
      data: Float32Array.from(data),
    };
  }
  own.dispose();
  attention.dispose();

  const layers = [{ dModel, heads, dHead, dOutput: dModel, dFfn: 0 }];
  const { actions } = /** @type {any} */ (document.querySelector('hs-head-graph')).store;
  actions.setSnapshot({ snapshot: { text, tokens, cut, model: { ...info, layers }, tensors } });
  actions.release();
  actions.selectHead({ layer: 0, head: 0 });
  for (let head = 1; head < heads; head++) actions.selectHead({ layer: 0, head, add: true });
  return tokens.length;
}

/**
 * In the page: points at another word in every frame.
 * @param {number} frames
 * @returns {Promise<number[]>} ms from frame to frame
 */
async function hoverFrames(frames) {
  const shown = [...document.querySelectorAll('.graph-token')].filter(
    (token) => token instanceof HTMLElement && token.offsetParent !== null,
  );
  /** @type {number[]} */
  const intervals = [];
  let previous = await new Promise((done) => requestAnimationFrame(done));
  for (let i = 0; i < frames; i++) {
    const token = shown[(i * 7) % shown.length];
    token.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    const now = await new Promise((done) => requestAnimationFrame(done));
    intervals.push(now - previous);
    previous = now;
  }
  return intervals;
}
