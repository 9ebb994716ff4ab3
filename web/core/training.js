import { count, object, optional } from './arguments.js';
import { unwrap } from './boundary.js';
import { failure } from './error.js';
import { load } from './load.js';
import { fetchBytes } from './read.js';
import { taskName } from './train-config.js';
import { taskOf, Trainer } from './trainer.js';
import { MODULES } from './training-modules.js';

/** @type {typeof import('./train.d.ts').loadTrainingCore} */
export async function loadTrainingCore(options = {}, read = fetchBytes) {
  const loading = 'loadTraining';
  if (!MODULES) {
    throw failure('LoadFailed', loading, 'training is not here: npm install headscope-training');
  }
  const { binding, module } = await load(options, read, MODULES, loading);
  return Object.freeze({
    module,
    get liveHandles() {
      return binding.liveHandles();
    },
    /** @param {unknown} config */
    createTrainer: (config) => new Trainer(binding, module, config),
    /** @param {unknown} task @param {{places?: number}} [given] */
    taskInfo(task, given = {}) {
      const where = 'taskInfo';
      const { places } = object(where, 'options', given, ['places']);
      const boxes = optional(count, where, 'places', places) ?? 4;
      return taskOf(unwrap(binding.taskInfo(taskName(where, 'task', task), boxes)));
    },
  });
}
