import { failure, messageOf } from './error.js';

/** @typedef {import('./core.d.ts').Read} Read */
/** @typedef {import('./core.d.ts').ReadOptions} ReadOptions */

/**
 * Reads a file; rejects with LoadFailed, with Aborted once the signal says so, or with what the
 * caller's onProgress throws.
 * @param {string} where
 * @param {Read} read
 * @param {string | URL} url
 * @param {ReadOptions} [options]
 */
export async function readFile(where, read, url, options = {}) {
  const { signal, onProgress } = options;
  /** @type {{error: unknown} | null} */
  let thrown = null;
  /** @param {{loaded: number, total: number}} progress */
  const tell = (progress) => {
    try {
      onProgress?.(progress);
    } catch (error) {
      thrown = { error };
      throw error;
    }
  };
  throwIfAborted(where, signal);
  /** @type {() => void} */
  let onAbort = () => {};
  // Raced, because a reader may not look at the signal, and Node's fetch waits forever when it is
  // aborted between the last byte and the end.
  const abortion = new Promise((_, reject) => {
    onAbort = () => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([
      read(url, { ...options, onProgress: onProgress && tell }),
      abortion,
    ]);
  } catch (cause) {
    throwIfAborted(where, signal);
    if (thrown) throw /** @type {{error: unknown}} */ (thrown).error;
    throw failure('LoadFailed', where, `${url} did not load: ${messageOf(cause)}`, cause);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** @param {string} where @param {AbortSignal | null} [signal] */
export function throwIfAborted(where, signal) {
  if (signal?.aborted) throw aborted(where, signal);
}

/** @param {string} where @param {AbortSignal} signal */
export const aborted = (where, signal) =>
  failure('Aborted', where, 'the caller aborted it', signal.reason);

/**
 * Fetches a file, telling of every part that arrives.
 * @type {Read}
 */
export async function fetchBytes(url, { onProgress, signal } = {}) {
  const response = await fetch(url, { signal: signal ?? null });
  if (!response.ok) throw new Error(`HTTP status ${response.status}`);
  const total = totalOf(response);
  onProgress?.({ loaded: 0, total });
  /** @type {Uint8Array[]} */
  const parts = [];
  let loaded = 0;
  for await (const part of partsOf(response)) {
    parts.push(part);
    loaded += part.length;
    onProgress?.({ loaded, total: loaded > total ? 0 : total });
  }
  return joined(parts, loaded);
}

/**
 * By its reader, because not every browser can iterate over a stream.
 * @param {Response} response
 */
async function* partsOf(response) {
  const reader = response.body?.getReader();
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      yield next.value;
    }
  } finally {
    // Whoever stops reading wants no more of it; after the end there is nothing left to cancel.
    reader?.cancel().catch(() => {});
  }
}

/** @param {Uint8Array[]} parts @param {number} length */
function joined(parts, length) {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/**
 * A compressed file's length says nothing about the bytes that will arrive here.
 * @param {Response} response
 */
function totalOf({ headers }) {
  return headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0);
}
