/** @file The family "use-lite": the Universal Sentence Encoder Lite, as scripts/convert-model writes it. */
import { failure } from '../core/error.js';
import { UnigramTokenizer } from './tokenizer.js';

/**
 * @typedef {import('../core/core.d.ts').Checkpoint} Checkpoint
 * @typedef {import('../core/core.d.ts').EncoderConfig} EncoderConfig
 * @typedef {import('../core/core.d.ts').ModelInfo} ModelInfo
 */

const kFormatVersion = '1';
const kTable = 'embedding.weight';

/**
 * @param {ReturnType<typeof import('./safetensors.js').readSafetensors>} file
 * @returns {Checkpoint}
 * @throws HeadscopeError BadFile, Unsupported
 */
export function readUseLite({ tensors, metadata }) {
  if (metadata.format_version !== kFormatVersion) {
    throw failure(
      'Unsupported',
      'readUseLite',
      `the file's format_version is ${metadata.format_version}; expected ${kFormatVersion}`,
    );
  }
  const config = /** @type {EncoderConfig} */ (parse(metadata, 'config'));
  if (!Array.isArray(config?.blocks)) {
    throw failure('BadFile', 'readUseLite', 'the config has no blocks; expected one per layer');
  }
  const bare = config.blocks.findIndex((block) => !block?.attention);
  if (bare >= 0) {
    const what = `blocks[${bare}] of the config has no attention; expected {d_model, heads, d_head}`;
    throw failure('BadFile', 'readUseLite', what);
  }
  const vocabulary = /** @type {import('./tokenizer.js').Vocabulary} */ (
    parse(metadata, 'tokenizer')
  );
  const tokenizer = new UnigramTokenizer(vocabulary ?? {});
  checkRows(vocabulary.pieces.length, tensors[kTable]?.shape);
  return {
    config,
    weights: tensors,
    tokenizer,
    info: describe(config, metadata),
  };
}

/**
 * Rows without a piece, which the published model has two of, are never looked up.
 * @param {number} pieces
 * @param {readonly number[]} [shape] of the table; that it is missing is the core's to say
 */
function checkRows(pieces, shape) {
  if (!shape || pieces <= shape[0]) return;
  const what = `the tokenizer has ${pieces} pieces; expected at most one for each row of ${kTable} [${shape}]`;
  throw failure('BadFile', 'readUseLite', what);
}

/**
 * @param {EncoderConfig} config
 * @param {Readonly<Record<string, string>>} metadata
 * @returns {ModelInfo}
 */
function describe(config, { name, title, licence, source, dtype }) {
  return {
    name,
    title,
    licence,
    source,
    maxTokens: config.max_seq_len,
    dtype: dtype === 'F16' ? 'F16' : 'F32',
    layers: config.blocks.map(({ attention, d_ffn }) => ({
      dModel: attention.d_model,
      heads: attention.heads,
      dHead: attention.d_head,
      dOutput: attention.d_output ?? attention.d_model,
      dFfn: d_ffn,
    })),
    encoder: config,
  };
}

/**
 * @param {Readonly<Record<string, string>>} metadata
 * @param {string} key
 * @returns {unknown}
 */
function parse(metadata, key) {
  try {
    return JSON.parse(metadata[key]);
  } catch (error) {
    const found = metadata[key] === undefined ? 'missing' : 'not JSON';
    throw failure(
      'BadFile',
      'readUseLite',
      `__metadata__.${key} is ${found}; expected JSON`,
      error,
    );
  }
}
