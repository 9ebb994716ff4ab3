/** What each head is good for: muted one at a time, and measured on all test sentences. */
import { formatNumber, t } from '../i18n/index.js';
import { chosenLearner, NOTHING, spareHeads } from '../state/train.js';
import { el } from './dom.js';
import { percent } from './train-scores.js';

/** @typedef {Readonly<import('../state/train.js').Train>} Train */

export class TrainMute {
  #table = el('table', { class: 'plain-table train-mutes' });
  #said = el('p', { class: 'figure notice', 'aria-live': 'polite' });
  #spare = el('p', { class: 'notice' });
  #command;
  /** @type {Train | null} */
  #last = null;
  element = el(
    'section',
    {},
    el('h3', {}, t('train.mute')),
    el('p', { class: 'hint' }, t('train.muteHint')),
    el('div', { class: 'train-scroll' }, this.#table),
    this.#said,
    this.#spare,
  );

  /** @param {import('./train-controls.js').Command} command */
  constructor(command) {
    this.#command = command;
  }

  /** @param {Train} train */
  show(train) {
    const learner = chosenLearner(train);
    const before = this.#last;
    this.#last = train;
    const same = before && chosenLearner(before)?.costs === learner?.costs;
    if (
      !same ||
      train.muted !== before?.muted ||
      train.info !== before.info ||
      before.chosen !== train.chosen
    ) {
      this.#fill(train, learner);
    }
    this.#spare.textContent = learner?.costs ? spareText(learner) : t('train.notMeasured');
    const { mutedScore, muted } = train;
    const score = mutedScore && learner?.score;
    const said = score
      ? t('train.mutedScore', {
          heads: muted.join(', '),
          now: percent(mutedScore.allRight),
          before: percent(score.allRight),
        })
      : '';
    if (this.#said.textContent !== said) this.#said.textContent = said;
  }

  /** @param {Train} train @param {import('../state/train.js').Learner | undefined} learner */
  #fill({ chosen, muted, info }, learner) {
    const focused = [...this.#table.querySelectorAll('button')].findIndex((button) =>
      button.matches(':focus'),
    );
    const costs = learner?.costs ?? null;
    const questions = info?.questions.map(({ name }) => name) ?? [];
    this.#table.replaceChildren(
      el('caption', { class: 'unseen' }, t('train.mute')),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'col' }, t('train.column.head')),
          ...questions.map((name) => el('th', { scope: 'col' }, name)),
        ),
      ),
      el(
        'tbody',
        {},
        ...Array.from({ length: chosen }, (_, head) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, this.#button(head, muted)),
            ...questions.map((name) => costCell(costs?.cost[head][name] ?? NaN)),
          ),
        ),
      ),
    );
    this.#table.querySelectorAll('button')[focused]?.focus();
  }

  /** @param {number} head @param {readonly number[]} muted */
  #button(head, muted) {
    const pressed = muted.includes(head);
    const button = el(
      'button',
      { type: 'button', class: 'quiet train-mute', 'aria-pressed': String(pressed) },
      t('train.muteHead', { head }),
    );
    button.addEventListener('click', () =>
      this.#command('mute', pressed ? muted.filter((each) => each !== head) : [...muted, head]),
    );
    return button;
  }
}

/** @param {number} lost share */
function costCell(lost) {
  if (!Number.isFinite(lost)) return el('td', {}, '–');
  const text = Math.abs(lost) <= NOTHING ? '0' : formatNumber(-100 * lost, 0);
  return el('td', {}, lost > NOTHING ? el('b', {}, text) : text);
}

/** @param {import('../state/train.js').Learner} learner */
function spareText({ costs, heads }) {
  const spare = costs ? spareHeads(costs) : [];
  if (!spare.length) return heads > 1 ? t('train.noSpare') : '';
  return t('train.spare', { heads: spare.join(', '), count: spare.length });
}
