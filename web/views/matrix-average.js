/**
 * The averaging trap: what the average of a layer's heads says, beside the heads it hides. Sharp
 * heads that look at different words average to a bland one that looks at all of them.
 */
import { isMasked } from '../draw/matrix.js';
import { averageHeads, effectiveTokens } from '../draw/measures.js';
import { headStyle } from '../draw/style.js';
import { formatNumber, t } from '../i18n/index.js';
import { attentionName } from '../state/store.js';
import { paintThumbnail } from './head-thumbnail.js';
import { swatch } from './head-key.js';
import { el, tokenText } from './dom.js';

/**
 * @typedef {import('../state/store.js').Snapshot} Snapshot
 * @typedef {import('../state/store.js').Tensor} Tensor
 * @typedef {{weights: Float32Array, strongest: Uint16Array, heads: number}} Average
 */

/** So many heads stand beside their average. */
const SHOWN = 8;

/** @type {WeakMap<Tensor, Average>} averages of a layer's weights, made once */
const averages = new WeakMap();

/** @param {Tensor} tensor weights `[heads, count, count]` @returns {Average} */
export function averageOf(tensor) {
  let average = averages.get(tensor);
  if (!average) {
    const [heads, count] = tensor.shape;
    average = { ...averageHeads({ weights: tensor.data, count, heads }), heads };
    averages.set(tensor, average);
  }
  return average;
}

/**
 * @param {object} place
 * @param {Snapshot} place.snapshot
 * @param {number} place.layer
 * @param {Readonly<import('../state/store.js').Focus> | null} place.focus
 * @returns {string} what the average says where it is pointed at, and what its heads say
 */
export function averageSentence({ snapshot, layer, focus }) {
  const tensor = snapshot.tensors[attentionName(layer, 'weights')];
  const masked = snapshot.tensors[attentionName(layer, 'masked')]?.data;
  const { weights, strongest, heads } = averageOf(tensor);
  const count = snapshot.tokens.length;
  const text = (/** @type {number} */ index) => tokenText(snapshot.tokens[index]);
  const percent = (/** @type {number} */ value) => formatNumber(100 * value, 1);
  if (focus && 'cell' in focus) {
    const [query, key] = focus.cell;
    const cell = query * count + key;
    const names = { query: text(query), key: text(key) };
    if (masked && isMasked(masked[cell])) return t('matrix.average.hidden', names);
    const of = (/** @type {number} */ head) => tensor.data[head * count * count + cell];
    let low = 0;
    for (let head = 1; head < heads; head++) if (of(head) < of(low)) low = head;
    const head = strongest[cell];
    return t('matrix.average.cell', {
      ...{ ...names, percent: percent(weights[cell]) },
      ...{ head, most: percent(of(head)), low, least: percent(of(low)) },
    });
  }
  if (focus?.side === 'key') {
    let sum = 0;
    for (let query = 0; query < count; query++) sum += weights[query * count + focus.index];
    return t('matrix.average.column', { key: text(focus.index), percent: percent(sum / count) });
  }
  const rows = focus ? [focus.index] : Array.from({ length: count }, (_, query) => query);
  const list = Array.from({ length: heads }, (_, head) =>
    formatNumber(meanTokens(tensor.data, head, rows, count), 1),
  ).join(t('list.separator'));
  const average = formatNumber(meanTokens(weights, 0, rows, count), 1);
  if (!focus) return t('matrix.average.all', { heads, average, list });
  return t('matrix.average.row', { query: text(focus.index), heads, average, list });
}

/**
 * Effective tokens, averaged over those of the rows that attend.
 * @param {ArrayLike<number>} weights `[heads, count, count]`
 * @param {number} head
 * @param {readonly number[]} rows
 * @param {number} count
 */
function meanTokens(weights, head, rows, count) {
  const tokens = rows
    .map((row) => effectiveTokens(weights, (head * count + row) * count, count))
    .filter((value) => value > 0);
  return tokens.length ? tokens.reduce((sum, value) => sum + value, 0) / tokens.length : 0;
}

/** The heads that the average is made of, small, each with the tokens it looks at. */
export class SharpHeads {
  element = el('ul', { class: 'matrix-sharp', hidden: true });

  /**
   * @param {Tensor} tensor weights `[heads, count, count]`
   * @param {Readonly<import('../state/store.js').Focus> | null} focus
   * @param {ReturnType<typeof import('./palette.js').readPalette>} palette
   */
  show(tensor, focus, palette) {
    const [heads, count] = tensor.shape;
    const rows =
      focus && !('cell' in focus) && focus.side === 'query'
        ? [focus.index]
        : focus && 'cell' in focus
          ? [focus.cell[0]]
          : Array.from({ length: count }, (_, query) => query);
    const shown = Math.min(heads, SHOWN);
    while (this.element.children.length > shown) this.element.lastElementChild?.remove();
    for (let head = 0; head < shown; head++) {
      const item = this.element.children[head] ?? this.#make(head);
      const canvas = /** @type {HTMLCanvasElement} */ (item.querySelector('canvas'));
      if (this.#painted !== tensor || this.#palette !== palette) {
        paintThumbnail(canvas, { weights: tensor.data, head, count, rgb: palette.rgb });
      }
      const tokens = formatNumber(meanTokens(tensor.data, head, rows, count), 1);
      const words = /** @type {HTMLElement} */ (item.lastElementChild);
      words.title = t('matrix.average.head', { head, tokens });
      if (words.textContent !== tokens) words.textContent = tokens;
    }
    this.#painted = tensor;
    this.#palette = palette;
  }

  /** @type {Tensor | null} */
  #painted = null;
  /** @type {object | null} */
  #palette = null;

  /** @param {number} head */
  #make(head) {
    const item = el(
      'li',
      { style: `--hue: var(--${headStyle(head).colour})` },
      el('canvas', { 'aria-hidden': 'true' }),
      swatch(head),
      el('span', {}, String(head)),
      el('span', { class: 'figure' }),
    );
    this.element.append(item);
    return item;
  }
}
