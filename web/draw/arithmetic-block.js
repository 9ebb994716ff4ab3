/** The arithmetic of what stands around the attention: embedding, norms, residuals, feed-forward, sentence. */
import { dot, norm, unitTanh } from './arithmetic-kinds.js';
import { project, reader, valueAt } from './arithmetic-read.js';

/**
 * @typedef {import('./arithmetic.js').Source} Source
 * @typedef {import('./arithmetic.js').Cell} Cell
 * @typedef {import('./arithmetic.js').Place} Place
 * @typedef {import('./arithmetic.js').Unfolded} Unfolded
 * @typedef {import('./arithmetic-kinds.js').Sum} Sum
 */

/**
 * @param {Source} source
 * @param {{cell: Cell, value: number, place: Place, sorted: boolean}} what
 * @returns {Unfolded | null} null where a tensor or a weight is missing
 */
export function unfoldBlock(source, { cell, value, place, sorted }) {
  const { tensors, below = () => undefined, weights = () => undefined, block = null } = source;
  if (!block) return null;
  const { query: i, model = 0, output, hidden = 0, sentence = 0 } = place;
  const at = reader(tensors);
  const made = (/** @type {Sum | null} */ sum) => sum && dot(cell, value, sum, sorted);
  /** Nothing of the core's stands against it. @param {Unfolded | null} own */
  const alone = (own) => own && { ...own, agrees: null };

  switch (cell.name) {
    case 'embedding': {
      const left = { name: 'W.embedding', index: [block.ids[i], model], value };
      return alone(made({ count: 1, left: () => left }));
    }
    case 'input': {
      if (block.layer > 0) {
        const before = reader(below)('layer-output');
        const layer = block.layer - 1;
        return made(before && { count: 1, left: () => ({ ...before(...cell.index), layer }) });
      }
      const embedding = at('embedding');
      const width = tensors('embedding')?.shape[1] ?? 0;
      if (!embedding || block.learned) return null;
      const timing = { name: 'timing', index: cell.index, value: timingOf(i, model, width) };
      const scale = { name: 'embeddingScale', index: [], value: block.embeddingScale };
      return made({
        count: 2,
        left: (term) => (term ? timing : embedding(i, model)),
        right: (term) => (term ? null : scale),
      });
    }
    case 'norm':
    case 'ffn-norm': {
      const from = cell.name === 'norm' ? 'input' : 'residual';
      const [row, gain, bias] = [
        at(from),
        weights(`${cell.name}.scale`),
        weights(`${cell.name}.bias`),
      ];
      if (!row || !gain || !bias) return null;
      const [, column] = cell.index;
      const all = Array.from({ length: gain.shape[0] }, (_, k) => row(i, k));
      return norm(cell, value, all, {
        epsilon: block.epsilon,
        gain: { name: `γ.${cell.name}`, index: [column], value: valueAt(gain, [column]) },
        bias: { name: `β.${cell.name}`, index: [column], value: valueAt(bias, [column]) },
        sorted,
      });
    }
    case 'residual': {
      const [input, added] = [at('input'), at('output')];
      if (!input || !added) return null;
      const own = added(i, output);
      if (
        tensors('input')?.shape[1] === tensors('output')?.shape[1] &&
        !weights('residual.weight')
      ) {
        return made({ count: 2, left: (term) => (term ? own : input(i, output)) });
      }
      const then = [{ op: /** @type {const} */ ('plus'), value: own.value, cell: own }];
      return made(project(source, { from: 'input', by: 'residual', row: i, to: output, then }));
    }
    case 'ffn-hidden': {
      if (block.activation !== 'relu') return null;
      const then = [{ op: /** @type {const} */ ('relu') }];
      return made(
        project(source, { from: 'ffn-norm', by: 'ffn-hidden', row: i, to: hidden, then }),
      );
    }
    case 'ffn-output':
      return made(project(source, { from: 'ffn-hidden', by: 'ffn-output', row: i, to: output }));
    case 'layer-output': {
      const [residual, added] = [at('residual'), at('ffn-output')];
      if (!residual || !added) return null;
      return made({
        count: 2,
        left: (term) => (term ? added(i, output) : residual(i, output)),
      });
    }
    case 'pooled': {
      const rows = at('layer-output');
      const count = tensors('layer-output')?.shape[0] ?? 0;
      if (!rows) return null;
      return made({
        count,
        left: (token) => rows(token, output),
        then: [{ op: 'over', value: count, name: 'tokens' }],
      });
    }
    case 'projected':
      return alone(
        made(project(source, { from: 'pooled', by: 'sentence', row: null, to: sentence })),
      );
    case 'sentence': {
      const projected = at('projected');
      const width = tensors('projected')?.shape[0] ?? 0;
      if (!projected) return null;
      const row = Array.from({ length: width }, (_, k) => projected(k));
      return unitTanh(cell, value, row, sorted);
    }
    default:
      return null;
  }
}

/**
 * The sentence before tanh, which no trace keeps: pooled · W + b, in double.
 * @param {import('./arithmetic.js').Tensor} pooled
 * @param {import('./arithmetic.js').Tensor} weight [in, out]
 * @param {import('./arithmetic.js').Tensor} bias
 * @returns {import('./arithmetic.js').Tensor}
 */
export function projectedOf(pooled, weight, bias) {
  const [inner, width] = weight.shape;
  const sums = Float64Array.from({ length: width }, (_, c) => bias.data[c]);
  for (let k = 0; k < inner; k++) {
    for (let c = 0; c < width; c++) sums[c] += pooled.data[k] * weight.data[k * width + c];
  }
  return { shape: [width], data: Float32Array.from(sums) };
}

/**
 * The timing signal of tensor2tensor: sines of the position in the first half of the columns, cosines
 * in the second, at wavelengths from 2π to 10,000 · 2π; its angles in float, as the model was trained.
 * @param {number} position
 * @param {number} column
 * @param {number} width
 */
export function timingOf(position, column, width) {
  const pairs = Math.floor(width / 2);
  if (column >= 2 * pairs) return 0;
  const step = Math.fround(Math.log(10000) / (Math.max(pairs, 2) - 1));
  const scale = Math.fround(Math.exp(Math.fround((column % pairs) * -step)));
  const angle = Math.fround(position * scale);
  return Math.fround(column < pairs ? Math.sin(angle) : Math.cos(angle));
}
