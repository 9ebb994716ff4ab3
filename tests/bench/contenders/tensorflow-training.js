/**
 * The model of web/core/trainer.js once more, in TensorFlow.js: the oracle of its gradients, and a
 * rival of its speed. Sentences of one batch are padded to one length; only the tokens at which
 * something is asked have queries, as in ours.
 *
 * @typedef {typeof import('@tensorflow/tfjs-core')} TensorFlow
 * @typedef {import('@tensorflow/tfjs-core').Tensor} Tensor
 * @typedef {import('@tensorflow/tfjs-core').Tensor2D} Tensor2D
 * @typedef {import('@tensorflow/tfjs-core').Tensor3D} Tensor3D
 * @typedef {import('../../../web/training.js').Trainer} Trainer
 * @typedef {import('../../../web/training.js').Sample} Sample
 */

const LAYER = 'layers.0.attention';
/** Added to scores of padding; e^-1e9 is 0. */
const NEVER = -1e9;

/**
 * @param {TensorFlow} tf with the backend `wasm` chosen
 * @param {Trainer} trainer whose config has no norm, no feed-forward network and no mask
 */
export function tensorflowTrainer(tf, trainer) {
  const { config, task } = trainer;
  const { heads, dModel, dHead } = config;
  const ids = new Map(task.vocabulary.map(({ word }, id) => [word, id]));
  const variables = Object.fromEntries(
    Object.values(trainer.weights()).map(({ name, shape, data }) => [
      name,
      tf.variable(tf.tensor(data, shape), true),
    ]),
  );
  const positions = variables['positions.weight'].shape[0];
  // A token at which several things are asked has one query: questions share its slot.
  const slots = [...new Set(task.questions.map(({ name }) => slotOf(name)))];

  /**
   * Everything about some sentences that does not change with the weights.
   * @param {Sample[]} samples
   */
  function batchOf(samples) {
    const tokens = samples.map(({ text }) => text.split(' '));
    const size = samples.length;
    const length = Math.max(...tokens.map((list) => list.length));
    const words = new Float32Array(size * length * ids.size);
    const places = new Float32Array(length * positions);
    const padding = new Float32Array(size * length);
    const picks = new Float32Array(size * slots.length * length);
    const labels = task.questions.map(({ answers }) => new Float32Array(size * answers.length));
    for (let i = 0; i < Math.min(length, positions); i++) places[i * positions + i] = 1;
    samples.forEach(({ asks }, i) => {
      padding.fill(NEVER, i * length + tokens[i].length, (i + 1) * length);
      tokens[i].forEach((token, j) => {
        for (const word of token.split('-')) {
          words[(i * length + j) * ids.size + Number(ids.get(word))] = 1;
        }
      });
      for (const { question, token, answer } of asks) {
        const q = task.questions.findIndex(({ name }) => name === question);
        const { answers } = task.questions[q];
        picks[(i * slots.length + slots.indexOf(slotOf(question))) * length + token] = 1;
        labels[q][i * answers.length + answers.indexOf(answer)] = 1;
      }
    });
    return {
      size,
      length,
      asks: samples.reduce((sum, { asks }) => sum + asks.length, 0),
      words: tf.tensor2d(words, [size * length, ids.size]),
      places: tf.tensor2d(places, [length, positions]),
      padding: tf.tensor4d(padding, [size, 1, 1, length]),
      picks: tf.tensor3d(picks, [size, slots.length, length]),
      labels: labels.map((label) => tf.tensor2d(label, [size, label.length / size])),
    };
  }

  /** @param {Tensor} x [rows, in] @param {string} name */
  function dense(x, name) {
    const product = tf.matMul(
      /** @type {Tensor2D} */ (x),
      /** @type {Tensor2D} */ (variables[`${name}.weight`]),
    );
    const bias = variables[`${name}.bias`];
    return bias ? tf.add(product, bias) : product;
  }

  /** Mean cross-entropy per ask. @param {ReturnType<typeof batchOf>} batch @returns {import('@tensorflow/tfjs-core').Scalar} */
  function lossOf({ size, length, asks, words, places, padding, picks, labels }) {
    const embedded = tf.reshape(
      tf.matMul(words, /** @type {Tensor2D} */ (variables['embedding.weight'])),
      [size, length, dModel],
    );
    const placed = tf.matMul(places, /** @type {Tensor2D} */ (variables['positions.weight']));
    const x = /** @type {Tensor3D} */ (tf.add(embedded, placed));
    const rows = tf.matMul(picks, x);
    const flat = tf.reshape(x, [size * length, dModel]);
    const flatRows = tf.reshape(rows, [size * slots.length, dModel]);
    /** @param {Tensor} from @param {string} name @param {number} count */
    const split = (from, name, count) =>
      tf.transpose(
        tf.reshape(dense(from, `${LAYER}.${name}`), [size, count, heads, dHead]),
        [0, 2, 1, 3],
      );
    const q = split(flatRows, 'query', slots.length);
    const k = split(flat, 'key', length);
    const v = split(flat, 'value', length);
    const scaled = tf.mul(tf.matMul(q, k, false, true), dHead ** -0.5);
    const context = tf.matMul(tf.softmax(tf.add(scaled, padding)), v);
    const concat = tf.reshape(tf.transpose(context, [0, 2, 1, 3]), [
      size * slots.length,
      heads * dHead,
    ]);
    const stream = tf.reshape(tf.add(flatRows, dense(concat, `${LAYER}.output`)), [
      size,
      slots.length,
      dModel,
    ]);
    const losses = task.questions.map(({ name }, i) => {
      const at = slots.indexOf(slotOf(name));
      const row = tf.reshape(tf.slice(stream, [0, at, 0], [size, 1, dModel]), [size, dModel]);
      // Where nothing is asked the label is zero everywhere, and so is the loss.
      return tf.neg(tf.sum(tf.mul(tf.logSoftmax(dense(row, `readout.${name}`)), labels[i])));
    });
    return /** @type {import('@tensorflow/tfjs-core').Scalar} */ (
      tf.div(
        losses.reduce((sum, loss) => tf.add(sum, loss)),
        asks,
      )
    );
  }

  const optimizer = tf.train.adam(config.learningRate, 0.9, 0.99, 1e-8);
  return {
    variables,
    batchOf,
    lossOf,
    /** Learns from one batch. @param {ReturnType<typeof batchOf>} batch */
    step(batch) {
      optimizer.minimize(() => lossOf(batch));
    },
    dispose() {
      optimizer.dispose();
      for (const variable of Object.values(variables)) variable.dispose();
    },
  };
}

/** Which questions are asked at one and the same token. @param {string} question */
function slotOf(question) {
  return { agree: 'verb', who: 'verb', whom: 'verb', sense: 'noun', it: 'it' }[question] ?? 'query';
}
