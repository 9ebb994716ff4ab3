/**
 * `<hs-cost>`: what heads cost, counted from shapes and measured in this browser. It asks for times,
 * and for their end, by the events `hs-cost-times` and `hs-cost-cancel`.
 */
import { bringMessages, formatBytes, formatCount, formatNumber, t } from '../i18n/index.js';
import {
  D_MODELS,
  FIRST_COST,
  flops,
  forwardBytes,
  idOf,
  MOST_BYTES,
  parameters,
  SEQ_LENS,
  weightsBytes,
  widthOf,
} from '../state/cost.js';
import { quartiles } from '../state/samples.js';
import { LONGEST, MemoryChart, SHOWN_HEADS, WorkChart } from './cost-charts.js';
import { formulas } from './cost-formulas.js';
import { costRows } from './cost-table.js';
import { formula } from './dimension-trace-math.js';
import { el } from './dom.js';
import { RunBar } from './run-bar.js';
import { SizeChoice } from './size-choice.js';
import { changed, View } from './view.js';

/** @typedef {import('./view.js').State} State */
/** @typedef {import('../state/cost.js').Cost} Cost */

await bringMessages('cost');

export class CostView extends View {
  #dModel = new SizeChoice('d_model', {
    sizes: D_MODELS,
    choose: (dModel) => this.store.actions.setCost({ dModel }),
  });
  #seqLen = new SizeChoice('seq_len n', {
    sizes: SEQ_LENS,
    choose: (seqLen) => this.store.actions.setCost({ seqLen }),
  });
  #counts = el('dl', { class: 'cost-formulas' });
  #work = new WorkChart();
  #memory = new MemoryChart();
  #table = el('table', { class: 'plain-table cost-table' });
  #verdict = el('p', { class: 'cost-verdict figure', 'aria-live': 'polite' });
  #saves = el('p', { class: 'figure' });
  #run = new RunBar({
    words: {
      run: t('cost.run'),
      again: t('cost.runAgain'),
      cancel: t('cost.cancel'),
      progress: t('cost.progress'),
    },
    onRun: () => this.dispatchEvent(new CustomEvent('hs-cost-times')),
    onCancel: () => this.dispatchEvent(new CustomEvent('hs-cost-cancel')),
  });
  #figures = /** @type {HTMLElement[]} */ ([]);

  build() {
    if (!this.store.state.cost) this.store.actions.setCost(FIRST_COST);
    this.#figures = [this.#work, this.#memory].map(({ element }) =>
      el('div', { class: 'cost-figure' }, element),
    );
    this.append(
      el(
        'header',
        {},
        el('h2', {}, t('cost.title')),
        el('div', { class: 'size-choices' }, this.#dModel.element, this.#seqLen.element),
        this.#run.element,
      ),
      el('p', { class: 'piece-intro' }, t('cost.intro')),
      el(
        'div',
        { class: 'cost-body' },
        el(
          'section',
          {},
          el('h3', {}, t('cost.work')),
          this.#verdict,
          this.#figures[0],
          el('p', { class: 'hint' }, t('cost.workHint')),
        ),
        el(
          'section',
          {},
          el('h3', {}, t('cost.memory')),
          this.#saves,
          this.#figures[1],
          el('p', { class: 'hint' }, t('cost.memoryHint', { heads: SHOWN_HEADS })),
        ),
      ),
      el(
        'div',
        { class: 'cost-scroll', tabindex: 0, role: 'group', 'aria-label': t('cost.tableLabel') },
        this.#table,
      ),
      el('p', { class: 'hint' }, t('cost.tableHint', { most: formatBytes(MOST_BYTES) })),
      el('section', {}, el('h3', {}, t('cost.formulas')), this.#counts),
    );
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    const observer = new ResizeObserver(() => this.requestRedraw());
    observer.observe(this);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const { cost, load } = state;
    if (!cost || !changed(state, previous, ['cost', 'load'])) return;
    const { dModel, seqLen, timing } = cost;
    this.#dModel.show(dModel);
    this.#seqLen.show(seqLen);
    const said =
      timing.phase === 'failed'
        ? t('cost.failed', { message: timing.message })
        : timing.phase === 'running'
          ? t('cost.counted', { done: timing.done, total: timing.total })
          : '';
    this.#run.show(timing, { able: load.phase === 'ready', said });
    const before = previous?.cost;
    const { samples } = timing;
    if (before && samples === before.timing.samples && dModel === before.dModel) {
      if (seqLen === before.seqLen) return;
    }
    const [workWidth, memoryWidth] = this.#figures.map(({ clientWidth }) => clientWidth || 320);
    this.#work.show(cost, workWidth);
    this.#memory.show(cost, memoryWidth);
    this.#table.replaceChildren(...costRows(cost));
    this.#verdict.textContent = verdictOf(cost);
    const weights = (/** @type {number} */ length) => weightsBytes(SHOWN_HEADS, length);
    const pass = (/** @type {number} */ length) =>
      forwardBytes(widthOf('split', dModel, SHOWN_HEADS), length);
    const saved = (/** @type {number} */ length) =>
      formatNumber((100 * weights(length)) / (weights(length) + pass(length)), 0);
    this.#saves.textContent = t('cost.saves', {
      seqLen,
      heads: SHOWN_HEADS,
      weights: formatBytes(weights(seqLen)),
      pass: formatBytes(pass(seqLen)),
      saved: saved(seqLen),
      longest: LONGEST,
      most: saved(LONGEST),
    });
    this.#showFormulas(cost);
  }

  /** @param {Readonly<Cost>} cost */
  #showFormulas({ dModel, seqLen }) {
    const split = widthOf('split', dModel, SHOWN_HEADS);
    const full = widthOf('full', dModel, SHOWN_HEADS);
    /** @type {Record<string, [string, string]>} */
    const values = {
      parameters: [formatCount(parameters(split)), formatCount(parameters(full))],
      flops: [formatCount(flops(split, seqLen)), formatCount(flops(full, seqLen))],
      weights: [
        formatBytes(weightsBytes(SHOWN_HEADS, seqLen)),
        formatBytes(weightsBytes(SHOWN_HEADS, seqLen)),
      ],
      pass: [formatBytes(forwardBytes(split, seqLen)), formatBytes(forwardBytes(full, seqLen))],
    };
    const shown = formulas({
      bytes: t('cost.word.bytes'),
      packed: t('cost.word.packed'),
      workspace: t('cost.word.workspace'),
    });
    const said = (/** @type {string} */ name) => {
      if (name === 'packed') return t('cost.rounded');
      const [split, full] = values[name];
      return t('cost.formula.values', { heads: SHOWN_HEADS, split, full });
    };
    this.#counts.replaceChildren(
      ...Object.entries(shown).flatMap(([name, terms]) => [
        el('dt', {}, t(`cost.formula.${name}`)),
        el('dd', {}, formula(terms), el('span', { class: 'figure' }, said(name))),
      ]),
    );
  }
}

/** @param {Readonly<Cost>} cost @returns {string} what was measured, or what the shapes say */
function verdictOf({ dModel, timing: { samples } }) {
  const median = (/** @type {string} */ id) =>
    samples[id]?.length ? quartiles(samples[id]).median : null;
  const one = median(idOf('split', 1));
  const many = median(idOf('split', 16));
  const widest = [16, 8, 4, 2].find((heads) => median(idOf('full', heads)) !== null);
  if (one === null || many === null || widest === undefined) return t('cost.verdict.counted');
  const wide = median(idOf('full', widest)) ?? 0;
  return t('cost.verdict.measured', {
    dModel,
    split: formatNumber(many / one, 2),
    widest,
    full: formatNumber(wide / one, 1),
  });
}

customElements.define('hs-cost', CostView);
