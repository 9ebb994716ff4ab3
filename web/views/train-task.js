/** What is asked, and with which words: everything the models ever see. */
import { t } from '../i18n/index.js';
import { wordLists } from '../state/train-words.js';
import { el } from './dom.js';

/** @typedef {Readonly<import('../state/train.js').Train>} Train */

export class TrainTask {
  #asked = el('p', { class: 'train-intro' });
  #words = el('dl', { class: 'train-vocabulary' });
  #samples = el('ol');
  element = el(
    'details',
    {},
    el('summary', {}, t('train.about')),
    this.#asked,
    el('h3', {}, t('train.vocabulary')),
    this.#words,
    el('h3', {}, t('train.samples')),
    this.#samples,
  );
  /** @type {Train['info']} */
  #shown = null;

  /** @param {Train} train */
  show({ info, task, samples, parameters, module }) {
    if (!info || info === this.#shown) return;
    this.#shown = info;
    const questions = info.questions.map(({ name, relation }) =>
      t('train.questionOf', { name, relation }),
    );
    this.#asked.textContent = t(`train.about.${task}`, {
      questions: questions.join('; '),
      parameters,
      module,
    });
    this.#words.replaceChildren(
      ...wordLists(info).flatMap(({ kind, words }) => [
        el('dt', {}, kind),
        el('dd', {}, words.join(' ')),
      ]),
    );
    this.#samples.replaceChildren(
      ...samples.slice(0, 6).map(({ text, asks }) => {
        const said = asks.map(({ question, answer }) => `${question}: ${answer}`).join(' · ');
        return el('li', {}, el('p', {}, text), el('p', { class: 'hint' }, said));
      }),
    );
  }
}
