/**
 * The declared API, used as the README uses it and misused on purpose. `tsc` is the test: it fails
 * when a use is refused, and when a misuse is not.
 */
import { createEngine, type Engine } from '../../web/engine.js';
import { HeadscopeError, loadHeadscope, type Model, type Snapshot } from '../../web/headscope.js';
import * as node from '../../web/node/index.js';
import { loadTraining, type Trainer } from '../../web/training.js';

export async function uses(weights: Float32Array, x: Float32Array): Promise<Snapshot> {
  const headscope = await loadHeadscope({
    module: 'auto',
    wasmUrl: new URL('https://example.org'),
  });
  const same: typeof headscope = await node.loadHeadscope();
  const layer = same.createAttention(
    { dModel: 512, heads: 8, dHead: 64 },
    { query: weights, key: weights, value: weights, output: weights },
  );
  using trace = layer.trace(x, { seqLen: 13, mask: 'causal', gains: [1, 0.5], contribution: true });
  const out: Float32Array = layer.forward(x, { seqLen: 13, mask: { window: 2 }, out: x });
  const first: number = trace.get('weights').at(0, 1, 2) + out[0];
  const shape: readonly number[] = trace.get('weights').shape;
  const signal = AbortSignal.timeout(first + shape[0]);
  const model: Model = await headscope.loadModel({ signal, onProgress: ({ loaded }) => loaded });
  const engine: Engine = createEngine({ model: { url: '/model.safetensors' } });
  await engine.load({ signal });
  await engine.trace('text', { lane: 'second', gains: [null, [1, 1, 1, 1]] });
  const weight: Float32Array = (await engine.weight('layers.0.attention.output.weight')).data;
  await engine.trace('text', { outputGains: [[weight[0], 1, 1, 1], null] });
  return model.trace('text', { truncate: true }).snapshot(['sentence']);
}

export async function trains(): Promise<Trainer> {
  const training = await loadTraining({ module: 'simd' });
  using first = training.createTrainer({ task: 'english', heads: 2 });
  const { loss, accuracy } = first.step(100);
  first.evaluate({ gains: [1, loss], sentences: accuracy.it });
  const second = training.createTrainer(first.config);
  second.restore(first.snapshot());
  second.load(first.weights());
  // @ts-expect-error: no such task
  training.createTrainer({ task: 'chess', heads: 1 });
  // @ts-expect-error: how many heads is for the caller to say
  training.createTrainer({ task: 'tiles' });
  return second;
}

export function misuses(model: Model, error: HeadscopeError): void {
  // @ts-expect-error: there is no such module
  void loadHeadscope({ module: 'fast' });
  // @ts-expect-error: a misspelt option
  model.trace('text', { gain: [] });
  // @ts-expect-error: gains are per layer
  model.trace('text', { gains: [1, 1] });
  // @ts-expect-error: no such mask
  model.trace('text', { mask: 'casual' });
  // @ts-expect-error: what the trace holds is read-only
  model.trace('text').get('sentence').data = new Float32Array(1);
  // @ts-expect-error: there is no such code
  if (error.code === 'Oops') return;
}
