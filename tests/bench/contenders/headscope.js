/**
 * @typedef {import('../suite/problem.js').Problem} Problem
 * @typedef {Pick<import('../../../web/headscope.js').Headscope, 'createAttention'>} Creator
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
  return {
    forward: () => layer.forward(x, { seqLen }),
    /** The output in an array that the caller keeps. */
    kept: () => layer.forward(x, { seqLen, out }),
    causal: () => layer.forward(x, { seqLen, mask: 'causal' }),
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
    dispose: () => layer.dispose(),
  };
}
