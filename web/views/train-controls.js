/** What is trained, and how fast: the recipe, the big button, and where the training stands. */
import { t } from '../i18n/index.js';
import { isThrough, PLACES, RECIPES, SPEEDS, stepOf } from '../state/train.js';
import { asSentence, el } from './dom.js';
import { SizeChoice } from './size-choice.js';
import { twoWay } from './two-way.js';

/** @typedef {Readonly<import('../state/train.js').Train>} Train */
/** @typedef {(name: string, given?: unknown) => void} Command */

/** The generator takes 32 bits. */
const SEEDS = 2 ** 32;

/**
 * Radio buttons that read as one control.
 * @param {string} name
 * @param {{legend: string, options: readonly (readonly [string, string])[], choose: (value: string) => void}} options
 */
function segments(name, { legend, options, choose }) {
  const inputs = options.map(([value]) => {
    const input = el('input', { type: 'radio', name, value });
    input.addEventListener('change', () => choose(value));
    return input;
  });
  const labels = options.map(([, label], i) => el('label', {}, inputs[i], el('span', {}, label)));
  const element = el(
    'fieldset',
    { class: 'segments' },
    el('legend', { class: 'unseen' }, legend),
    ...labels,
  );
  const show = (/** @type {string} */ value) =>
    inputs.forEach((input) => (input.checked = input.value === value));
  return { element, show };
}

/** @param {string} label @param {HTMLElement} input @param {...Node} more */
const field = (label, input, ...more) =>
  el('span', { class: 'train-field' }, el('label', {}, `${label} `, input), ...more);

export class TrainControls {
  #task;
  #places;
  #dModel;
  #seed = el('input', { type: 'number', min: 0, max: 4294967295, step: 1 });
  #rate = el('input', { type: 'number', min: 0, step: 'any' });
  #speed;
  #go = el('button', { type: 'button', class: 'strong train-go' });
  #turn;
  #step = el('button', { type: 'button', class: 'quiet' }, t('train.step'));
  #reset = el('button', { type: 'button', class: 'quiet' }, t('train.reset'));
  #progress = el('progress', { 'aria-label': t('train.progress') });
  #count = el('span', { class: 'figure notice' });
  #said = el('p', { class: 'notice', role: 'status' });

  /** @param {Command} command */
  constructor(command) {
    const recipe = (/** @type {Record<string, unknown>} */ changes) => command('recipe', changes);
    this.#task = segments('train-task', {
      legend: t('train.task'),
      options: [
        ['tiles', t('train.task.tiles')],
        ['english', t('train.task.english')],
      ],
      choose: (task) => recipe({ task }),
    });
    this.#places = new SizeChoice(t('train.places'), {
      sizes: PLACES,
      choose: (places) => recipe({ places }),
    });
    this.#dModel = new SizeChoice('d_model', {
      sizes: [...new Set(Object.values(RECIPES).flatMap(({ dModels }) => dModels))],
      choose: (dModel) => recipe({ dModel }),
    });
    this.#speed = segments('train-speed', {
      legend: t('train.speed'),
      options: Object.keys(SPEEDS).map((name) => [name, t(`train.speed.${name}`)]),
      choose: (speed) => command('speed', speed),
    });
    this.#seed.addEventListener('change', () => {
      if (this.#seed.checkValidity() && this.#seed.value)
        recipe({ seed: Number(this.#seed.value) });
    });
    this.#rate.addEventListener('change', () => {
      if (this.#rate.checkValidity() && this.#rate.value)
        recipe({ learningRate: Number(this.#rate.value) });
    });
    const next = el('button', { type: 'button', class: 'quiet' }, t('train.nextSeed'));
    next.addEventListener('click', () => recipe({ seed: (Number(this.#seed.value) + 1) % SEEDS }));
    this.#turn = twoWay(this.#go, {
      start: () => command('train'),
      stop: () => command('pause'),
    });
    this.#step.addEventListener('click', () => command('step'));
    this.#reset.addEventListener('click', () => command('reset'));
    this.bar = el(
      'div',
      { class: 'train-bar' },
      this.#go,
      this.#step,
      this.#reset,
      this.#speed.element,
      this.#progress,
      this.#count,
    );
    this.said = this.#said;
    this.recipe = el(
      'div',
      { class: 'train-controls', role: 'group', 'aria-label': t('train.recipe') },
      this.#task.element,
      this.#places.element,
      this.#dModel.element,
      field(t('train.seed'), this.#seed, next),
      field(t('train.rate'), this.#rate),
    );
  }

  /** @param {Train} train */
  show(train) {
    const { task, phase, steps } = train;
    const running = phase === 'running';
    this.#task.show(task);
    this.#places.element.hidden = task !== 'tiles';
    this.#places.show(train.places);
    this.#dModel.show(train.dModel, RECIPES[task].dModels);
    this.#speed.show(train.speed);
    if (!this.#seed.matches(':focus')) this.#seed.value = String(train.seed);
    if (!this.#rate.matches(':focus')) this.#rate.value = String(train.learningRate);
    const step = stepOf(train);
    this.#turn(phase);
    this.#go.textContent = t(
      running
        ? 'train.pause'
        : phase === 'loading'
          ? 'train.loading'
          : isThrough(train) || phase === 'failed'
            ? 'train.again'
            : step > 0
              ? 'train.goOn'
              : 'train.go',
    );
    this.#go.disabled = phase === 'loading';
    this.#step.disabled = running || phase === 'loading' || isThrough(train);
    this.#reset.disabled = step === 0;
    this.#progress.max = steps;
    this.#progress.value = step;
    this.#count.textContent = t('train.count', { step, steps });
    const said = saidOf(train);
    if (this.#said.textContent !== said) this.#said.textContent = said;
    this.#said.classList.toggle(
      'warn',
      phase === 'failed' || train.unread !== '' || train.restarted,
    );
  }
}

/** @param {Train} train */
function saidOf(train) {
  const { phase, message, unread, restarted } = train;
  if (unread) return t('train.unread', { message: asSentence(unread) });
  if (phase === 'failed') return t('train.failed', { message });
  if (phase === 'hidden') return t('train.hidden');
  return restarted ? t('train.restarted') : '';
}
