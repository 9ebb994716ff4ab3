/** @file node start-up-child.mjs CONTENDER: ms from the first import to the first result, 128 tokens. */
import { makeProblem } from '../suite/problem.js';

const [name] = process.argv.slice(2);
const problem = makeProblem({ dModel: 512, heads: 8, seqLen: 128 });

const start = performance.now();
const { openContender } = await import('./contender-by-name.mjs');
const run = await openContender(name, problem);
const ready = performance.now();
await run();
const done = performance.now();
console.log(JSON.stringify({ readyMs: ready - start, firstResultMs: done - start }));
process.exit();
