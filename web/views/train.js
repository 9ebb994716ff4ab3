/**
 * `<hs-train>`: models that differ only in their number of heads learn side by side, here and now.
 * What it asks for is told by the event `hs-train` with `{name, given}`.
 */
import { bringMessages, t } from '../i18n/index.js';
import { FIRST_TRAIN, shareRight } from '../state/train.js';
import { el } from './dom.js';
import { RunBar } from './run-bar.js';
import { watchSeen } from './seen.js';
import { TrainCurves, TrainNorms, TrainSpread } from './train-charts.js';
import { TrainControls } from './train-controls.js';
import { TrainGraph } from './train-graph.js';
import { matrixRows } from './train-matrix.js';
import { TrainMute } from './train-mute.js';
import { percent, TrainScores } from './train-scores.js';
import { TrainSentence } from './train-sentence.js';
import { TrainTask } from './train-task.js';
import { View } from './view.js';

/** @typedef {import('./view.js').State} State */
/** @typedef {Readonly<import('../state/train.js').Train>} Train */

await bringMessages('train');

/** The recipe with which one head gets away. */
const CHEAT = { task: 'tiles', places: 3, dModel: 32 };

export class TrainView extends View {
  #command = (/** @type {string} */ name, /** @type {unknown} */ given = undefined) =>
    this.dispatchEvent(new CustomEvent('hs-train', { detail: { name, given } }));
  #controls = new TrainControls(this.#command);
  #scores = new TrainScores(this.#command);
  #curves = new TrainCurves();
  #graph = new TrainGraph();
  #sentence = new TrainSentence(this.#command);
  #mute = new TrainMute(this.#command);
  #norms = new TrainNorms();
  #spread = new TrainSpread();
  #task = new TrainTask();
  #matrix = el('table', { class: 'plain-table train-matrix' });
  #question = el('p', { class: 'train-question' });
  #verdict = el('p', { class: 'figure notice', role: 'status' });
  #chosen = el('h3');
  #run = new RunBar({
    words: {
      run: t('train.spread.run'),
      again: t('train.spread.again'),
      cancel: t('train.spread.cancel'),
      progress: t('train.spread.progress'),
    },
    onRun: () => this.#command('spread'),
    onCancel: () => this.#command('cancelSpread'),
  });
  /** Whether there is a lab that can show a trained model. */
  inLab = true;
  /** Whether a reader is so near that it may cost something. */
  #near = false;
  #save = button('train.save', () => this.#command('save'));
  #open = button('train.open', () => this.#command(this.#open.dataset.to ?? 'open'));
  #file = el('input', { type: 'file', hidden: true, accept: '.safetensors' });

  build() {
    if (!this.store.state.train) this.store.actions.setTrain(FIRST_TRAIN);
    const load = button('train.load', () => this.#file.click());
    this.#open.hidden = !this.inLab;
    const cheat = button('train.cheat', () => this.#command('recipe', CHEAT));
    this.#file.addEventListener('change', async () => {
      const [file] = this.#file.files ?? [];
      if (file) this.#command('load', new Uint8Array(await file.arrayBuffer()));
      this.#file.value = '';
    });
    this.append(
      el(
        'div',
        { class: 'train-head' },
        el('h2', {}, t('train.title')),
        this.#question,
        el('p', { class: 'train-intro' }, t('train.intro')),
      ),
      this.#controls.recipe,
      this.#controls.bar,
      this.#controls.said,
      this.#task.element,
      this.#scores.element,
      this.#verdict,
      this.#curves.element,
      this.#curves.table,
      el(
        'div',
        { class: 'train-two train-close' },
        el(
          'section',
          {},
          this.#chosen,
          el('p', { class: 'hint' }, t('train.matrixHint')),
          el('div', { class: 'train-scroll' }, this.#matrix),
          this.#graph.element,
        ),
        this.#sentence.element,
      ),
      el(
        'div',
        { class: 'train-two train-close' },
        this.#mute.element,
        el(
          'section',
          {},
          el('h3', {}, t('train.norms')),
          el('p', { class: 'hint' }, t('train.normsHint')),
          this.#norms.element,
        ),
      ),
      el(
        'div',
        { class: 'train-two train-close' },
        el(
          'section',
          {},
          el('h3', {}, t('train.spread')),
          el('p', { class: 'hint' }, t('train.spreadHint')),
          this.#run.element,
          this.#spread.element,
        ),
        el(
          'section',
          {},
          el('h3', {}, t('train.cheatTitle')),
          el('p', { class: 'hint' }, t('train.cheatHint')),
          el('div', { class: 'train-tools' }, cheat),
          el('h3', {}, t('train.keep')),
          el('p', { class: 'hint' }, t('train.keepHint')),
          el('div', { class: 'train-tools' }, this.#open, this.#save, load, this.#file),
        ),
      ),
    );
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    const observer = new ResizeObserver(() => this.requestRedraw());
    observer.observe(this);
    signal.addEventListener('abort', () => observer.disconnect());
    document.addEventListener('visibilitychange', () => this.#command('visibility'), { signal });
    signal.addEventListener('abort', () => this.#command('end'));
    // A core of its own is fetched for it, so not before somebody comes near.
    watchSeen(
      this,
      (seen) => {
        this.#near = seen;
        this.requestRedraw();
      },
      signal,
    );
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render({ train }, previous) {
    if (!train || train === previous?.train) return;
    if (this.#near && train.phase === 'idle' && !train.learners.length) this.#command('prepare');
    const before = previous?.train;
    const { task, places, learners, chosen, look, samples, phase, spread } = train;
    this.#question.textContent = t(`train.question.${task}`, { places });
    this.#controls.show(train);
    this.#scores.show(train);
    this.#task.show(train);
    this.#sentence.show(train);
    this.#mute.show(train);
    const verdict = phase === 'done' ? verdictOf(train) : '';
    if (this.#verdict.textContent !== verdict) this.#verdict.textContent = verdict;
    if (learners !== before?.learners) this.#curves.show(train);
    if (learners !== before?.learners || chosen !== before?.chosen) this.#norms.show(train);
    if (look !== before?.look || samples !== before?.samples) {
      this.#chosen.textContent = t('train.looks', { heads: chosen, step: look?.step ?? 0 });
      this.#matrix.replaceChildren(...(look ? matrixRows(look) : []));
      if (look) this.#graph.show(look, samples.find(({ text }) => text === look.text)?.asks ?? []);
    }
    this.#save.disabled = this.#open.disabled = !learners.length;
    this.#open.dataset.to = train.opened ? 'close' : 'open';
    this.#open.textContent = t(train.opened ? 'train.close' : 'train.open');
    if (spread === before?.spread) return;
    const { done, total, message } = spread;
    const tells = spread.phase === 'running' || spread.phase === 'failed';
    this.#run.show(spread, {
      able: phase !== 'loading',
      said: tells ? t(`train.spread.${spread.phase}`, { done, total, message }) : '',
    });
    this.#spread.show(train);
  }
}

/** @param {string} key of its words @param {() => void} act */
function button(key, act) {
  const made = el('button', { type: 'button', class: 'quiet' }, t(key));
  made.addEventListener('click', act);
  return made;
}

/** @param {Train} train */
function verdictOf({ learners }) {
  return learners
    .filter((learner) => learner.score)
    .map((learner) => {
      const share = percent(shareRight(learner) ?? 0);
      return t('train.verdict', { heads: t('train.heads', { heads: learner.heads }), share });
    })
    .join(' · ');
}

customElements.define('hs-train', TrainView);
