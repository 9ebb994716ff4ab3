/** How long forward passes take: contenders by turns, in one process, on the same input. */
import { throwIfAborted } from '../core/read.js';
import { seededLayer } from '../core/seeded.js';

/**
 * @typedef {import('../engine.d.ts').MeasureSpec} MeasureSpec
 * @typedef {import('../engine.d.ts').Measured} Measured
 * @typedef {import('../engine.d.ts').Seeded} Seeded
 * @typedef {import('../headscope.js').Attention} Attention
 */

/** ms; a sample repeats its passes until it lasts so long, because clocks tick in up to 1 ms. */
const LEAST_SAMPLE = 4;

/**
 * Between two samples the thread does what else is asked of it, an abort included.
 * @param {import('../headscope.js').Headscope} headscope
 * @param {MeasureSpec} spec
 * @param {import('./host.d.ts').Watch} [watch]
 * @returns {Promise<Measured[]>} per contender
 */
export async function measureAttention(headscope, spec, { onProgress, signal } = {}) {
  const { contenders, seqLen, mask, rounds, outputs = false } = spec;
  const x = inputOf(spec.x, { dModel: contenders[0].layers[0].config.dModel, seqLen });
  const total = contenders.length * (rounds + 1);
  let loaded = 0;
  const pause = async () => {
    onProgress?.({ loaded: loaded++, total });
    await new Promise((resolve) => setTimeout(resolve));
    throwIfAborted('Engine.measure', signal);
  };
  /** @type {Attention[]} */
  const made = [];
  try {
    const runs = [];
    for (const { layers } of contenders) {
      await pause();
      const own = layers.map(({ config, weights }) => {
        const layer = headscope.createAttention(config, weightsOf(config, weights));
        made.push(layer);
        return layer;
      });
      const run = () => own.map((layer) => layer.forward(x, { seqLen, mask }));
      const first = run();
      runs.push({ run, repeats: rounds ? repeatsOf(run) : 0, first: outputs ? first : [] });
    }
    /** @type {number[][]} */
    const samples = runs.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < runs.length; turn++) {
        const which = (round + turn) % runs.length;
        await pause();
        samples[which].push(millisecondsOf(runs[which]));
      }
    }
    return runs.map(({ first }, i) => ({ samples: samples[i], outputs: first }));
  } finally {
    for (const layer of made) layer.dispose();
  }
}

/** @param {{run: () => unknown, repeats: number}} what @returns {number} ms of one run */
function millisecondsOf({ run, repeats }) {
  const start = performance.now();
  for (let i = 0; i < repeats; i++) run();
  return (performance.now() - start) / repeats;
}

/** @param {() => unknown} run @returns {number} how often it must run to be measurable */
function repeatsOf(run) {
  for (let repeats = 1; ; repeats *= 2) {
    if (repeats * millisecondsOf({ run, repeats }) >= LEAST_SAMPLE) return repeats;
  }
}

/**
 * @param {Float32Array | Seeded} given
 * @param {{dModel: number, seqLen: number}} size
 */
const inputOf = (given, size) =>
  'seed' in given ? seededLayer({ ...size, inner: 0, seed: given.seed }).x : given;

/**
 * @param {import('../headscope.js').AttentionConfig} config
 * @param {import('../headscope.js').AttentionWeights | Seeded} given
 */
const weightsOf = ({ dModel, heads, dHead }, given) =>
  'seed' in given
    ? seededLayer({ dModel, inner: heads * dHead, seqLen: 0, seed: given.seed }).weights
    : given;
