/** Attention that needs no model: a layer and its input from a seed, traced, and freed again. */
import { seededLayer } from '../core/seeded.js';

/**
 * @param {import('../headscope.js').Headscope} headscope
 * @param {Omit<import('../engine.js').SeededAttentionOptions, 'lane'>} options
 * @returns {import('../engine.js').SeededAttention}
 */
export function traceSeeded(headscope, options) {
  const { seed, seqLen, dModel, heads, dHead, mask = null, byteBudget, names } = options;
  const inner = heads * dHead;
  const { x, weights } = seededLayer({ dModel, inner, seqLen, seed });
  const layer = headscope.createAttention({ dModel, heads, dHead, byteBudget }, weights);
  try {
    const trace = layer.trace(x, { seqLen, mask, names });
    try {
      return {
        x: tensor('x', ['seq_len', 'd_model'], [seqLen, dModel], x),
        weights: {
          ...weight('query', ['d_model', 'heads*d_head'], [dModel, inner], weights.query),
          ...weight('key', ['d_model', 'heads*d_head'], [dModel, inner], weights.key),
          ...weight('value', ['d_model', 'heads*d_head'], [dModel, inner], weights.value),
          ...weight('output', ['heads*d_head', 'd_model'], [inner, dModel], weights.output),
        },
        tensors: trace.snapshot(names).tensors,
      };
    } finally {
      trace.dispose();
    }
  } finally {
    layer.dispose();
  }
}

/** @param {string} name @param {string[]} axes @param {number[]} shape @param {Float32Array} data */
const tensor = (name, axes, shape, data) => ({ name, shape, axes, data });

/** @param {string} role @param {string[]} axes @param {number[]} shape @param {Float32Array} data */
const weight = (role, axes, shape, data) => ({
  [`${role}.weight`]: tensor(`${role}.weight`, axes, shape, data),
});
