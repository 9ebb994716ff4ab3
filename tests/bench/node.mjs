/**
 * @file Measures Headscope in Node against the engine's limit and against other libraries.
 *
 *   npm run bench -- [--quick] [--only PART] [--json FILE] [--write-docs]
 */
import { describeMachine, nodeEngine } from './node/machine.mjs';
import { ensureBuilt } from './node/build.mjs';
import {
  enableFlavours,
  loadGraph,
  loadModule,
  loadOnnxRuntime,
  loadTensorFlow,
  modelUrl,
  nodeClock,
} from './node/libraries.mjs';
import { measureMemory, measureStartUp } from './node/processes.mjs';
import { measureSizes } from './node/sizes.mjs';
import { readOptions } from './options.mjs';
import { finish, log, start } from './report/run.mjs';
import { CORE_PARTS, planFor, runCore } from './suite/bench.js';

const options = readOptions([...CORE_PARTS, 'sizes', 'memory', 'start-up']);
const { quick, parts } = options;
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
await finish(results, options);
process.exit();
