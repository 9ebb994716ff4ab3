/** A training's description, checked; what is left out is for the core to fill in. */
import { count, flag, number, object, optional, positive, wrong } from './arguments.js';

/** @typedef {import('./train.d.ts').TrainConfig} TrainConfig */
/** @typedef {import('./train-binding.d.ts').TrainConfigParts} TrainConfigParts */

const KEYS = [
  'task',
  'heads',
  'places',
  'dModel',
  'dHead',
  'dFfn',
  'norm',
  'attentionBias',
  'causal',
  'seed',
  'batch',
  'steps',
  'warmup',
  'learningRate',
  'weightDecay',
  'headLasso',
  'trainSentences',
  'testSentences',
];

/** @param {string} where @param {string} name @param {unknown} value */
export function taskName(where, name, value) {
  if (value === 'tiles' || value === 'english') return value;
  throw wrong(where, name, value, "'tiles' or 'english'");
}

/** @type {typeof number} */
function notNegative(where, name, value) {
  const given = number(where, name, value);
  if (given < 0) throw wrong(where, name, value, 'no negative number');
  return given;
}

/**
 * @param {string} where
 * @param {unknown} config a {@link TrainConfig}
 * @returns {TrainConfigParts}
 */
export function trainConfigParts(where, config) {
  const given = object(where, 'config', config, KEYS);
  /**
   * @template T
   * @param {(where: string, name: string, value: unknown) => T} check
   * @param {string} key
   */
  const maybe = (check, key) => optional(check, where, `config.${key}`, given[key]);
  return {
    task: taskName(where, 'config.task', given.task),
    heads: count(where, 'config.heads', given.heads),
    places: maybe(count, 'places') ?? 4,
    d_model: maybe(positive, 'dModel') ?? 0,
    d_head: maybe(positive, 'dHead') ?? 0,
    d_ffn: maybe(count, 'dFfn') ?? 0,
    norm: maybe(flag, 'norm') ?? false,
    attention_bias: maybe(flag, 'attentionBias') ?? false,
    causal: maybe(flag, 'causal') ?? false,
    seed: maybe(count, 'seed') ?? 1,
    batch: maybe(positive, 'batch') ?? 0,
    steps: maybe(positive, 'steps') ?? 0,
    warmup: maybe(count, 'warmup') ?? 50,
    learning_rate: maybe(number, 'learningRate') ?? 0.02,
    weight_decay: maybe(notNegative, 'weightDecay') ?? -1,
    head_lasso: maybe(number, 'headLasso') ?? 0,
    train_sentences: maybe(count, 'trainSentences') ?? 0,
    test_sentences: maybe(positive, 'testSentences') ?? 0,
  };
}

/** @param {TrainConfigParts} parts @returns {Readonly<Required<TrainConfig>>} */
export const trainConfigOf = (parts) =>
  Object.freeze({
    task: parts.task,
    heads: parts.heads,
    places: parts.places,
    dModel: parts.d_model,
    dHead: parts.d_head,
    dFfn: parts.d_ffn,
    norm: parts.norm,
    attentionBias: parts.attention_bias,
    causal: parts.causal,
    seed: parts.seed,
    batch: parts.batch,
    steps: parts.steps,
    warmup: parts.warmup,
    learningRate: parts.learning_rate,
    weightDecay: parts.weight_decay,
    headLasso: parts.head_lasso,
    trainSentences: parts.train_sentences,
    testSentences: parts.test_sentences,
  });
