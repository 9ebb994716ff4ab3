/**
 * Times that were measured.
 *
 * @typedef {'idle' | 'running' | 'done' | 'failed'} Phase
 */
/**
 * @template {string} Name
 * @typedef {{phase: Phase, done: number, total: number, message: string,
 *   samples: Readonly<Partial<Record<Name, readonly number[]>>>}} Timing `samples` in ms
 */

/** @type {Readonly<Timing<never>>} */
export const NO_TIMING = Object.freeze({
  phase: /** @type {Phase} */ ('idle'),
  done: 0,
  total: 0,
  message: '',
  samples: Object.freeze({}),
});
