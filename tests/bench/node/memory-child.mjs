/**
 * @file node memory-child.mjs CONTENDER SEQ_LEN: what one forward pass adds to WebAssembly's memory and to
 * the process, in bytes. The layer stands ready before.
 */
import { makeProblem } from '../suite/problem.js';

const [name, seqLen] = process.argv.slice(2);

/** @type {WebAssembly.Memory[]} */
const memories = [];
watchMemories();
const { openContender } = await import('./contender-by-name.mjs');
const run = await openContender(
  name,
  makeProblem({ dModel: 512, heads: 8, seqLen: Number(seqLen) }),
);
const before = { heap: heapBytes(), process: process.memoryUsage.rss(), peak: peakBytes() };
await run();
// Loading may have taken more than the process holds now; only a new peak is the run's own.
const reached = peakBytes() > before.peak ? peakBytes() : process.memoryUsage.rss();
console.log(
  JSON.stringify({
    heap: heapBytes() - before.heap,
    process: Math.max(0, reached - before.process),
  }),
);
process.exit();

function peakBytes() {
  return process.resourceUsage().maxRSS * 1024;
}

function heapBytes() {
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

/** Every memory that a module is given or makes. */
function watchMemories() {
  const { instantiate, Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    /** @param {WebAssembly.MemoryDescriptor} descriptor */
    constructor(descriptor) {
      super(descriptor);
      memories.push(this);
    }
  };
  /** @param {any[]} args */
  const watched = async (...args) => {
    const result = await Reflect.apply(instantiate, WebAssembly, args);
    for (const value of Object.values((result.instance ?? result).exports)) {
      if (value instanceof Memory && !memories.includes(value)) memories.push(value);
    }
    return result;
  };
  WebAssembly.instantiate = /** @type {typeof instantiate} */ (watched);
}
