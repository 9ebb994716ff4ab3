/**
 * The stages of the matrix as one row: scores, scaled, masked, weights, and the average over heads
 * that many libraries return; buttons step through them, a line says what the step did to a number.
 */
import { t } from '../i18n/index.js';
import { STAGES } from '../state/store.js';
import { el } from './dom.js';
import { write, writeAttribute } from './write.js';

/** @typedef {import('../state/store.js').Stage | 'average'} Step */

/** @type {readonly Step[]} */
const STEPS = [.../** @type {import('../state/store.js').Stage[]} */ ([...STAGES]), 'average'];

/** @param {Readonly<import('../state/store.js').State>} state @returns {Step} */
export const stepOf = ({ stage, average }) => (average ? 'average' : stage);

export class MatrixStages {
  /** @type {Readonly<import('../state/store.js').Actions>} */
  #actions;
  /** @type {Step} */
  #step = 'weights';
  #inputs = STEPS.map((step) => el('input', { type: 'radio', name: 'matrix-stage', value: step }));
  #back = arrow('‹', t('matrix.previousStage'));
  #on = arrow('›', t('matrix.nextStage'));
  #line = el('p', { class: 'matrix-step' });

  /** @param {Readonly<import('../state/store.js').Actions>} actions */
  constructor(actions) {
    this.#actions = actions;
    for (const input of this.#inputs) {
      input.addEventListener('change', () => this.#choose(/** @type {Step} */ (input.value)));
    }
    this.#back.addEventListener('click', () => this.walk(-1));
    this.#on.addEventListener('click', () => this.walk(1));
    const stages = el(
      'fieldset',
      { class: 'segments' },
      el('legend', { class: 'unseen' }, t('matrix.stages')),
      ...this.#inputs.map((input) => {
        const average = input.value === 'average';
        return el(
          'label',
          { title: t(average ? 'matrix.averageHelp' : `matrix.symbol.${input.value}`) },
          input,
          el('span', {}, t(average ? 'matrix.average' : `matrix.stage.${input.value}`)),
        );
      }),
    );
    this.elements = [
      el('div', { class: 'matrix-stages' }, this.#back, stages, this.#on),
      this.#line,
    ];
  }

  /** Steps on or back; the ends stay. @param {1 | -1} by */
  walk(by) {
    const next = STEPS[STEPS.indexOf(this.#step) + by];
    if (next) this.#choose(next);
  }

  /** @param {Step} step @param {string} sentence what the step did */
  show(step, sentence) {
    this.#step = step;
    for (const input of this.#inputs) input.checked = input.value === step;
    const ends = [STEPS[0], STEPS[STEPS.length - 1]];
    [this.#back, this.#on].forEach((button, i) => {
      writeAttribute(button, 'aria-disabled', String(step === ends[i]));
    });
    write(this.#line, sentence);
  }

  /** @param {Step} step */
  #choose(step) {
    if (step === 'average') this.#actions.setAverage(true);
    else this.#actions.setStage(step);
  }
}

/** @param {string} sign @param {string} label */
const arrow = (sign, label) =>
  el(
    'button',
    { type: 'button', class: 'quiet', title: label },
    el('span', { 'aria-hidden': 'true' }, sign),
    el('span', { class: 'unseen' }, label),
  );
