/** @file The family "trained": a model of web/core/trainer.js and its config, as one file. */
import { file, wrong } from '../core/arguments.js';
import { failure } from '../core/error.js';
import { readSafetensors, writeSafetensors } from './safetensors.js';
import { shown } from './shown.js';

/**
 * @typedef {import('../core/train.d.ts').Trainer} Trainer
 * @typedef {import('../core/train.d.ts').TrainConfig} TrainConfig
 */

const kFamily = 'trained';
const kFormatVersion = '1';
const kWhere = 'trainedFromBytes';

/**
 * @param {Trainer} trainer
 * @returns {Uint8Array} a safetensors file: the weights in float32 by their names; the config, JSON,
 *   and the steps done stand in its `__metadata__`.
 * @throws HeadscopeError BadArgument, Disposed
 */
export function trainedToBytes(trainer) {
  // Told by what it does, because a trainer may come from another copy of this script.
  if (typeof trainer?.weights !== 'function') {
    throw wrong('trainedToBytes', 'trainer', trainer, 'what createTrainer makes');
  }
  return writeSafetensors(trainer.weights(), {
    family: kFamily,
    format_version: kFormatVersion,
    config: JSON.stringify(trainer.config),
    steps: String(trainer.stepsDone),
  });
}

/**
 * What makes the same model again: `createTrainer(config)`, then `load(weights, { steps })`.
 * @param {ArrayBuffer | Uint8Array} bytes
 * @returns {{config: TrainConfig, steps: number,
 *   weights: Record<string, {shape: number[], data: Float32Array}>}}
 * @throws HeadscopeError BadArgument, BadFile, Unsupported; whether the weights fit is the core's to say
 */
export function trainedFromBytes(bytes) {
  const { tensors, metadata } = readSafetensors(file(kWhere, 'bytes', bytes));
  if (metadata.family !== kFamily || metadata.format_version !== kFormatVersion) {
    const found = `${shown(metadata.family)}, format_version ${shown(metadata.format_version)}`;
    const expected = `${shown(kFamily)}, format_version ${shown(kFormatVersion)}`;
    throw failure(
      'Unsupported',
      kWhere,
      `the file's model family is ${found}; expected ${expected}`,
    );
  }
  const weights = Object.fromEntries(
    Object.entries(tensors).map(([name, { shape, data }]) => [name, { shape, data }]),
  );
  return { config: parse(metadata.config), steps: stepsOf(metadata.steps), weights };
}

/** @param {string} text @returns {number} */
function stepsOf(text) {
  const steps = Number(text);
  if (/^\d+$/.test(text) && steps < 2 ** 31) return steps;
  const expected = 'a whole number below 2^31';
  throw failure('BadFile', kWhere, `__metadata__.steps is ${shown(text)}; expected ${expected}`);
}

/** @param {string} json @returns {TrainConfig} */
function parse(json) {
  try {
    return JSON.parse(json);
  } catch (error) {
    const found = json === undefined ? 'missing' : 'not JSON';
    throw failure('BadFile', kWhere, `__metadata__.config is ${found}; expected JSON`, error);
  }
}
