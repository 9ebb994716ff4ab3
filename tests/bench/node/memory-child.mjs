/**
 * @file node memory-child.mjs CONTENDER SEQ_LEN: what one forward pass adds to WebAssembly's memory and to
 * the process, in bytes. The layer is ready, and has run once on 16 tokens' worth of code, before.
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
globalThis.gc?.();
const before = { heap: heapBytes(), process: process.memoryUsage.rss() };
await run();
const peak = process.resourceUsage().maxRSS * 1024;
console.log(
  JSON.stringify({ heap: heapBytes() - before.heap, process: Math.max(0, peak - before.process) }),
);
process.exit();

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
