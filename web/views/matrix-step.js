/** What a stage did, in one line with the numbers of the cell that is pointed at. */
import { strongestOf } from '../draw/edges.js';
import { isMasked } from '../draw/matrix.js';
import { rowSum } from '../draw/measures.js';
import { formatNumber, t } from '../i18n/index.js';
import { attentionName } from '../state/store.js';
import { tokenText } from './dom.js';

/** @param {number} sum @returns {string} `1.000`, and a plain `0` for a row without attention */
export const sumText = (sum) => (sum === 0 ? '0' : formatNumber(sum, 3));

/**
 * @param {object} place
 * @param {import('../state/store.js').Snapshot} place.snapshot
 * @param {number} place.layer
 * @param {number} place.head
 * @param {import('../state/store.js').Stage} place.stage
 * @param {Readonly<import('../state/store.js').Focus> | null} place.focus
 * @returns {string} empty when the snapshot lacks a stage
 */
export function stepSentence({ snapshot, layer, head, stage, focus }) {
  const { tokens, tensors, model } = snapshot;
  const count = tokens.length;
  const data = (/** @type {string} */ name) => tensors[attentionName(layer, name)]?.data;
  const [scores, scaled, masked, weights] = ['scores', 'scaled', 'masked', 'weights'].map(data);
  const width = model?.layers[layer]?.dHead;
  if (!count || !width || !scores || !scaled || !masked || !weights) return '';
  const [query, key] = cellOf(weights, head, count, focus);
  const at = (head * count + query) * count + key;
  const number = (/** @type {number} */ value) => formatNumber(value, 2);
  if (stage === 'scores') {
    const [q, k] = [query, key].map((index) => tokenText(tokens[index]));
    return t('matrix.step.scores', { width, query: q, key: k, scores: number(scores[at]) });
  }
  if (stage === 'scaled') {
    const root = number(Math.sqrt(width));
    const [before, after] = [number(scores[at]), number(scaled[at])];
    return t('matrix.step.scaled', { width, root, scores: before, scaled: after });
  }
  const isHidden = isMasked(masked[at]);
  if (stage === 'masked') {
    const area = count * count;
    const own = masked.subarray(head * area, (head + 1) * area);
    const hidden = own.reduce((sum, value) => sum + Number(isMasked(value)), 0);
    if (isHidden) return t('matrix.step.maskedHidden', { hidden });
    return t('matrix.step.masked', { hidden, scaled: number(scaled[at]) });
  }
  const total = rowSum(weights, at - key, count);
  const sum = sumText(total);
  if (total === 0) return t('matrix.step.weightsNone', { sum });
  if (isHidden) return t('matrix.step.weightsHidden', { sum });
  const weight = formatNumber(weights[at], 3);
  return t('matrix.step.weights', { masked: number(masked[at]), weight, sum });
}

/**
 * The focused cell, else the strongest one of the focused row or column, else of the head.
 * @param {Float32Array} weights
 * @param {number} head
 * @param {number} count
 * @param {Readonly<import('../state/store.js').Focus> | null} focus
 * @returns {readonly [number, number]}
 */
function cellOf(weights, head, count, focus) {
  if (focus && 'cell' in focus) return focus.cell;
  if (focus) {
    const place = { head, rows: count, columns: count, ...focus, count: 1 };
    const [{ query, key }] = strongestOf(weights, place);
    return [query, key];
  }
  const area = count * count;
  const own = weights.subarray(head * area, (head + 1) * area);
  const best = own.reduce((top, weight, cell) => (weight > own[top] ? cell : top), 0);
  return [Math.floor(best / count), best % count];
}
