/** A checkpoint's description of its encoder, checked and with every default filled in. */
import { count, flag, list, number, object, optional, text, wrong } from './arguments.js';

const ENCODER = [
  'vocabulary',
  'max_seq_len',
  'embedding_scale',
  'd_sentence',
  'byte_budget',
  'blocks',
];
const BLOCK = ['attention', 'project_residual', 'd_ffn', 'activation', 'norm_epsilon'];
const ATTENTION = ['d_model', 'heads', 'd_head', 'd_memory', 'd_output', 'scale'];
const GIBIBYTE = 2 ** 30;

/**
 * @param {string} where
 * @param {unknown} config an {@link import('./core.d.ts').EncoderConfig}
 * @returns {import('./binding.d.ts').EncoderConfigParts}
 */
export function encoderConfigParts(where, config) {
  const given = object(where, 'config', config, ENCODER);
  const blocks = list(where, 'config.blocks', given.blocks, 'an array of blocks');
  return {
    vocabulary: count(where, 'config.vocabulary', given.vocabulary),
    max_seq_len: count(where, 'config.max_seq_len', given.max_seq_len),
    embedding_scale: optional(number, where, 'config.embedding_scale', given.embedding_scale) ?? 1,
    d_sentence: optional(count, where, 'config.d_sentence', given.d_sentence) ?? 0,
    byte_budget: optional(count, where, 'config.byte_budget', given.byte_budget) ?? GIBIBYTE,
    blocks: blocks.map((block, i) => blockParts(where, `config.blocks[${i}]`, block)),
  };
}

/** @param {string} where @param {string} name @param {unknown} block */
function blockParts(where, name, block) {
  const given = object(where, name, block, BLOCK);
  return {
    attention: attentionParts(where, `${name}.attention`, given.attention),
    project_residual:
      optional(flag, where, `${name}.project_residual`, given.project_residual) ?? false,
    d_ffn: count(where, `${name}.d_ffn`, given.d_ffn),
    activation: optional(activation, where, `${name}.activation`, given.activation) ?? 'relu',
    norm_epsilon: optional(number, where, `${name}.norm_epsilon`, given.norm_epsilon) ?? 1e-6,
  };
}

/** @param {string} where @param {string} name @param {unknown} attention */
function attentionParts(where, name, attention) {
  const given = object(where, name, attention, ATTENTION);
  const dModel = count(where, `${name}.d_model`, given.d_model);
  return {
    d_model: dModel,
    heads: count(where, `${name}.heads`, given.heads),
    d_head: count(where, `${name}.d_head`, given.d_head),
    d_memory: optional(count, where, `${name}.d_memory`, given.d_memory) ?? dModel,
    d_output: optional(count, where, `${name}.d_output`, given.d_output) ?? dModel,
    scale: optional(number, where, `${name}.scale`, given.scale),
    byte_budget: GIBIBYTE,
  };
}

/** @param {string} where @param {string} name @param {unknown} value */
function activation(where, name, value) {
  const given = text(where, name, value);
  if (given === 'relu' || given === 'gelu') return given;
  throw wrong(where, name, value, "'relu' or 'gelu'");
}
