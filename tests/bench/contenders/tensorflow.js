/**
 * TensorFlow.js on its WebAssembly backend, one thread: heads as one batched product, and head by
 * head, because its batched product is slow for long sequences.
 *
 * @typedef {import('../suite/problem.js').Problem} Problem
 * @typedef {typeof import('@tensorflow/tfjs-core')} TensorFlow
 * @typedef {import('@tensorflow/tfjs-core').Tensor2D} Tensor2D
 * @typedef {import('@tensorflow/tfjs-core').Tensor3D} Tensor3D
 */

/**
 * @param {TensorFlow} tf with the backend `wasm` chosen
 * @param {Problem} problem
 */
export function tensorflowAttention(tf, problem) {
  const { dModel, dHead, heads, seqLen, weights, x } = problem;
  const dense = Object.fromEntries(
    /** @type {const} */ (['query', 'key', 'value', 'output']).map((name) => [
      name,
      {
        kernel: tf.tensor2d(weights[name], [dModel, dModel]),
        bias: tf.tensor1d(weights[`${name}Bias`]),
      },
    ]),
  );
  const scale = dHead ** -0.5;

  /** @param {Tensor2D} input @param {string} name */
  const project = (input, name) =>
    /** @type {Tensor2D} */ (
      tf.fused.matMul({ a: input, b: dense[name].kernel, bias: dense[name].bias })
    );

  /** @param {(q: Tensor2D, k: Tensor2D, v: Tensor2D) => Tensor2D} attend */
  const attention = (attend) => () => {
    const output = tf.tidy(() => {
      const input = tf.tensor2d(x, [seqLen, dModel]);
      const concat = attend(
        project(input, 'query'),
        project(input, 'key'),
        project(input, 'value'),
      );
      return project(concat, 'output');
    });
    const result = /** @type {Float32Array} */ (output.dataSync());
    output.dispose();
    return result;
  };

  /** @param {Tensor2D} rows @returns {Tensor3D} */
  const split = (rows) => tf.transpose(tf.reshape(rows, [seqLen, heads, dHead]), [1, 0, 2]);

  return {
    batched: attention((q, k, v) => {
      const scores = tf.matMul(tf.mul(split(q), scale), split(k), false, true);
      const context = /** @type {Tensor3D} */ (tf.matMul(tf.softmax(scores), split(v)));
      return tf.reshape(tf.transpose(context, [1, 0, 2]), [seqLen, dModel]);
    }),
    perHead: attention((q, k, v) => {
      const scaled = tf.mul(q, scale);
      const contexts = Array.from({ length: heads }, (_, head) => {
        const [qh, kh, vh] = [scaled, k, v].map((rows) =>
          tf.slice(/** @type {Tensor2D} */ (rows), [0, head * dHead], [seqLen, dHead]),
        );
        return tf.matMul(tf.softmax(tf.matMul(qh, kh, false, true)), vh);
      });
      return /** @type {Tensor2D} */ (tf.concat(contexts, 1));
    }),
    dispose() {
      for (const { kernel, bias } of Object.values(dense)) tf.dispose([kernel, bias]);
    },
  };
}
