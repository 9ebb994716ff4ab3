/**
 * @file Measures Headscope in Node against the engine's limit and against other libraries.
 *
 *   npm run bench -- [--quick] [--only PART] [--json FILE] [--write-docs]
 *   npm run bench -- --native [--quick] [--json FILE]
 */
import { describeMachine, nodeEngine } from './node/machine.mjs';
import { ensureBuilt } from './node/build.mjs';
import {
  enableFlavours,
  loadGraph,
  loadModule,
  loadOnnxRuntime,
  loadTensorFlow,
  loadTrainings,
  modelUrl,
  nodeClock,
} from './node/libraries.mjs';
import { benchNative } from './node/native.mjs';
import { measureMemory, measureStartUp } from './node/processes.mjs';
import { measureSizes } from './node/sizes.mjs';
import { loadTensorFlowWithGradients } from './node/tensorflow-gradients.mjs';
import { readOptions } from './options.mjs';
import { finish, log, start } from './report/run.mjs';
import { CORE_PARTS, planFor, runCore } from './suite/bench.js';
import { benchTraining } from './suite/training.js';

const options = readOptions([...CORE_PARTS, 'training', 'sizes', 'memory', 'start-up']);
const { quick, parts } = options;
if (options.native) {
  await benchNative({ quick, json: options.json, log });
  process.exit();
}
await ensureBuilt(log);
const machine = describeMachine(nodeEngine());
start(machine);

/** @type {import('./report/results.mjs').Results} */
const results = { environment: 'node', machine };
if (parts.includes('sizes')) results.sizes = await measureSizes();
if (parts.includes('start-up')) results.startUp = await measureStartUp({ quick, log });
if (parts.includes('memory')) results.memory = await measureMemory({ quick, log });
if (CORE_PARTS.some((part) => parts.includes(part))) {
  const modules = [];
  for (const flavour of enableFlavours()) modules.push(await loadModule(flavour));
  const rivals = { ort: await loadOnnxRuntime(), tf: await loadTensorFlow(), loadGraph };
  const bench = { clock: nodeClock, plan: planFor(quick), modules, rivals, modelUrl, log };
  Object.assign(results, await runCore(bench, { parts, quick }));
}
if (parts.includes('training')) {
  results.training = await benchTraining({
    trainings: await loadTrainings(),
    tf: await loadTensorFlowWithGradients(),
    clock: nodeClock,
    plan: planFor(quick),
    quick,
    log,
  });
}
await finish(results, options);
process.exit();
