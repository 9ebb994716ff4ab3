/** The tokens of the sentence as chips, and the part of the text that the model has no room for. */
import { directionOf } from '../draw/direction.js';
import { formatNumber, t } from '../i18n/index.js';
import { el, tokenText } from './dom.js';
import { writeAttribute } from './write.js';

/**
 * @typedef {import('../state/store.js').Token} Token
 * @typedef {import('../state/store.js').Snapshot} Snapshot
 */

export class SentenceTokens {
  /** @readonly */
  element = el('ol', { class: 'tokens', 'aria-label': t('sentence.tokens'), tabindex: 0 });
  /** The chips as they stand, each with what it was made from, so that a key touches few. */
  #chips = /** @type {{key: string, chip: HTMLElement}[]} */ ([]);
  #rest = el('li', { class: 'rest' }, el('bdi', { dir: 'auto' }));
  /** @type {HTMLElement[]} */
  #lit = [];

  /** @param {(index: number | null) => void} onPoint called with the token under the pointer */
  constructor(onPoint) {
    this.element.addEventListener('pointerover', ({ target, pointerType }) => {
      if (pointerType !== 'touch') onPoint(tokenAt(target));
    });
    this.element.addEventListener('pointerleave', () => onPoint(null));
  }

  /** @param {Snapshot} snapshot */
  show({ tokens, cut, text }) {
    writeAttribute(this.element, 'dir', directionOf(text));
    const made = tokens.map((token, index) => {
      const starts = index > 0 && tokens[index - 1].end < token.start;
      const key = `${token.id} ${token.known} ${starts} ${token.text}`;
      const kept = this.#chips[index];
      return kept?.key === key ? kept : { key, chip: makeChip(token, index, starts) };
    });
    made.forEach(({ chip }, index) => {
      const old = this.#chips[index]?.chip;
      if (!old) this.element.append(chip);
      else if (old !== chip) old.replaceWith(chip);
    });
    for (const { chip } of this.#chips.slice(made.length)) chip.remove();
    this.#chips = made;
    this.#rest.firstElementChild?.replaceChildren(cut ? text.slice(cut.start) : '');
    if (cut) this.element.append(this.#rest);
    else this.#rest.remove();
  }

  /** @param {readonly number[]} indexes of the tokens in focus */
  light(indexes) {
    const before = this.#lit;
    this.#lit = indexes.flatMap((index) => this.#chips[index]?.chip ?? []);
    for (const chip of before) if (!this.#lit.includes(chip)) chip.classList.remove('focused');
    for (const chip of this.#lit) if (!before.includes(chip)) chip.classList.add('focused');
  }
}

/**
 * @param {Token} token
 * @param {number} index
 * @param {boolean} starts a new word
 */
function makeChip(token, index, starts) {
  const { id, piece, known } = token;
  const text = tokenText(token);
  const score = formatNumber(token.score, 2);
  const tip = known ? t('sentence.id', { id, piece, score }) : t('sentence.unknownTip', { id });
  return el(
    'li',
    {
      class: known ? 'token' : 'token unknown',
      'data-index': index,
      'data-tip': tip,
      'data-starts': starts ? 'word' : 'inside',
    },
    el('bdi', { dir: 'auto', 'aria-hidden': 'true' }, text),
    el(
      'span',
      { class: 'unseen' },
      t(known ? 'sentence.token' : 'sentence.unknown', { text, piece, id, score }),
    ),
  );
}

/** @param {EventTarget | null} target */
function tokenAt(target) {
  const chip = target instanceof Element ? target.closest('.token') : null;
  return chip instanceof HTMLElement ? Number(chip.dataset.index) : null;
}
