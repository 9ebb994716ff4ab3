/** The sentence that is looked at: samples, words to choose anew, the text itself, and the answers. */
import { t } from '../i18n/index.js';
import { partsOf, tokensOf, withWord } from '../state/train-words.js';
import { el } from './dom.js';
import { percent } from './train-scores.js';

/** @typedef {Readonly<import('../state/train.js').Train>} Train */

export class TrainSentence {
  #sample = el('select');
  #text = el('input', { type: 'text', spellcheck: 'false' });
  #words = el('div', { class: 'train-words', role: 'group', 'aria-label': t('train.words') });
  #choices = el('div', { class: 'train-tools' });
  #problem = el('p', { class: 'notice warn', role: 'status' });
  #answers = el('table', { class: 'plain-table train-answers' });
  #command;
  #token = 0;
  /** @type {Train | null} */
  #last = null;

  element = el(
    'section',
    {},
    el('h3', {}, t('train.sentence')),
    el('p', { class: 'hint' }, t('train.sentenceHint')),
    el('label', { class: 'train-line' }, t('train.sample'), this.#sample),
    el('label', { class: 'train-line' }, t('train.text'), this.#text),
    this.#words,
    this.#choices,
    this.#problem,
    el('div', { class: 'train-scroll' }, this.#answers),
  );

  /** @param {import('./train-controls.js').Command} command */
  constructor(command) {
    this.#command = command;
    this.#sample.addEventListener('change', () => command('text', this.#sample.value));
    this.#text.addEventListener('input', () => command('text', this.#text.value));
  }

  /** @param {Train} train */
  show(train) {
    const { samples, text, look } = train;
    const before = this.#last;
    this.#last = train;
    if (samples !== before?.samples) this.#showSamples(samples);
    if (text !== before?.text || train.info !== before?.info) {
      this.#sample.value = samples.some((sample) => sample.text === text) ? text : '';
      if (this.#text.value !== text) this.#text.value = text;
      this.#showWords(train);
    }
    if (look && look !== before?.look) this.#showAnswers(train);
  }

  /** @param {Train['samples']} samples */
  #showSamples(samples) {
    this.#sample.replaceChildren(
      el('option', { value: '' }, t('train.ownText')),
      ...samples.map((sample) => el('option', { value: sample.text }, sample.text)),
    );
  }

  /** @param {Train} train */
  #showWords({ text, info }) {
    const tokens = tokensOf(text);
    this.#token = Math.min(this.#token, Math.max(0, tokens.length - 1));
    const kept = this.#words.matches(':focus-within');
    this.#words.replaceChildren(
      ...tokens.map((token, index) => {
        const pressed = index === this.#token;
        const button = el('button', {
          ...{ type: 'button', class: 'train-word', 'aria-pressed': String(pressed) },
        });
        const colour = info && partsOf(info, token).find(({ name }) => name === 'colour');
        if (colour?.word) {
          button.append(el('span', { class: 'swatch', style: `--tile: ${colour.word}` }));
        }
        button.append(token);
        button.addEventListener('click', () => {
          this.#token = index;
          if (this.#last) this.#showWords(this.#last);
        });
        return button;
      }),
    );
    if (kept) /** @type {HTMLElement} */ (this.#words.children[this.#token])?.focus();
    if (info) this.#showChoices(info, text);
  }

  /** @param {NonNullable<Train['info']>} info @param {string} text */
  #showChoices(info, text) {
    const token = this.#token;
    const focused = [...this.#choices.querySelectorAll('select')].findIndex((select) =>
      select.matches(':focus'),
    );
    const parts = tokensOf(text).length ? partsOf(info, tokensOf(text)[token]) : [];
    this.#choices.replaceChildren(
      ...parts.map(({ name, word, lists, may }, part) => {
        const groups = lists.map(({ kind, words }) => {
          const options = words.map((each) => el('option', { value: each }, each));
          return lists.length > 1 ? el('optgroup', { label: kind }, ...options) : options;
        });
        const select = el('select', {}, ...(may ? [el('option', { value: '' }, '–')] : []));
        select.append(...groups.flat());
        select.value = word;
        select.addEventListener('change', () =>
          this.#command('text', withWord(info, text, { token, part, word: select.value })),
        );
        return el('label', { class: 'train-field' }, t(`train.part.${name}`), ' ', select);
      }),
    );
    this.#choices.querySelectorAll('select')[focused]?.focus();
  }

  /** @param {Train} train */
  #showAnswers({ look, samples }) {
    if (!look) return;
    this.#problem.textContent = look.failed ?? '';
    const asks = samples.find(({ text }) => text === look.text)?.asks ?? [];
    const rows = look.predictions.map(({ question, token, answer, probabilities }) => {
      const truth = asks.find((ask) => ask.question === question && ask.token === token);
      const wrong = truth && truth.answer !== answer;
      return el(
        'tr',
        {},
        el('th', { scope: 'row' }, t('train.askedAt', { question, token: look.tokens[token] })),
        el('td', { class: wrong && 'wrong' }, `${answer}${wrong ? ' ✗' : truth ? ' ✓' : ''}`),
        el('td', {}, percent(Math.max(...Array.from(probabilities)))),
        el('td', {}, truth?.answer ?? '–'),
      );
    });
    const columns = ['question', 'answer', 'sure', 'truth'];
    this.#answers.replaceChildren(
      el('caption', { class: 'unseen' }, t('train.answers')),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...columns.map((name) => el('th', { scope: 'col' }, t(`train.column.${name}`))),
        ),
      ),
      el('tbody', {}, ...rows),
    );
  }
}
