/** Training for Node 20 and later: the same as `web/training.js`, with files read from disk. */
import { loadTrainingCore } from '../core/training.js';
import { readBytes } from './read.js';

export { HeadscopeError } from '../core/error.js';
export { trainedFromBytes, trainedToBytes } from '../models/trained.js';

/** @type {typeof import('../training.d.ts').loadTraining} */
export const loadTraining = (options) => loadTrainingCore(options, readBytes);
