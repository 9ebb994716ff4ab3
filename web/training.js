/**
 * Training for pages and workers; `web/node/training.js` is the same for Node. It loads a module of
 * its own. The types, with shapes and units, are in core/train.d.ts.
 */
import { fetchBytes } from './core/read.js';
import { loadTrainingCore } from './core/training.js';

export { HeadscopeError } from './core/error.js';
export { trainedFromBytes, trainedToBytes } from './models/trained.js';

/** @type {typeof import('./training.d.ts').loadTraining} */
export const loadTraining = (options) => loadTrainingCore(options, fetchBytes);
