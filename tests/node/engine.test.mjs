/** @file The engine on this thread, and the worker's protocol with a real thread of Node. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { MessageChannel, Worker } from 'node:worker_threads';
import { createEngine } from '../../web/engine.js';
import { Lanes } from '../../web/engine/lanes.js';
import { createRemoteHost } from '../../web/engine/remote.js';
import { defaultModelUrl } from '../../web/models/registry.js';
import { loadHeadscope } from '../../web/node/index.js';
import { assertError, assertRejects, assertThrows } from './support/assertions.mjs';
import { withServer } from './support/server.mjs';

const wasmBinary = await readFile(new URL('../../web/core/built/headscope.wasm', import.meta.url));
const bytes = await readFile(defaultModelUrl);
const kText = 'She sat on the river bank.';
const kLong = 'word '.repeat(200).trim();

/** What the model answers without any engine. */
async function expectedSnapshot() {
  const model = await (await loadHeadscope({ wasmBinary })).loadModel({ bytes });
  const trace = model.trace(kText);
  const snapshot = trace.snapshot();
  trace.dispose();
  model.dispose();
  return snapshot;
}
const expected = await expectedSnapshot();

/** Sends part of the model and then nothing. @type {import('node:http').RequestListener} */
const stall = (_, response) => {
  response.writeHead(200, { 'content-length': bytes.length });
  response.write(bytes.subarray(0, 100_000));
};

describe('the engine on this thread', () => {
  const engine = createEngine({ worker: false, wasmBinary, model: { bytes } });
  before(() => engine.load());
  after(() => engine.dispose());

  it('traces as the model does', async () => {
    assert.equal(engine.threaded, false);
    assert.deepEqual(await engine.trace(kText), expected);
    const some = await engine.trace(kText, { names: ['sentence'], gains: [[0, 1, 1, 1], null] });
    assert.deepEqual(Object.keys(some.tensors), ['sentence']);
    assert.notDeepEqual(some.tensors.sentence, expected.tensors.sentence);
  });

  it('hands out weights as the model does', async () => {
    const name = 'layers.0.attention.output.weight';
    const weight = await engine.weight(name);
    assert.deepEqual([weight.name, weight.shape, weight.data.length], [name, [256, 512], 131072]);
    await assertRejects(engine.weight('nothing'), 'BadArgument', ['name is "nothing"']);
  });

  it('hands one weight to all who ask for it at once', async () => {
    const name = 'layers.1.attention.output.bias';
    const busy = engine.trace(kText);
    const given = await Promise.all([engine.weight(name), engine.weight(name), busy]);
    assert.deepEqual(given[0], given[1]);
  });

  it('of many calls in a row does the first and the last', async () => {
    const texts = ['a', 'ab', 'abc', 'abcd', 'abcde'];
    const fates = await Promise.allSettled(texts.map((text) => engine.trace(text)));
    assert.deepEqual(
      fates.map((fate) => fate.status),
      ['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'],
    );
    for (const fate of fates) {
      if (fate.status === 'rejected') assertError(fate.reason, 'Aborted', ['newer call']);
      else assert.ok(['a', 'abcde'].includes(fate.value.text));
    }
  });

  it('lets lanes pass each other', async () => {
    const [one, two, other] = await Promise.all([
      engine.trace('one'),
      engine.trace('two'),
      engine.trace('other', { lane: 'second sentence' }),
    ]);
    assert.deepEqual([one.text, two.text, other.text], ['one', 'two', 'other']);
  });

  it('passes on what went wrong', async () => {
    await assertRejects(engine.trace(kLong), 'TooLong', ['[Encoder::trace]', '200']);
    await assertRejects(engine.trace(kText, { names: ['nothing'] }), 'UnknownTensor', ['nothing']);
    await assertRejects(engine.trace(/** @type {any} */ (5)), 'BadArgument', ['text is 5']);
    assert.equal((await engine.trace(kText)).text, kText);
  });
});

describe('loading by the engine', () => {
  it('tells of its progress, and can be aborted and begun again', () =>
    withServer(stall, async (url) => {
      const engine = createEngine({ worker: false, wasmBinary, model: { url } });
      for (let attempt = 0; attempt < 2; attempt++) {
        const controller = new AbortController();
        const onProgress = (/** @type {{loaded: number}} */ { loaded }) => {
          if (loaded > 0) controller.abort();
        };
        const loading = engine.load({ onProgress, signal: controller.signal });
        await assertRejects(loading, 'Aborted');
      }
      await assertRejects(engine.trace(kText), 'BadArgument', ['no model', 'load()']);
      engine.dispose();
    }));

  it('without it there is nothing to trace with', async () => {
    const engine = createEngine({ worker: false, wasmBinary });
    await assertRejects(engine.trace(kText), 'BadArgument', ['no model', 'load()']);
    engine.dispose();
  });

  it('names the call that had nothing to work with, or was pushed aside', async () => {
    const engine = createEngine({ worker: false, wasmBinary });
    await assertRejects(engine.weight('any'), 'BadArgument', ['[Engine.weight]', 'no model']);
    const small = { seed: 1, seqLen: 2, dModel: 4, heads: 1, dHead: 4 };
    const calls = [1, 2, 3].map(() => engine.attention(small));
    await assertRejects(calls[1], 'Aborted', ['[Engine.attention]', 'newer call']);
    await Promise.all([calls[0], calls[2]]);
    engine.dispose();
  });

  it('holds traces back until the model is there', async () => {
    const engine = createEngine({ worker: false, wasmBinary, model: { bytes } });
    const loading = engine.load();
    assert.deepEqual(await engine.trace(kText), expected);
    assert.equal((await loading).name, 'use-lite');
    engine.dispose();
  });

  it('a module that is not one', async () => {
    const engine = createEngine({ worker: false, wasmBinary: new Uint8Array(3), model: { bytes } });
    await assertRejects(engine.load(), 'BadFile', ['wasmBinary']);
    await assertRejects(engine.load(), 'BadFile', ['wasmBinary']);
    engine.dispose();
  });

  it('an address that is none', () =>
    assertThrows(() => createEngine({ model: { url: 'http://[' } }), 'BadArgument', ['http://[']));

  it('falls back to this thread where there is no worker', async () => {
    assert.equal(globalThis.Worker, undefined);
    const engine = createEngine({ wasmBinary, model: { bytes } });
    await engine.load();
    assert.equal(engine.threaded, false);
    assert.deepEqual(await engine.trace(kText), expected);
    engine.dispose();
  });
});

describe('an engine that breaks', () => {
  const small = { seed: 1, seqLen: 2, dModel: 4, heads: 1, dHead: 4 };
  const timed = { contenders: [], x: { seed: 1 }, seqLen: 2, rounds: 0 };

  /** A mask that fails so often, from within, as a module that traps does. @param {number} times */
  const breaking = (times) => ({
    get causal() {
      if (times-- > 0) throw new WebAssembly.RuntimeError('unreachable');
      return false;
    },
  });

  it('is replaced once, model and all, whichever call broke it', async () => {
    const engine = createEngine({ worker: false, wasmBinary, model: { bytes } });
    await engine.load();
    assert.deepEqual(await engine.trace(kText, { mask: breaking(1) }), expected);
    await engine.attention({ ...small, mask: breaking(1) });
    assert.deepEqual(await engine.trace(kText), expected);
    const layers = [{ config: { dModel: 4, heads: 1, dHead: 4 }, weights: { seed: 1 } }];
    await engine.measure({ ...timed, contenders: [{ layers }], mask: breaking(1) });
    assert.deepEqual(await engine.trace(kText), expected);
    engine.dispose();
  });

  it('again is given up, until a model is loaded again', async () => {
    const engine = createEngine({ worker: false, wasmBinary, model: { bytes } });
    await engine.load();
    const broken = engine.trace(kText, { mask: breaking(2) });
    await assertRejects(broken, 'Internal', ['[Engine]', 'unreachable']);
    await assertRejects(engine.attention(small), 'Internal', ['unreachable']);
    await assertRejects(engine.measure(timed), 'Internal', ['unreachable']);
    await assertRejects(engine.trace(kText), 'Internal', ['unreachable']);
    await assertRejects(engine.weight('any'), 'Internal', ['unreachable']);
    await engine.load();
    assert.deepEqual(await engine.trace(kText), expected);
    engine.dispose();
  });

  it('does not go on without the model where that no longer loads', async () => {
    let asked = 0;
    /** @type {import('node:http').RequestListener} */
    const once = (_, response) => {
      response.writeHead(asked++ ? 404 : 200).end(bytes);
    };
    await withServer(once, async (url) => {
      const engine = createEngine({ worker: false, wasmBinary, model: { url } });
      await engine.load();
      await assertRejects(engine.trace(kText, { mask: breaking(1) }), 'LoadFailed', ['404']);
      await assertRejects(engine.trace(kText), 'Internal', ['unreachable']);
      engine.dispose();
    });
  });
});

describe('the signal of a caller', () => {
  const small = { config: { dModel: 4, heads: 1, dHead: 4 }, weights: { seed: 1 } };
  const spec = { contenders: [{ layers: [small] }], x: { seed: 1 }, seqLen: 2, rounds: 0 };

  it('holds on to no work that is done', async () => {
    const { signal } = new AbortController();
    const engine = createEngine({ worker: false, wasmBinary, model: { bytes } });
    await engine.load({ signal });
    await engine.measure({ ...spec, signal });
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
    engine.dispose();
  });
});

describe('disposing of the engine', () => {
  it('ends what is under way, and refuses what comes later', () =>
    withServer(stall, async (url) => {
      const engine = createEngine({ worker: false, wasmBinary, model: { url } });
      const loading = engine.load();
      const [first, second] = [engine.trace('first'), engine.trace('second')];
      const fates = Promise.all([
        assertRejects(loading, 'Aborted'),
        assertRejects(first, 'Aborted'),
        assertRejects(second, 'Aborted'),
      ]);
      engine.dispose();
      engine.dispose();
      await fates;
      await assertRejects(engine.load(), 'Disposed', ['[Engine.load]']);
      await assertRejects(engine.trace(kText), 'Disposed', ['[Engine.trace]']);
    }));
});

describe('lanes', () => {
  it('do one job at a time, whatever becomes of it', async () => {
    const lanes = new Lanes();
    let running = 0;
    let most = 0;
    const work = (/** @type {boolean} */ fails) => async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
      if (fails) throw new Error('on purpose');
    };
    const fates = await Promise.allSettled([
      lanes.add('Engine.trace', 'a', work(true)),
      lanes.add('Engine.trace', 'b', work(false)),
      lanes.add('Engine.trace', 'c', work(true)),
      lanes.add('Engine.trace', 'd', work(false)),
    ]);
    assert.equal(most, 1);
    assert.deepEqual(
      fates.map(({ status }) => status),
      ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
    );
    await lanes.add('Engine.trace', 'a', work(false));
  });
});

describe('the protocol, with a thread at the other end', () => {
  /** @type {(() => void)[]} */
  const ends = [];
  afterEach(() => ends.splice(0).forEach((end) => end()));

  /** A thread that serves, dressed as a page's worker. */
  function startThread() {
    const { port1, port2 } = new MessageChannel();
    const thread = new Worker(new URL('./support/engine-thread.mjs', import.meta.url), {
      workerData: { port: port2 },
      transferList: [port2],
    });
    port1.start();
    const terminate = () => {
      port1.close();
      thread.terminate();
    };
    ends.push(terminate);
    return {
      /** @type {import('../../web/engine/host.d.ts').WorkerLike['postMessage']} */
      postMessage: (message, transfer) => port1.postMessage(message, /** @type {any} */ (transfer)),
      /** @type {import('../../web/engine/host.d.ts').WorkerLike['addEventListener']} */
      addEventListener: (type, listener) =>
        /** @type {any} */ (port1).addEventListener(type, listener),
      terminate,
    };
  }

  it('loads with progress, traces and reports errors by code and message', async () => {
    const host = await createRemoteHost(startThread(), { wasmBinary });
    /** @type {{loaded: number, total: number}[]} */
    const progress = [];
    await withServer(
      (_, response) => response.writeHead(200, { 'content-length': bytes.length }).end(bytes),
      async (url) => {
        const info = await host.load({ url, onProgress: (step) => progress.push(step) });
        assert.equal(info.name, 'use-lite');
      },
    );
    assert.deepEqual(progress.at(-1), { loaded: bytes.length, total: bytes.length });
    assert.deepEqual(await host.trace(kText, {}), expected);
    const { message } = /** @type {Error} */ (await host.trace(kLong, {}).catch((error) => error));
    assert.equal(message, '[Encoder::trace] ids has 200 tokens; max_seq_len is 128');
    await assertRejects(host.trace(kLong, {}), 'TooLong', [message]);
    const gains = /** @type {any} */ ([() => 1]);
    await assertRejects(host.trace(kText, { gains }), 'BadArgument', ['cannot be sent']);
    host.dispose();
    await assertRejects(host.trace(kText, {}), 'Aborted', ['disposed of']);
  });

  it('aborts a download there and can load again', () =>
    withServer(stall, async (url) => {
      const host = await createRemoteHost(startThread(), { wasmBinary });
      const controller = new AbortController();
      const onProgress = (/** @type {{loaded: number}} */ { loaded }) => {
        if (loaded > 0) controller.abort();
      };
      const { signal } = controller;
      await assertRejects(host.load({ url, onProgress, signal }), 'Aborted', ['[loadModel]']);
      await assertRejects(host.load({ url, signal }), 'Aborted');
      assert.equal((await host.load({ bytes })).name, 'use-lite');
      host.dispose();
    }));

  it('holds on to no signal of a call that was answered', async () => {
    const host = await createRemoteHost(startThread(), { wasmBinary });
    const { signal } = new AbortController();
    await host.load({ bytes, signal });
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
    host.dispose();
  });

  it('rejects what is open when it ends', async () => {
    const host = await createRemoteHost(startThread(), { wasmBinary });
    const loading = assertRejects(host.load({ bytes }), 'Aborted', ['disposed of']);
    host.dispose();
    await loading;
  });

  it('a module that is not one', () =>
    assertRejects(createRemoteHost(startThread(), { wasmBinary: new Uint8Array(3) }), 'BadFile', [
      'wasmBinary',
    ]));
});
