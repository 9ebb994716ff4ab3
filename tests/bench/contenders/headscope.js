/**
 * @typedef {import('../suite/problem.js').Problem} Problem
 * @typedef {Pick<import('../../../web/headscope.js').Headscope, 'createAttention' | 'createBuffer'>} Creator
 */

/** Room for every tensor of the longest trace that is timed. */
const BYTE_BUDGET = 3 * 2 ** 30;

/**
 * @param {Creator} headscope
 * @param {Problem} problem
 */
export function headscopeAttention(headscope, problem) {
  const { dModel, heads, dHead, seqLen, weights, x } = problem;
  const layer = headscope.createAttention(
    { dModel, heads, dHead, byteBudget: BYTE_BUDGET },
    weights,
  );
  const out = new Float32Array(seqLen * dModel);
  /** @type {import('../../../web/headscope.js').FloatBuffer[]} */
  const buffers = [];
  /** Made when they are first asked for: they would count where memory and start-up are measured. */
  function makeBuffers() {
    buffers.push(headscope.createBuffer(x.length), headscope.createBuffer(out.length));
    buffers[0].data.set(x);
  }
  return {
    forward: () => layer.forward(x, { seqLen }),
    /** The output in an array that the caller keeps. */
    kept: () => layer.forward(x, { seqLen, out }),
    /** From a buffer of the module's own memory into another. */
    inPlace() {
      if (buffers.length === 0) makeBuffers();
      return layer.forward(buffers[0], { seqLen, out: buffers[1] }).data;
    },
    /** @param {import('../../../web/headscope.js').MaskSpec} mask */
    masked: (mask) => layer.forward(x, { seqLen, mask, out }),
    /** Every intermediate kept; the output is copied out as `forward` does. */
    trace() {
      const trace = layer.trace(x, { seqLen });
      const output = trace.get('output').copy();
      trace.dispose();
      return output;
    },
    /** The weights beside the output. */
    weights() {
      const trace = layer.trace(x, { seqLen, names: ['weights', 'output'] });
      const output = trace.get('output').copy();
      trace.dispose();
      return output;
    },
    dispose() {
      for (const owned of [layer, ...buffers]) owned.dispose();
    },
  };
}
