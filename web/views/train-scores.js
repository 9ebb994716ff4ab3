/** How many sentences each model gets right, large; choosing one of them is choosing whom to look at. */
import { FORMAT, t } from '../i18n/index.js';
import { HEAD_COUNTS, shareRight } from '../state/train.js';
import { hueOf, learnerDetail, percent as percentOf } from '../state/train-says.js';
import { el } from './dom.js';

/** @typedef {Readonly<import('../state/train.js').Train>} Train */

const SAY = Object.freeze({ words: t, format: FORMAT });

/** @param {number} share */
export const percent = (share) => percentOf(share, SAY);

export class TrainScores {
  element = el('div', { class: 'train-scores', role: 'radiogroup', 'aria-label': t('train.whom') });
  #command;
  /** @type {Map<number, {input: HTMLInputElement, value: HTMLElement, more: HTMLElement}>} */
  #cards = new Map();

  /** @param {import('./train-controls.js').Command} command */
  constructor(command) {
    this.#command = command;
  }

  /** @param {Train} train */
  show({ learners, chosen }) {
    const counts = learners.length ? learners.map(({ heads }) => heads) : HEAD_COUNTS;
    if ([...this.#cards.keys()].join() !== counts.join()) this.#build(counts);
    for (const [heads, { input, value, more }] of this.#cards) {
      const learner = learners.find((each) => each.heads === heads);
      const share = learner ? shareRight(learner) : null;
      input.checked = heads === chosen;
      put(value, share === null ? '–' : percent(share));
      put(more, learner ? learnerDetail(learner, SAY) : t('train.notYet'));
      more.classList.toggle('warn', Boolean(learner?.failed));
    }
  }

  /** @param {readonly number[]} counts */
  #build(counts) {
    this.#cards = new Map(
      counts.map((heads) => {
        const input = el('input', { type: 'radio', name: 'train-chosen', value: heads });
        input.addEventListener('change', () => this.#command('choose', heads));
        // It changes as long as models learn, and is part of what the button is called.
        return [heads, { input, value: el('output', { role: 'none' }), more: el('small') }];
      }),
    );
    this.element.replaceChildren(
      ...[...this.#cards].map(([heads, { input, value, more }]) =>
        el(
          'label',
          { class: 'train-score', style: `--hue: var(--head-${hueOf(heads)})` },
          input,
          el('b', {}, t('train.heads', { heads })),
          value,
          more,
        ),
      ),
    );
  }
}

/** @param {HTMLElement} element @param {string} text */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
