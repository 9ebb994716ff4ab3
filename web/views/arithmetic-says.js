/** What the arithmetic says beside its digits, and what lights up elsewhere. */
import { timingOf } from '../draw/arithmetic-block.js';
import { formatNumber, t } from '../i18n/index.js';

/**
 * @typedef {import('../draw/arithmetic.js').Name} Name
 * @typedef {import('../draw/arithmetic.js').Unfolded} Unfolded
 * @typedef {NonNullable<ReturnType<typeof import('./arithmetic-source.js').chainOf>>} Chain
 */

/**
 * What the terms do not say by themselves.
 * @param {Pick<Chain, 'unfolding' | 'place' | 'size' | 'source'> & {kind: Unfolded['kind'] | null}} chain
 * @param {{query: string, key: string}} words
 * @param {(key: string, values?: Record<string, string | number>) => string} [say] another language
 */
export function chainSentence({ unfolding, place, size, source, kind }, words, say = t) {
  const { name, query, model } = unfolding;
  const { dHead, dModel } = size;
  if (kind === null) {
    const { failed } = source;
    if (failed) return say('arithmetic.failed', { message: failed });
    if (source.tensors(name) && source.weights('query.weight') === undefined)
      return say('arithmetic.waiting');
    return say(source.provisional ? 'arithmetic.absent' : 'arithmetic.lacks');
  }
  if (kind === 'hidden') {
    return say(`arithmetic.hidden.${name === 'weights' ? 'weights' : 'masked'}`, words);
  }
  switch (name) {
    case 'masked':
      return say('arithmetic.same.masked', words);
    case 'concat':
      if (kind !== 'same') return '';
      return say('arithmetic.same.concat', { head: place.head, from: place.head * dHead });
    case 'embedding':
      return say('arithmetic.same.embedding', { ...words, id: source.block?.ids[query] ?? 0 });
    case 'input': {
      if (!source.first)
        return say('arithmetic.same.input', { layer: (source.block?.layer ?? 0) - 1 });
      const pairs = Math.floor(dModel / 2);
      const power = `${model % pairs}/${Math.max(pairs, 2) - 1}`;
      const value = formatNumber(timingOf(query, model, dModel), 4);
      const wave = model < pairs ? 'sin' : 'cos';
      return say('arithmetic.timing', { formula: `${wave}(${query} · 10000^(−${power}))`, value });
    }
    case 'projected':
      return say('arithmetic.projected');
    default:
      return '';
  }
}

/**
 * The axis that a step sums over, where it sums.
 * @param {Name} name
 * @param {Chain['source']} source
 * @returns {string | null}
 */
export function summedAxis(name, { tensors, lifted, entry = 'norm' }) {
  const width = (/** @type {string} */ of) => tensors(of)?.axes?.at(-1) ?? null;
  switch (name) {
    case 'norm':
    case 'query':
    case 'key':
    case 'value':
      return width(entry);
    case 'scores':
    case 'output':
    case 'contribution':
      return 'd_head';
    case 'weights':
    case 'context':
      return 'key';
    case 'residual':
      return lifted ? width('input') : null;
    case 'ffn-norm':
    case 'ffn-hidden':
      return width('residual');
    case 'ffn-output':
      return width('ffn-hidden');
    case 'pooled':
      return 'seq_len';
    default:
      return null;
  }
}
