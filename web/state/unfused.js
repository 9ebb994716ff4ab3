import { NO_TIMING } from './samples.js';

/**
 * What a model has to bring to wrapper and fused.
 * @type {Readonly<Pick<import('./fuse.js').Fuse, 'weights' | 'check' | 'failed' | 'timing'>>}
 */
export const UNFUSED = Object.freeze({
  weights: null,
  check: null,
  failed: null,
  timing: NO_TIMING,
});
