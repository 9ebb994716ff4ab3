/** The worker's side of remote.js: the same work, asked for and answered by messages. */
import { answer, moving } from './calls.js';
import { createLocalHost } from './local.js';

/**
 * Answers calls from now on. The first must be `start`, and succeed.
 * @param {Pick<import('./host.d.ts').WorkerLike, 'postMessage' | 'addEventListener'>} port
 */
export function serve(port) {
  /** @type {import('./host.d.ts').Host} */
  let host;
  /** @type {import('./calls.js').Functions} */
  const functions = {
    async start(options) {
      host = await createLocalHost(options);
    },
    load: (source, watch) => host.load({ ...source, ...watch }),
    async trace({ text, options }) {
      const value = await host.trace(text, options);
      return moving(value, dataOf(value.tensors));
    },
    async weight({ name }) {
      const value = await host.weight(name);
      return moving(value, [value.data]);
    },
    async attention(options) {
      const value = await host.attention(options);
      const { x, weights, tensors } = value;
      return moving(value, [x.data, ...dataOf(weights), ...dataOf(tensors)]);
    },
    async measure(spec, watch) {
      const value = await host.measure(spec, watch);
      return moving(
        value,
        value.flatMap(({ outputs }) => outputs),
      );
    },
  };
  answer(port, functions);
}

/** @param {Record<string, {data: Float32Array}>} tensors */
const dataOf = (tensors) => Object.values(tensors).map(({ data }) => data);
