/** What stands on either side of the comparison, from the state: numbers, names and alignment. */
import { isMasked } from '../draw/matrix.js';
import { t } from '../i18n/index.js';
import { align, alignSame } from '../state/compare.js';
import { attentionName } from '../state/store.js';
import { tokenText } from './dom.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').Snapshot} Snapshot
 * @typedef {object} Side
 * @property {string} name
 * @property {string[]} texts
 * @property {number} layer
 * @property {import('../state/compare.js').Weights} weights
 * @property {ArrayLike<number>} masked `[heads, count, count]`
 * @property {Snapshot} snapshot
 * @typedef {{left: Side, right: Side, alignment: import('../state/compare.js').Alignment}} Sides
 */

/** @param {Readonly<State>} state @returns {Sides | {missing: string}} why nothing can be compared */
export function sidesOf({ snapshot, unmasked, comparison, compare, layer, heads, load }) {
  const head = heads[0];
  if (!snapshot) return { missing: t('compare.waiting') };
  if (compare.kind === 'head') {
    const { other } = compare;
    const name = (/** @type {number} */ l, /** @type {number} */ h) =>
      t('compare.name.head', { layer: l, head: h });
    return sides(
      sideOf(snapshot, layer, head, name(layer, head)),
      sideOf(snapshot, other.layer, other.head, name(other.layer, other.head)),
    );
  }
  if (compare.kind === 'mask') {
    if (!unmasked) return { missing: t('compare.noMask') };
    return sides(
      sideOf(unmasked, layer, head, t('compare.name.without')),
      sideOf(snapshot, layer, head, t('compare.name.with')),
    );
  }
  if (!compare.text.trim()) return { missing: t('compare.empty') };
  if (compare.failed) return { missing: t('compare.failed', { message: compare.failed }) };
  if (!comparison) return { missing: load.phase === 'ready' ? '' : t('compare.waiting') };
  return sides(
    sideOf(snapshot, layer, head, snapshot.text),
    sideOf(comparison, layer, head, comparison.text),
  );
}

/** @param {Side | null} left @param {Side | null} right @returns {Sides | {missing: string}} */
function sides(left, right) {
  if (!left || !right) return { missing: '' };
  const pieces = (/** @type {Side} */ { snapshot }) => snapshot.tokens.map(({ piece }) => piece);
  const alignment =
    left.snapshot.text === right.snapshot.text
      ? alignSame(left.texts.length)
      : align(pieces(left), pieces(right));
  return { left, right, alignment };
}

/**
 * @param {Snapshot} snapshot
 * @param {number} layer
 * @param {number} head
 * @param {string} name
 * @returns {Side | null}
 */
function sideOf(snapshot, layer, head, name) {
  const weights = snapshot.tensors[attentionName(layer, 'weights')];
  const masked = snapshot.tensors[attentionName(layer, 'masked')];
  if (!weights || !masked || head >= weights.shape[0]) return null;
  const texts = snapshot.tokens.map(tokenText);
  const count = texts.length;
  return {
    name,
    texts,
    layer,
    weights: { data: weights.data, head, count },
    masked: masked.data,
    snapshot,
  };
}

/** @param {Side} side @param {number} query @param {number} key */
export const isHidden = ({ masked, weights: { head, count } }, query, key) =>
  isMasked(masked[(head * count + query) * count + key]);

/**
 * The name of an aligned pair: one word, or both where they differ.
 * @param {Sides} sides
 * @param {import('../state/compare.js').Pair} pair
 */
export function pairText({ left, right }, pair) {
  const [a, b] = [left.texts[pair.left], right.texts[pair.right]];
  return a === b ? a : t('compare.replaced', { left: a, right: b });
}
