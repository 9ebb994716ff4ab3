import { count, object, optional } from './arguments.js';
import { unwrap } from './boundary.js';
import { load } from './load.js';
import { fetchBytes } from './read.js';
import { taskName } from './train-config.js';
import { taskOf, Trainer } from './trainer.js';

/**
 * The two modules of training; see load.js.
 * @type {import('./load.js').Modules<import('./train-binding.d.ts').TrainBinding>}
 */
const MODULES = {
  simd: {
    glue: () => import('./built/headscope-train.js'),
    wasm: new URL('./built/headscope-train.wasm', import.meta.url),
  },
  relaxed: {
    glue: () => import('./built/headscope-train-relaxed.js'),
    wasm: new URL('./built/headscope-train-relaxed.wasm', import.meta.url),
  },
};

/** @type {typeof import('./train.d.ts').loadTrainingCore} */
export async function loadTrainingCore(options = {}, read = fetchBytes) {
  const { binding, module } = await load(options, read, MODULES, 'loadTraining');
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
