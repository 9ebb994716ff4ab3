export * from '../headscope.js';
export { loadTraining, trainedFromBytes, trainedToBytes } from '../training.js';
export type * from '../core/train.d.ts';
